/**
 * A bare repository of our own for each address: what git on this machine works with.
 *
 * No command reaches it and nothing is ever checked out of it, so no hook, filter or setting of anybody else is in it.
 * Its settings are one file that is written here before each use; so git needs no option that simple-git guards against,
 * and all of these guards stay on. Deleting it loses nothing: what it holds is fetched again.
 */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimpleGit } from 'simple-git';
import { commitForm } from '../../domain/git/names.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';

export interface Ref {
  readonly commit: string;
  /** `refs/heads/main` */
  readonly name: string;
}

export interface Outgoing {
  readonly count: number;
  /** Commits that are at the remote and would not be any more. */
  readonly dropped: number;
  /** A commit a line, the newest first. */
  readonly commits: string;
  readonly stat: string;
}

export interface OwnRepository {
  /** Its folder on this machine, for files that are given to git. */
  readonly folder: string;
  /** Brings in all branches and tags of the server behind this address. */
  fetch(address: string): Promise<void>;
  refs(): Promise<readonly Ref[]>;
  /** The branch that the server shows first. */
  head(address: string): Promise<string | undefined>;
  /** Which of these commits it holds. */
  holding(commits: readonly string[]): Promise<readonly string[]>;
  /** Writes all it has beyond these commits into a file; false: there is nothing more. */
  bundle(file: string, without: readonly string[]): Promise<boolean>;
  /** Takes in what such a file holds, each object checked by its name. */
  unbundle(file: string): Promise<void>;
  /** What a push would bring to the remote, which has `base`; without it, to a remote that lacks the branch. */
  outgoing(commit: string, base: string | undefined): Promise<Outgoing>;
  /** The branch is `expected` at the server (undefined: not there), or nothing is changed; what git says of it. */
  push(
    address: string,
    push: { readonly commit: string; readonly branch: string; readonly expected: string | undefined },
  ): Promise<string>;
}

const unusedMs = 30 * 24 * 3_600_000;

/** `root`: where they all lie. Those that nobody used for 30 days go. */
export async function ownRepository(
  root: string,
  url: string,
  now: number,
  signal: AbortSignal,
): Promise<OwnRepository> {
  const folder = join(root, `${hash('sha256', url).slice(0, 32)}.git`);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(root)) {
    const one = join(root, name);
    if (one !== folder && now - statSync(one).mtimeMs > unusedMs) rmSync(one, { recursive: true, force: true });
  }
  for (const inner of ['objects', 'refs']) mkdirSync(join(folder, inner), { recursive: true, mode: 0o700 });
  if (!existsSync(join(folder, 'HEAD'))) writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(join(folder, 'config'), settings, { mode: 0o600 });
  rmSync(join(folder, 'hooks'), { recursive: true, force: true });
  utimesSync(folder, now / 1_000, now / 1_000);
  const git = await opened(folder, signal);
  const raw = (...words: string[]) => run(git, words);
  return { folder, ...reading(raw), ...exchanging(raw) };
}

type Raw = (...words: string[]) => Promise<string>;

function reading(raw: Raw): Pick<OwnRepository, 'refs' | 'holding' | 'outgoing' | 'bundle'> {
  async function refs() {
    const text = await raw('for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads', 'refs/tags');
    return text.split('\n').flatMap(line => {
      const [commit = '', name] = line.split(' ');
      return name === undefined ? [] : [{ commit, name }];
    });
  }
  return {
    refs,
    async holding(commits) {
      const known = await Promise.all(
        commits
          .filter(one => commitForm.test(one))
          .map(async one => ({ one, type: await raw('cat-file', '-t', one).catch(() => '') })),
      );
      return known.flatMap(({ one, type }) => (type.trim() === 'commit' ? [one] : []));
    },
    async bundle(file, without) {
      const beyond = without.length === 0 ? [] : ['--not', ...without];
      const count = await raw('rev-list', '--count', '--branches', '--tags', ...beyond);
      if (Number(count) === 0) return false;
      await raw('bundle', 'create', '--quiet', file, '--branches', '--tags', ...beyond);
      return true;
    },
    async outgoing(commit, base) {
      const beyond = base === undefined ? ['--not', '--branches'] : ['--not', base];
      const counted = async (...words: string[]) => Number(await raw('rev-list', '--count', ...words));
      const count = await counted(commit, ...beyond);
      const dropped = base === undefined ? 0 : await counted(base, '--not', commit);
      const commits = await raw(
        'log',
        '--no-color',
        '--format=%h %an: %s',
        `--max-count=${mostCommits}`,
        commit,
        ...beyond,
      );
      const stat = await statOf(raw, commit, base, await raw('rev-list', '--reverse', commit, ...beyond));
      return { count, dropped, commits: commits.trimEnd(), stat: stat.trimEnd() };
    },
  };
}

const mostCommits = 100;

/** From what the remote has to the commit; of a new branch from before its first commit. */
async function statOf(raw: Raw, commit: string, base: string | undefined, oldestFirst: string): Promise<string> {
  const [oldest = commit] = oldestFirst.trim().split('\n');
  const from =
    base ??
    ((await raw('rev-parse', '--verify', '--quiet', `${oldest || commit}^`).catch(() => '')).trim() || emptyTree);
  return raw('diff', '--stat=100,70', '--no-color', '--no-ext-diff', '--no-textconv', from, commit);
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function exchanging(raw: Raw): Pick<OwnRepository, 'fetch' | 'head' | 'unbundle' | 'push'> {
  return {
    async fetch(address) {
      await raw(
        'fetch',
        '--prune',
        '--no-write-fetch-head',
        '--no-recurse-submodules',
        '--progress',
        address,
        '+refs/heads/*:refs/heads/*',
        '+refs/tags/*:refs/tags/*',
      );
    },
    async head(address) {
      const text = await raw('ls-remote', '--symref', address, 'HEAD');
      return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(text)?.[1];
    },
    async unbundle(file) {
      await raw('bundle', 'unbundle', file);
    },
    push: (address, { commit, branch, expected = '' }) =>
      raw(
        ...['push', '--porcelain', '--no-verify', '--no-recurse-submodules'],
        `--force-with-lease=refs/heads/${branch}:${expected}`,
        ...[address, `${commit}:refs/heads/${branch}`],
      ).catch((thrown: unknown) => {
        // what the server refused stands in a line of its own
        const said = toFailure(thrown).message;
        if (/^!\t/m.test(said)) return said;
        throw thrown;
      }),
  };
}

/** No setting of its owner or of the system, no proxy, no credential: what it reaches is named in its words. */
async function opened(folder: string, signal: AbortSignal): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  const environment: Record<string, string> = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    GIT_DIR: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
  };
  return simpleGit({
    baseDir: folder,
    allowEnvironment: Object.keys(environment),
    abort: signal,
    timeout: { block: 180_000 },
  }).env(environment);
}

async function run(git: SimpleGit, words: readonly string[]): Promise<string> {
  try {
    return await git.raw([...words]);
  } catch (error) {
    const text = (error as Error).message.trim();
    throw fault(
      'unavailable',
      text.includes('ENOENT')
        ? says`git was not found on this machine; install it`
        : says`git ${words[0] ?? ''} failed: ${text.slice(-600)}`,
      { cause: 'git' },
    );
  }
}

const settings = `[core]
	repositoryformatversion = 0
	bare = true
	hooksPath = /dev/null
	fsmonitor = false
	attributesFile = /dev/null
[protocol]
	allow = never
[protocol "http"]
	allow = always
[http]
	followRedirects = false
	postBuffer = 1048576
[credential]
	helper =
[diff]
	external =
[gc]
	autoDetach = false
[maintenance]
	autoDetach = false
[submodule]
	recurse = false
[push]
	recurseSubmodules = no
	gpgSign = false
[log]
	showSignature = false
`;
