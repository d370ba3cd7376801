/** Archives made of files, and taken apart into a folder. */
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Place } from '../../../ports/files/confined.ts';
import { archiveEntries } from './archive.ts';
import { type CopyOptions, isFolderAt, placesBelow } from './copying.ts';

const limits = { bytes: 64 * 2 ** 20, files: 2_000 };
/** Of one that is read: what it unfolds into is bounded by its own limits. */
const mostArchiveBytes = 64 * 2 ** 20;

/** Throws `invalid` where the name says no kind of archive, or it is too much. */
export async function packed(
  from: readonly Place[],
  to: Place,
  options: CopyOptions,
): Promise<{ readonly files: number; readonly bytes: number; readonly left: number }> {
  const { files } = options;
  const kind = kindOf(to);
  const entries: { readonly name: string; readonly data: Uint8Array }[] = [];
  let [left, bytes] = [0, 0];
  const add = async (place: Place, name: string) => {
    options.signal.throwIfAborted();
    await using file = await files.open(place);
    const data = await file.bytes(limits.bytes);
    bytes += data.length;
    if (bytes > limits.bytes || entries.length >= limits.files)
      throw fault(
        'invalid',
        says`more than ${limits.files} files or ${limits.bytes / 2 ** 20} MB go into no archive here; a command can do that.`,
      );
    entries.push({ name, data });
    options.alive?.();
  };
  for (const place of from) {
    const name = place.parts.at(-1) ?? place.folder;
    if (!(await isFolderAt(files, place))) {
      await add(place, name);
      continue;
    }
    const below = await placesBelow(place, options);
    left += below.left;
    for (const parts of below.places)
      await add({ ...place, parts: [...place.parts, ...parts] }, [name, ...parts].join('/'));
  }
  const archive = await bytesOf(kind, entries);
  await files.put(to, archive);
  return { files: entries.length, bytes: archive.length, left };
}

async function bytesOf(
  kind: 'zip' | 'tar' | 'tgz',
  entries: readonly { readonly name: string; readonly data: Uint8Array }[],
): Promise<Uint8Array> {
  if (kind === 'zip') {
    const { zipSync } = await import('fflate');
    return zipSync(Object.fromEntries(entries.map(({ name, data }) => [name, data])));
  }
  const { createTar, createTarGzip } = await import('nanotar');
  return kind === 'tar' ? createTar([...entries]) : createTarGzip([...entries]);
}

function kindOf({ parts }: Place): 'zip' | 'tar' | 'tgz' {
  const name = parts.at(-1) ?? '';
  if (/\.zip$/i.test(name)) return 'zip';
  if (/\.(tar\.gz|tgz)$/i.test(name)) return 'tgz';
  if (/\.tar$/i.test(name)) return 'tar';
  throw fault('invalid', says`${name} says no kind of archive: expected .zip, .tar or .tar.gz`);
}

/** What is in it, a line each. */
export async function listed(archive: Place, { files }: Pick<CopyOptions, 'files'>): Promise<string> {
  const entries = await entriesOf(archive, files);
  return entries.map(({ path, content }) => `${path}  ${content.length} bytes`).join('\n');
}

/** Into a folder, in which none of the files stands yet. Throws `invalid`; then nothing was written. */
export async function unpackedInto(archive: Place, to: Place, options: CopyOptions): Promise<number> {
  const { files, trust, signal } = options;
  const entries = await entriesOf(archive, files);
  const places = entries.map(({ path }) => ({ ...to, parts: [...to.parts, ...path.split('/')] }));
  for (const place of places) {
    if (files.problemOf(files.name(place)) !== undefined || files.unwritable(place) !== undefined)
      throw fault('invalid', says`${files.name(place)} may not be written, so nothing was unpacked.`);
    await using there = await files.find(place, { asNamed: true }).catch(() => undefined);
    if (there?.stats !== undefined)
      throw fault('invalid', says`${files.name(place)} is there already, so nothing was unpacked.`);
  }
  for (const [at, { content }] of entries.entries()) {
    const place = places[at];
    if (place === undefined) continue;
    signal.throwIfAborted();
    await files.put(place, content);
    // what is in an archive is outside text
    trust.wrote(place, content, 'external');
    options.alive?.();
  }
  return entries.length;
}

async function entriesOf(archive: Place, files: CopyOptions['files']) {
  await using file = await files.open(archive);
  return await archiveEntries(await file.bytes(mostArchiveBytes), limits);
}
