/**
 * How a record stands in the redo log: a header, then its bytes.
 *
 * The header says of which log it is and where in it: how often the tables were written out before (the generation, the
 * number a salt begins with), what else tells that log from others (a checksum of the salt), and the record's place. A
 * log that begins again writes over what the one before has left in the file; what still stands behind it is known by
 * its generation.
 */
import { crc32 } from 'node:zlib';
import { recordsOfOlder } from './older-log.ts';

/** Every frame begins with it: "redo" in ASCII. */
const mark = 0x6f_64_65_72;
const markBytes = Buffer.from('redo', 'ascii');
const at = { mark: 0, generation: 4, salt: 8, place: 12, length: 16, checksum: 20 } as const;
const headerBytes = 24;

/** What a file holds of the log of one salt. */
export interface LogContent {
  /** From the first on, as far as they can be read. */
  readonly records: readonly Uint8Array[];
  /** How many whole records stand behind one that cannot be read. */
  readonly unread: number;
  /** Does it hold a record of a later generation? */
  readonly newer: boolean;
  /** Does a record begin behind the last one that is not whole, with no whole one behind? */
  readonly isCut: boolean;
}

/** A record with its header. */
export function framed(salt: string, place: number, record: Uint8Array): Buffer {
  const header = headerOf({ ...logOf(salt), place, length: record.length });
  header.writeUInt32LE(crc32(record, crc32(header.subarray(0, at.checksum))), at.checksum);
  return Buffer.concat([header, record]);
}

/** Of a file that holds no such frame, the records as an earlier version of Straylight wrote them. */
export function logIn(content: Buffer, salt: string): LogContent {
  if (!content.includes(markBytes))
    return { records: recordsOfOlder(content, salt), unread: 0, newer: false, isCut: false };
  const log = logOf(salt);
  const records: Uint8Array[] = [];
  let end = 0;
  for (;;) {
    // what the header has to say is known but for the length, so a bit of it does no harm
    const record = recordAt(content, end, { ...log, place: records.length });
    if (record === undefined) break;
    records.push(record);
    end += headerBytes + record.length;
  }
  const next = headerAt(content, end);
  const isCut = next !== undefined && isOf(log, next) && next.place === records.length;
  return { records, isCut, ...standsBehind(content, end, log) };
}

/** Whole records behind the last one that can be read: of this log, and of those after it. */
function standsBehind(content: Buffer, end: number, log: Log): Pick<LogContent, 'unread' | 'newer'> {
  let unread = 0;
  let newer = false;
  for (let place = content.indexOf(markBytes, end); place >= 0; place = content.indexOf(markBytes, place + 1)) {
    const header = headerAt(content, place);
    const isNewer = header !== undefined && header.generation > log.generation;
    // what an earlier log has left is of no interest, and most of what stands there
    if (!header || !(isNewer || isOf(log, header)) || !recordAt(content, place, header)) continue;
    if (isNewer) newer = true;
    else unread += 1;
  }
  return { unread, newer };
}

interface Log {
  readonly generation: number;
  readonly salt: number;
}

interface Header extends Log {
  readonly place: number;
  readonly length: number;
}

/** The generation is the number before the dash; 0 for a salt of an earlier version, which has none. */
function logOf(salt: string): Log {
  return { generation: /^\d+(?=-)/.test(salt) ? Number.parseInt(salt, 10) >>> 0 : 0, salt: crc32(salt) };
}

function isOf(log: Log, { generation, salt }: Header): boolean {
  return generation === log.generation && salt === log.salt;
}

/** Its checksum is still to be written. */
function headerOf({ generation, salt, place, length }: Header): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(mark, at.mark);
  header.writeUInt32LE(generation, at.generation);
  header.writeUInt32LE(salt, at.salt);
  header.writeUInt32LE(place, at.place);
  header.writeUInt32LE(length, at.length);
  return header;
}

function headerAt(content: Buffer, place: number): Header | undefined {
  if (place + headerBytes > content.length || content.readUInt32LE(place) !== mark) return undefined;
  return {
    generation: content.readUInt32LE(place + at.generation),
    salt: content.readUInt32LE(place + at.salt),
    place: content.readUInt32LE(place + at.place),
    length: content.readUInt32LE(place + at.length),
  };
}

/** The record of a log that begins at a byte of the file, if it is whole. */
function recordAt(content: Buffer, begin: number, expected: Omit<Header, 'length'>): Uint8Array | undefined {
  if (begin + headerBytes > content.length) return undefined;
  const length = content.readUInt32LE(begin + at.length);
  const end = begin + headerBytes + length;
  if (length === 0 || end > content.length) return undefined;
  const record = content.subarray(begin + headerBytes, end);
  const header = headerOf({ ...expected, length });
  const checksum = crc32(record, crc32(header.subarray(0, at.checksum)));
  return checksum === content.readUInt32LE(begin + at.checksum) ? record : undefined;
}
