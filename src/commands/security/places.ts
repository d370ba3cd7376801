/**
 * Files that weaken what is promised: modes, tokens, programs of gates, hooks in the workspace, what an older version
 * left.
 */
import { accessSync, constants, lstatSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellWord, type Weakness } from '../../domain/security/weakness.ts';
import { type HomeFolders, openPlaces } from '../home/home-modes.ts';

export interface Places extends HomeFolders {
  readonly envFile: string;
  readonly tokenFile: string;
  readonly workspace: string;
  readonly formerAgentFile: string;
}

/** Modes of the home and of `.env`, each closed by one command. */
export function openFiles(paths: Places): readonly Weakness[] {
  const open = openPlaces(paths).map(({ path }) => path);
  const close = (names: readonly string[]) => `chmod go-rwx ${names.map(shellWord).join(' ')}`;
  const rest = open.filter(path => path !== paths.envFile);
  return [
    ...(rest.length > 0 ? [{ kind: 'open', names: rest, command: close(rest) } as const] : []),
    ...(rest.length < open.length
      ? [{ kind: 'env', names: [paths.envFile], command: close([paths.envFile]) } as const]
      : []),
  ];
}

/** The tokens of the page. `program`: how this home is named to the command line. */
export function weakTokens(
  { tokenFile }: Pick<Places, 'tokenFile'>,
  program: string,
  now: number,
): readonly Weakness[] {
  return (['', '.reader'] as const).flatMap((suffix): readonly Weakness[] => {
    const path = `${tokenFile}${suffix}`;
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status?.isFile()) return [];
    const command = `${program} ui --new-token --no-open${suffix === '' ? '' : ' --read-only'}`;
    if ((status.mode & 0o077) !== 0) return [{ kind: 'token', names: [path], command }];
    const days = Math.floor((now - status.mtimeMs) / 86_400_000);
    return days >= oldTokenDays ? [{ kind: 'oldToken', names: [`${path}, ${days} days`], command }] : [];
  });
}

/**
 * It is new at each start; a process that runs for longer has one that was long in the shell, in bookmarks, in
 * scrapers.
 */
const oldTokenDays = 30;

/** Programs of gates that others could change, by the file or a folder above it, or that cannot be run. */
export function weakGates(
  gates: readonly { readonly name: string; readonly program?: string | undefined }[],
): readonly Weakness[] {
  return gates.flatMap(({ name, program }): readonly Weakness[] => {
    if (program === undefined) return [];
    try {
      accessSync(program, constants.X_OK);
    } catch {
      return [{ kind: 'gateMissing', names: [`${name} (${program})`] }];
    }
    const open = aboveAndItself(realpathSync(program)).filter(isWritableByOthers);
    if (open.length === 0) return [];
    return [
      { kind: 'gate', names: [`${name} (${open.join(', ')})`], command: `chmod go-w ${open.map(shellWord).join(' ')}` },
    ];
  });
}

function aboveAndItself(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...aboveAndItself(above)];
}

/** In a folder with the sticky bit nobody replaces what belongs to another. */
function isWritableByOthers(path: string): boolean {
  const { mode } = statSync(path);
  return (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
}

/** Hooks of repositories in the workspace that would run; at most three folders deep, and so many entries. */
export function workspaceHooks({ workspace }: Pick<Places, 'workspace'>): readonly Weakness[] {
  const hooks: string[] = [];
  let left = mostEntries;
  const look = (folder: string, depth: number) => {
    const names = namesIn(folder, left);
    left -= names.length;
    if (names.includes('.git')) hooks.push(...hooksIn(join(folder, '.git', 'hooks')));
    if (depth === 0) return;
    for (const name of names)
      if (name !== '.git' && name !== 'node_modules' && left > 0 && isFolder(join(folder, name)))
        look(join(folder, name), depth - 1);
  };
  look(workspace, 3);
  if (hooks.length === 0) return [];
  return [{ kind: 'hook', names: hooks, command: `chmod a-x ${hooks.map(shellWord).join(' ')}` }];
}

const mostEntries = 10_000;

function hooksIn(folder: string): readonly string[] {
  return namesIn(folder, 100)
    .filter(name => !name.endsWith('.sample'))
    .map(name => join(folder, name))
    .filter(path => {
      const status = lstatSync(path, { throwIfNoEntry: false });
      return status?.isFile() === true && (status.mode & 0o111) !== 0;
    });
}

function namesIn(folder: string, most: number): readonly string[] {
  try {
    const entries = opendirSync(folder);
    try {
      const names: string[] = [];
      for (let entry = entries.readSync(); entry !== null && names.length < most; entry = entries.readSync())
        names.push(entry.name);
      return names;
    } finally {
      entries.closeSync();
    }
  } catch {
    return []; // not there, or not ours to read
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Where versions before had the agent's settings. */
export function formerAgent({ formerAgentFile }: Pick<Places, 'formerAgentFile'>): readonly Weakness[] {
  if (!lstatSync(formerAgentFile, { throwIfNoEntry: false })) return [];
  return [{ kind: 'formerAgent', names: [formerAgentFile], command: `rm ${shellWord(formerAgentFile)}` }];
}
