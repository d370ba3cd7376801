/**
 * The history of the agent's own tools, in git.
 *
 * Commands can write to the scripts folder, so git is kept away from it: its repository lies outside of every sandbox,
 * and git neither reads nor writes a file of the folder. What is committed is handed to it (`fast-import`), what comes
 * back is read out of it (`cat-file`). So no attribute, filter, hook or setting that a command might leave behind can
 * run on this machine or change a byte, and no command can rewrite what was. Nothing of the owner's git settings takes
 * part either.
 */

import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fault } from '../../domain/supervision/failure.ts';
import { oneByOne } from '../process/one-by-one.ts';
import { commitStream, type ScriptChange } from './scripts-commit.ts';

export interface ScriptsRepository {
  /** One commit of exactly these files, as given; answers its id. Undefined: they were like that already. */
  commit(message: string, changes: readonly ScriptChange[]): Promise<string | undefined>;
  /** The commits that touched any of these files, newest first. */
  history(files: readonly string[]): Promise<readonly ScriptVersion[]>;
  /** A file as it was after a commit; undefined where it was not there. */
  read(commit: string, file: string): Promise<Buffer | undefined>;
}

export interface ScriptVersion {
  readonly commit: string;
  readonly at: number;
  readonly subject: string;
  /** What each of the files was after it, by {@link blobName}; a file that was not there is left out. */
  readonly blobs: Readonly<Record<string, string>>;
}

/** Git's name for a content. */
export function blobName(content: Buffer): string {
  return hash('sha1', Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]));
}

export function scriptsRepository({
  folder,
  now,
  opened,
}: {
  /** The repository's own folder, outside of what commands can write to. It is made where it is not there. */
  readonly folder: string;
  readonly now: () => number;
  /** It is there; called once, before it is first used. */
  readonly opened?: () => void;
}): ScriptsRepository {
  let opening: Promise<void> | undefined;
  const oneAfterAnother = oneByOne();

  async function open(): Promise<void> {
    if (!existsSync(`${folder}/HEAD`)) await git(folder, [...initWords, folder]);
    if ((await git(folder, ['for-each-ref', branch])).length === 0) {
      // so that the owner can look at it with a work tree
      await git(folder, ['config', 'core.bare', 'false']);
      await write('begin the history of the tools', [], true);
    }
    opened?.();
  }

  /** One piece of work at a time, in a repository that is there. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    return oneAfterAnother(async () => {
      opening ??= open();
      await opening.catch(error => {
        opening = undefined;
        throw error;
      });
      return work();
    });
  }

  async function write(message: string, changes: readonly ScriptChange[], isFirst = false): Promise<string> {
    const stream = commitStream({ branch, message, changes, seconds: Math.floor(now() / 1000), isFirst });
    const commit = (await git(folder, ['fast-import', '--quiet'], stream)).toString().trim();
    // the index plays no part here; it is for an owner who asks git what has changed
    await git(folder, ['read-tree', branch]);
    return commit;
  }

  /** The blobs of some files in a commit. */
  async function blobsOf(commit: string, files: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const rows = (await git(folder, ['ls-tree', commit, '--', ...files])).toString().split('\n');
    return Object.fromEntries(
      rows.flatMap(row => {
        const [, blob, file] = /^\d+ blob ([0-9a-f]+)\t(.+)$/.exec(row) ?? [];
        return blob && file ? [[file, blob]] : [];
      }),
    );
  }

  return {
    commit: (message, changes) =>
      inTurn(async () => {
        const files = changes.map(({ file }) => plain(file));
        const before = await blobsOf(branch, files);
        const real = changes.filter(({ file, content }) => before[file] !== (content ? blobName(content) : undefined));
        return real.length === 0 ? undefined : write(message, real);
      }),
    history: files =>
      inTurn(async () => {
        const paths = files.map(plain);
        const text = await git(folder, [...logWords, branch, '--', ...paths]);
        return versionsIn(text.toString());
      }),
    read: (commit, file) =>
      inTurn(async () => {
        if (!/^[0-9a-f]{7,40}$/.test(commit))
          throw fault('invalid', `"${commit.slice(0, 60)}" does not name a version`);
        const blob = (await blobsOf(commit, [plain(file)]))[file];
        return blob === undefined ? undefined : git(folder, ['cat-file', 'blob', blob]);
      }),
  };
}

const branch = 'refs/heads/main';
const mostVersions = 200;
const initWords = ['init', '--quiet', '--bare', '--template=', '--object-format=sha1', '--initial-branch=main'];
const logWords = [
  ...['log', '--no-color', '--no-show-signature', '--no-renames', '--raw', '--no-abbrev'],
  ...[`--max-count=${mostVersions}`, '--format=%x01%H %ct %s'],
];

/** One run of git; `input` is its standard input. */
async function git(folder: string, words: readonly string[], input?: Buffer): Promise<Buffer> {
  const { gitClient } = await import('../process/git-client.ts');
  const runner = await gitClient({
    folder: existsSync(folder) ? folder : '/',
    timeoutMs: 30_000,
    settings: ['commit.gpgSign=false'],
    environment: { GIT_DIR: folder, GIT_OPTIONAL_LOCKS: '0' },
    input,
  });
  try {
    const [task, ...rest] = words;
    return task === 'cat-file' ? await runner.binaryCatFile(rest) : Buffer.from(await runner.raw([...words]));
  } catch (error) {
    const text = (error as Error).message.trim();
    throw fault(
      'unavailable',
      text.includes('ENOENT')
        ? 'git was not found, and without it no version of a tool is kept; install git'
        : `git ${words[0]} failed: ${text.slice(0, 300)}`,
      { cause: 'git' },
    );
  }
}

/** Only the names a tool's files can have: no path, no option, no pattern. */
function plain(file: string): string {
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(file))
    throw fault('invalid', `"${file.slice(0, 60)}" is not the name of a script`);
  return file;
}

/** What `git log --raw` says, each commit with the files as they were after it. */
function versionsIn(log: string): readonly ScriptVersion[] {
  const blobs = new Map<string, string>();
  const oldestFirst = log
    .split('\x01')
    .slice(1)
    .reverse()
    .map(entry => {
      const [head = '', ...rows] = entry.split('\n');
      for (const row of rows) {
        const [, blob = '', status, file = ''] = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) (\w)\t(.+)$/.exec(row) ?? [];
        if (status === 'D') blobs.delete(file);
        else if (status) blobs.set(file, blob);
      }
      const [commit = '', seconds, ...subject] = head.split(' ');
      return { commit, at: Number(seconds) * 1000, subject: subject.join(' '), blobs: Object.fromEntries(blobs) };
    });
  return oldestFirst.reverse();
}
