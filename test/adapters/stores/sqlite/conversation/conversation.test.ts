import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { sqliteConversationStore } from '../../../../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../../../src/adapters/stores/sqlite/host/host.ts';
import type { ApprovalCard } from '../../../../../src/domain/approvals/card.ts';
import { type Message, noUsage } from '../../../../../src/domain/conversation/message.ts';
import type { ConversationStore, ToolCallRecord } from '../../../../../src/ports/conversation-store.ts';

const session = 'session:web:main';

function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-talk-'));
  const database = openDatabase({ file: join(folder, 'talk.db'), synchronous: 'normal', now: () => 1 });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const talk = sqliteConversationStore(database);
  const host = sqliteHostStore(database);
  return { talk, host, database };
}

const message = (id: string, change: Partial<Message> = {}): Message => ({
  id,
  session,
  turn: 'turn-1',
  role: 'owner',
  body: `text of ${id}`,
  taint: 'owner',
  at: 5,
  ...change,
});
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const call = (callId: string, change: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  address: `tool-call:${callId}`,
  session,
  turn: 'turn-1',
  callId,
  tool: 'clock',
  digest: 'd',
  level: 2,
  reasons: ['It acts outside.'],
  outcome: 'done',
  failed: false,
  at: 20,
  endedAt: 30,
  ...change,
});

suite('messages', () => {
  test('given a message with everything, when it is kept, then it is read back with its text', t => {
    const { talk, host } = opened(t);
    const more = {
      toolCalls: [{ callId: 'c1', name: 'clock', arguments: { blob: 'args', bytes: 9 } }],
      callId: 'c1',
      tool: 'clock',
      failed: false,
      attachments: [{ kind: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3 }],
    } as const;
    host.putBlob('h', 'a long text', 1);
    const { body: _, ...rest } = message('m1', { role: 'assistant', taint: 'external', ...more });
    talk.appendMessage({ ...rest, body: { blob: 'h', bytes: 11 } });
    assert.deepEqual(talk.message('m1'), { ...rest, text: 'a long text' });
    assert.equal(talk.message('m2'), undefined);
  });

  test('given the same id twice, when it comes, then the first one stays', t => {
    const { talk } = opened(t);
    talk.appendMessage(message('m1'));
    talk.appendMessage(message('m1', { body: 'other words' }));
    assert.deepEqual(
      talk.messages(session, { limit: 9 }).map(({ text }) => text),
      ['text of m1'],
    );
  });

  test('given many messages, when they are read, then the newest come, oldest first, of one session alone', t => {
    const { talk } = opened(t);
    // kept in the order they were written, whatever their instants say
    for (let number = 1; number <= 9; number += 1) {
      talk.appendMessage(message(`m${number}`, { at: 100 - number }));
      talk.appendMessage(message(`x${number}`, { session: 'session:web:other' }));
    }
    assert.deepEqual(ids(talk.messages(session, { limit: 3 })), ['m7', 'm8', 'm9']);
    assert.deepEqual(ids(talk.messages(session, { limit: 3, before: 'm7' })), ['m4', 'm5', 'm6']);
    assert.deepEqual(ids(talk.messages(session, { limit: 3, before: 'm1' })), []);
    assert.deepEqual(ids(talk.messages(session, { limit: 2, before: 'never' })), ['m8', 'm9']);
    assert.deepEqual(talk.messages('session:web:nobody', { limit: 3 }), []);
  });

  test('given rows for the owner alone and rows set aside, when a model asks for its window, then they take no place in it', t => {
    const { talk } = opened(t);
    for (let number = 1; number <= 9; number += 1) {
      talk.appendMessage(message(`m${number}`));
      talk.appendMessage(message(`m${number}/aside`, { role: 'notice', isAside: true }));
    }
    talk.setAside(['m7', 'm8'], 50);
    assert.deepEqual(ids(talk.forModel(session, 3)), ['m5', 'm6', 'm9']);
    talk.appendMessage(message('m8'));
    assert.deepEqual(ids(talk.forModel(session, 3)), ['m6', 'm8', 'm9']);
  });

  test('given a text that is no longer kept, when it is read, then that is said and nothing breaks', t => {
    const { talk } = opened(t);
    assert.equal(talk.read('as it is'), 'as it is');
    assert.equal(talk.read({ blob: 'gone', bytes: 4096 }), '[a text of 4096 bytes that is no longer kept]');
  });
});

suite('turns', () => {
  const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 300, cacheWriteTokens: 40 };

  function turn(talk: ConversationStore): void {
    talk.beginTurn({ id: 'turn-1', session, startedAt: 10 });
  }

  test('given a turn, when it begins, is billed and ends, then each is read back', t => {
    const { talk } = opened(t);
    turn(talk);
    const open = { id: 'turn-1', session, startedAt: 10, reply: null, endedAt: null } as const;
    assert.deepEqual(talk.turn('turn-1'), { ...open, outcome: 'running', model: null, usage: noUsage });
    talk.addUsage('turn-1', 'peer/one', usage);
    talk.addUsage('turn-1', 'peer/two', usage);
    talk.endTurn({ id: 'turn-1', outcome: 'done', reply: 'm1', endedAt: 50 });
    assert.deepEqual(talk.turn('turn-1'), {
      ...open,
      outcome: 'done',
      reply: 'm1',
      endedAt: 50,
      model: 'peer/two',
      usage: { inputTokens: 20, outputTokens: 4, cacheReadTokens: 600, cacheWriteTokens: 80 },
    });
  });

  test('given a turn that began, when it begins again, then it is the same; of one that never began nothing is billed', t => {
    const { talk } = opened(t);
    turn(talk);
    talk.addUsage('turn-1', 'peer/one', usage);
    talk.beginTurn({ id: 'turn-1', session, startedAt: 99 });
    assert.equal(talk.turn('turn-1')?.startedAt, 10);
    assert.equal(talk.turn('turn-1')?.usage.inputTokens, 10);
    talk.addUsage('turn-2', 'peer/one', usage);
    assert.deepEqual([talk.turn('turn-2'), talk.turnReport('turn-2')], [undefined, undefined]);
  });

  test('given a finished turn, when it is reported, then reply, what stands beneath it and its calls are told apart', t => {
    const { talk } = opened(t);
    turn(talk);
    talk.appendMessage(message('m1', { role: 'assistant', body: 'Done.' }));
    talk.appendMessage(message('m1/notes', { role: 'notice', body: '(Careful.)' }));
    talk.recordToolCall(call('c2', { at: 25, outcome: 'failed', failed: true }));
    talk.recordToolCall(call('c1'));
    talk.recordToolCall(call('c0', { turn: 'turn-0', at: 5 }));
    talk.endTurn({ id: 'turn-1', outcome: 'done', reply: 'm1', endedAt: 50 });
    assert.deepEqual(talk.turnReport('turn-1'), {
      turn: 'turn-1',
      session,
      outcome: 'done',
      reply: 'Done.',
      notes: ['(Careful.)'],
      usage: noUsage,
      toolCalls: [
        { tool: 'clock', outcome: 'done', ms: 10 },
        { tool: 'clock', outcome: 'failed', ms: 5 },
      ],
      waiting: [],
    });
  });

  test('given a refusal without words, when the turn is reported, then only what stands beneath is said', t => {
    const { talk } = opened(t);
    turn(talk);
    talk.appendMessage(message('m1/notes', { role: 'notice', body: 'The model declined.' }));
    talk.endTurn({ id: 'turn-1', outcome: 'done', reply: 'm1', endedAt: 50 });
    const { reply, notes } = talk.turnReport('turn-1') ?? {};
    assert.deepEqual([reply, notes], ['', ['The model declined.']]);
  });
});

suite('tool calls', () => {
  test('given calls of several turns and sessions, when those during a turn are asked for, then it is what ended in its session since it began', t => {
    const { talk } = opened(t);
    talk.beginTurn({ id: 'turn-1', session, startedAt: 10 });
    talk.recordToolCall(call('own'));
    talk.recordToolCall(call('late', { turn: 'turn-0', at: 1, endedAt: 10 }));
    talk.recordToolCall(call('before', { turn: 'turn-0', at: 1, endedAt: 9 }));
    talk.recordToolCall(call('elsewhere', { session: 'session:web:other' }));
    assert.deepEqual(
      talk.toolCallsDuring('turn-1').map(({ callId }) => callId),
      ['late', 'own'],
    );
    assert.deepEqual(talk.toolCallsDuring('turn-1')[1], call('own'));
    assert.deepEqual(talk.toolCallsDuring('never'), []);
  });

  test('given a call that is recorded again, when it is read, then it is there once', t => {
    const { talk } = opened(t);
    talk.beginTurn({ id: 'turn-1', session, startedAt: 10 });
    talk.recordToolCall(call('c1'));
    talk.recordToolCall(call('c1', { outcome: 'unknown', failed: true }));
    assert.deepEqual(talk.toolCallsDuring('turn-1'), [call('c1', { outcome: 'unknown', failed: true })]);
  });
});

suite('deliveries', () => {
  const queued = { id: 'd1', channel: 'telegram', chat: '42', session, body: 'Hello.', at: 5 };

  test('given a delivery, when its parts go out, then each is counted and named in order, and its end is kept', t => {
    const { talk } = opened(t);
    talk.queueDelivery(queued);
    assert.deepEqual(talk.delivery('d1'), {
      ...queued,
      asks: null,
      taint: null,
      status: 'queued',
      sent: 0,
      refs: [],
      failure: null,
    });
    talk.markPartSent('d1', '100');
    talk.markPartSent('d1', 'a "quoted" ref');
    talk.endDelivery('d1', 'sent', null, 9);
    assert.deepEqual(talk.delivery('d1'), {
      ...queued,
      asks: null,
      taint: null,
      status: 'sent',
      sent: 2,
      refs: ['100', 'a "quoted" ref'],
      failure: null,
    });
    assert.equal(talk.delivery('d2'), undefined);
  });

  test('given what was sent, when it is looked for by what the channel calls it, then it is found in its chat alone, with how far it is trusted', t => {
    const { talk } = opened(t);
    talk.queueDelivery({ ...queued, taint: 'external' });
    talk.markPartSent('d1', '100');
    talk.markPartSent('d1', '101');
    assert.deepEqual([talk.sentAs('telegram', '42', '101')?.id, talk.delivery('d1')?.taint], ['d1', 'external']);
    for (const [channel, chat, ref] of [
      ['telegram', '42', '10'],
      ['telegram', '43', '100'],
      ['terminal', '42', '100'],
    ] as const)
      assert.equal(talk.sentAs(channel, chat, ref), undefined);
  });

  test('given a delivery that failed, when it is read, then it says why; queued a second time it changes nothing', t => {
    const { talk } = opened(t);
    talk.queueDelivery({ ...queued, body: { blob: 'h', bytes: 5000 } });
    talk.endDelivery('d1', 'failed', 'the chat is gone', 9);
    talk.queueDelivery(queued);
    const row = talk.delivery('d1');
    assert.deepEqual(
      [row?.status, row?.failure, row?.body],
      ['failed', 'the chat is gone', { blob: 'h', bytes: 5000 }],
    );
  });
});

suite('approvals', () => {
  const address = 'approval:k3Qm9xTd';
  const card: ApprovalCard = {
    key: 'k3Qm9xTd',
    session,
    tool: 'send_mail',
    intent: 'Send a mail',
    risk: 'high',
    reasons: ['It acts outside.'],
    exact: '',
    digest: 'd',
    nonce: 'n1',
    repeat: false,
  };
  const shown = [{ channel: 'web', chat: 'main', ref: '1' }];
  const open = (talk: ConversationStore, at = 5, name = address) =>
    talk.openApproval({ address: name, session, card, exact: 'To: a@b.example', at });

  test('given an approval, when it is opened, shown and closed, then its card, its places and its revisions are kept', t => {
    const { talk } = opened(t);
    open(talk);
    const pending = {
      address,
      session,
      card: { ...card, requestedAt: 5, exact: 'To: a@b.example' },
      shown: [],
      state: 'pending',
      rev: 1,
      queued: true,
      decidedBy: null,
      decidedAt: null,
      reason: null,
      answer: null,
    } as const;
    assert.deepEqual(talk.approval(address), pending);
    talk.showApproval(address, { nonce: 'n2', repeat: true, expiresAt: 99 }, shown);
    const visible = {
      ...pending,
      card: { ...pending.card, nonce: 'n2', repeat: true, expiresAt: 99 },
      shown,
      rev: 2,
    } as const;
    assert.deepEqual(talk.approval(address), visible);
    const decided = { by: 'telegram:42', decidedAt: 50, answer: 'tap' };
    talk.holdApproval(address, { ...decided, undoUntil: 60 });
    const held = { ...visible, queued: false, decidedBy: 'telegram:42', decidedAt: 50, answer: 'tap' } as const;
    assert.deepEqual(talk.approval(address), {
      ...held,
      card: { ...visible.card, undoUntil: 60 },
      state: 'granted',
      rev: 3,
    });
    talk.closeApproval(address, 'denied', { ...decided, reason: 'taken back' });
    assert.deepEqual(talk.approval(address), { ...held, state: 'denied', rev: 4, reason: 'taken back' });
    assert.partialDeepStrictEqual(talk.approvalRow(address), { id: address, state: 'denied', reason: 'taken back' });
    assert.equal(talk.approval('approval:gone'), undefined);
  });

  test('given what would run as a long text, when the card is read, then it is whole, and the rest of the card is not searched for it', t => {
    const { talk, host } = opened(t);
    const exact = `rm ${'x'.repeat(5000)}`;
    host.putBlob('h', exact, 1);
    talk.openApproval({ address, session, card, exact: { blob: 'h', bytes: exact.length }, at: 5 });
    assert.equal(talk.approval(address)?.card.exact, exact);
  });

  test('given an approval that is begun again, when it is read, then nobody has answered it, and it waits for its turn', t => {
    const { talk } = opened(t);
    open(talk);
    talk.closeApproval(address, 'denied', { by: 'web', decidedAt: 9, reason: 'no' });
    open(talk);
    assert.partialDeepStrictEqual(talk.approval(address), {
      state: 'pending',
      queued: true,
      decidedBy: null,
      decidedAt: null,
      reason: null,
    });
  });

  test('given several, when they are listed, then the newest come first, of one state or of all, and a report names what waits', t => {
    const { talk } = opened(t);
    open(talk, 1, 'approval:first');
    open(talk, 2, 'approval:second');
    open(talk, 3, 'approval:third');
    talk.closeApproval('approval:second', 'expired', { by: null, decidedAt: 9 });
    assert.deepEqual(ids(talk.approvals(undefined, 9)), ['approval:third', 'approval:second', 'approval:first']);
    assert.deepEqual(ids(talk.approvals('pending', 9)), ['approval:third', 'approval:first']);
    assert.deepEqual(ids(talk.approvals('pending', 1)), ['approval:third']);
    const [expired] = talk.approvals('expired', 9);
    assert.deepEqual([expired?.decidedAt, expired && 'decidedBy' in expired], [9, false]);
    talk.beginTurn({ id: 'turn-1', session, startedAt: 10 });
    assert.deepEqual(ids(talk.turnReport('turn-1')?.waiting ?? []), ['approval:first', 'approval:third']);
  });
});

test('given reports, when the book is read, then the newest come first, as many as wanted', t => {
  const { talk } = opened(t);
  for (let number = 1; number <= 3; number += 1)
    talk.report({ at: number, kind: 'progress', subject: 'supervisor', text: `line ${number}` });
  assert.deepEqual(
    talk.reports(2).map(entry => ({ ...entry })),
    [
      { at: 3, kind: 'progress', subject: 'supervisor', text: 'line 3' },
      { at: 2, kind: 'progress', subject: 'supervisor', text: 'line 2' },
    ],
  );
});
