import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayMatch } from '../../../../../src/adapters/models/rehearsal/grammar/beginnings.ts';
import { intents } from '../../../../../src/adapters/models/rehearsal/grammar/grammar.ts';

const table: readonly [RegExp, string, boolean][] = [
  [/^hello/i, 'Hello', true],
  [/^hello/i, 'bye', false],
  [/^(?:hi|hello|good (?:day|night))\b/i, 'Good day', true],
  [/^(?:hi|hello|good (?:day|night))\b/i, 'night', false],
  [/^(?:(?:add|set) a|new) goal/i, 'new goal', true],
  [/^(?:(?:add|set) a|new) goal/i, 'drop it', false],
  // what may be left out, what is a set, and what begins elsewhere cannot be told
  [/^(?:please )?stop/i, 'stop', true],
  [/^a?b/i, 'b', true],
  [/^a*b/i, 'b', true],
  [/^a{0,2}b/i, 'b', true],
  [/^[a-z(|]b/i, 'zb', true],
  [/^(?:[|)]|a)/i, 'z', true],
  [/^\d/i, '7', true],
  [/^(?<name>b)/i, 'b', true],
  [/^a|b/i, 'b', true],
  [/stop/i, 'please stop', true],
  [/^stop/, 'Stop', true],
  [/^über/i, 'Über', true],
  [/^(?:a\)|b)/i, 'b)', true],
  [/^(?:a\)|b)/i, 'c', false],
];

test('given expressions and texts, when they are held against each other by their beginnings, then none is left out that matches', () => {
  for (const [pattern, text, may] of table) {
    assert.equal(mayMatch(pattern, text), may, `${pattern} and ${text}`);
    if (!may) assert.equal(pattern.test(text), false);
  }
});

test('given all expressions of the demo model, then most can be told by their beginnings', () => {
  const patterns = intents.flatMap(intent => [...intent.patterns.en, ...intent.patterns.de]);
  const left = patterns.filter(pattern => mayMatch(pattern, '7'));
  assert.ok(left.length < patterns.length / 2, `${left.length} of ${patterns.length}: ${left.join('\n')}`);
});
