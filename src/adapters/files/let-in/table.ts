/**
 * Which folders of the owner's stand in the workspace: what the settings name, found on this machine.
 *
 * What must not be within the agent's reach is refused here, before anything is opened: Straylight's own home, a whole
 * home of a user, the system's folders, and what is private by its name.
 */

import { realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { folderName, privateNames } from '../../../domain/privacy/private-names.ts';
import { type Fault, fault } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { LetInFolder } from '../../../ports/files/confined.ts';

/** As `[workspace] folders` has it. */
export interface NamedFolder {
  /** Absolute, or from `~/` on. */
  readonly path: string;
  /** In the workspace; the last part of the path if left out. */
  readonly name?: string | undefined;
  readonly writable: boolean;
  /** The owner is in it: no setting names it, but `--here`. */
  readonly isHere?: boolean;
}

export interface TablePlaces {
  /** Of Straylight. */
  readonly home: string;
  /** Of the user who runs it. */
  readonly userFolder: string;
}

/** Throws `invalid` for the first folder that cannot be let in, with the setting that is to be changed. */
export function letInFolders(named: readonly NamedFolder[], places: TablePlaces): readonly LetInFolder[] {
  const found: LetInFolder[] = [];
  for (const one of named) {
    const path = realFolder(one, places);
    const { name = basename(path) } = one;
    const why = refusal(path, places) ?? badName(name, one.name !== undefined);
    if (why !== undefined) throw refused(one, why);
    for (const other of found) {
      if (other.name.toLowerCase() === name.toLowerCase())
        throw refused(one, `would be "${name}" in the workspace, as ${other.path} is: give one of them a name = "…"`);
      if (isWithin(path, other.path) || isWithin(other.path, path))
        throw refused(one, `and ${other.path} lie one within the other: leave out the inner one`);
    }
    found.push({ name, path, isWritable: one.writable, ...defined({ isHere: one.isHere ? true : undefined }) });
  }
  return found;
}

/** Why a folder of this machine is not to be seen by a program of others, to stand after its path; undefined: it may be. */
export function folderRefusal(path: string, places: TablePlaces): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? refusal(real, places) : 'is no folder';
  } catch {
    return 'does not exist, or cannot be opened';
  }
}

function refused({ path, isHere }: NamedFolder, why: string): Fault {
  return fault('invalid', `${isHere ? '--here' : '[workspace] folders in config.toml'}: ${path} ${why}`);
}

function realFolder(one: NamedFolder, { userFolder }: TablePlaces): string {
  const { path } = one;
  const whole = path === '~' ? userFolder : path.startsWith('~/') ? join(userFolder, path.slice(2)) : path;
  if (!isAbsolute(whole)) throw refused(one, 'is no whole path: write it from / or ~/ on');
  try {
    const real = realpathSync(whole);
    if (!statSync(real).isDirectory()) throw refused(one, 'is no folder');
    return real;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw refused(one, code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : `cannot be opened (${code})`);
  }
}

function refusal(path: string, { home, userFolder }: TablePlaces): string | undefined {
  const [own, user] = [realOr(home), realOr(userFolder)];
  if (isWithin(own, path) || isWithin(path, own))
    return 'is, holds or lies in the home of Straylight, which no command may reach: name another folder';
  if (isWithin(user, path)) return 'is or holds your whole home: name the folders in it that are needed';
  if (path === '/' || wholeSystem.has(path) || ofSystem.some(folder => isWithin(path, folder)))
    return 'is a folder of the system: name a folder of your own';
  if (isWithin(path, user) && path.slice(user.length).startsWith('/.'))
    return 'is a hidden folder of your home, where programs keep settings and keys: name another folder';
  const { isPrivateFolder } = privateNames();
  const above = path.split('/').map((_, at, parts) => `/workspace${parts.slice(0, at + 1).join('/')}`);
  if (above.some(isPrivateFolder))
    return 'is, by its name, a folder of keys or passwords, which stays outside: name another folder';
  return undefined;
}

function badName(name: string, isGiven: boolean): string | undefined {
  const how = isGiven ? '' : ': give it a name = "…"';
  if (!folderName.test(name))
    return `would be ${JSON.stringify(name)} in the workspace; a name has letters from a to z, digits, ".", "_" and "-", and begins with a letter or digit${how}`;
  // what the owner sends is kept there
  if (name.toLowerCase() === 'inbox') return `would be "inbox" in the workspace, which is there already${how}`;
  return undefined;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function realOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** With all that is in them. */
const ofSystem: readonly string[] = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/nix', '/proc', '/sbin', '/sys', '/usr'],
  ...['/System', '/Library', '/private/etc'],
];

/** As a whole; a folder in them may be the owner's. */
const wholeSystem: ReadonlySet<string> = new Set([
  ...['/home', '/media', '/mnt', '/opt', '/root', '/run', '/srv', '/tmp', '/var', '/var/lib', '/var/log'],
  ...['/Applications', '/Users', '/Volumes', '/private', '/private/tmp', '/private/var'],
]);
