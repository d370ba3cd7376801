/** What is wrong inside of what was sent is refused with its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedInput } from '../../src/api/input.ts';
import { memory } from '../../src/api/subjects/work/memory.ts';
import { z } from '../../src/api/zod.ts';

const operation = {
  ...memory.list,
  input: () => ({
    lines: z
      .array(z.object({ key: z.string().regex(/^k:/, { error: 'expected "k:" first' }) }))
      .describe('lines of a list'),
  }),
};

const refused: readonly (readonly [string, unknown, RegExp])[] = [
  ['another thing than the field', { lines: 'k:1' }, /^expected lines to be lines of a list, got the text "k:1"$/],
  [
    'one wrong value in a list',
    { lines: [{ key: 'k:1' }, { key: 'x' }] },
    /^expected lines to be lines of a list; got the text "x" at lines\[1\]\.key: expected "k:" first$/,
  ],
  ['one missing value in a list', { lines: [{}] }, /; got nothing at lines\[0\]\.key: .*expected string/],
  ['nothing where an object is wanted', { lines: [null] }, /; got null at lines\[0\]: .*expected object/],
];
for (const [what, sent, message] of refused)
  test(`given ${what}, when it is sent to an operation, then the refusal says what is wrong and where`, () => {
    assert.throws(() => checkedInput(operation, sent, 'owner'), { message });
  });
