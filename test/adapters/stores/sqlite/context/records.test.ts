import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqliteRecords } from '../../../../../src/adapters/stores/sqlite/context/records.ts';
import { openStores } from '../../../../actors/stores.ts';

test('given turns, calls, jobs and memories of two days, when one of them is read, then it has those of that day alone', t => {
  const { database, conversation, say } = openStores(t);
  const begin = (id: string, session: string, startedAt: number) => conversation.beginTurn({ id, session, startedAt });
  begin('t1', 'session:terminal:main', 10);
  begin('t2', 'session:terminal:main', 110);
  begin('t3', 'session:terminal:main', 120);
  begin('t4', 'session:job:tea', 130);
  begin('t5', 'session:web:mail', 140);
  say('owner', 'yesterday’s words', { turn: 't1', at: 10 });
  say('owner', 'a forwarded order', { turn: 't2', at: 105, taint: 'external' });
  say('owner', 'plant the roses', { turn: 't2', at: 110 });
  const call = (address: string, tool: string, endedAt: number, failed = false) =>
    conversation.recordToolCall({
      address,
      session: 'session:terminal:main',
      turn: 't2',
      callId: address,
      tool,
      digest: '',
      level: 0,
      reasons: [],
      outcome: 'done',
      failed,
      at: endedAt - 1,
      endedAt,
    });
  call('a', 'web_fetch', 50);
  call('b', 'web_fetch', 150);
  call('c', 'web_fetch', 160);
  call('d', 'execute_command', 170, true);
  const insert = database.prepare(
    `INSERT INTO job_runs (id, job, slot, until, count, attempt, cause, state, at) VALUES (?, ?, 0, 0, 1, 1, 'due', 'done', ?)`,
  );
  insert.run('r1', 'job:gone', 150);
  const { between } = sqliteRecords(database);
  assert.deepEqual(between(100, 200), {
    conversations: [
      { session: 'session:terminal:main', opening: 'plant the roses', turns: 2 },
      { session: 'session:web:mail', opening: undefined, turns: 1 },
    ],
    calls: [
      { tool: 'web_fetch', outcome: 'done', count: 2 },
      { tool: 'execute_command', outcome: 'failed', count: 1 },
    ],
    jobs: [{ name: 'job:gone', state: 'done', runs: 1, isOutside: true }],
    memories: 0,
  });
  assert.deepEqual(between(1_000, 2_000), { conversations: [], calls: [], jobs: [], memories: 0 });
});
