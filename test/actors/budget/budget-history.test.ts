/** Spending over time, read from a real ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetHistory } from '../../../src/actors/budget/budget-history.ts';
import { sqliteBudgetLedger } from '../../../src/adapters/stores/sqlite/ledgers/budget.ts';
import { dayTeller } from '../../../src/domain/budget/day.ts';
import type { BudgetSpan } from '../../../src/domain/budget/view.ts';
import { openStores } from '../stores.ts';

const hour = 3_600_000;
const at = (text: string) => Date.parse(text);

/** A ledger with these calls; a micro-dollar a token. */
function book(
  t: Parameters<typeof openStores>[0],
  zone: string,
  calls: readonly (readonly [at: string, session: string, model: string, tokens: number])[],
) {
  const ledger = sqliteBudgetLedger(openStores(t).database);
  const dayAt = dayTeller(zone);
  for (const [index, [instant, session, model, tokens]] of calls.entries())
    ledger.insert(
      {
        at: at(instant),
        id: `c${index}`,
        session,
        turn: 't',
        model,
        state: 'settled',
        keys: [],
        usage: { inputTokens: tokens, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
        amount: { tokens, micros: tokens },
      },
      dayAt(at(instant)).day,
    );
  return (span: BudgetSpan, now: string) => budgetHistory({ ledger, dayAt, now: () => at(now) })(span);
}

test('given calls of a day, when its hours are asked for, then each is in its hour, by model and by purpose, and older ones are not', t => {
  const history = book(t, 'UTC', [
    ['2026-11-21T15:59:59Z', 'session:web:main', 'a/one', 1],
    ['2026-11-21T16:00:00Z', 'session:web:main', 'a/one', 2],
    ['2026-11-22T15:10:00Z', 'session:web:main', 'a/one', 4],
    ['2026-11-22T15:50:00Z', 'session:telegram:7', 'a/one', 8],
    ['2026-11-22T15:51:00Z', 'observer', 'b/two', 16],
  ])('day', '2026-11-22T15:59:00Z');
  assert.deepEqual(
    [history.steps.length, history.steps[0], history.end],
    [24, at('2026-11-21T16:00:00Z'), at('2026-11-22T16:00:00Z')],
  );
  assert.deepEqual(history.spent, [
    { step: 0, model: 'a/one', purpose: 'session', amount: { tokens: 2, micros: 2 }, calls: 1 },
    { step: 23, model: 'a/one', purpose: 'session', amount: { tokens: 12, micros: 12 }, calls: 2 },
    { step: 23, model: 'b/two', purpose: 'observer', amount: { tokens: 16, micros: 16 }, calls: 1 },
  ]);
});

test('given a zone whose clocks change within the month, when its days are asked for, then each is the owner’s own day', t => {
  const history = book(t, 'Europe/Berlin', [
    // the last half hour of the day with 25 hours, and the first of the next
    ['2026-10-25T22:45:00Z', 'session:web:main', 'a/one', 1],
    ['2026-10-25T23:15:00Z', 'job:digest', 'a/one', 2],
  ])('month', '2026-11-01T12:00:00Z');
  assert.equal(history.steps.length, 30);
  assert.equal(history.end, at('2026-11-02T00:00:00+01:00'));
  const lengths = [...history.steps, history.end].map((from, index, all) => ((all[index + 1] ?? from) - from) / hour);
  assert.deepEqual([...new Set(lengths.slice(0, -1))].sort(), [24, 25]);
  assert.deepEqual(
    history.spent.map(({ step, purpose }) => [new Date(history.steps[step] ?? 0).toISOString(), purpose]),
    [
      ['2026-10-24T22:00:00.000Z', 'session'],
      ['2026-10-25T23:00:00.000Z', 'job'],
    ],
  );
});

test('given a week, when it is asked for, then it has four steps a day and ends with today', t => {
  const history = book(t, 'Asia/Kathmandu', [['2026-11-22T11:00:00Z', 'gate:judge', 'a/one', 5]])(
    'week',
    '2026-11-22T12:00:00Z',
  );
  assert.equal(history.steps.length, 28);
  assert.equal(history.end, at('2026-11-23T00:00:00+05:45'));
  // 16:45 there: the third quarter of today
  assert.deepEqual(
    history.spent.map(({ step, purpose }) => [step, purpose]),
    [[26, 'gate']],
  );
});
