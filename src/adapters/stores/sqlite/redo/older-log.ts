/** The redo log as versions up to schema 40 wrote it: a length, a checksum and the record; read, never written. */
import { crc32 } from 'node:zlib';

const headerBytes = 8;

/** The records of the log of this salt that the content begins with. */
export function recordsOfOlder(content: Buffer, salt: string): readonly Uint8Array[] {
  const records: Uint8Array[] = [];
  for (let at = 0; at + headerBytes <= content.length; ) {
    const end = at + headerBytes + content.readUInt32LE(at);
    if (end > content.length) break;
    const record = content.subarray(at + headerBytes, end);
    if (record.length === 0 || checksum(salt, records.length, record) !== content.readUInt32LE(at + 4)) break;
    records.push(record);
    at = end;
  }
  return records;
}

function checksum(salt: string, place: number, record: Uint8Array): number {
  return crc32(record, crc32(`${salt} ${place} ${record.length}`));
}
