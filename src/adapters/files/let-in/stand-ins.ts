/**
 * What stands in the workspace under the name of a folder that was let in.
 *
 * For a sandbox it is an empty folder, over which the real one is mounted; without a sandbox a link to it, so that
 * commands find it there too. What was made is written down, so that it is taken away when the setting is gone, and
 * nothing else ever is.
 */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fault } from '../../../domain/supervision/failure.ts';
import type { LetInFolder } from '../../../ports/files/confined.ts';

type Made = Pick<LetInFolder, 'name' | 'path'>;

/** Makes them what they have to be. Throws `invalid` where something else has the name already. */
export function setStandIns({
  workspace,
  file,
  letIn,
  isDirect,
}: {
  readonly workspace: string;
  /** Where it is written down what was made; no command reaches it. */
  readonly file: string;
  readonly letIn: readonly LetInFolder[];
  /** Without a sandbox. */
  readonly isDirect: boolean;
}): void {
  const made = standInsOf(file);
  for (const one of made)
    if (!letIn.some(({ name, path }) => name === one.name && path === one.path)) remove(workspace, one);
  for (const folder of letIn) mayStand(workspace, folder);
  // before they are made: what a kill leaves is known
  if (made.length + letIn.length > 0)
    writeDown(
      file,
      letIn.map(({ name, path }) => ({ name, path })),
    );
  for (const folder of letIn) {
    const place = join(workspace, folder.name);
    const there = lstatSync(place, { throwIfNoEntry: false });
    if (there !== undefined && there.isSymbolicLink() === isDirect) continue;
    if (there !== undefined) remove(workspace, folder);
    if (isDirect) symlinkSync(folder.path, place);
    else mkdirSync(place);
  }
}

function mayStand(workspace: string, { name, path }: LetInFolder): void {
  const place = join(workspace, name);
  const there = lstatSync(place, { throwIfNoEntry: false });
  const isOurs =
    there === undefined ||
    (there.isSymbolicLink() && readlinkSync(place) === path) ||
    (there.isDirectory() && readdirSync(place).length === 0);
  if (isOurs) return;
  throw fault(
    'invalid',
    `[workspace] folders in config.toml: ${path} would be "${name}" in the workspace, and ${place} is there already: move that away, or give the folder another name = "…"`,
  );
}

/** An empty folder, or the link that leads there; anything else was put there by somebody else. */
function remove(workspace: string, { name, path }: Made): void {
  const place = join(workspace, name);
  try {
    const there = lstatSync(place, { throwIfNoEntry: false });
    if (there?.isDirectory()) rmdirSync(place);
    else if (there?.isSymbolicLink() && readlinkSync(place) === path) unlinkSync(place);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error;
  }
}

/** Which folders stand in the workspace, by what is written down of them. */
export function standInsOf(file: string): readonly Made[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Made[];
  } catch {
    return []; // never written, or cut short: an empty folder is left then, no more
  }
}

function writeDown(file: string, made: readonly Made[]): void {
  writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
