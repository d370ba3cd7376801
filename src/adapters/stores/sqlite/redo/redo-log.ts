/**
 * The redo log: a file of records, appended one after the other, that begins again when they are in the tables.
 *
 * A record counts only where its checksum fits the log it was written for and its place in it. So one that a power cut
 * left half written ends the log, and what an earlier log left behind in the file is never read.
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
import { crc32 } from 'node:zlib';

export interface RedoLog {
  /** The records of the log of this salt, in order. Throws where it cannot be read. */
  read(salt: string): readonly Uint8Array[];
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

const headerBytes = 8;
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
    read: salt => (existsSync(path) ? recordsIn(readFileSync(path), salt) : []),
    begin(salt) {
      log = emptyLog(salt);
      if (file === undefined || written <= mostKeptBytes) return;
      ftruncateSync(file, 0);
      written = 0;
    },
    append(record) {
      const framed = frame(log, record);
      const target = opened();
      writeWhole(target, framed, log.bytes);
      if (isSynchronous) fdatasyncSync(target);
      log = { ...log, bytes: log.bytes + framed.length, records: log.records + 1 };
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

function frame(log: Log, record: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(headerBytes + record.length);
  framed.writeUInt32LE(record.length, 0);
  framed.writeUInt32LE(checksum(log.salt, log.records, record), 4);
  framed.set(record, headerBytes);
  return framed;
}

/** The records of the log of this salt that the content begins with. */
function recordsIn(content: Uint8Array, salt: string): readonly Uint8Array[] {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const records: Uint8Array[] = [];
  for (let at = 0; at + headerBytes <= buffer.length; ) {
    const end = at + headerBytes + buffer.readUInt32LE(at);
    if (end > buffer.length) break;
    const record = buffer.subarray(at + headerBytes, end);
    if (record.length === 0 || checksum(salt, records.length, record) !== buffer.readUInt32LE(at + 4)) break;
    records.push(record);
    at = end;
  }
  return records;
}

function checksum(salt: string, place: number, record: Uint8Array): number {
  return crc32(record, crc32(`${salt} ${place} ${record.length}`));
}

function writeWhole(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
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
