/**
 * Where on this machine what stands in the workspace lies: a folder that was let in lies elsewhere.
 *
 * The name of such a folder is plain ASCII, so all of this holds for text and for paths with one character a byte.
 */
import { lstatSync, readlinkSync } from 'node:fs';
import type { LetInFolder } from '../../../ports/files/confined.ts';
import { below, bytesOf, onDisk } from '../../undo/byte-path.ts';
import { letInAt } from './let-in-places.ts';

/** The folders of a home that commands see. */
export type SeenRoot = 'workspace' | 'scripts';

/** Where they lie, and what stands in the workspace and lies elsewhere. */
export interface Disk {
  readonly roots: Readonly<Record<SeenRoot, string>>;
  readonly letIn: readonly LetInFolder[];
}

/** A place below one of the two; the path has one character a byte. */
export interface SeenPlace {
  readonly root: SeenRoot;
  readonly path: string;
}

/** A path from the workspace as one of this machine, one character a byte. */
export function diskBytes(workspace: string, letIn: readonly LetInFolder[], path: string): string {
  const found = letInAt(letIn, path);
  const [base, rest] = found === undefined ? [workspace, path] : [found.folder.path, found.rest];
  return rest === '' ? bytesOf(base) : below(bytesOf(base), rest);
}

/** A place as a path of this machine, one character a byte. */
export function placeBytes({ roots, letIn }: Disk, { root, path }: SeenPlace): string {
  return diskBytes(roots[root], root === 'workspace' ? letIn : [], path);
}

/** What a sandbox mounts for them. */
export function letInMounts(letIn: readonly LetInFolder[]): readonly {
  readonly source: string;
  readonly target: string;
  readonly isWritable: boolean;
}[] {
  return letIn.map(({ name, path, isWritable }) => ({ source: path, target: `/workspace/${name}`, isWritable }));
}

const mostLinks = 40;

/**
 * Where a place leads when a command in a sandbox follows its links: on the disk a link into a folder that was let in
 * leads nowhere. Throws as `realpathSync` does, and where the way leaves what commands see.
 */
export function ledTo(disk: Disk, { root, path }: SeenPlace): SeenPlace {
  let here: string[] = [root];
  const todo = path.split('/');
  let links = 0;
  for (let part = todo.shift(); part !== undefined; part = todo.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      here.pop();
      continue;
    }
    here.push(part);
    if (here.length === 1) continue;
    const file = onDisk(placeBytes(disk, placeOf(here)));
    if (!lstatSync(file).isSymbolicLink()) continue;
    if (++links > mostLinks) throw outside('ELOOP');
    const target = readlinkSync(file, { encoding: 'latin1' });
    here = target.startsWith('/') ? [] : here.slice(0, -1);
    todo.unshift(...target.split('/'));
  }
  return placeOf(here);
}

function placeOf([root, ...parts]: readonly string[]): SeenPlace {
  if (root !== 'workspace' && root !== 'scripts') throw outside('EXDEV');
  return { root, path: parts.join('/') };
}

function outside(code: string): Error {
  return Object.assign(new Error('it leads out of what commands see'), { code });
}
