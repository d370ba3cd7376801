import assert from 'node:assert/strict';
import { test } from 'node:test';

const { lineDiff } = await import(new URL('../../../inspector/page/parts/values/line-diff.js', import.meta.url).href);

const told = (before: string, after: string) =>
  lineDiff(before, after).map(
    ({ kind, text, at }: { kind: string; text: string; at: number }) => `${kind} ${at} ${text}`,
  );

test('given two texts, when their lines are compared, then as few as can be are taken out and put in, each with its number', () => {
  assert.deepEqual(told('', ''), []);
  assert.deepEqual(told('a\nb\n', 'a\nb'), ['same 1 a', 'same 2 b'], 'a break at the end begins no line');
  assert.deepEqual(told('', 'a\n\nb'), ['added 1 a', 'added 2 ', 'added 3 b']);
  assert.deepEqual(told('a\nb', ''), ['removed 1 a', 'removed 2 b']);
  assert.deepEqual(told('a\nb\nc\nd', 'a\nc\nx\nd'), ['same 1 a', 'removed 2 b', 'same 2 c', 'added 3 x', 'same 4 d']);
  assert.deepEqual(told('x\nx', 'x\nx\nx'), ['same 1 x', 'same 2 x', 'added 3 x']);
});

test('given texts too long to compare pair by pair, when they are compared, then what differs is told as replaced', () => {
  const lines = (word: string) => Array.from({ length: 2_500 }, (_, line) => `${word} ${line}`).join('\n');
  const all = told(`first\n${lines('old')}\nlast`, `first\n${lines('new')}\nlast`);
  assert.equal(all.length, 5_002);
  assert.deepEqual(
    [all[0], all[1], all[2_501], all.at(-1)],
    ['same 1 first', 'removed 2 old 0', 'added 2 new 0', 'same 2502 last'],
  );
});
