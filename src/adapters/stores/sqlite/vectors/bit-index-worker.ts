/**
 * The thread of a bit index.
 *
 * It holds directions of texts and nothing else; what they are of, and whether they still are, the database knows.
 */
import { parentPort } from 'node:worker_threads';
import { type BitTable, bitTable } from './bit-table.ts';

/** `n` and `bits` run along each other; `bits` holds the vectors one behind the other. */
export type BitOrder =
  | { readonly name: 'add'; readonly dimensions: number; readonly n: readonly number[]; readonly bits: Uint8Array }
  | { readonly name: 'drop'; readonly n: readonly number[] }
  | { readonly name: 'near'; readonly id: number; readonly bits: Uint8Array; readonly limit: number };

export interface BitAnswer {
  readonly id: number;
  readonly n: readonly number[];
}

const port = parentPort;
if (port) {
  let table: BitTable | undefined;
  port.on('message', (order: BitOrder) => {
    if (order.name === 'add') {
      table ??= bitTable(order.dimensions);
      table.add(order.n, order.bits);
    } else if (order.name === 'drop') table?.drop(order.n);
    else {
      const answer: BitAnswer = { id: order.id, n: table?.near(order.bits, order.limit) ?? [] };
      port.postMessage(answer);
    }
  });
}
