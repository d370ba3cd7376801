/** Where a skill is installed from: a folder, an archive on this machine or on the web, a git address. */
import { hash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { unpacked } from './archive.ts';
import { cloned } from './git-source.ts';
import { type Brought, readSkillFolder } from './skill-folder.ts';

export interface SourceOptions {
  /** For what is brought in before it is looked at: on the disk of the home, outside of what is read as skills. */
  readonly folder: string;
  /** A GET through the one way out of this machine. */
  readonly download: (url: string) => Promise<Uint8Array>;
  /** Why nothing may be fetched from this address; undefined: it may. Throws a `Fault` where it may not. */
  readonly mayReach: (url: string) => void;
}

const mostBytes = 20 * 2 ** 20;
const archives = /\.(?:zip|skill|tar|tgz|tar\.gz)$/i;

/** `sha256`: of the archive, as hex, which it has to have. Throws `invalid` for what is no skill. */
export async function brought(source: string, sha256: string | undefined, options: SourceOptions): Promise<Brought> {
  const [address = '', inner = ''] = source.split('#', 2);
  if (/^git\+|^https?:\/\/\S+\.git$|^(?:ssh|git):\/\//.test(address)) {
    needNoHash(sha256);
    return fromGit(address.replace(/^git\+/, ''), inner, options);
  }
  if (/^https?:\/\//.test(address)) {
    if (!archives.test(new URL(address).pathname))
      throw fault(
        'invalid',
        says`expected the address of an archive (.zip, .tar.gz) or of a git repository (ending in .git); came ${address}`,
      );
    return fromArchive(await options.download(address), basename(new URL(address).pathname), inner, sha256);
  }
  const path = wholePath(address);
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    needNoHash(sha256);
    return fromFolder(join(path, inner));
  }
  if (stats?.isFile() && archives.test(path)) {
    if (stats.size > mostBytes) throw fault('invalid', says`the archive is larger than ${mostBytes / 2 ** 20} MB`);
    return fromArchive(await readFile(path), basename(path), inner, sha256);
  }
  throw fault('invalid', says`expected a folder with a SKILL.md, or an archive (.zip, .tar.gz); ${address} is neither`);
}

function needNoHash(sha256: string | undefined): void {
  if (sha256 !== undefined) throw fault('invalid', says`a SHA-256 is of an archive; this is none`);
}

/** Where a path leads that its owner gave. Throws `invalid` for one that is not whole. */
export function wholePath(given: string): string {
  const path = given.replace(/^~(?=\/|$)/, homedir());
  if (!isAbsolute(path)) throw fault('invalid', says`expected a whole path, from / or ~ on; came ${given}`);
  return path;
}

/** The skill in a folder, or the only one directly beneath it. */
export async function fromFolder(path: string): Promise<Brought> {
  const names = await readdir(path).catch(() => []);
  if (names.some(name => /^skill\.md$/i.test(name))) {
    const files = await readSkillFolder(path);
    if ('form' in files) throw fault('invalid', says`this is no skill that can be taken: ${files}`);
    return { files, folder: basename(path) };
  }
  const inner: string[] = [];
  for (const name of names)
    if (!name.startsWith('.') && (await lstat(join(path, name, 'SKILL.md')).catch(() => undefined))?.isFile())
      inner.push(name);
  const [only] = inner;
  if (only !== undefined && inner.length === 1) return fromFolder(join(path, only));
  if (inner.length > 1)
    throw fault('invalid', says`there are several skills; name one behind a #: ${inner.slice(0, 40).join(', ')}`);
  throw fault('invalid', says`expected a SKILL.md in ${path}; there is none`);
}

function fromArchive(bytes: Uint8Array, name: string, inner: string, sha256: string | undefined): Promise<Brought> {
  const found = hash('sha256', bytes);
  if (sha256 !== undefined && sha256.toLowerCase() !== found)
    throw fault(
      'denied',
      says`expected an archive with the SHA-256 ${sha256}; this one has ${found}. Nothing was installed`,
    );
  return unpacked(bytes, name, inner);
}

async function fromGit(address: string, inner: string, { folder, mayReach }: SourceOptions): Promise<Brought> {
  mayReach(address);
  const place = await mkdtemp(join(folder, 'git-'));
  try {
    const clone = join(place, 'clone');
    await cloned(address, clone);
    const path = join(clone, inner);
    if (inner.split('/').includes('..'))
      throw fault('invalid', says`expected a folder within the repository; came ${inner}`);
    const { files, folder: named } = await fromFolder(path);
    const name = basename(new URL(address).pathname).replace(/\.git$/, '');
    return { files, folder: named === 'clone' ? name : named };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
