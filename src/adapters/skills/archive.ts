/** A skill in an archive: only plain files are taken, in memory, bounded; no path of it reaches the disk as it is. */
import { gunzipSync } from 'node:zlib';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Brought, SkillFiles } from './skill-folder.ts';

const mostBytes = 10 * 2 ** 20;
const mostFiles = 500;

interface Entry {
  readonly path: string;
  readonly content: Buffer;
}

/** `inner`: the folder within it, where there are several skills. Throws `invalid`. */
export async function unpacked(bytes: Uint8Array, name: string, inner: string): Promise<Brought> {
  const isZip = Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK';
  const entries = isZip ? await fromZip(bytes) : await fromTar(bytes);
  const heads = entries
    .filter(({ path }) => /(?:^|\/)SKILL\.md$/.test(path))
    .map(({ path }) => path.replace(/\/?SKILL\.md$/, ''));
  const wanted = inner === '' ? heads : heads.filter(head => head === inner || head.endsWith(`/${inner}`));
  // a skill may hold an example of another one
  const outer = wanted.filter(
    head => !wanted.some(other => other !== head && (other === '' || head.startsWith(`${other}/`))),
  );
  const [head] = outer;
  if (head === undefined) throw fault('invalid', says`expected a SKILL.md in the archive; there is none`);
  if (outer.length > 1)
    throw fault('invalid', says`there are several skills; name one behind a #: ${outer.slice(0, 40).join(', ')}`);
  const prefix = head === '' ? '' : `${head}/`;
  const files = entries
    .filter(
      ({ path }) =>
        path.startsWith(prefix) &&
        !/(?:^|\/)(?:\.git|__MACOSX|__pycache__|node_modules)(?:\/|$)|\.DS_Store$/.test(path),
    )
    .map(({ path, content }): [string, Buffer] => [path.slice(prefix.length), content]);
  const sorted: SkillFiles = new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
  const named = head.split('/').at(-1) ?? '';
  return { files: sorted, folder: named === '' ? name.replace(/\.(?:zip|skill|tar|tgz|tar\.gz)$/i, '') : named };
}

async function fromZip(bytes: Uint8Array): Promise<readonly Entry[]> {
  const { unzipSync } = await import('fflate');
  let size = 0;
  let count = 0;
  try {
    const all = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name.endsWith('/')) return false;
        size += originalSize;
        count += 1;
        bounded(size, count);
        return true;
      },
    });
    const entries = Object.entries(all).map(([path, content]) => ({
      path: plain(path),
      content: Buffer.from(content),
    }));
    bounded(
      entries.reduce((sum, { content }) => sum + content.length, 0),
      entries.length,
    );
    return entries;
  } catch (error) {
    throw readable(error);
  }
}

async function fromTar(bytes: Uint8Array): Promise<readonly Entry[]> {
  const { parseTar } = await import('nanotar');
  try {
    const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const raw = isZipped ? gunzipSync(bytes, { maxOutputLength: mostBytes + 2 ** 20 }) : bytes;
    // its reader takes the whole memory beneath a view, so it gets a memory of its own
    const entries = parseTar(new Uint8Array(raw)).flatMap(({ name, type, data = new Uint8Array() }) => {
      if (type === 'directory' || name.endsWith('/')) return [];
      if (type !== undefined && refusedTypes.has(type))
        throw fault('invalid', says`${name} is a link or a device; a skill has plain files alone`);
      return type === undefined || type === 'file' || type === 'contiguousFile'
        ? [{ path: plain(name), content: Buffer.from(data) }]
        : [];
    });
    bounded(
      entries.reduce((sum, { content }) => sum + content.length, 0),
      entries.length,
    );
    return entries;
  } catch (error) {
    throw readable(error);
  }
}

const refusedTypes: ReadonlySet<string> = new Set([
  'hardLink',
  'symbolicLink',
  'characterDevice',
  'blockDevice',
  'fifo',
]);

function readable(error: unknown): unknown {
  if (error instanceof Error && error.name === 'Fault') return error;
  if (error instanceof Error && 'failure' in error) return error;
  return fault('invalid', says`the archive cannot be read: ${(error as Error).message.slice(0, 200)}`);
}

function bounded(bytes: number, files: number): void {
  if (bytes > mostBytes) throw fault('invalid', says`it is larger than ${mostBytes / 2 ** 20} MB`);
  if (files > mostFiles) throw fault('invalid', says`it has more than ${mostFiles} files`);
}

/** Throws for a path that leads out of the archive. */
function plain(path: string): string {
  const parts = path.replaceAll('\\', '/').replace(/^\.\//, '').split('/');
  if (path.startsWith('/') || parts.some(part => part === '..' || part === '' || part.includes('\0')))
    throw fault('invalid', says`the archive has a file outside of itself: ${path.slice(0, 120)}`);
  return parts.filter(part => part !== '.').join('/');
}
