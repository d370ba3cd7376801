/**
 * How far a file is trusted: as far as the conversation in which the agent wrote it, and only while it is what was
 * written then.
 *
 * The mark is for a path and a content. Whatever else has touched the file (a command, a program, the owner's editor, a
 * download) leaves another content behind, and with it a file nobody vouches for.
 */

import { hash } from 'node:crypto';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { FileTaint } from '../../ports/files/taint.ts';
import type { FileLedger } from '../../ports/ledgers/file.ts';

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
