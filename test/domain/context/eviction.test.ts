import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { briefMessage, eviction, type TurnWeight, wholeTurns } from '../../../src/domain/context/eviction.ts';
import { contextWindow, historyTokens } from '../../../src/domain/conversation/context-window.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';
import { random } from '../random.ts';

const weights = (count: number, whole: number, brief: number): TurnWeight[] =>
  Array.from({ length: count }, () => ({ whole, brief }));
const sizeOf = (turns: readonly TurnWeight[], { from, briefTo }: ReturnType<typeof eviction>) =>
  turns.reduce((sum, { whole, brief }, at) => sum + (at < from ? 0 : at < briefTo ? brief : whole), 0);

suite('what leaves', () => {
  test('given room for all, when it is asked, then nothing leaves', () =>
    assert.deepEqual(eviction(weights(8, 100, 10), 1024), { from: 0, briefTo: 0 }));

  test('given turns with long results, when the room is nearly full, then those five turns back are left out, and no turn', () => {
    const turns = weights(9, 100, 10);
    const left = eviction(turns, 1024);
    assert.deepEqual(left, { from: 0, briefTo: 9 - wholeTurns });
    assert.ok(sizeOf(turns, left) < 1024 * 0.6);
  });

  test('given turns with long results that may take most of the room, when it is nearly full, then the oldest turns leave and no result', () => {
    const turns = weights(9, 100, 50);
    assert.deepEqual(eviction(turns, 1024, 0.6), { from: 3, briefTo: 0 });
    const larger = weights(9, 100, 10);
    assert.deepEqual(eviction(larger, 1024, 0.6), eviction(larger, 1024), 'they take more than their share');
  });

  test('given turns without results, when the room is nearly full, then so many of the oldest leave that several find room again', () => {
    const turns = weights(9, 100, 100);
    const left = eviction(turns, 1024);
    assert.ok(sizeOf(turns, left) <= 1024 * 0.6);
    for (const more of [1, 2]) {
      const later = [...turns, ...weights(more, 100, 100)];
      assert.equal(eviction(later, 1024).from, left.from, `${more} more`);
    }
  });

  test('given one turn larger than the room, when it is asked, then it stays alone', () =>
    assert.equal(eviction([...weights(3, 100, 100), { whole: 5000, brief: 5000 }], 1024).from, 3));

  test('given 2 000 random conversations, when each goes on turn by turn, then the room is held, and what has left once does not come back', () => {
    for (let seed = 1; seed <= 2000; seed += 1) {
      const { integer } = random(seed);
      const room = 512 + integer(4000);
      const turns: TurnWeight[] = [];
      let before = { from: 0, briefTo: 0 };
      for (let turn = 0; turn < 40; turn += 1) {
        const whole = 1 + integer(room / 3);
        turns.push({ whole, brief: Math.min(whole, 1 + integer(100)) });
        const left = eviction(turns, room);
        assert.ok(sizeOf(turns, left) <= room * 0.8, `seed ${seed}, turn ${turn}`);
        assert.ok(left.from >= before.from && left.briefTo >= before.briefTo, `seed ${seed}, turn ${turn}`);
        assert.ok(left.briefTo <= Math.max(0, turns.length - wholeTurns), `seed ${seed}, turn ${turn}`);
        before = left;
      }
    }
  });
});

const base = { session: 's', taint: 'external', at: 1 } as const;
const result = (text: string, id = 'tool-call:k3Qm9xTd'): ReadMessage => ({
  ...base,
  id,
  turn: '1',
  role: 'tool',
  text,
  callId: 'c1',
  tool: 'read_file',
});

suite('the line in place of a result', () => {
  test('given a long result from outside, when it is left out, then one line of ours says how to read it', () => {
    const { text, taint, callId } = briefMessage(result('word '.repeat(400)), String);
    assert.equal(
      text,
      '[2000 characters of the result of read_file are left out here, for want of room. Call earlier_result with {"id": "tool-call:k3Qm9xTd"} to read them.]',
    );
    assert.deepEqual([taint, callId], ['owner', 'c1']);
  });

  for (const [what, message] of [
    ['a short result', result('word '.repeat(50))],
    ['a result that nobody could read again', result('word '.repeat(400), 'e7')],
  ] as const)
    test(`given ${what}, when it would be left out, then it stays`, () =>
      assert.equal(briefMessage(message, String), message));
});

/** A turn of a question, a call with a result, and an answer. */
function turn(number: number, characters: number): ReadMessage[] {
  const of = { ...base, turn: `t${number}`, taint: 'owner' } as const;
  const callId = `c${number}`;
  return [
    { ...of, id: `q${number}`, role: 'owner', text: `question ${number} ${'why '.repeat(30)}` },
    {
      ...of,
      id: `a${number}`,
      role: 'assistant',
      text: '',
      toolCalls: [{ callId, name: 'read_file', arguments: '{}' }],
    },
    { ...result('word '.repeat(characters / 5), `tool-call:r${number}`), turn: of.turn, callId },
    { ...of, id: `e${number}`, role: 'assistant', text: `answer ${number} ${'so '.repeat(30)}` },
  ];
}

test('given 60 turns with results, when each is asked for in turn, then most of each request begins as the one before it', t => {
  const messages: ReadMessage[] = [];
  let before = '';
  let same = 0;
  let all = 0;
  for (let number = 0; number < 60; number += 1) {
    const [question, ...rest] = turn(number, 4000);
    if (question) messages.push(question);
    const window = contextWindow(messages, 16_000, { turn: `t${number}` });
    assert.ok(historyTokens(window.messages) <= 16_000);
    const now = window.messages.map(({ text }) => text).join('\n');
    if (number >= 10) {
      let at = 0;
      while (at < before.length && before[at] === now[at]) at += 1;
      same += at;
      all += now.length;
    }
    messages.push(...rest);
    before = now;
  }
  t.diagnostic(`${((100 * same) / all).toFixed(1)} % of the requests are the beginning of the one before`);
  assert.ok(same / all > 0.6, `${same / all}`);
  const { messages: shown, brief, older } = contextWindow(messages, 16_000, { turn: 't59' });
  assert.ok(brief.size >= 8, `${brief.size} results are one line`);
  assert.ok(older < messages.length * 0.8, `${older} are left out`);
  const whole = shown.filter(({ role, text }) => role === 'tool' && text.startsWith('word'));
  assert.ok(whole.length >= wholeTurns, `${whole.length} results stand whole`);
});
