import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compactionCut, isFull } from '../../../src/domain/context/compaction.ts';
import { historyTokens } from '../../../src/domain/conversation/context-window.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';
import { random } from '../random.ts';

/** So many always stay as they are. */
const wholeMessages = 10;

let serial = 0;
const message = (role: ReadMessage['role'], turn: string, more: Partial<ReadMessage> = {}): ReadMessage => {
  serial += 1;
  const text = more.text ?? `text ${serial}`;
  return { id: `m${serial}`, session: 's', turn, role, text, taint: 'owner', at: serial, ...more };
};
const turns = (count: number, text = 'some words'): ReadMessage[] =>
  Array.from({ length: count }, (_, at) => [
    message('owner', `t${at}`, { text }),
    message('assistant', `t${at}`, { text }),
  ]).flat();

suite('the cut', () => {
  test('given 30 messages, when it is looked for, then the newest ten stay, and what stays begins with a saying', () => {
    const messages = turns(15);
    const cut = compactionCut(messages);
    assert.equal(messages.length - cut, wholeMessages);
    assert.equal(messages[cut]?.role, 'owner');
  });

  test('given ten messages, when it is looked for, then there is nothing to summarise', () =>
    assert.equal(compactionCut(turns(5)), 0));

  test('given a running turn of 30 messages, when it is looked for, then all of it stays', () => {
    const running = Array.from({ length: 30 }, () => message('assistant', 'now'));
    const messages = [...turns(10), message('owner', 'now'), ...running];
    assert.equal(compactionCut(messages, 'now'), 20);
  });

  test('given a call whose result came after ten more messages, when the cut would part them, then it stands before both', () => {
    const asks = message('assistant', 't9', { toolCalls: [{ callId: 'c1', name: 'clock', arguments: '{}' }] });
    const result = message('tool', 't9', { callId: 'c1', tool: 'clock' });
    const messages = [...turns(4), message('owner', 't9'), asks, ...turns(3), result, ...turns(4)];
    assert.equal(compactionCut(messages), 8);
  });

  test('given a summary alone before what stays, when it is looked for, then there is nothing to summarise', () => {
    const summary = message('notice', 't0', { isSummary: true });
    assert.equal(compactionCut([summary, ...turns(5)]), 0);
    assert.ok(compactionCut([summary, ...turns(6)]) > 1);
  });

  test('given 2 000 random conversations, when each is cut, then ten stay, no result loses its call, and the turn is whole', () => {
    for (let seed = 1; seed <= 2000; seed += 1) {
      const { integer, pick } = random(seed);
      const messages: ReadMessage[] = [];
      let calls = 0;
      for (let at = 0; at < 5 + integer(60); at += 1) {
        const turn = `t${Math.floor(at / 6)}`;
        const role = pick(['owner', 'assistant', 'notice', 'call'] as const);
        if (role !== 'call') {
          messages.push(message(role, turn));
          continue;
        }
        const callId = `c${calls++}`;
        messages.push(message('assistant', turn, { toolCalls: [{ callId, name: 'clock', arguments: '{}' }] }));
        if (integer(5) > 0) messages.push(message('owner', turn));
        if (integer(8) > 0) messages.push(message('tool', turn, { callId, tool: 'clock' }));
      }
      const turn = messages.at(-1)?.turn ?? '';
      const cut = compactionCut(messages, turn);
      const kept = messages.slice(cut);
      if (cut === 0) continue;
      assert.ok(kept.length >= wholeMessages, `seed ${seed}`);
      assert.ok(kept[0]?.role === 'owner' || kept[0]?.role === 'notice', `seed ${seed}`);
      assert.ok(!messages.slice(0, cut).some(one => one.turn === turn), `seed ${seed}`);
      const asked = new Set(messages.slice(0, cut).flatMap(({ toolCalls = [] }) => toolCalls.map(call => call.callId)));
      assert.ok(!kept.some(({ role, callId }) => role === 'tool' && asked.has(callId ?? '')), `seed ${seed}`);
    }
  });
});

suite('whether a conversation is full', () => {
  const messages = turns(20, 'word '.repeat(60));
  const turn = 't19';
  const weight = historyTokens(messages);

  test('given three quarters of the room, when it is asked, then it is full; with a little less it is not', () => {
    assert.equal(isFull({ messages, turn, room: Math.floor(weight / 0.76) }), true);
    assert.equal(isFull({ messages, turn, room: Math.ceil(weight / 0.74) }), false);
  });

  test('given no request yet, when it is asked, then it is not', () =>
    assert.equal(isFull({ messages, turn, room: undefined }), false));

  test('given a conversation that fills the room with its newest ten messages, when it is asked, then a summary would gain nothing', () => {
    const large = turns(5, 'word '.repeat(2000));
    assert.equal(isFull({ messages: [...turns(3, 'short'), ...large], turn: 't4', room: historyTokens(large) }), false);
  });

  test('given 300 short messages in a large room, when it is asked, then they are many enough', () =>
    assert.equal(isFull({ messages: turns(150, 'hi'), turn: 't149', room: 1_000_000 }), true));

  test('given a summary that was undone, when it is asked, then it is full again after 20 more messages', () => {
    const room = Math.floor(weight / 2);
    const since = (count: number) => messages.at(-1 - count)?.at ?? 0;
    assert.equal(isFull({ messages, turn, room, undoneAt: since(19) }), false);
    assert.equal(isFull({ messages, turn, room, undoneAt: since(20) }), true);
  });
});
