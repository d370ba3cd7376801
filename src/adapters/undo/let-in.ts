/**
 * Folders of the owner's that stand in the workspace, as undo treats them: what is in them is kept and brought back,
 * and they themselves stay, whatever a turn did.
 *
 * What a turn changed belongs to the folder that had the name then. Under another table it is left as it is.
 */
import { says } from '../../domain/policy/sentence.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import type { Entry } from './entry.ts';
import type { Stays } from './plan.ts';
import type { Tree } from './tree.ts';

export interface LetIn {
  /** Those that are looked at. */
  readonly kept: readonly LetInFolder[];
  /** Where each of those lies, by its name. */
  readonly table: Readonly<Record<string, string>>;
  /** Where what stands at a path of the workspace lies, if it is one of them. */
  pathOf(path: string): string | undefined;
  /** The names in the workspace: with those that are looked at, without the others. */
  namesIn(listed: readonly string[]): readonly string[];
  /** What was read at a path, with where it lies. */
  noted(path: string, read: Entry | undefined): Entry | undefined;
  /**
   * Is a path at or below a name under which there is something else now than in the tree: let in since, taken out, or
   * another folder? What the owner does there is no change of a turn's.
   */
  changed(tree: Tree): (path: string) => boolean;
  /** What of a turn stays, that had this table. */
  since(then: Readonly<Record<string, string>> | undefined): Stays;
}

/** `isDirect`: no sandbox holds a command off those that are only for reading, so they are kept too. */
export function letInOf(all: readonly LetInFolder[] = [], isDirect = false): LetIn {
  const kept = all.filter(({ isWritable }) => isWritable || isDirect);
  const table = Object.fromEntries(kept.map(({ name, path }) => [name, path]));
  const pathOf = (path: string) => (Object.hasOwn(table, path) ? table[path] : undefined);
  const names = new Set(all.map(({ name }) => name));
  return {
    kept,
    table,
    pathOf,
    namesIn: listed =>
      all.length === 0 ? listed : [...kept.map(({ name }) => name), ...listed.filter(name => !names.has(name))],
    noted(path, read) {
      const where = pathOf(path);
      return read && where !== undefined ? { ...read, letIn: where } : read;
    },
    changed(tree) {
      const known = new Map([...tree.in('')].map(([name, { letIn }]) => [name, letIn]));
      const all = new Set([...names, ...[...known].flatMap(([name, letIn]) => (letIn === undefined ? [] : [name]))]);
      const isSame = (name: string) => table[name] !== undefined && known.get(name) === table[name];
      const strange = new Set([...all].filter(name => !isSame(name)));
      return path => strange.has(path.split('/', 1)[0] ?? '');
    },
    since:
      (then = {}) =>
      ({ path, before }) => {
        const name = path.split('/', 1)[0] ?? '';
        if (then[name] !== table[name]) return says`lies in a folder that is not let in now as it was then`;
        if (pathOf(path) !== undefined && before?.kind !== 'folder')
          return says`is a folder that you let in, and it stays`;
        return undefined;
      },
  };
}
