/**
 * How far a file is trusted: as far as the conversation in which the agent wrote it, and only while it is what was
 * written then.
 *
 * The mark is for a path and a content. Whatever else has touched the file (a command, a program, the owner's editor, a
 * download) leaves another content behind, and with it a file nobody vouches for.
 */

import { hash } from 'node:crypto';
import type { Taint } from '../../domain/policy/taint.ts';
import type { FileLedger } from '../../ports/ledgers/file.ts';
import type { ConfinedFiles } from './confined-files.ts';
import type { Place } from './confined-place.ts';

export interface FileTaint {
  /** Was anything of this place ever trusted? Only then is it worth looking at all of it. */
  knows(place: Place): boolean;
  /** How far these bytes, read from there, are trusted. */
  of(place: Place, content: Uint8Array): Taint;
  /** The agent has put this content there, in a conversation that is trusted so far. */
  wrote(place: Place, content: Uint8Array, taint: Taint): void;
}

export function fileTaint(
  ledger: FileLedger,
  { files, now }: { readonly files: Pick<ConfinedFiles, 'name'>; readonly now: () => number },
): FileTaint {
  return {
    knows: place => ledger.of(files.name(place)) !== undefined,
    of(place, content) {
      const row = ledger.of(files.name(place));
      return row !== undefined && row.hash === hash('sha256', content) ? row.taint : 'external';
    },
    wrote(place, content, taint) {
      // what is not trusted needs no row: another content than the noted one is not trusted either
      if (taint !== 'external')
        ledger.note({ path: files.name(place), hash: hash('sha256', content), taint, at: now() });
    },
  };
}

/** Where nothing is kept, nothing is trusted. */
export const noFileTaint: FileTaint = { knows: () => false, of: () => 'external', wrote: () => {} };
