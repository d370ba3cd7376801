import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluation } from '../../../src/actors/conversation/evaluation.ts';
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import type { ToolCallRecord } from '../../../src/ports/conversation-store.ts';
import { openStores, type Stores, session } from '../stores.ts';

const toolbox = { declared: declaredTools };
const messagesIn = (stores: Stores) => (of: string) => stores.conversation.messages(of, { limit: 100 });
const claims = (stores: Stores, message: string) =>
  evaluation({ ...stores, messagesOf: messagesIn(stores), toolbox })({ session, turn: 'turn-1', message }).claims;

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

test('given a conversation that shows the steps of its turns, when a reply is looked at, then they are a quotation, with nothing read as a look', t => {
  const stores = openStores(t);
  turn(stores);
  saved(stores, { endedAt: 1240 });
  saved(stores, { address: 'tool-call:b', callId: 'c2', tool: 'web_fetch', failed: true, at: 20, endedAt: 30 });
  saved(stores, {
    address: 'tool-call:c',
    callId: 'c3',
    tool: 'run',
    outcome: 'denied',
    failed: true,
    at: 40,
    endedAt: 40,
  });
  const message = stores.say('assistant', 'Fine.');
  saved(stores, { address: 'tool-call:d', callId: 'c4', at: 50, endedAt: 50, unasked: { intent: 'Write a.txt.' } });
  const intents: Readonly<Record<string, string>> = {
    'tool-call:d': 'Write a.txt.',
    'tool-call:a': 'Keep “a*b”.',
    'tool-call:b': 'Read <b>\nhttps://e.example/x_y.',
  };
  const seen = (shown: boolean) =>
    evaluation({
      ...stores,
      messagesOf: messagesIn(stores),
      toolbox,
      isVerbose: () => shown,
      intentOf: call => intents[call],
    })({
      session,
      turn: 'turn-1',
      message,
    });
  assert.deepEqual(seen(true).beneath?.steps?.split('\n'), [
    '> ✓ Keep “a\\*b”. · 1.2 s',
    '> ✗ Read \\<b\\> https://e.example/x\\_y. · 0.0 s',
    '> ⛔ run · 0.0 s',
    '> ✓ Write a.txt. · 0.0 s · ran automatically',
  ]);
  assert.deepEqual(seen(true).beneath?.notes, [], 'the step has said it');
  assert.deepEqual(seen(false).beneath?.notes, ['(Ran automatically: Write a.txt.)']);
  assert.equal(seen(false).beneath?.steps, undefined);
});

test('given an approval that expired within its turn, when the reply is looked at, then that stands beneath it, once and in its own turn alone', t => {
  const stores = openStores(t);
  turn(stores);
  const expired = { outcome: 'expired', failed: true, tool: 'execute_command' } as const;
  saved(stores, { ...expired, address: 'tool-call:x', callId: 'cx' });
  saved(stores, { ...expired, address: 'tool-call:y', callId: 'cy', turn: 'turn-0' });
  const message = stores.say('assistant', 'It waits for your approval; the result will follow.');
  for (const [language, text] of [
    ['en', '(Nobody answered in time, so not run: Run “rm -r old”.)'],
    ['de', '(Nicht rechtzeitig beantwortet, also nicht ausgeführt: Run “rm -r old”.)'],
  ] as const) {
    const look = evaluation({
      ...stores,
      messagesOf: messagesIn(stores),
      toolbox,
      language,
      intentOf: () => 'Run “rm -r old”.',
    });
    assert.deepEqual(look({ session, turn: 'turn-1', message }).beneath?.notes, [text]);
  }
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
    evaluation({ ...stores, messagesOf: messagesIn(stores), toolbox })({
      session,
      turn: 'turn-1',
      message: stores.say('assistant', 'Done.'),
    }).beneath?.notes ?? [];
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
