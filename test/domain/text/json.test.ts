import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { canonical } from '../../../src/domain/text/json.ts';
import { random } from '../random.ts';

suite('the canonical text', () => {
  const table: readonly (readonly [unknown, string])[] = [
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [{ z: { d: [], c: {} }, a: null }, '{"a":null,"z":{"c":{},"d":[]}}'],
    [{ 10: 'x', 9: 'y' }, '{"10":"x","9":"y"}'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
    [[1, undefined, null], '[1,null,null]'],
    [{ ä: 1, z: 2 }, '{"z":2,"ä":1}'],
    ['a "quoted"\n\u2028text', JSON.stringify('a "quoted"\n\u2028text')],
    [1.5, '1.5'],
    [-0, '0'],
    [Number.NaN, 'null'],
    [true, 'true'],
    [null, 'null'],
    [undefined, 'null'],
    [[[]], '[[]]'],
    [{ __proto__: null, constructor: 1 }, '{"constructor":1}'],
  ];
  for (const [value, text] of table)
    test(`given ${JSON.stringify(value)}, when it is written, then it is ${text}`, () =>
      assert.equal(canonical(value), text));

  test('given any value, when its members come in another order, then its text is the same and means the same', () => {
    const { integer, pick, shuffled } = random(7);
    const value = (depth: number): unknown => {
      const kind = depth === 0 ? integer(4) : integer(6);
      if (kind < 4) return pick([integer(1000) - 500, `text ${integer(50)}`, integer(2) === 1, null]);
      const count = integer(5);
      if (kind === 4) return Array.from({ length: count }, () => value(depth - 1));
      return Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`k${integer(9)}${index}`, value(depth - 1)]),
      );
    };
    const reordered = (given: unknown): unknown => {
      if (Array.isArray(given)) return given.map(reordered);
      if (typeof given !== 'object' || given === null) return given;
      return Object.fromEntries(shuffled(Object.entries(given)).map(([key, inner]) => [key, reordered(inner)]));
    };
    for (let round = 0; round < 500; round += 1) {
      const given = value(4);
      const text = canonical(given);
      assert.equal(canonical(reordered(given)), text);
      assert.deepEqual(JSON.parse(text), given);
    }
  });
});
