/**
 * The thread of a bit index: one table of sqlite-vec in memory, a bit for each number of a vector.
 *
 * It holds directions of texts and nothing else; what they are of, and whether they still are, the database knows.
 */
import { parentPort } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { vectorDatabase } from './extension.ts';

/** `n` and `vectors` run along each other; `vectors` holds them one behind the other, a signed byte for each number. */
export type BitOrder =
  | { readonly name: 'add'; readonly dimensions: number; readonly n: readonly number[]; readonly vectors: Int8Array }
  | { readonly name: 'drop'; readonly n: readonly number[] }
  | { readonly name: 'near'; readonly id: number; readonly vector: Int8Array; readonly limit: number };

export interface BitAnswer {
  readonly id: number;
  readonly n: readonly number[];
}

const port = parentPort;
if (port) {
  const table = bitTable(vectorDatabase());
  port.on('message', (order: BitOrder) => {
    if (order.name === 'add') table.add(order.dimensions, order.n, order.vectors);
    else if (order.name === 'drop') table.drop(order.n);
    else {
      const answer: BitAnswer = { id: order.id, n: table.near(order.vector, order.limit) };
      port.postMessage(answer);
    }
  });
}

function bitTable(database: Database.Database) {
  let table: ReturnType<typeof statements> | undefined;
  return {
    add(dimensions: number, n: readonly number[], vectors: Int8Array): void {
      table ??= statements(database, dimensions);
      const { insert } = table;
      database.transaction(() => {
        for (const [at, one] of n.entries())
          insert.run(BigInt(one), vectors.subarray(at * dimensions, (at + 1) * dimensions));
      })();
    },
    drop(n: readonly number[]): void {
      const remove = table?.remove;
      if (remove) database.transaction(() => n.forEach(one => void remove.run(BigInt(one))))();
    },
    near: (vector: Int8Array, limit: number) => table?.near.all(vector, limit) ?? [],
  };
}

/** `dimensions` are whole bytes of bits. */
function statements(database: Database.Database, dimensions: number) {
  database.exec(`CREATE VIRTUAL TABLE near USING vec0(n INTEGER PRIMARY KEY, bits bit[${dimensions}])`);
  const bits = 'vec_quantize_binary(vec_int8(?))';
  return {
    insert: database.prepare(`INSERT INTO near (n, bits) VALUES (?, ${bits})`),
    remove: database.prepare('DELETE FROM near WHERE n = ?'),
    near: database
      .prepare<[Int8Array, number], number>(`SELECT n FROM near WHERE bits MATCH ${bits} AND k = ? ORDER BY distance`)
      .pluck(),
  };
}
