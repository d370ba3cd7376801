/**
 * How far a file is trusted: as far as the call that wrote it, and only while it is what was written then; and as the
 * owner's, where it was changed while the agent did nothing.
 *
 * The mark is for a path and a content. Whatever a command or a program has touched meanwhile is a file that nobody
 * vouches for.
 */

import { hash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copiesFolder } from '../../domain/agents/agent.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { ConfinedFiles, Place } from '../../ports/files/confined.ts';
import type { Changed, FileTaint } from '../../ports/files/taint.ts';
import type { FileLedger } from '../../ports/ledgers/file.ts';

export function fileTaint(
  ledger: FileLedger,
  {
    files,
    now,
    acts,
  }: {
    readonly files: Pick<ConfinedFiles, 'name' | 'onDisk'>;
    readonly now: () => number;
    /** When the agent was at work; without it no file is the owner's. */
    readonly acts?: Pick<Acts, 'wereUnderWay'>;
  },
): FileTaint {
  const isOwners = (place: Place, { ctimeMs }: Changed) =>
    acts !== undefined &&
    place.folder === 'workspace' &&
    !acts.wereUnderWay(ctimeMs) &&
    !isOthers(place) &&
    foldersOf(files, place).every(folder => isOwnFolder(folder, acts));
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

/** What was sent to the agent, copies that it works on, and packages that the owner has only fetched. */
function isOthers({ parts }: Place): boolean {
  return parts[0] === 'inbox' || parts[0] === copiesFolder || parts.some(part => fetched.has(part));
}

/** The folders around a file, on the disk; the workspace itself is left out. */
function foldersOf(files: Pick<ConfinedFiles, 'onDisk'>, { folder, parts }: Place): readonly string[] {
  return parts.slice(0, -1).map((_, at) => files.onDisk({ folder, parts: parts.slice(0, at + 1) }));
}

/** Neither a repository of others nor moved by the agent: a folder that is moved takes its files along as they were. */
function isOwnFolder(folder: string, acts: Pick<Acts, 'wereUnderWay'>): boolean {
  const { ctimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? {};
  return ctimeMs !== undefined && !acts.wereUnderWay(ctimeMs) && !existsSync(join(folder, '.git'));
}

const fetched: ReadonlySet<string> = new Set(['.git', 'node_modules', 'site-packages', 'vendor', '.venv', 'venv']);

/** Where nothing is kept, nothing is trusted. */
export const noFileTaint: FileTaint = { knows: () => false, of: () => 'external', wrote: () => {} };
