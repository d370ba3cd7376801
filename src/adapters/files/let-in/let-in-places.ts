/** Which places of the workspace lie in a folder that was let in, and which of them are only for reading. */
import { join } from 'node:path';
import type { CallFacts } from '../../../domain/tools/tool.ts';
import type { LetInFolder, Place } from '../../../ports/files/confined.ts';
import { within } from '../confined-place.ts';

export interface LetInPlaces {
  /** Where each lies, by its name. */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** The folder of a place in one. */
  of(place: Place): LetInFolder | undefined;
  /** Why nothing is written at a place; undefined where it may be. */
  unwritable(place: Place): string | undefined;
  /** A place in one, on this machine. */
  onDisk(place: Place): string | undefined;
  /** The components from the workspace of what the owner's own path names. */
  partsOf(path: string): readonly string[] | undefined;
}

export function letInPlaces(letIn: readonly LetInFolder[], name: (place: Place) => string): LetInPlaces {
  const of = ({ folder, parts: [first = ''] }: Place) =>
    folder === 'workspace' ? letInAt(letIn, first)?.folder : undefined;
  return {
    of,
    elsewhere: new Map(letIn.map(one => [one.name, one.path])),
    unwritable(place) {
      const folder = of(place);
      if (folder === undefined || folder.isWritable) return undefined;
      return readOnlyText(name({ folder: 'workspace', parts: [folder.name] }));
    },
    onDisk(place) {
      const folder = of(place);
      return folder && join(folder.path, ...place.parts.slice(1));
    },
    partsOf(path) {
      for (const one of letIn) {
        const below = within(one.path, path);
        if (below !== undefined) return [one.name, ...below];
      }
      return undefined;
    },
  };
}

/** Why nothing is written in such a folder. */
function readOnlyText(name: string): string {
  return `${name} is a folder of the owner's that is only for reading, and nothing was written: writable = true under [workspace] folders in config.toml, or --write beside --here, would change that.`;
}

/** What the policy is told of a command: which of these folders it can reach. */
export function folderFact(letIn: readonly LetInFolder[] = []): CallFacts {
  if (letIn.length === 0) return {};
  const named = (isWritable: boolean) =>
    letIn.flatMap(one => (one.isWritable === isWritable ? `/workspace/${one.name}` : []));
  return { folders: { writes: named(true), reads: named(false) } };
}

/** The folder that was let in, of a path from the workspace, and what is left of the path. */
export function letInAt(
  letIn: readonly LetInFolder[],
  path: string,
): { readonly folder: LetInFolder; readonly rest: string } | undefined {
  if (letIn.length === 0) return undefined;
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  const folder = letIn.find(one => one.name === name);
  return folder && { folder, rest: slash < 0 ? '' : path.slice(slash + 1) };
}
