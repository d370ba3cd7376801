/**
 * How far a file is trusted: as far as the call that wrote it, and only while it is what was written then; and as the
 * owner's, where it was changed while the agent did nothing.
 *
 * The mark is for a path and a content. Whatever a command or a program has touched meanwhile is a file that nobody
 * vouches for.
 */

import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Acts } from '../../ports/files/acts.ts';
import type { ConfinedFiles, Place } from '../../ports/files/confined.ts';
import type { Changed, FileTaint } from '../../ports/files/taint.ts';
import type { FileLedger } from '../../ports/ledgers/file.ts';

export interface FileTaintOptions {
  readonly files: Pick<ConfinedFiles, 'name' | 'onDisk'>;
  readonly now: () => number;
  /** When the agent was at work; without it no file is the owner's. */
  readonly acts?: Pick<Acts, 'wereUnderWay'>;
}

export function fileTaint(ledger: FileLedger, { files, now, acts }: FileTaintOptions): FileTaint {
  const isOwners = (place: Place, { ctimeMs }: Changed) =>
    acts !== undefined && place.folder === 'workspace' && !acts.wereUnderWay(ctimeMs) && !isOthers(files, place);
  return {
    knows: (place, changed) => ledger.of(files.name(place)) !== undefined || isOwners(place, changed),
    of(place, content, changed) {
      const row = ledger.of(files.name(place));
      if (row !== undefined && row.hash === hash('sha256', content)) return row.taint;
      return isOwners(place, changed) ? 'owner' : 'external';
    },
    wrote(place, content, taint) {
      // what is not trusted needs no row: another content than the noted one is not trusted either
      if (taint !== 'external')
        ledger.note({ path: files.name(place), hash: hash('sha256', content), taint, at: now() });
    },
  };
}

/** What was sent to the agent, and what others have written and the owner has only fetched: packages and repositories. */
function isOthers(files: Pick<ConfinedFiles, 'onDisk'>, { folder, parts }: Place): boolean {
  if (parts[0] === 'inbox' || parts.some(part => fetched.has(part))) return true;
  return parts
    .slice(0, -1)
    .some((_, at) => existsSync(join(files.onDisk({ folder, parts: parts.slice(0, at + 1) }), '.git')));
}

const fetched: ReadonlySet<string> = new Set(['.git', 'node_modules', 'site-packages', 'vendor', '.venv', 'venv']);

/** Where nothing is kept, nothing is trusted. */
export const noFileTaint: FileTaint = { knows: () => false, of: () => 'external', wrote: () => {} };
