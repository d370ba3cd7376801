/** The index of bits, over the real thread with the real extension, held against a count of the bits one by one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitIndex } from '../../../../../src/adapters/stores/sqlite/vectors/bit-index.ts';

/** Numbers from -128 to 127, the same for the same seed. */
function numbers(count: number, seed: number): Int8Array {
  let state = seed;
  return Int8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 24) - 128;
  });
}

/** In how many places one of the two is above 0 and the other is not. */
const difference = (one: Int8Array, other: Int8Array) =>
  one.reduce((sum, value, at) => sum + (value > 0 === (other[at] ?? 0) > 0 ? 0 : 1), 0);

for (const dimensions of [8, 104, 384, 768, 1_024, 3_072])
  test(`given vectors of ${dimensions} numbers, when one is looked for, then those that differ in the fewest signs come, best first`, async t => {
    const [index, all] = [bitIndex(), numbers(800 * dimensions, 7)];
    t.after(() => index.close());
    const of = (at: number) => all.subarray(at * dimensions, (at + 1) * dimensions);
    const n = Array.from({ length: 800 }, (_, at) => 10 * at + 1);
    index.add(dimensions, n.slice(0, 500), all.subarray(0, 500 * dimensions));
    index.add(dimensions, n.slice(500), all.subarray(500 * dimensions));
    const dropped = new Set([1, 4_991, 7_991]);
    index.drop([...dropped, 77]);
    const left = [...n.entries()].filter(([, one]) => !dropped.has(one));
    const wishes = [3, 4].map(seed => numbers(dimensions, seed));
    for (const wanted of [...wishes, new Int8Array(dimensions), new Int8Array(dimensions).fill(127)]) {
      const exact = new Map(left.map(([at, one]) => [one, difference(of(at), wanted)]));
      const near = await index.near(wanted, 40);
      assert.deepEqual(
        near.map(one => exact.get(one)),
        [...exact.values()].toSorted((a, b) => a - b).slice(0, 40),
      );
    }
  });

test('given an index with less in it than is asked for, when one is looked for, then all of it comes', async t => {
  const index = bitIndex();
  t.after(() => index.close());
  const ones = new Int8Array(8).fill(1);
  assert.deepEqual(await index.near(ones, 5), []);
  index.add(8, [4, 9], Int8Array.of(...new Int8Array(8), ...ones));
  assert.deepEqual(await index.near(ones, 5), [9, 4]);
  index.drop([9, 4]);
  assert.deepEqual(await index.near(ones, 5), []);
});

test('given a thread that fails, when something is looked for, then it is refused with the reason, and so is all that follows', async t => {
  const index = bitIndex();
  t.after(() => index.close());
  index.add(12, [1], new Int8Array(12));
  await assert.rejects(index.near(new Int8Array(12), 5), /vector index has ended: Binary quantization/);
  await assert.rejects(async () => index.near(new Int8Array(12), 5), /vector index has ended/);
});
