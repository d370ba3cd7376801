/**
 * A record of the redo log: the statements of one transaction with their values, in the order they ran. The text of a
 * statement stands in the first record that names it, and its number in those that follow. Records are compressed: one
 * says much of the same several times, in the state of an actor, in its journal and in its message.
 */
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A statement that ran, and the values it was given. */
export interface Write {
  readonly sql: string;
  readonly values: readonly unknown[];
}

type Stored = readonly [texts: readonly string[], writes: readonly (readonly [text: number, ...values: unknown[]])[]];

export interface RecordWriter {
  /** The record, and what makes its texts known to the records that follow; called once it is in the log. */
  record(writes: readonly Write[]): { readonly bytes: Uint8Array; readonly keep: () => void };
  /** A new log begins: it knows no text. */
  begin(): void;
}

export function recordWriter(): RecordWriter {
  const known = new Map<string, number>();
  return {
    record(writes) {
      const added = new Map<string, number>();
      const numberOf = (sql: string) => {
        const number = known.get(sql) ?? added.get(sql);
        if (number !== undefined) return number;
        added.set(sql, known.size + added.size);
        return known.size + added.size - 1;
      };
      const numbered = writes.map(({ sql, values }) => [numberOf(sql), ...values] as const);
      const stored: Stored = [[...added.keys()], numbered];
      return {
        bytes: packed(serialize(stored)),
        keep() {
          for (const [sql, number] of added) known.set(sql, number);
        },
      };
    },
    begin: () => known.clear(),
  };
}

/** The writes of all records of a log, from its first on. */
export function* writesIn(records: readonly Uint8Array[]): Generator<Write> {
  const texts: string[] = [];
  for (const record of records) {
    const [added, writes] = deserialize(unpacked(record)) as Stored;
    texts.push(...added);
    for (const [text, ...values] of writes) yield { sql: texts[text] as string, values };
  }
}

/** What every compressed record begins with; what V8 has serialized begins otherwise. */
const zstdMagic = 0xfd2fb528;
/** The first level leaves a third of the bytes, in some 40 µs a record. */
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

function packed(record: Uint8Array): Uint8Array {
  return zstdCompressSync(record, packing);
}

/** Earlier versions did not compress. */
function unpacked(record: Uint8Array): Uint8Array {
  const isPacked = record.length >= 4 && Buffer.from(record.buffer, record.byteOffset, 4).readUInt32LE() === zstdMagic;
  return isPacked ? zstdDecompressSync(record) : record;
}
