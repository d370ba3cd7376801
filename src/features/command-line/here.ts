/** `--here`: the folder in which a command is typed stands in the workspace, for as long as this process has the home. */

import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { HomePaths } from '../../../config/home.ts';
import type { Config } from '../../../config/load.ts';
import { letInFolders } from '../../adapters/files/let-in/table.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { holder } from '../../commands/reach.ts';
import { folderName } from '../../domain/privacy/private-names.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { readable } from '../../domain/text/visible.ts';
import type { Edge } from './edge.ts';
import { settings } from './settings.ts';

export interface Here {
  /** Links resolved. */
  readonly path: string;
  readonly isWritable: boolean;
}

/** What the options ask for; a whole sentence where they contradict each other. */
export function hereOf({ options }: Pick<Run, 'options'>, language: Language): Here | string | undefined {
  const isWritable = options['write'] === true;
  if (options['here'] === true) return { path: realpathSync(process.cwd()), isWritable };
  return isWritable ? texts[language].writeAlone : undefined;
}

/**
 * The settings with that folder among those of the workspace. One that is in a folder of theirs stays as they have it;
 * throws `invalid` where that forbids what is asked for.
 */
export function withHere(config: Config, { path, isWritable }: Here): Config {
  const { folders } = config.workspace;
  const places = { home: config.paths.home, userFolder: homedir() };
  const around = letInFolders(folders, places).find(one => path === one.path || path.startsWith(`${one.path}/`));
  if (around !== undefined) {
    if (isWritable && !around.isWritable)
      throw fault(
        'invalid',
        `${around.path} is let in only for reading by [workspace] folders in config.toml, so --write cannot let the agent change it: set writable = true there`,
      );
    return config;
  }
  const name = freeName(config, path);
  const folder = { path, name, writable: isWritable, isHere: true };
  return { ...config, workspace: { ...config.workspace, folders: [...folders, folder] } };
}

/**
 * A running agent has read its folders at its start. Undefined: none runs, or the folder is let in by the settings, as it
 * is asked for; else what to do about it.
 */
export async function refusedByRunning(here: Here, paths: HomePaths, edge: Edge): Promise<string | undefined> {
  const running = holder(paths.lockFile, paths.portFile);
  if (running === undefined) return undefined;
  const config = await settings(paths.home, edge);
  if (withHere(config, here) === config) return undefined;
  const { path, isWritable } = here;
  const entry = `{ path = ${JSON.stringify(path)}${isWritable ? ', writable = true' : ''} }`;
  const lines = [...texts[edge.io.language ?? 'en'].running(running.pid), '  [workspace]', `  folders = [${entry}]`];
  return lines.map(line => readable(line)).join('\n');
}

/** What the owner is told before the first word. */
export function hereLine(config: Config, { path }: Here): string {
  const folder = letInFolders(config.workspace.folders, { home: config.paths.home, userFolder: homedir() }).find(
    one => path === one.path || path.startsWith(`${one.path}/`),
  );
  const where = folder === undefined ? '' : `/workspace/${folder.name}${path.slice(folder.path.length)}`;
  return texts[config.owner.language].is(readable(path), readable(where), folder?.isWritable === true);
}

const texts = catalog('features/command-line/here', {
  en: {
    writeAlone: '--write goes with --here: it lets the agent change the folder you are in',
    running: (pid: number) => [
      `an agent is running (process ${pid}), and takes folders in at its start. Stop it ("straylight stop") and say this again;`,
      'or add the folder to config.toml and start it again:',
    ],
    is: (path: string, name: string, isWritable: boolean) =>
      `${path} is ${name} (${isWritable ? 'the agent may change it' : 'only for reading; --write lets the agent change it'}).`,
  },
  de: {
    writeAlone: '--write gehört zu --here: damit darf der Agent den Ordner ändern, in dem du bist',
    running: (pid: number) => [
      `ein Agent läuft schon (Prozess ${pid}), und Ordner nimmt er nur beim Start auf. Beende ihn („straylight stop“) und sag es noch einmal;`,
      'oder trag den Ordner in config.toml ein und starte ihn neu:',
    ],
    is: (path: string, name: string, isWritable: boolean) =>
      `${path} ist ${name} (${isWritable ? 'der Agent darf ihn ändern' : 'nur zum Lesen; mit --write darf der Agent ihn ändern'}).`,
  },
});

/** The last part of the path, as far as it can be a name; another, where that one is taken. */
function freeName({ workspace, paths }: Config, path: string): string {
  const plain = basename(path)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 50);
  const base = folderName.test(plain) && plain.toLowerCase() !== 'inbox' ? plain : 'here';
  const taken = workspace.folders.map(one => (one.name ?? basename(one.path)).toLowerCase());
  for (let at = 1; ; at++) {
    const name = at === 1 ? base : `${base}-${at}`;
    if (!taken.includes(name.toLowerCase()) && isFree(join(paths.workspace, name), path)) return name;
  }
}

function isFree(place: string, path: string): boolean {
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isSymbolicLink()) return readlinkSync(place) === path;
  return !existsSync(place) || (there?.isDirectory() === true && readdirSync(place).length === 0);
}
