/** Which turns leave where a model chooses, and how its failures let it rest. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type Choice,
  choiceIn,
  choiceInWords,
  healthAfter,
  healthy,
  type ScoredTurns,
  turnsThatLeave,
} from '../../../src/domain/context/scoring.ts';
import { contextWindow, historyTokens } from '../../../src/domain/conversation/context-window.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';

/** A conversation of so many turns, each of about so many characters. */
function talk(turns: number, characters: number): readonly ReadMessage[] {
  return Array.from({ length: turns }, (_, at) => {
    const common = { session: 's', turn: `t${at}`, at, taint: 'owner' } as const;
    return [
      { ...common, id: `o${at}`, role: 'owner', text: `saying ${at} ${'x'.repeat(characters)}` },
      { ...common, id: `a${at}`, role: 'assistant', text: `answer ${at}` },
    ] as readonly ReadMessage[];
  }).flat();
}

const choice: Choice = {
  turns: [1, 2, 3, 4].map(at => ({ turn: `t${at}`, weight: 100, messages: [] })),
  staying: 200,
  words: '',
};
const scoredOf = (turns: readonly string[], briefTo: string): ScoredTurns => ({ turns, briefTo, model: 'm', at: 0 });

suite('a choice of what leaves', () => {
  test('given a long conversation, when turns are put up for choice, then the newest five are not, nor those that left before', () => {
    const messages = talk(10, 100);
    const full = { messages, turn: 't9', scored: undefined, read: String, weigh: historyTokens };
    const all = choiceIn(full);
    assert.deepEqual(
      all?.turns.map(({ turn }) => turn),
      ['t0', 't1', 't2', 't3', 't4', 't5'].slice(0, 5),
    );
    const again = choiceIn({ ...full, scored: scoredOf(['t1', 't2'], 't4') });
    assert.deepEqual(
      again?.turns.map(({ turn }) => turn),
      ['t0', 't3', 't4'],
    );
    assert.equal(choiceIn({ ...full, messages: talk(6, 100), turn: 't5' }), undefined, 'one turn is no choice');
  });

  test('given what a model answers, when the room is too small, then what it named leaves first and what it wants to keep last, and no more than has to', () => {
    assert.deepEqual(turnsThatLeave(choice, { evict: [3, 1], keep: [2] }, 1024), []);
    assert.deepEqual(turnsThatLeave(choice, { evict: [3, 1], keep: [2] }, 896), ['t3']);
    assert.deepEqual(turnsThatLeave(choice, { evict: [3], keep: [1] }, 600), ['t3', 't2', 't4']);
    assert.deepEqual(turnsThatLeave(choice, { evict: [], keep: [] }, 600), ['t1', 't2', 't3'], 'else the oldest');
    assert.deepEqual(turnsThatLeave(choice, { evict: [99], keep: [98] }, 100), ['t1', 't2', 't3', 't4']);
  });

  test('given turns with long words, when they are put before a model, then each is named with its tokens, and none at length', () => {
    const found = choiceIn({
      messages: talk(9, 5_000),
      turn: 't8',
      scored: undefined,
      read: String,
      weigh: historyTokens,
    });
    const text = choiceInWords(found ?? choice);
    assert.match(text, /^## 1 \(\d+ tokens\)\nowner: saying 0 x+…\nassistant: answer 0\n\n## 2 /);
    assert.ok(text.length < 4_000, `${text.length}`);
    assert.match(text, /## Asked for now\nsaying 8 /);
  });

  test('given failures of the model, when three follow each other, then it rests five minutes, and one more lets it rest again', () => {
    let health = healthy;
    for (let at = 0; at < 2; at += 1) health = healthAfter(health, true, 1_000);
    assert.equal(health.restsUntil, 0);
    health = healthAfter(health, true, 1_000);
    assert.equal(health.restsUntil, 301_000);
    assert.equal(healthAfter(health, true, 400_000).restsUntil, 700_000);
    assert.deepEqual(healthAfter(health, false, 400_000), healthy);
  });
});

suite('a window with turns that a model chose', () => {
  const messages = talk(40, 1_500);
  const turnsIn = (shown: readonly ReadMessage[]) => [...new Set(shown.map(({ turn }) => turn))];

  test('given a choice, when the fixed steps would leave out turns, then those leave that were chosen, and the others stay', () => {
    const plain = contextWindow(messages, 12_000, { turn: 't39' });
    assert.ok(plain.older > 0 && !plain.isScored);
    assert.ok(!turnsIn(plain.messages).includes('t0'));
    const gone = Array.from({ length: 30 }, (_, at) => `t${at + 2}`);
    const scored = contextWindow(messages, 12_000, { turn: 't39', scored: scoredOf(gone, 't34') });
    assert.ok(scored.isScored);
    assert.deepEqual(turnsIn(scored.messages).slice(0, 4), ['t0', 't1', 't32', 't33']);
    assert.equal(scored.older, 60);
    assert.ok(historyTokens(scored.messages) <= 12_000);
  });

  test('given a choice, when all has room again, then all is there again', () => {
    const all = contextWindow(messages, 200_000, { turn: 't39', scored: scoredOf(['t2', 't3'], 't34') });
    assert.deepEqual([all.older, all.isScored], [0, false]);
  });

  test('given a choice that is not enough any more, when more is said, then the oldest of the others leave, and the room is held', () => {
    const scored = scoredOf(['t2', 't3'], 't34');
    const window = contextWindow(messages, 12_000, { turn: 't39', scored });
    assert.ok(window.isScored && window.older > 4);
    assert.ok(historyTokens(window.messages) <= 12_000);
  });
});
