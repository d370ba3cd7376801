/** What is in an archive (zip, tar, tar.gz): plain files alone, in memory and bounded; no path of it leads out of it. */
import { gunzipSync } from 'node:zlib';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';

export interface ArchiveEntry {
  readonly path: string;
  readonly content: Buffer;
}

export interface ArchiveLimits {
  readonly bytes: number;
  readonly files: number;
}

/** Throws `invalid` for a path that leads out, a link, a device, and for more than the limits. */
export async function archiveEntries(bytes: Uint8Array, limits: ArchiveLimits): Promise<readonly ArchiveEntry[]> {
  const isZip = Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK';
  return isZip ? fromZip(bytes, limits) : fromTar(bytes, limits);
}

async function fromZip(bytes: Uint8Array, limits: ArchiveLimits): Promise<readonly ArchiveEntry[]> {
  const { unzipSync } = await import('fflate');
  let size = 0;
  let count = 0;
  try {
    const all = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name.endsWith('/')) return false;
        size += originalSize;
        count += 1;
        bounded(size, count, limits);
        return true;
      },
    });
    const entries = Object.entries(all).map(([path, content]) => ({
      path: plain(path),
      content: Buffer.from(content),
    }));
    bounded(sumOf(entries), entries.length, limits);
    return entries;
  } catch (error) {
    throw readable(error);
  }
}

async function fromTar(bytes: Uint8Array, limits: ArchiveLimits): Promise<readonly ArchiveEntry[]> {
  const { parseTar } = await import('nanotar');
  try {
    const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const raw = isZipped ? gunzipSync(bytes, { maxOutputLength: limits.bytes + 2 ** 20 }) : bytes;
    // its reader takes the whole memory beneath a view, so it gets a memory of its own
    const entries = parseTar(new Uint8Array(raw)).flatMap(({ name, type, data = new Uint8Array() }) => {
      if (type === 'directory' || name.endsWith('/')) return [];
      if (type !== undefined && refusedTypes.has(type))
        throw fault('invalid', says`${name} is a link or a device; plain files alone are taken`);
      return type === undefined || type === 'file' || type === 'contiguousFile'
        ? [{ path: plain(name), content: Buffer.from(data) }]
        : [];
    });
    bounded(sumOf(entries), entries.length, limits);
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

const sumOf = (entries: readonly ArchiveEntry[]) => entries.reduce((sum, { content }) => sum + content.length, 0);

function readable(error: unknown): unknown {
  if (error instanceof Error && (error.name === 'Fault' || 'failure' in error)) return error;
  return fault('invalid', says`the archive cannot be read: ${(error as Error).message.slice(0, 200)}`);
}

function bounded(bytes: number, files: number, most: ArchiveLimits): void {
  if (bytes > most.bytes) throw fault('invalid', says`it is larger than ${most.bytes / 2 ** 20} MB`);
  if (files > most.files) throw fault('invalid', says`it has more than ${most.files} files`);
}

/** Throws for a path that leads out of the archive. */
function plain(path: string): string {
  const parts = path.replaceAll('\\', '/').replace(/^\.\//, '').split('/');
  if (path.startsWith('/') || parts.some(part => part === '..' || part === '' || part.includes('\0')))
    throw fault('invalid', says`the archive has a file outside of itself: ${path.slice(0, 120)}`);
  return parts.filter(part => part !== '.').join('/');
}
