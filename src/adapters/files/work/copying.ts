/** Copies of files and folders within the agent's folders: no link is followed or copied, nothing is overwritten. */
import { says } from '../../../domain/policy/sentence.ts';
import { mixed, type Taint } from '../../../domain/policy/taint.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ConfinedFiles, Place } from '../../../ports/files/confined.ts';
import type { FileTaint } from '../../../ports/files/taint.ts';
import { entriesBelow } from '../confined-walk.ts';

const mostFiles = 2_000;
const mostBytes = 256 * 2 ** 20;

export interface Copied {
  readonly files: number;
  readonly bytes: number;
  /** Links and what is neither file nor folder. */
  readonly left: number;
}

export interface CopyOptions {
  readonly files: ConfinedFiles;
  readonly trust: FileTaint;
  /** Of the conversation that asks for it. */
  readonly taint: Taint;
  readonly signal: AbortSignal;
  readonly alive?: (() => void) | undefined;
  /** Is left out of a folder. */
  readonly isPrivate: (place: Place) => boolean;
}

/** Throws `invalid` where something stands there, or where it is too much; then nothing was written. */
export async function copied(from: Place, to: Place, options: CopyOptions): Promise<Copied> {
  const { files, signal } = options;
  {
    await using there = await files.find(to, { asNamed: true }).catch(() => undefined);
    if (there?.stats !== undefined)
      throw fault('invalid', says`${files.name(to)} is there already, so nothing was copied.`);
  }
  const isFolder = await isFolderAt(files, from);
  if (!isFolder) return { files: 1, bytes: await copiedFile(from, to, options), left: 0 };
  const { places, left, bytes } = await placesBelow(from, options);
  for (const parts of places) {
    signal.throwIfAborted();
    await copiedFile({ ...from, parts: [...from.parts, ...parts] }, { ...to, parts: [...to.parts, ...parts] }, options);
    options.alive?.();
  }
  return { files: places.length, bytes, left };
}

export async function isFolderAt(files: ConfinedFiles, place: Place): Promise<boolean> {
  await using found = await files.find(place, { asNamed: true });
  return found.stats?.isDirectory() === true;
}

/** The files below a folder, by the parts of their paths from it. */
export async function placesBelow(
  from: Place,
  { files, signal, isPrivate }: Pick<CopyOptions, 'files' | 'signal' | 'isPrivate'>,
): Promise<{ readonly places: readonly (readonly string[])[]; readonly left: number; readonly bytes: number }> {
  const places: (readonly string[])[] = [];
  let [left, bytes] = [0, 0];
  await using folder = await files.folder(from);
  for await (const { path, name, kind, parent } of entriesBelow(folder, { enters: () => true, signal })) {
    if (kind === 'folder') continue;
    const parts = path.split('/');
    if (kind !== 'file' || isPrivate({ ...from, parts: [...from.parts, ...parts] })) {
      left += 1;
      continue;
    }
    await using found = await files.find({ ...parent.place, parts: [...parent.place.parts, name] }, { asNamed: true });
    bytes += found.stats?.size ?? 0;
    places.push(parts);
    if (places.length > mostFiles || bytes > mostBytes)
      throw fault(
        'invalid',
        says`${files.name(from)} has more than ${mostFiles} files or ${mostBytes / 2 ** 20} MB; a command can do that.`,
      );
  }
  return { places, left, bytes };
}

async function copiedFile(from: Place, to: Place, { files, trust, taint }: CopyOptions): Promise<number> {
  await using file = await files.open(from);
  const bytes = await file.bytes(mostBytes);
  await files.put(to, bytes, { executable: (file.stats.mode & 0o100) !== 0 });
  trust.wrote(to, bytes, mixed(taint, trust.of(file.place, bytes, file.stats)));
  return bytes.length;
}
