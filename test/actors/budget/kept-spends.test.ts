import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptSpends } from '../../../src/actors/budget/kept-spends.ts';
import { newSession, type SessionSpend } from '../../../src/domain/budget/budget.ts';

const spent = (tokens: number): SessionSpend => ({ ...newSession, spent: { tokens, micros: 0 } });

/** A row for each session, and how often one was asked for. */
function book() {
  const rows = new Map<string, SessionSpend>();
  const asked: string[] = [];
  const spends = keptSpends({
    session(of) {
      asked.push(of);
      return rows.get(of) ?? newSession;
    },
    saveSession: (of, spend) => void rows.set(of, spend),
  });
  return { rows, asked, spends };
}

test('given what a commit has written, when it is asked for, then no row is read', () => {
  const { asked, spends } = book();
  const calls: (() => void)[] = [];
  spends.save('a', spent(5), call => void calls.push(call));
  for (const call of calls) call();
  assert.deepEqual(spends.of('a'), spent(5));
  assert.deepEqual(asked, []);
  assert.deepEqual(spends.of('b'), newSession);
  assert.deepEqual(spends.of('b'), newSession);
  assert.deepEqual(asked, ['b']);
});

test('given a write whose commit is not heard of, when it is undone, then the row says what was spent', () => {
  const { rows, spends } = book();
  rows.set('a', spent(1));
  assert.deepEqual(spends.of('a'), spent(1));
  spends.save('a', spent(2), () => {});
  assert.deepEqual(spends.of('a'), spent(2));
  rows.set('a', spent(1)); // the transaction is undone
  assert.deepEqual(spends.of('a'), spent(1));
  spends.save('a', spent(3));
  assert.deepEqual(spends.of('a'), spent(3));
});

test('given two writes of one commit, when it stands, then the later one is kept', () => {
  const { asked, spends } = book();
  const calls: (() => void)[] = [];
  for (const tokens of [1, 2]) spends.save('a', spent(tokens), call => void calls.push(call));
  for (const call of calls) call();
  assert.deepEqual(spends.of('a'), spent(2));
  assert.deepEqual(asked, []);
});
