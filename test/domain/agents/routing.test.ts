/** Which agent takes a message by its words: exactly one, or nobody. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentProfile } from '../../../src/domain/agents/agent.ts';
import { type EarlierEnd, isFailing } from '../../../src/domain/agents/earlier.ts';
import { takerOf, takersAmong } from '../../../src/domain/agents/routing.ts';
import { defined } from '../../../src/domain/text/json.ts';

const agent = (name: string, takes?: readonly string[], skills?: readonly string[]): AgentProfile => ({
  name,
  purpose: name,
  tools: ['read_file'],
  prompt: '',
  minutes: 5,
  ...defined({ takes, limits: skills && { skills } }),
});

const takers = takersAmong([
  agent('editor', ['proofread', 'improve the text']),
  agent('translator', ['translate', 'übersetze'], ['pdf']),
  agent('lector', ['proofread this in German'], ['pdf', 'odt']),
  agent('other'),
]);

test('given messages, when agents say what they take, then exactly one that takes a message has it, and several or none have not', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['Please proofread the letter.', 'editor'],
    ['Improve the TEXT, please', 'editor'],
    ['ÜBERSETZE das', 'translator'],
    // two take it
    ['proofread this in German', undefined],
    ['Translate it and proofread it', undefined],
    // not as a whole word
    ['I am proofreading', undefined],
    ['translated', undefined],
    ['hello', undefined],
    ['', undefined],
    // two may use the one, one alone the other; a word alone is no skill
    ['use the skill pdf', undefined],
    ['with the odt skill, please', 'lector'],
    ['open a.odt', undefined],
  ];
  for (const [words, wanted] of cases) assert.equal(takerOf(words, takers)?.agent, wanted, words);
  assert.deepEqual(takerOf('use the skill odt', takers), { agent: 'lector', by: 'skill', what: 'odt' });
  assert.equal(takers.length, 3);
});

test('given what pieces of work came to, when the last three came to nothing a short while ago, then the agent fails; what was stopped says nothing', () => {
  const ended = (...states: readonly EarlierEnd['state'][]) =>
    states.map((state, at): EarlierEnd => ({ state, verdict: null, calls: 1, ms: 1, endedAt: 1_000 - at }));
  assert.equal(isFailing(ended('failed', 'expired', 'unknown'), 2_000), true);
  assert.equal(isFailing(ended('failed', 'cancelled', 'expired', 'failed'), 2_000), true);
  assert.equal(isFailing(ended('failed', 'failed'), 2_000), false);
  assert.equal(isFailing(ended('failed', 'failed', 'done'), 2_000), false);
  assert.equal(isFailing(ended('failed', 'failed', 'failed'), 4_000_000), false);
});
