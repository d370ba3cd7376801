import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { actorRow, chatMessage, journalEntry } from '../../../src/actors/observation/rows.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';
import { stepLine } from '../../../src/domain/supervision/step-line.ts';
import type { ActorRecord, JournalRecord, TimerRecord } from '../../../src/ports/store.ts';

const row: ActorRecord = {
  address: 'session:telegram:42:7',
  machine: 'session',
  version: '1',
  status: 'active',
  leaf: 'thinking.completing',
  tags: '["busy"]',
  state: '{"value":{"thinking":"completing"},"context":{"secret":1}}',
  children: '{}',
  input: '{}',
  parent: null,
  childId: null,
  seq: 9,
  incarnation: 0,
  hash: 'abc',
  since: 500,
  startedAt: 100,
  lastAt: 600,
  lastEvent: 'message.received',
  problem: null,
};
const nothing = { queued: 0, due: [] };
const waits = (due: Partial<TimerRecord>, queued = 0) => ({ queued, due: [due as TimerRecord] });

suite('an actor', () => {
  test('given a row, when it is shown, then it is its place, its state and its instants, and nothing of its context', () => {
    assert.deepEqual(actorRow(row, waits({ event: '{"type":"xstate.after.backoff","x":1}', due: 900 }, 2)), {
      id: 'session:telegram:42:7',
      kind: 'session',
      label: 'telegram:42:7',
      machine: 'session',
      incarnation: 0,
      value: { thinking: 'completing' },
      leaf: 'thinking.completing',
      tags: ['busy'],
      status: 'active',
      rev: 9,
      since: 500,
      startedAt: 100,
      queued: 2,
      last: { type: 'message.received', at: 600 },
      timers: [{ event: 'xstate.after.backoff', at: 900 }],
    });
  });

  test('given a tool call that failed or a job whose runs fail, when it is shown, then its row says why', () => {
    const errorOf = (change: Partial<ActorRecord>, value: string, context: object) =>
      actorRow({ ...row, leaf: value, state: JSON.stringify({ value, context }), ...change }, nothing).error;
    const call = { address: 'tool-call:1', machine: 'tool-call', status: 'done', tags: '["error"]' } as const;
    const text = '\nThe page did not answer: 503.\nMore of it.';
    assert.deepEqual(errorOf(call, 'failed', { failed: true, text }), {
      message: 'The page did not answer: 503.',
      at: 600,
    });
    assert.equal(errorOf({ ...call, tags: '[]' }, 'denied', { failed: true, text }), undefined);
    assert.equal(errorOf(call, 'failed', { failed: true, text: { blob: 'abc', bytes: 9_000 } }), undefined);
    const job = { address: 'job:digest', machine: 'job', tags: '["resting"]' };
    assert.equal(errorOf(job, 'idle', { failures: 0, said: 'All is well.' }), undefined);
    assert.equal(errorOf(job, 'idle', { failures: 1, said: null })?.message, 'The last run failed.');
    assert.equal(
      errorOf(job, 'paused', { failures: 3, paused: 'failures', said: 'No network.' })?.message,
      'Paused. The last 3 runs failed: No network.',
    );
    assert.match(errorOf(job, 'waitingForInput', { failures: 0, isCut: true })?.message ?? '', /cut off/);
  });

  test('given an actor without a key, a parent or a past, when it is shown, then what is not there is left out', () => {
    const shown = actorRow({ ...row, address: 'supervisor', lastEvent: '' }, nothing);
    assert.deepEqual(
      [shown.kind, shown.label, 'last' in shown, 'parent' in shown],
      ['supervisor', 'supervisor', false, false],
    );
  });

  test('given a child that was set aside, when it is shown, then its parent and the problem are', () => {
    const shown = actorRow(
      { ...row, parent: 'session:web:main', status: 'quarantined', problem: 'no migration' },
      nothing,
    );
    assert.equal(shown.parent, 'session:web:main');
    assert.deepEqual(shown.error, { message: 'no migration', at: 600 });
  });

  test('given one that waits to try again, when it is shown, then it says which try, when, and how long it usually stays', () => {
    const shown = actorRow(
      { ...row, leaf: 'thinking.backingOff', state: '{"value":"x","context":{"calling":{"attempt":2}}}' },
      waits({ event: '{"type":"xstate.after.backoff"}', due: 900 }),
      { expectMs: 60_000, usualMs: 40 },
    );
    assert.deepEqual([shown.retry, shown.expectMs, shown.usualMs], [{ attempt: 2, nextAt: 900 }, 60_000, 40]);
  });

  test('given a tool call and an incident, when they are shown, then they are called by the tool and by whom it befell', () => {
    const labelOf = (machine: string, context: object) =>
      actorRow({ ...row, machine, state: JSON.stringify({ value: 'x', context }) }, nothing).label;
    assert.equal(labelOf('tool-call', { call: { tool: 'web_fetch' } }), 'web_fetch');
    const asks = { ...row, machine: 'approval', input: JSON.stringify({ card: { intent: 'Run “ls”.' } }) };
    assert.equal(actorRow(asks, nothing).label, 'Run “ls”.');
    assert.equal(labelOf('incident', { trouble: { subject: 'channel:telegram' } }), 'channel:telegram');
  });

  test('given a call whose arguments could not be used, when it is shown, then in words what it was to do, and the name of a tool that is not ours', () => {
    const doingOf = (tool: string) => {
      const state = JSON.stringify({ value: 'x', context: { call: { tool, callId: 'c2' } } });
      return actorRow({ ...row, machine: 'tool-call', state }, nothing, {}, 'de').doing;
    };
    assert.deepEqual(['schedule_job', 'count_words'].map(doingOf), ['Einen Job planen.', undefined]);
  });

  test('given a tool call, when it is shown, then it says which call of the conversation it is', () => {
    const state = JSON.stringify({ value: 'x', context: { call: { tool: 'web_fetch', callId: 'c2' } } });
    assert.equal(actorRow({ ...row, machine: 'tool-call', state }, nothing).callId, 'c2');
    assert.equal('callId' in actorRow({ ...row, state }, nothing), false);
  });
});

test('given a step of the journal, when it is shown, then it has its event, its way and who sent it', () => {
  const entry: JournalRecord = {
    address: 'a:1',
    seq: 3,
    at: 5,
    event: '{"type":"go","from":"b:2","at":5}',
    value: '"idle"',
    path: '[["a.x","a.idle","go"]]',
    effects: '[{"start":"c","src":"c","address":"x"}]',
    micros: 12,
    hash: 'abc',
    code: 'def',
  };
  assert.deepEqual(journalEntry(entry), {
    seq: 3,
    at: 5,
    event: { type: 'go', from: 'b:2', at: 5 },
    source: 'b:2',
    from: 'x',
    leaf: 'idle',
    to: 'idle',
    path: [['a.x', 'a.idle', 'go']],
    asked: ['start c c x'],
    requests: [{ start: 'c', src: 'c', address: 'x' }],
    hash: 'abc',
    codeHash: 'def',
  });
  assert.equal('source' in journalEntry({ ...entry, event: '{"type":"go"}' }), false);
  assert.equal('from' in journalEntry({ ...entry, path: '[["a","a","go"]]' }), false, 'it stayed where it was');
  assert.equal(journalEntry({ ...entry, path: '[["a","a.idle","go"]]' }).from, 'any state');
  assert.deepEqual(stepLine({ actor: 'a:1', entry: journalEntry(entry) }), {
    actor: 'a:1',
    seq: 3,
    at: 5,
    type: 'go',
    source: 'b:2',
    from: 'x',
    to: 'idle',
  });
});

suite('a message', () => {
  const message: ReadMessage = {
    id: 'm1',
    session: 's',
    turn: 't',
    role: 'assistant',
    text: 'Hi.',
    taint: 'owner',
    at: 1,
  };

  test('given words, when they are shown, then only what a reader needs is', () => {
    assert.deepEqual(chatMessage(message), { id: 'm1', turn: 't', role: 'assistant', text: 'Hi.', at: 1 });
  });

  test('given requests and results, when they are shown, then their names are and their arguments are not', () => {
    const toolCalls = [{ callId: 'c1', name: 'clock', arguments: '{"zone":"UTC"}' }];
    assert.deepEqual(chatMessage({ ...message, toolCalls }).toolCalls, [{ callId: 'c1', name: 'clock' }]);
    const shown = chatMessage({ ...message, role: 'tool', tool: 'clock', callId: 'c1', failed: false });
    assert.deepEqual([shown.tool, shown.failed], ['clock', false]);
  });
});
