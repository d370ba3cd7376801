import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluation } from '../../../src/actors/conversation/evaluation.ts';
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import type { ToolCallRecord } from '../../../src/ports/conversation-store.ts';
import { openStores, type Stores, session } from '../stores.ts';

const toolbox = () => ({ declared: declaredTools });
const claims = (stores: Stores, message: string) =>
  evaluation({ ...stores, toolbox })({ session, turn: 'turn-1', message }).claims;

function saved(stores: Stores, change: Partial<ToolCallRecord> = {}): void {
  stores.conversation.recordToolCall({
    address: 'tool-call:a',
    session,
    turn: 'turn-1',
    callId: 'c1',
    tool: 'memory_save',
    digest: 'd',
    level: 1,
    reasons: [],
    outcome: 'done',
    failed: false,
    at: 10,
    endedAt: 11,
    ...change,
  });
}

function turn(stores: Stores): void {
  stores.conversation.beginTurn({ id: 'turn-1', session, startedAt: 5 });
}

test('given a reply that says something was saved, when no record bears it out, then the claim comes back with what was expected', t => {
  const stores = openStores(t);
  turn(stores);
  const [claim, ...others] = claims(stores, stores.say('assistant', "I've saved that to memory."));
  assert.match(claim ?? '', /^- ".*saved.*" \(no record of: .+\)$/);
  assert.deepEqual(others, []);
});

test('given the record of it, when the reply is looked at, then it passes', t => {
  const stores = openStores(t);
  turn(stores);
  saved(stores);
  assert.deepEqual(claims(stores, stores.say('assistant', "I've saved that to memory.")), []);
});

test('given a call that an earlier turn had asked for, when it ended in this one, then it bears the reply out', t => {
  const stores = openStores(t);
  turn(stores);
  saved(stores, { turn: 'turn-0', at: 1, endedAt: 8 });
  assert.deepEqual(claims(stores, stores.say('assistant', "I've saved that to memory.")), []);
});

test('given a call that ended before the turn began or did not work, when the reply claims it, then it does not count', t => {
  for (const change of [
    { at: 1, endedAt: 4 },
    { outcome: 'denied', failed: true },
  ] as const) {
    const stores = openStores(t);
    turn(stores);
    saved(stores, change);
    assert.equal(claims(stores, stores.say('assistant', "I've saved that to memory.")).length, 1);
  }
});

test('given a reply without words, or one that is no longer there, when it is looked at, then it passes', t => {
  const stores = openStores(t);
  turn(stores);
  assert.deepEqual(claims(stores, stores.say('assistant', '')), []);
  assert.deepEqual(claims(stores, 'nobody'), []);
});

test('given calls that left something which acts later, when the reply is looked at, then a line beneath it says what', t => {
  const stores = openStores(t);
  turn(stores);
  const beneath = (): readonly string[] =>
    evaluation({ ...stores, toolbox })({ session, turn: 'turn-1', message: stores.say('assistant', 'Done.') }).beneath
      ?.notes ?? [];
  assert.deepEqual(beneath(), []);
  const later = ['It writes “conftest.py”: pytest runs it'];
  saved(stores, { unasked: { intent: 'Run “echo x > conftest.py”.', later } });
  assert.deepEqual(beneath(), [
    '(Ran automatically: Run “echo x > conftest.py”.)',
    '(This takes effect later: It writes “conftest.py”: pytest runs it.)',
  ]);
  // the owner said yes to this one
  saved(stores, {
    address: 'tool-call:b',
    unasked: { intent: 'Write it.', later: ['It writes “Makefile”: the build runs it'], isApproved: true },
  });
  assert.deepEqual(beneath(), [
    '(Ran automatically: Run “echo x > conftest.py”.)',
    '(This takes effect later: It writes “conftest.py”: pytest runs it; It writes “Makefile”: the build runs it.)',
  ]);
});
