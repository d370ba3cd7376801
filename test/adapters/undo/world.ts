/** A generated workspace, generated changes to it, and all that a user can see of it, for the tests of undo. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteUndoIndex } from '../../../src/adapters/stores/sqlite/undo/undo.ts';
import { type ContentSeal, contentSeal } from '../../../src/adapters/undo/content-seal.ts';
import { createKeeper, type Keeper, type UndoBounds } from '../../../src/adapters/undo/keeper.ts';
import type { LetIn } from '../../../src/adapters/undo/let-in.ts';

export const roomy: UndoBounds = {
  maxBytes: 2 ** 30,
  maxFileBytes: 2 ** 27,
  maxEntries: 100_000,
  maxAgeMs: 14 * 86_400_000,
};

export interface World extends Disposable {
  readonly folder: string;
  readonly workspace: string;
  readonly store: string;
  /** A keeper over it, as a new start would have it. */
  open(bounds?: Partial<UndoBounds>): Keeper;
}

export function world(): World {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-undo-'));
  const [workspace, store] = [join(folder, 'workspace'), join(folder, 'undo')];
  for (const one of [workspace, store]) mkdirSync(one);
  return {
    folder,
    workspace,
    store,
    open: bounds => openKeeper(workspace, store, bounds),
    [Symbol.dispose]: () => {
      execFileSync('chmod', ['-R', 'u+rwX', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function openKeeper(
  workspace: string,
  store: string,
  bounds: Partial<UndoBounds> = {},
  seal: ContentSeal = contentSeal('a key for tests'),
  letIn?: LetIn,
): Keeper {
  const index = sqliteUndoIndex(join(store, 'index.db'), seal.id);
  return createKeeper({
    workspace,
    folder: store,
    seal,
    index,
    bounds: { ...roomy, ...bounds },
    now: Date.now,
    letIn,
  });
}

/** One turn with one call. */
export function turn(keeper: Keeper, name: string, change: () => void): void {
  keeper.begin({ call: `call:${name}`, turn: name, session: 'session:test', what: `Do ${name}.` });
  change();
  keeper.end(`call:${name}`);
}

/**
 * Everything below a folder: kind, rights, content or target, and which names are one file. Of files also when they
 * were changed.
 */
export function picture(workspace: string): readonly string[] {
  const nodes = new Map<string, string>();
  const lines: string[] = [];
  const look = (path: string, name: string) => {
    const stats = lstatSync(path);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isDirectory()) {
      lines.push(`${name}/ ${mode}`);
      for (const inner of readdirSync(path).sort()) look(join(path, inner), `${name}/${inner}`);
    } else if (stats.isSymbolicLink()) lines.push(`${name} -> ${readlinkSync(path)}`);
    else if (stats.isFile()) {
      const node = `${stats.dev}:${stats.ino}`;
      const same = nodes.get(node);
      nodes.set(node, name);
      const content = readFileSync(path).toString('base64');
      // Node sets times to the microsecond
      lines.push(`${name} ${mode} ${Math.round(stats.mtimeMs)} ${content}${same === undefined ? '' : ` = ${same}`}`);
    } else lines.push(`${name} ? ${mode}`);
  };
  look(workspace, '.');
  return lines;
}

/** Numbers that follow from a seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0;
    return Math.floor(((mixed ^ (mixed >>> 15)) >>> 0) / (2 ** 32 / below));
  };
}

/** Paths below a folder of one kind. */
export function pathsIn(workspace: string, kind: 'file' | 'folder' | 'any'): readonly string[] {
  const found: string[] = [];
  const look = (folder: string) => {
    for (const one of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, one.name);
      if (one.isDirectory() ? kind !== 'file' : kind === 'any' || (kind === 'file' && one.isFile())) found.push(path);
      if (one.isDirectory()) look(path);
    }
  };
  look(workspace);
  return found.sort();
}

const modes = [0o644, 0o600, 0o755, 0o444, 0o700, 0o4755, 0o640, 0o000];

/** Makes some files, folders, links and hard links. */
export function populate(workspace: string, roll: (below: number) => number): void {
  for (let count = 5 + roll(25); count > 0; count--)
    mutate(workspace, roll, ['create', 'mkdir', 'symlink', 'hardlink', 'chmod', 'create']);
}

/** One change of one kind, to something the dice choose. Answers what was done. */
export function mutate(
  workspace: string,
  roll: (below: number) => number,
  kinds: readonly string[] = Object.keys(changes),
): string {
  const kind = pick(kinds, roll) ?? 'create';
  const folder = pick([workspace, ...pathsIn(workspace, 'folder')], roll) ?? workspace;
  const names = ['a', 'b', 'naïve', 'with space', 'c\nd', '.hidden', `n${roll(1_000)}`];
  const fresh = join(folder, pick(names, roll) ?? 'n');
  const file = pick(pathsIn(workspace, 'file'), roll);
  const any = pick(pathsIn(workspace, 'any'), roll);
  const needs = { file: file ?? '', any: any ?? '', folder: folder === workspace ? '' : folder, fresh };
  const [on, act] = changes[kind] as (typeof changes)[string];
  if (needs[on] === '') return `${kind} of nothing`;
  try {
    act(needs[on], { workspace, fresh, roll });
    return `${kind} ${needs[on]} (${fresh})`;
  } catch (error) {
    // it exists, or is a folder where a file is wanted: nothing has changed then
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!/^(EEXIST|EISDIR|ERR_FS_EISDIR|ENOTDIR|ENOTEMPTY|EINVAL|EPERM|ELOOP|ENOENT)$/.test(code)) throw error;
    return `${kind} failed`;
  }
}

interface Chance {
  readonly workspace: string;
  readonly fresh: string;
  readonly roll: (below: number) => number;
}

/** Each kind of change, and what it is done to. */
const changes: Readonly<
  Record<string, readonly ['file' | 'any' | 'folder' | 'fresh', (path: string, chance: Chance) => void]>
> = {
  create: ['fresh', (path, { roll }) => writeFileSync(path, text(roll), { flag: 'wx' })],
  mkdir: ['fresh', (path, { roll }) => mkdirSync(path, { mode: pick([0o755, 0o700, 0o711], roll) ?? 0o755 })],
  symlink: [
    'fresh',
    (path, { roll }) => symlinkSync(pick(['../..', '/etc/passwd', 'a', 'nowhere', 'naïve'], roll) ?? 'a', path),
  ],
  commit: ['fresh', (_, { workspace, roll }) => commit(workspace, roll)],
  deleteTree: ['folder', path => rmSync(path, { recursive: true })],
  chmodFolder: [
    'folder',
    (path, { roll }) => chmodSync(path, pick([0o755, 0o700, 0o555, 0o1777, 0o000], roll) ?? 0o755),
  ],
  rename: ['any', (path, { fresh }) => renameSync(path, fresh)],
  delete: ['any', path => rmSync(path, { recursive: true })],
  typeChange: [
    'any',
    (path, { roll }) => {
      rmSync(path, { recursive: true });
      if (roll(3) === 0) symlinkSync('elsewhere', path);
      else if (roll(2) === 0) writeFileSync(path, text(roll));
      else {
        mkdirSync(path);
        writeFileSync(join(path, 'inside'), text(roll));
      }
    },
  ],
  inPlace: ['file', (path, { roll }) => writeFileSync(path, text(roll))],
  append: ['file', (path, { roll }) => appendFileSync(path, text(roll))],
  truncate: ['file', (path, { roll }) => truncateSync(path, roll(4))],
  chmod: ['file', (path, { roll }) => chmodSync(path, pick(modes, roll) ?? 0o644)],
  hardlink: ['file', (path, { fresh }) => linkSync(path, fresh)],
  sameSize: [
    'file',
    (path, { roll }) => {
      // the time is put back, so that size and time tell nothing
      const { size, atime, mtime } = lstatSync(path);
      writeFileSync(path, Buffer.alloc(size, 65 + roll(26)));
      utimesSync(path, atime, mtime);
    },
  ],
  replace: [
    'file',
    (path, { roll }) => {
      writeFileSync(`${path}.new`, text(roll));
      renameSync(`${path}.new`, path);
    },
  ],
  breakLink: [
    'file',
    path => {
      const content = readFileSync(path);
      rmSync(path);
      writeFileSync(path, content);
    },
  ],
  relink: [
    'file',
    (path, { fresh }) => {
      if (lstatSync(fresh).isFile() && path !== fresh) rmSync(fresh);
      linkSync(path, fresh);
    },
  ],
  swap: [
    'file',
    (path, { fresh }) => {
      if (!lstatSync(fresh).isFile()) return;
      renameSync(path, `${path}.swap`);
      renameSync(fresh, path);
      renameSync(`${path}.swap`, fresh);
    },
  ],
};

function commit(workspace: string, roll: (below: number) => number): void {
  const repository = join(workspace, 'nested');
  const git = (...words: string[]) =>
    spawnSync(
      'git',
      ['-C', repository, '-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'gc.auto=0', ...words],
      {
        stdio: 'ignore',
      },
    );
  mkdirSync(repository, { recursive: true });
  git('init', '-q');
  writeFileSync(join(repository, 'tracked'), text(roll));
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', `m${roll(1_000)}`);
}

function text(roll: (below: number) => number): Buffer {
  return Buffer.from(
    Array.from({ length: roll(6) }, () => `line ${roll(50)}\n`)
      .join('')
      .repeat(roll(10) === 0 ? 3_000 : 1),
  );
}

function pick<Value>(from: readonly Value[], roll: (below: number) => number): Value | undefined {
  return from.length === 0 ? undefined : from[roll(from.length)];
}
