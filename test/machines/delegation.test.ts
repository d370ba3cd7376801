/** Work that is continued: its conversations follow each other, three more at most, and one result comes of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Continuing,
  delegationMachine,
  type Enlisting,
  migrateDelegation,
} from '../../src/machines/delegation.ts';
import { begin, storedAs } from './play.ts';

const part = {
  machine: delegationMachine,
  address: 'delegation:aB3dE6gH',
  parent: 'tool-call:aB3dE6gH',
  input: {
    agent: 'researcher',
    task: 'Look.',
    session: 'session:terminal:main',
    turn: 't1',
    call: 'tool-call:aB3dE6gH',
    taint: 'owner',
  } as const,
};

const rights: Enlisting = { tools: ['read_file'], depth: 1, root: 'session:terminal:main', deadlineMs: 60_000 };
const more: Continuing = { why: 'time', material: { body: 'You read a.txt.', taint: 'external' } };

const ended = (session: string, outcome: 'expired' | 'done' | 'failed' | 'cancelled', text = '') => ({
  type: 'turn.ended',
  session,
  outcome,
  text,
  taint: 'external' as const,
  isOpen: false,
});

const first = 'session:agent:researcher-aB3dE6gH';
const hop = (number: number) => `session:agent:researcher-hop${number}-aB3dE6gH`;

test('given work whose time is up again and again, then it goes on three times, each in a conversation of its own with the same task, and the fourth end is told with how often', () => {
  let work = begin(part).ends('enlisting', rights);
  for (const [at, session] of [first, hop(1), hop(2)].entries()) {
    work = work.send(ended(session, 'expired')).ends('continuing', more);
    const { child, outcome } = work.context;
    assert.deepEqual([child, outcome, work.context.hop], [hop(at + 1), 'unknown', at + 1]);
    const [sent] = work.sent(hop(at + 1));
    assert.deepEqual(
      [sent?.['text'], sent?.['taint'], sent?.['deadlineMs'], sent?.['answers']],
      ['Look.', 'owner', 60_000, more.material],
    );
    // what came late of the one before changes nothing
    assert.equal(work.send(ended(session, 'done', 'Late.')).context.child, hop(at + 1));
  }
  const over = work.send(ended(hop(3), 'expired', 'Half.')).ends('continuing', { isOver: true } satisfies Continuing);
  assert.deepEqual(over.output, { outcome: 'expired', text: 'Half.', taint: 'external', hops: 3 });
});

test('given work that has ended, or was told to stop, then it does not go on, and what it said lowers the trust of the result', () => {
  const begun = begin(part).ends('enlisting', rights);
  const done = begun
    .send(ended(first, 'done', 'It is milk.'))
    .ends('continuing', { isOver: true } satisfies Continuing);
  assert.deepEqual(done.output, { outcome: 'done', text: 'It is milk.', taint: 'external' });
  const stopped = begun.send({ type: 'delegation.cancelled' }).send(ended(first, 'expired', 'Half.'));
  assert.equal(stopped.output?.outcome, 'expired');
  const failed = begun.send(ended(first, 'failed')).ends('continuing', { isOver: true } satisfies Continuing);
  assert.equal(failed.output?.outcome, 'failed');
});

test('given work that is begun again while its second conversation is under way, then that one is waited for', () => {
  const goesOn = { child: hop(1), hop: 1, agent: 'researcher' };
  const under = { ...rights, isUnderWay: true, goesOn } as const;
  const again = begin(part).ends('enlisting', under);
  const done = again.send(ended(hop(1), 'done', 'All.')).ends('continuing', { isOver: true });
  assert.deepEqual(done.output, { outcome: 'done', text: 'All.', taint: 'external', hops: 1 });
});

test('given a delegation as version 1 kept it, when it is migrated, then it goes on as one that was never continued', () => {
  const { context, ...rest } = storedAs(delegationMachine, begin(part).ends('enlisting', rights));
  const { hop: _, seen: __, ...old } = context as Record<string, unknown>;
  const migrated = migrateDelegation({ ...rest, context: old }, '1') as { readonly context: Record<string, unknown> };
  assert.deepEqual([migrated.context['hop'], migrated.context['seen']], [0, 'owner']);
  const second = { ...rest, context: { ...(old as object), hop: 1, seen: 'external' } };
  assert.equal(migrateDelegation(second, '2'), second);
  assert.equal(migrateDelegation({}, '3'), undefined);
});

const taken: Continuing = {
  to: 'reviewer',
  tools: ['read_file'],
  deadlineMs: 120_000,
  material: { body: 'Another agent has read a.txt.', taint: 'external' },
};
const second = 'session:agent:reviewer-aB3dE6gH';

test('given work that its agent did not finish, when another one takes it over, then that one has the task with what was done by now, and the result says whose it is', () => {
  for (const outcome of ['failed', 'expired'] as const) {
    const begun = begin(part)
      .ends('enlisting', rights)
      .send(ended(first, outcome, 'Half.'));
    const work = begun.ends('continuing', taken);
    const [sent] = work.sent(second);
    assert.deepEqual(
      [sent?.['text'], sent?.['taint'], sent?.['deadlineMs'], sent?.['answers']],
      ['Look.', 'owner', 120_000, taken.material],
    );
    // what comes late of the first changes nothing
    const late = work.send(ended(first, 'done', 'Late.'));
    assert.equal(late.context.child, second);
    const done = late.send(ended(second, 'done', 'All.')).ends('continuing', { isOver: true });
    assert.deepEqual(done.output, { outcome: 'done', text: 'All.', taint: 'external', by: 'reviewer' });
  }
});

test('given work that another agent has taken over, when that one does not finish either, then it has failed; and what was stopped or cannot be known is given to nobody', () => {
  const work = begin(part)
    .ends('enlisting', rights)
    .send(ended(first, 'failed', 'Half.'))
    .ends('continuing', taken);
  assert.deepEqual(work.send(ended(second, 'failed', 'No.')).output, {
    outcome: 'failed',
    text: 'No.',
    taint: 'external',
    by: 'reviewer',
  });
  const begun = begin(part).ends('enlisting', rights);
  assert.equal(begun.send(ended(first, 'cancelled')).output?.outcome, 'cancelled');
  const stopped = begun.send({ type: 'delegation.cancelled' }).send(ended(first, 'failed'));
  assert.equal(stopped.output?.outcome, 'failed');
});

test('given work that is begun again while a second agent has it, then that one is waited for, and it is given on no more', () => {
  const goesOn = { child: second, hop: 0, agent: 'reviewer', takenFrom: 'researcher' };
  const again = begin(part).ends('enlisting', { ...rights, isUnderWay: true, goesOn });
  assert.equal(again.send(ended(second, 'failed', 'No.')).output?.by, 'reviewer');
});
