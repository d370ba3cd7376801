/**
 * The thread of a bit index: one table of sqlite-vec in memory, a bit for each number of a vector.
 *
 * It holds directions of texts and nothing else; what they are of, and whether they still are, the database knows.
 */
import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { load } from 'sqlite-vec';

/** `n` and `bits` run along each other; `bits` holds the vectors one behind the other. */
export type BitOrder =
  | { readonly name: 'add'; readonly dimensions: number; readonly n: readonly number[]; readonly bits: Uint8Array }
  | { readonly name: 'drop'; readonly n: readonly number[] }
  | { readonly name: 'near'; readonly id: number; readonly bits: Uint8Array; readonly limit: number };

export type BitAnswer =
  | { readonly id: number; readonly n: readonly number[] }
  | { readonly id: number; readonly error: string };

const port = parentPort;
if (port) {
  const database = new Database(':memory:');
  load(database);
  const answer = (value: BitAnswer) => port.postMessage(value);
  const index = bitTable(database);
  port.on('message', (order: BitOrder) => {
    if (order.name === 'add') index.add(order.dimensions, order.n, order.bits);
    else if (order.name === 'drop') index.drop(order.n);
    else
      try {
        answer({ id: order.id, n: index.near(order.bits, order.limit) });
      } catch (error) {
        answer({ id: order.id, error: error instanceof Error ? error.message : String(error) });
      }
  });
}

function bitTable(database: Database.Database) {
  let table: ReturnType<typeof statements> | undefined;
  return {
    add(dimensions: number, n: readonly number[], bits: Uint8Array): void {
      table ??= statements(database, dimensions);
      const { insert } = table;
      const size = Math.ceil(dimensions / 8);
      database.transaction(() => {
        for (const [at, one] of n.entries()) insert.run(BigInt(one), bits.subarray(at * size, (at + 1) * size));
      })();
    },
    drop(n: readonly number[]): void {
      const remove = table?.remove;
      if (remove) database.transaction(() => n.forEach(one => void remove.run(BigInt(one))))();
    },
    near: (bits: Uint8Array, limit: number) => table?.near.all(bits, limit) ?? [],
  };
}

function statements(database: Database.Database, dimensions: number) {
  // whole bytes: what is left over of the last one is 0 in all of them
  const width = Math.ceil(dimensions / 8) * 8;
  database.exec(`CREATE VIRTUAL TABLE near USING vec0(n INTEGER PRIMARY KEY, bits bit[${width}])`);
  return {
    insert: database.prepare('INSERT INTO near (n, bits) VALUES (?, vec_bit(?))'),
    remove: database.prepare('DELETE FROM near WHERE n = ?'),
    near: database
      .prepare<[Uint8Array, number], number>(
        'SELECT n FROM near WHERE bits MATCH vec_bit(?) AND k = ? ORDER BY distance',
      )
      .pluck(),
  };
}
