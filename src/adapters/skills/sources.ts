/** Where a skill is installed from: a folder, an archive or a text on this machine or on the web, an index, a git address. */
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { cloned } from './git-source.ts';
import { checkedBytes, fromIndex, unpackedOrText, wellKnownIndex } from './index-source.ts';
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
/** A skill that is one text: Markdown with or without a head, a rule of another editor. */
const markdown = /\.(?:md|mdc|markdown)$/i;
const archives = /\.(?:zip|skill|tar|tgz|tar\.gz)$/i;

/** `sha256`: of the archive or the text, as hex, which it has to have. Throws `invalid` for what is no skill. */
export async function brought(source: string, sha256: string | undefined, options: SourceOptions): Promise<Brought> {
  const [address = '', inner = ''] = source.split('#', 2);
  if (/^git\+|^https?:\/\/\S+\.git$|^(?:ssh|git):\/\//.test(address)) {
    needNoHash(sha256);
    return fromGit(address.replace(/^git\+/, ''), inner, options);
  }
  if (/^https?:\/\//.test(address)) return fromWeb(address, inner, sha256, options);
  const path = wholePath(address);
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    needNoHash(sha256);
    return fromFolder(join(path, inner));
  }
  if (stats?.isFile()) {
    if (stats.size > mostBytes) throw fault('invalid', says`the archive is larger than ${mostBytes / 2 ** 20} MB`);
    if (path.endsWith('.json')) {
      const read = (url: string) => (isWeb(url) ? options.download(url) : readFile(besideIndex(path, url)));
      return fromIndex({ text: (await readFile(path)).toString('utf8'), wanted: inner, sha256, read });
    }
    if (archives.test(path) || markdown.test(path)) return fromBytes(await readFile(path), path, inner, sha256);
  }
  throw fault(
    'invalid',
    says`expected a folder with a SKILL.md, an archive (.zip, .tar.gz), a Markdown file or an index (.json); ${address} is none`,
  );
}

async function fromWeb(
  address: string,
  inner: string,
  sha256: string | undefined,
  { download }: SourceOptions,
): Promise<Brought> {
  const { pathname } = new URL(address);
  if (archives.test(pathname) || markdown.test(pathname))
    return fromBytes(await download(address), pathname, inner, sha256);
  const index = pathname.endsWith('.json') ? address : inner === '' ? undefined : wellKnownIndex(address);
  if (index === undefined)
    throw fault(
      'invalid',
      says`expected the address of an archive (.zip, .tar.gz), a Markdown file, a git repository (ending in .git) or an index (.json#name); came ${address}`,
    );
  const text = Buffer.from(await download(index)).toString('utf8');
  const read = (url: string) => download(new URL(url, index).href);
  return fromIndex({ text, wanted: inner, sha256, read });
}

const isWeb = (url: string) => /^https?:\/\//.test(url);

/** A file that an index on this machine names: in its folder, or beneath it. */
function besideIndex(index: string, url: string): string {
  if (isAbsolute(url) || url.split('/').includes('..') || /^[a-z]+:/i.test(url))
    throw fault('invalid', says`expected a file beside the index; came ${url.slice(0, 120)}`);
  return join(dirname(index), url);
}

/** An archive, or the text of a skill that is nothing else. */
function fromBytes(bytes: Uint8Array, path: string, inner: string, sha256: string | undefined): Promise<Brought> {
  return unpackedOrText(checkedBytes(bytes, sha256), path, inner);
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
