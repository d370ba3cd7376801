import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costLine, money } from '../../../src/domain/budget/money.ts';

for (const [micros, en, de, euro] of [
  [0, '$0.00', '0,00 $', '€0,00'],
  [1, '<$0.01', '<0,01 $', '<€0,01'],
  [23_400, '$0.02', '0,02 $', '€0,02'],
  [1_234_560_000, '$1,234.56', '1.234,56 $', '€1.111,10'],
] as const)
  test(`given ${micros} micro-dollars, when they are shown, then as ${en}, as ${de}, and as ${euro} where a rate is known`, () => {
    assert.deepEqual([money(micros, 'en'), money(micros, 'de'), money(micros, 'de', 0.9)], [en, de, euro]);
    assert.equal(money(micros, 'en', 0.9), en);
  });

test('given what a turn used, when its line is written, then it is in the words of its language', () => {
  const both = { paid: { tokens: 1247, micros: 20_000 }, free: 847 };
  assert.equal(costLine(both, 'en'), '[Cloud: 1,247 tokens ($0.02) | Local: 847 tokens ($0.00)]');
  assert.equal(costLine(both, 'de'), '[Cloud: 1.247 Tokens (0,02 $) | Lokal: 847 Tokens (0,00 $)]');
  assert.equal(costLine(both, 'de', 1), '[Cloud: 1.247 Tokens (€0,02) | Lokal: 847 Tokens (€0,00)]');
});

test('given a side that was not used, when the line is written, then it is left out; with neither there is no line', () => {
  const nothing = { tokens: 0, micros: 0 };
  assert.equal(costLine({ paid: { tokens: 5, micros: 1 }, free: 0 }, 'en'), '[Cloud: 5 tokens (<$0.01)]');
  assert.equal(costLine({ paid: nothing, free: 9 }, 'de'), '[Lokal: 9 Tokens (0,00 $)]');
  assert.equal(costLine({ paid: nothing, free: 0 }, 'en'), '');
});
