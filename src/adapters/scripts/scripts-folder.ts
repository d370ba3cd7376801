/**
 * The files of the scripts folder, as Straylight reads and writes them.
 *
 * Commands write there too, so nothing in it is taken for what it looks like: a link is never followed (it could lead
 * to a file no command may see), a pipe is never waited for, and nothing is read beyond its bound. What is written is
 * there whole or not at all.
 */
import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  opendirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fault } from '../../domain/supervision/failure.ts';

export interface ScriptsFolder {
  /**
   * Names of the schema files (`NAME.json`), without the ending, in order. `isCut`: the folder holds more than is
   * looked through.
   */
  names(): { readonly names: readonly string[]; readonly isCut: boolean };
  /** A regular file of at most `mostBytes`; undefined where there is none. */
  read(file: string, mostBytes: number): ScriptFile | { readonly problem: string } | undefined;
  /** Replaces a file in one step. */
  write(file: string, content: string | Buffer, executable: boolean): void;
  remove(file: string): void;
}

export interface ScriptFile {
  readonly bytes: Buffer;
  readonly executable: boolean;
}

/**
 * So many entries of the folder are looked through for schemas: commands can write there, and each look holds everybody
 * up.
 */
export const mostEntries = 10_000;

export const mostSchemaBytes = 64 * 1024;
export const mostProgramBytes = 4 * 2 ** 20;

/** `id` makes names for files that are being written. */
export function scriptsFolder(folder: string, id: () => string): ScriptsFolder {
  return {
    names() {
      const names: string[] = [];
      const entries = opendirSync(folder, { bufferSize: 256 });
      try {
        for (let seen = 0; ; seen++) {
          const file = entries.readSync()?.name;
          if (file !== undefined && seen < mostEntries) {
            if (file.endsWith('.json') && !file.startsWith('.')) names.push(file.slice(0, -'.json'.length));
          } else return { names: names.sort(), isCut: file !== undefined };
        }
      } finally {
        entries.closeSync();
      }
    },
    read(file, mostBytes) {
      const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
      let descriptor: number;
      try {
        descriptor = openSync(join(folder, file), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT') return undefined;
        if (code === 'ELOOP') return { problem: `${file} is a link; put the file itself there` };
        return { problem: `${file} cannot be read (${code})` };
      }
      try {
        const stat = fstatSync(descriptor);
        if (!stat.isFile()) return { problem: `${file} is no plain file` };
        if (stat.size > mostBytes) return { problem: `${file} has ${stat.size} bytes; ${mostBytes} are the most` };
        return { bytes: readFileSync(descriptor).subarray(0, mostBytes), executable: (stat.mode & 0o111) !== 0 };
      } finally {
        closeSync(descriptor);
      }
    },
    write(file, content, executable) {
      const temporary = join(folder, `.${file}.${id()}.tmp`);
      const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
      try {
        const descriptor = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
        try {
          writeFileSync(descriptor, content);
          fchmodSync(descriptor, executable ? 0o755 : 0o644);
          belongTo(folder, descriptor);
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        renameSync(temporary, join(folder, file));
      } catch (error) {
        rmSync(temporary, { force: true });
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        throw fault('unavailable', `${file} could not be written into the scripts folder (${code}); it is as it was`, {
          cause: code,
        });
      }
    },
    remove: file => rmSync(join(folder, file), { force: true }),
  };
}

/** One name for one content of a schema and its program. */
export function contentHash(schema: Buffer, program: Buffer | undefined): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${schema.length}\n`), schema, program ?? Buffer.alloc(0)]));
}

/** Where root keeps Straylight, the folder may be the sandbox user's; what is put there is his too. */
function belongTo(folder: string, descriptor: number): void {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0 && uid !== 0) fchownSync(descriptor, uid, gid);
}
