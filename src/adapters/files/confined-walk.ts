/**
 * What stands below a folder, in order of the names; links are told and not followed. Copies that steps of plans work
 * on are left out, unless the walk begins in them.
 */
import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { copiesFolder } from '../../domain/agents/agent.ts';
import type { Directory, Place } from '../../ports/files/confined.ts';
import { isForbidden } from './confined-place.ts';

export interface Entry {
  /** From the folder where the walk began, with slashes. */
  readonly path: string;
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** The folder it stands in; open only until the next entry is asked for. */
  readonly parent: Directory;
}

/** So many names of one folder are read; a folder that has more says so by `onCut`. */
const mostNames = 20_000;
const mostDepth = 32;

/** The entries below a folder, each folder before what is in it. What cannot be opened is passed over. */
export async function* entriesBelow(
  start: Directory,
  options: {
    /** Is a folder looked into? */
    readonly enters: (folder: Entry) => boolean;
    readonly signal: AbortSignal;
    readonly onCut?: (folder: string) => void;
  },
): AsyncGenerator<Entry> {
  yield* below(start, '', 0, options);
}

async function* below(
  folder: Directory,
  path: string,
  depth: number,
  options: Parameters<typeof entriesBelow>[1],
): AsyncGenerator<Entry> {
  const { names, isCut } = await namesIn(folder);
  if (isCut) options.onCut?.(path);
  for (const one of names) {
    options.signal.throwIfAborted();
    if (isForbidden(folder.place.folder, one.name) || isOfCopies(folder.place, one.name)) continue;
    const entry: Entry = { path: path + one.name, name: one.name, kind: one.kind, parent: folder };
    yield entry;
    if (entry.kind !== 'folder' || depth >= mostDepth || !options.enters(entry)) continue;
    await using inner = await folder.enter(one.name).catch(() => undefined);
    if (inner !== undefined) yield* below(inner, `${entry.path}/`, depth + 1, options);
  }
}

function isOfCopies({ folder, parts }: Place, name: string): boolean {
  return name === copiesFolder && folder === 'workspace' && parts.length === 0;
}

type Named = Pick<Entry, 'name' | 'kind'>;

async function namesIn(folder: Directory): Promise<{ readonly names: readonly Named[]; readonly isCut: boolean }> {
  const names: Named[] = folder.letIn.map(name => ({ name, kind: 'folder' }));
  for await (const one of await opendir(folder.at('.'))) {
    if (folder.letIn.includes(one.name)) continue;
    if (names.length >= mostNames) return { names: names.sort(byName), isCut: true };
    names.push({ name: one.name, kind: kindOf(one) });
  }
  return { names: names.sort(byName), isCut: false };
}

function byName(a: Named, b: Named): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function kindOf(one: Dirent): Entry['kind'] {
  if (one.isFile()) return 'file';
  if (one.isDirectory()) return 'folder';
  return one.isSymbolicLink() ? 'link' : 'other';
}
