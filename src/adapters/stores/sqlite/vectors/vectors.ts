/** The tables `vectors`, `vector_gaps` and `vector_progress`. */
import { toBytes } from '../../../../domain/memory/quantised.ts';
import type { Unembedded, VectorCount, VectorSource, VectorStore } from '../../../../ports/memory/vectors.ts';
import type { SqliteDatabase } from '../database.ts';

/** So much of a text is embedded. */
const mostText = 2_000;
const sources: readonly VectorSource[] = ['memory', 'message'];

/** Which texts there are, by source: their row, and their words. */
const texts: Readonly<Record<VectorSource, string>> = {
  memory: `SELECT row, substr(content, 1, ${mostText}) AS text FROM memories WHERE row`,
  message: `SELECT n AS row, substr(text, 1, ${mostText}) AS text FROM message_texts WHERE n`,
};

interface TextRow {
  readonly row: number;
  readonly text: string;
}

interface Progress {
  readonly model: string;
  readonly dimensions: number;
  readonly upto: number;
}

type Given = Parameters<VectorStore['put']>[1];

export function vectorStore(database: SqliteDatabase): VectorStore {
  const progress = database.prepare<[string], Progress>(
    'SELECT model, dimensions, upto FROM vector_progress WHERE source = ?',
  );
  const note = database.prepare(
    'INSERT OR REPLACE INTO vector_progress (source, model, dimensions, upto) VALUES (?, ?, ?, ?)',
  );
  const gaps = database.prepare<[number], { readonly source: VectorSource; readonly row: number }>(
    'SELECT source, row FROM vector_gaps LIMIT ?',
  );
  const openGap = database.prepare('INSERT OR IGNORE INTO vector_gaps (source, row) VALUES (?, ?)');
  const closeGap = database.prepare('DELETE FROM vector_gaps WHERE source = ? AND row = ?');
  // what it replaces fires no trigger
  const keep = database.prepare('INSERT OR REPLACE INTO vectors (source, row, model, vector) VALUES (?, ?, ?, ?)');
  const one = bySource(source => database.prepare<[number], TextRow>(`${texts[source]} = ?`));
  const after = bySource(source =>
    database.prepare<[number, number], TextRow>(`${texts[source]} > ? ORDER BY 1 LIMIT ?`),
  );
  const placeOf = (source: VectorSource, model: string) => {
    const known = progress.get(source);
    return known?.model === model ? known.upto : 0;
  };

  /** How far it is after these; vectors of another size than before start over. */
  function goOn(source: VectorSource, model: string, given: Given): void {
    const known = progress.get(source);
    const isSame = known?.model === model;
    const before = isSame ? known.dimensions : 0;
    const dimensions = given.find(({ vector }) => vector.length > 0)?.vector.length ?? before;
    const hasChanged = before !== 0 && dimensions !== before;
    const upto = Math.max(isSame ? known.upto : 0, ...given.flatMap(({ row, isGap }) => (isGap ? [] : [row])));
    note.run(source, model, dimensions, hasChanged ? 0 : upto);
  }

  return {
    waiting(model, limit) {
      const found: Unembedded[] = gaps.all(limit).map(({ source, row }) => ({
        source,
        row,
        text: one[source].get(row)?.text ?? '',
        isGap: true,
      }));
      for (const source of sources)
        for (const text of after[source].all(placeOf(source, model), limit - found.length))
          found.push({ ...text, source, isGap: false });
      return found;
    },
    put(model, given) {
      for (const source of sources) {
        const ours = given.filter(one => one.source === source);
        if (ours.length > 0) goOn(source, model, ours);
      }
      for (const { source, row, text, vector } of given) {
        const now = one[source].get(row)?.text;
        if (now !== undefined && now !== text) openGap.run(source, row);
        else {
          closeGap.run(source, row);
          if (now !== undefined && vector.length > 0) keep.run(source, row, model, Buffer.from(toBytes(vector).buffer));
        }
      }
    },
    count: counting(database, placeOf),
  };
}

function counting(database: SqliteDatabase, placeOf: (source: VectorSource, model: string) => number) {
  const done = database.prepare<[string], number>('SELECT count(*) FROM vectors WHERE model = ?').pluck();
  const again = database.prepare<[], number>('SELECT count(*) FROM vector_gaps').pluck();
  const left = bySource(source => database.prepare<[number], number>(counts[source]).pluck());
  return (model: string): VectorCount => ({
    done: done.get(model) ?? 0,
    waiting: sources.reduce((sum, source) => sum + (left[source].get(placeOf(source, model)) ?? 0), again.get() ?? 0),
  });
}

/** How many texts there are after a row. */
const counts: Readonly<Record<VectorSource, string>> = {
  memory: 'SELECT count(*) FROM memories WHERE row > ?',
  message: "SELECT count(*) FROM messages WHERE n > ? AND role IN ('owner', 'assistant')",
};

function bySource<Value>(of: (source: VectorSource) => Value): Readonly<Record<VectorSource, Value>> {
  return { memory: of('memory'), message: of('message') };
}
