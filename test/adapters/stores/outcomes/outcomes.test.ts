/** Rows of what work came to: written with the end of the work, whichever work it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childLedger } from '../../../../src/adapters/agents/ledger.ts';
import { sqliteGoalLedger } from '../../../../src/adapters/stores/sqlite/goals/goals.ts';
import { outcomeService } from '../../../../src/adapters/stores/sqlite/outcomes/outcomes.ts';
import { sqliteTables } from '../../../../src/adapters/stores/sqlite/tables.ts';
import { earlierText } from '../../../../src/domain/agents/earlier.ts';
import { openStores } from '../../../actors/stores.ts';

const work = (id: string, startedAt: number) => ({
  id: `delegation:${id}`,
  agent: 'researcher',
  session: `session:agent:researcher-${id}`,
  parent: 'session:terminal:main',
  turn: 't1',
  call: `tool-call:${id}`,
  taint: 'owner' as const,
  startedAt,
});

test('given work of agents, when it ends, then there is a row for each that had begun, and the next one is told counts alone', t => {
  const { database, conversation } = openStores(t);
  const ledger = childLedger(sqliteTables(database));
  const outcomes = outcomeService(database, conversation.read);
  for (const [id, state] of [
    ['a', 'done'],
    ['b', 'expired'],
    ['c', 'refused'],
  ] as const) {
    ledger.give(work(id, 1_000));
    ledger.end(`delegation:${id}`, state, 181_000);
    // the first end counts
    ledger.end(`delegation:${id}`, 'failed', 999_000);
  }
  assert.deepEqual(
    outcomes
      .list({ limit: 9 })
      .map(({ id, kind, name, state, startedAt, endedAt }) => [id, kind, name, state, endedAt - startedAt]),
    [
      ['delegation:a', 'agent', 'researcher', 'done', 180_000],
      ['delegation:b', 'agent', 'researcher', 'expired', 180_000],
    ],
  );
  assert.deepEqual(ledger.earlierOf('researcher', 180_999).ended, [], 'it had not ended then');
  assert.deepEqual(ledger.earlierOf('reviewer', 999_000).ended, []);
  assert.equal(
    earlierText(ledger.earlierOf('researcher', 181_000)),
    'Of your last 2 pieces of work 1 were done. Done in about 3 min, with 0 calls.\nThe last that was not: its time was up after 3 min and 0 calls.',
  );
  assert.equal(earlierText({ ended: [], tools: [] }), '');
});

test('given a goal with a check, when it is completed, opened again and completed, then there is one row, with what the check found', t => {
  const { database, conversation } = openStores(t);
  const ledger = sqliteGoalLedger(database);
  const outcomes = outcomeService(database, conversation.read);
  const goal = {
    text: 'write the report',
    state: 'open',
    session: null,
    taint: 'owner',
    by: 'cli',
    due: null,
    createdAt: 1_000,
    endedAt: null,
    checks: [{ text: 'file_exists a', before: { outcome: 'fails', saw: 'no' } }],
  } as const;
  const id = ledger.put(goal);
  const [check] = goal.checks;
  const last = { outcome: 'holds', saw: 'it is there', at: 2_000 } as const;
  ledger.set({ ...goal, id, state: 'done', endedAt: 2_000, checks: [{ ...check, last }] });
  const [row] = outcomes.list({ kind: 'goal', limit: 9 });
  assert.deepEqual(
    [row?.id, row?.state, row?.verdict, row?.about, row?.endedAt],
    [`goal:${id}`, 'done', 'holds', 'write the report', 2_000],
  );
  ledger.set({ ...goal, id, state: 'open' });
  assert.deepEqual(outcomes.list({ limit: 9 }), []);
  ledger.set({ ...goal, id, state: 'dropped', endedAt: 3_000 });
  assert.deepEqual(
    outcomes.list({ limit: 9 }).map(({ state, verdict }) => [state, verdict]),
    [['dropped', null]],
  );
});

test('given runs of a job, when they end, then there is a row for each, and none for one that was left out from the first', t => {
  const { database, conversation } = openStores(t);
  const outcomes = outcomeService(database, conversation.read);
  const begin = database.prepare(
    `INSERT INTO job_runs (id, job, slot, until, count, attempt, cause, state, at, work) VALUES (?, 'job:water', 1, 1, 1, 1, 'due', ?, 1000, 'say')`,
  );
  begin.run('r1', 'running');
  begin.run('r2', 'skipped');
  database.prepare("UPDATE job_runs SET state = 'failed', reason = 'timeout', ended_at = 2000 WHERE id = 'r1'").run();
  assert.deepEqual(
    outcomes.list({ limit: 9 }).map(({ id, kind, name, state, why }) => [id, kind, name, state, why]),
    [['r1', 'job', 'job:water', 'failed', 'timeout']],
  );
});

test('given a row that is half a year old, when another is written, then it goes', t => {
  const { database, conversation } = openStores(t);
  const ledger = childLedger(sqliteTables(database));
  ledger.give(work('a', 1));
  ledger.end('delegation:a', 'done', 1);
  ledger.give(work('b', 15_552_000_001));
  ledger.end('delegation:b', 'done', 15_552_000_002);
  const kept = outcomeService(database, conversation.read).list({ limit: 9 });
  assert.deepEqual(
    kept.map(({ id }) => id),
    ['delegation:b'],
  );
});
