import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf, earlierInWords, pauseBefore, pauseInWords } from '../../../src/domain/context/continuity.ts';

import type { ReadMessage } from '../../../src/domain/conversation/message.ts';

const hour = 3_600_000;

function said(turn: string, at: number): ReadMessage {
  return { id: `${turn}${at}`, session: 'session:a:b', turn, role: 'owner', text: 'words', taint: 'owner', at };
}

test('given turns, when the pause before the running one is asked for, then it is long from six hours on', () => {
  assert.equal(pauseBefore([said('a', 0)], 'a'), undefined);
  assert.deepEqual(pauseBefore([said('a', 0), said('b', hour), said('b', 2 * hour)], 'b'), { since: 0, isLong: false });
  assert.deepEqual(pauseBefore([said('a', 0), said('b', 6 * hour)], 'b'), { since: 0, isLong: true });
});

test('given pauses, when they are said, then a short one is not, and a crash is', () => {
  assert.equal(pauseInWords({ since: 0, isLong: false }, 'Monday', false), '');
  assert.match(
    pauseInWords({ since: 0, isLong: true }, 'Monday', false),
    /^The last words here before this turn were on Monday\.$/,
  );
  assert.match(pauseInWords({ since: 0, isLong: false }, 'Monday', true), /was killed and started again/);
});

test('given what was said, when a digest is made, then it has the newest statements, each once, and is bounded', () => {
  const digest = digestOf([
    'What is the weather like?',
    'The boat lies in Kiel. Is that far?',
    'The boat lies in Kiel.',
    '/context show',
    ...Array.from({ length: 50 }, (_, at) => `The box number ${at} holds the cables.`),
  ]);
  assert.ok(digest.length <= 600);
  assert.match(digest, /box number 49 holds the cables\.$/);
  assert.doesNotMatch(digest, /weather|Is that far|\/context/);
});

test('given many long conversations, when they are told, then three at most, each on one bounded line', () => {
  const one = { day: '2026-11-01', title: 'a\nb', summary: 'x\n'.repeat(5_000) };
  const text = earlierInWords([one, one, one, one]);
  assert.equal(text.split('\n').length, 4);
  assert.ok(text.length < 3 * (600 + 120) + 200);
  assert.equal(earlierInWords([]), '');
});
