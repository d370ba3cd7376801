/**
 * What lies close to a vector: the bits of all vectors say what is worth comparing, their bytes say how close it is.
 *
 * The bits stand in memory, one index for each source, and are brought up to date before each look: a slice at a time,
 * since nothing else happens meanwhile. A vector that is gone from the table is never answered, and taken out of the
 * index when it is met.
 */
import { bytesOf, likeness, toBytes } from '../../../../domain/memory/quantised.ts';
import type { NearRow, VectorSearch, VectorSource } from '../../../../ports/memory/vectors.ts';
import type { SqliteDatabase } from '../database.ts';
import { type BitIndex, bitIndex } from './bit-index.ts';
import { type VectorSample, vectorSample } from './sample.ts';

/** So many are compared with all their bytes. */
const compared = 64;
/** So many vectors are read at a time: about 3 ms. */
const slice = 500;

/** So many numbers fill whole bytes of bits; the rest of the last one is 0 in all vectors. */
const wholeBytes = (dimensions: number) => Math.ceil(dimensions / 8) * 8;

interface VectorRow {
  readonly n: number;
  readonly row: number;
  readonly vector: Uint8Array;
}

interface Index {
  readonly model: string;
  readonly dimensions: number;
  readonly bits: BitIndex;
  readonly sample: VectorSample;
  /** Up to there it has the vectors of the table. */
  upto: number;
  catchingUp: Promise<void> | undefined;
}

/** `pause` lets all else happen between two slices. */
export function vectorSearch(database: SqliteDatabase, pause: () => Promise<void>): VectorSearch {
  const next = database.prepare<[string, VectorSource, number, number], VectorRow>(
    'SELECT n, row, vector FROM vectors WHERE model = ? AND source = ? AND n > ? ORDER BY n LIMIT ?',
  );
  // the plus keeps SQLite from looking through all vectors of the model
  const these = database.prepare<[string, string], VectorRow>(
    'SELECT n, row, vector FROM vectors WHERE +model = ? AND n IN (SELECT value FROM json_each(?))',
  );
  const indexes = new Map<VectorSource, Index>();

  /** The index of this model; one of another model or size goes. */
  function indexOf(source: VectorSource, model: string, dimensions: number): Index {
    const known = indexes.get(source);
    if (known?.model === model && known.dimensions === dimensions) return known;
    void known?.bits.close();
    const made = { model, dimensions, bits: bitIndex(), sample: vectorSample(), upto: 0, catchingUp: undefined };
    indexes.set(source, made);
    return made;
  }

  async function catchUp(source: VectorSource, index: Index): Promise<void> {
    const { model, dimensions, bits, sample } = index;
    const width = wholeBytes(dimensions);
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst) await pause();
      const rows = next.all(model, source, index.upto, slice);
      const fitting = rows.filter(({ vector }) => vector.length === dimensions);
      const packed = new Int8Array(fitting.length * width);
      for (const [at, { vector }] of fitting.entries()) {
        packed.set(bytesOf(vector), at * width);
        sample.add(vector);
      }
      if (fitting.length > 0)
        bits.add(
          width,
          fitting.map(({ n }) => n),
          packed,
        );
      index.upto = rows.at(-1)?.n ?? index.upto;
      if (rows.length < slice) return;
    }
  }

  return {
    async near(source, model, vector, limit) {
      const index = indexOf(source, model, vector.length);
      index.catchingUp ??= catchUp(source, index).finally(() => {
        index.catchingUp = undefined;
      });
      await index.catchingUp;
      if (index.upto === 0) return [];
      const query = new Int8Array(wholeBytes(vector.length));
      query.set(toBytes(vector));
      const close = await index.bits.near(query, compared);
      const rows = these.all(model, JSON.stringify(close));
      const there = new Set(rows.map(({ n }) => n));
      const gone = close.filter(n => !there.has(n));
      if (gone.length > 0) index.bits.drop(gone);
      const least = index.sample.standsOut(vector);
      return rows
        .map(({ row, vector: bytes }): NearRow => ({ row, likeness: likeness(vector, bytesOf(bytes)) }))
        .filter(one => one.likeness >= least)
        .sort((a, b) => b.likeness - a.likeness)
        .slice(0, limit);
    },
    async close() {
      await Promise.all([...indexes.values()].map(({ bits }) => bits.close()));
      indexes.clear();
    },
  };
}
