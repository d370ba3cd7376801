import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitTable } from '../../../../../src/adapters/stores/sqlite/vectors/bit-table.ts';

/** The same bytes for the same seed. */
function bytes(count: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

function difference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, byte, at) => sum + (byte ^ (other[at] ?? 0)).toString(2).replaceAll('0', '').length, 0);
}

for (const dimensions of [8, 100, 384, 768, 1_024, 3_072])
  test(`given vectors of ${dimensions} bits, when one is looked for, then those that differ least come, as counted one by one`, () => {
    const size = Math.ceil(dimensions / 8);
    const [table, all] = [bitTable(dimensions), bytes(800 * size, 7)];
    const of = (at: number) => all.subarray(at * size, (at + 1) * size);
    const numbers = Array.from({ length: 800 }, (_, at) => 10 * at + 1);
    table.add(numbers.slice(0, 500), all.subarray(0, 500 * size));
    table.add(numbers.slice(500), all.subarray(500 * size));
    const dropped = new Set([1, 4_991, 7_991]);
    table.drop([...dropped, 77]);
    const left = [...numbers.entries()].filter(([, n]) => !dropped.has(n));
    for (const wanted of [bytes(size, 3), bytes(size, 4), new Uint8Array(size), new Uint8Array(size).fill(255)]) {
      const exact = new Map(left.map(([at, n]) => [n, difference(of(at), wanted)]));
      const sorted = [...exact.values()].sort((a, b) => a - b);
      const near = table.near(wanted, 40);
      assert.deepEqual(
        near.map(n => exact.get(n)),
        sorted.slice(0, 40),
      );
    }
  });

test('given a table with less in it than is asked for, when one is looked for, then all of it comes', () => {
  const table = bitTable(16);
  assert.deepEqual(table.near(Uint8Array.of(1, 1), 5), []);
  table.add([4, 9], Uint8Array.of(0, 0, 1, 1));
  assert.deepEqual(table.near(Uint8Array.of(1, 1), 5), [9, 4]);
  table.drop([9, 4]);
  assert.deepEqual(table.near(Uint8Array.of(1, 1), 5), []);
});
