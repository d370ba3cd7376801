/**
 * The redo log: a file of records, appended one after the other, that begins again when they are in the tables.
 *
 * A record counts only where its checksum fits the log it was written for and its place in it (frames.ts). So one that
 * a power cut left half written ends the log, and what an earlier log left behind in the file is never read. Each record
 * is on the disk before the next is written: a whole one behind one that cannot be read means that the file is damaged.
 */
import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fault } from '../../../../domain/supervision/failure.ts';
import { framed, type LogContent, logIn } from './frames.ts';

export interface RedoLog {
  /**
   * The records of the log of this salt, in order. `onCut`: called where it ends with a record that is not whole, as a
   * power cut leaves it. Throws where it cannot be read, and a fault of the kind `invalid` where it is damaged, or where
   * it belongs to tables that were written later.
   */
  read(salt: string, onCut?: () => void): readonly Uint8Array[];
  /** Goes on with an empty log of this salt. */
  begin(salt: string): void;
  /** Adds a record, and answers once it is on the disk. Throws where it is not; then the next takes its place. */
  append(record: Uint8Array): void;
  /** Takes out of the file what is needed no more; only while the log is empty. */
  clear(): void;
  /** How long it is, in bytes. */
  readonly bytes: number;
  /** `isEmpty`: nothing in it is needed any more, so nothing stays of it. */
  close(isEmpty: boolean): void;
}

/** Where the redo log of a database file lies. */
export function redoFile(database: string): string {
  return `${database}-redo`;
}

/** A log that has grown beyond is cut when it begins again. */
const mostKeptBytes = 16 * 2 ** 20;

/** `isSynchronous`: a record is forced to the disk, so that it survives a power cut; else only the end of the process. */
export function redoLogFile(path: string, isSynchronous: boolean): RedoLog {
  let file: number | undefined;
  let log = emptyLog('');
  let written = 0;

  /** The file and its name stand on the disk before a record counts. */
  function opened(): number {
    if (file !== undefined) return file;
    file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    if (isSynchronous) forceFolder(dirname(path));
    return file;
  }

  return {
    read(salt, onCut) {
      const content = logIn(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), salt);
      const problem = problemOf(content, path, isSynchronous);
      if (problem !== undefined) throw fault('invalid', problem, { cause: 'damaged log' });
      if (content.isCut) onCut?.();
      return content.records;
    },
    begin(salt) {
      log = emptyLog(salt);
      if (file === undefined || written <= mostKeptBytes) return;
      ftruncateSync(file, 0);
      written = 0;
    },
    append(record) {
      const frame = framed(log.salt, log.records, record);
      const target = opened();
      try {
        writeWhole(target, frame, log.bytes);
        if (isSynchronous) fdatasyncSync(target);
      } catch (error) {
        cut(target, log.bytes); // what does not count must not be read back
        throw error;
      }
      log = { ...log, bytes: log.bytes + frame.length, records: log.records + 1 };
      written = Math.max(written, log.bytes);
    },
    clear() {
      if (log.bytes > 0 || !existsSync(path)) return;
      const target = opened();
      ftruncateSync(target, 0);
      if (isSynchronous) fdatasyncSync(target);
      written = 0;
    },
    get bytes() {
      return log.bytes;
    },
    close(isEmpty) {
      if (file !== undefined) closeSync(file);
      file = undefined;
      if (isEmpty) rmSync(path, { force: true });
    },
  };
}

interface Log {
  readonly salt: string;
  readonly bytes: number;
  readonly records: number;
}

function emptyLog(salt: string): Log {
  return { salt, bytes: 0, records: 0 };
}

/**
 * What is wrong with a log, for its owner. Without `isSynchronous` a power cut may leave the log newer than the tables:
 * what it holds then is lost, as that setting says.
 */
function problemOf({ records, unread, newer }: LogContent, path: string, isSynchronous: boolean): string | undefined {
  const ways = 'both files are as they were: put back a backup, or copies of both files that belong together';
  if (newer && !isSynchronous) return undefined;
  if (newer)
    return `${path} belongs to a newer state of the database than the one beside it: files of different times were put together, or "-wal" of the database is missing or damaged; ${ways}, or move ${path} away and lose what was written since`;
  if (unread > 0)
    return `${path} is damaged: its record ${records.length + 1} cannot be read, though ${unread} whole ${unread === 1 ? 'one stands' : 'ones stand'} behind it; ${ways}, or move ${path} away and lose what was written in the last seconds`;
  return undefined;
}

function writeWhole(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

/** Takes out what stands behind so many bytes. Where it cannot, the next read finds a record too many, and says so. */
function cut(file: number, bytes: number): void {
  try {
    ftruncateSync(file, bytes);
  } catch {
    // the disk is broken, which is told anyway
  }
}

/** A file that was made just now has its name after a power cut, too. */
function forceFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
