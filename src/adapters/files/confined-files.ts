/**
 * Files of the workspace and the scripts: opened for reading, and put in place whole.
 *
 * Only regular files are opened; a pipe, socket or device is refused before it could make anybody wait. A file is
 * written beside its place and renamed into it, so that a reader sees the old content or the new one and never a part,
 * whenever this process ends.
 */

import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, opendir, rename, unlink } from 'node:fs/promises';
import { type Part, says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { arePlainNames } from '../../domain/text/plain-names.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConfinedFiles, ConfinedPaths, Found, Place } from '../../ports/files/confined.ts';
import { giveTo, openIn, present } from './confined-path.ts';
import { fileFault } from './file-fault.ts';
import { shownName } from './shown-name.ts';

export function confinedFiles(paths: ConfinedPaths, clock: Pick<Clock, 'id'>): ConfinedFiles {
  return {
    ...paths,
    async open(place) {
      const found = await paths.find(place, { asNamed: true });
      const name = paths.name(place);
      try {
        if (found.stats === undefined) return await nothingAt(found, name);
        mustBeFile(found.stats, name);
        const { handle, stats } = await openIn(found.parent, found.name, found.stats);
        return {
          handle,
          name,
          place: found.place,
          stats,
          async bytes(most) {
            if (stats.size > most)
              throw fault('invalid', says`${name} has ${stats.size} bytes; at most ${most} are taken.`);
            return readUpTo(handle, stats.size);
          },
          [Symbol.asyncDispose]: () => handle.close(),
        };
      } catch (error) {
        throw fileFault(error, name);
      } finally {
        await found[Symbol.asyncDispose]();
      }
    },

    async folder(place) {
      await using found = await paths.find(place);
      const name = paths.name(place);
      if (found.stats === undefined) return await nothingAt(found, name);
      if (!found.stats.isDirectory()) throw fault('invalid', says`${name} is ${kindOf(found.stats)}, not a folder.`);
      try {
        return await found.parent.enter(found.name, found.stats);
      } catch (error) {
        throw fileFault(error, name);
      }
    },

    async put(place, content, { unchangedSince, executable = false } = {}) {
      await using found = await paths.find(place, { make: true, asNamed: true });
      const { parent, name, stats } = found;
      const shown = paths.name(place);
      if (stats !== undefined) mustBeFile(stats, shown);
      if (unchangedSince !== undefined && !isSame(stats, unchangedSince)) throw changed(shown);
      const beside = parent.at(`.straylight-${clock.id()}.part`);
      try {
        const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
        const handle = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
        try {
          await handle.writeFile(content);
          await handle.chmod(stats ? stats.mode & 0o777 : executable ? 0o755 : 0o644);
          await giveTo(handle, stats ?? (await parent.handle.stat()));
          await handle.sync();
        } finally {
          await handle.close();
        }
        if (unchangedSince !== undefined && !isSame(await present(parent.at(name)), unchangedSince))
          throw changed(shown);
        await rename(beside, parent.at(name));
        await parent.handle.sync();
      } catch (error) {
        await unlink(beside).catch(() => {});
        throw fileFault(error, shown);
      }
      return { before: stats?.size };
    },

    ...moving(paths),
  };
}

/** What takes a file away, or gives it another place. */
function moving(paths: ConfinedPaths): Pick<ConfinedFiles, 'remove' | 'rename'> {
  return {
    async remove(place, { unchangedSince } = {}) {
      await using found = await paths.find(place, { asNamed: true });
      const shown = paths.name(place);
      const refused = paths.unwritable(place);
      if (refused !== undefined) throw fault('invalid', refused);
      if (found.stats === undefined) return nothingAt(found, shown);
      mustBeFile(found.stats, shown);
      if (unchangedSince !== undefined && !isSame(found.stats, unchangedSince)) throw changed(shown);
      try {
        await unlink(found.parent.at(found.name));
        await found.parent.handle.sync();
      } catch (error) {
        throw fileFault(error, shown);
      }
    },

    async rename(from, to) {
      for (const place of [from, to]) {
        const refused = paths.unwritable(place);
        if (refused !== undefined) throw fault('invalid', refused);
      }
      await using old = await paths.find(from, { asNamed: true });
      await using next = await paths.find(to, { make: true, asNamed: true });
      const [shown, target] = [paths.name(from), paths.name(to)];
      if (old.stats === undefined) return nothingAt(old, shown);
      if (next.stats !== undefined) throw fault('invalid', says`${target} is there already, so nothing was moved.`);
      if (old.name === '.' || old.parent.letIn.includes(old.name))
        throw fault('invalid', says`${shown} is a folder that stays where it is.`);
      if (isWithin(from, to)) throw fault('invalid', says`${shown} cannot be moved into itself.`);
      try {
        await rename(old.parent.at(old.name), next.parent.at(next.name));
        await Promise.all([old.parent.handle.sync(), next.parent.handle.sync()]);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false;
        throw fileFault(error, shown);
      }
    },
  };
}

async function nothingAt(found: Found, name: string): Promise<never> {
  const near = (await namesLike(found)).map(shownName);
  // the name is the call's own; those beside it were chosen by others
  if (near.length === 0) throw fault('invalid', says`${name} does not exist.`, { taint: 'owner' });
  const taint = arePlainNames(near) ? 'owner' : 'external';
  throw fault('invalid', says`${name} does not exist. There is: ${near.join(', ')}.`, { taint });
}

function isWithin(folder: Place, place: Place): boolean {
  return folder.folder === place.folder && folder.parts.every((part, at) => part === place.parts[at]);
}

/** What a thing is called that stands at a path. */
function kindOf(stats: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket'>): Part {
  if (stats.isFile()) return says`a file`;
  if (stats.isDirectory()) return says`a folder`;
  if (stats.isSymbolicLink()) return says`a link`;
  if (stats.isFIFO()) return says`a pipe`;
  return stats.isSocket() ? says`a socket` : says`a device`;
}

function mustBeFile(stats: Stats, name: string): void {
  if (stats.isDirectory())
    throw fault('invalid', says`${name} is a folder, not a file; list_files shows what is in it.`);
  if (!stats.isFile()) throw fault('invalid', says`${name} is ${kindOf(stats)}, which is neither read nor written.`);
}

/** A file that grows while it is read is read as far as it was. */
async function readUpTo(handle: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(buffer, at, size - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return buffer.subarray(0, at);
}

function isSame(now: Stats | undefined, then: Stats): boolean {
  return now?.ino === then.ino && now.dev === then.dev && now.size === then.size && now.mtimeMs === then.mtimeMs;
}

function changed(name: string) {
  return fault(
    'invalid',
    says`${name} was changed by somebody else in the same moment, so nothing was written; read it again.`,
  );
}

/** Names in the same folder that may have been meant. */
async function namesLike({ parent, name }: Found): Promise<readonly string[]> {
  const stem = (text: string) => text.toLowerCase().replace(/\.[^.]*$/, '');
  const wanted = stem(name);
  if (wanted === '') return [];
  const near: string[] = [];
  let seen = 0;
  for await (const { name: other } of await opendir(parent.at('.'))) {
    if (++seen > 1_000 || near.length >= 5) break;
    const one = stem(other);
    if (one !== '' && (one.includes(wanted) || wanted.includes(one))) near.push(other);
  }
  return near.sort();
}
