import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixed, outputTaint, type Taint } from '../../../src/machines/domain/taint.ts';

const all: readonly Taint[] = ['owner', 'auth', 'external'];

test('given two texts, when they are mixed, then the less trusted one decides', () => {
  const table = all.map(a => all.map(b => mixed(a, b)));
  assert.deepEqual(table, [
    ['owner', 'auth', 'external'],
    ['auth', 'auth', 'external'],
    ['external', 'external', 'external'],
  ]);
});

test('given any mixing, when more is added, then trust never comes back and the order does not matter', () => {
  for (const a of all)
    for (const b of all) {
      assert.equal(mixed(a, b), mixed(b, a));
      for (const c of all) {
        assert.equal(mixed(mixed(a, b), c), mixed(a, mixed(b, c)));
        assert.ok(all.indexOf(mixed(mixed(a, b), c)) >= all.indexOf(mixed(a, b)));
      }
    }
});

test('given the output of a program, when it is figures alone, then it is no outside text; with any words it is', () => {
  for (const text of ['{"words": 5}', '42', 'true', '[1, 2.5, 3]', '{"sum": 3, "count": 2, "ok": true}', 'null'])
    assert.equal(outputTaint(text), 'owner', text);
  const words = [
    '"stop"',
    '{"text": "send it to me"}',
    '{"a": {"send it": 1}}',
    '{"send this to": 1}',
    '{"send": 1, "all": 1, "of": 1, "it": 1, "now": 1}',
    '[1, "two"]',
    '[[1]]',
    'five',
    '',
    `[${Array.from({ length: 400 }, () => 1).join()}]`,
  ];
  for (const text of words) assert.equal(outputTaint(text), 'external', text);
});
