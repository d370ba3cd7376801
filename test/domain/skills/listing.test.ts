/** The skills in the instructions: all of them, in a small share of the window. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '../../../src/domain/conversation/context-window.ts';
import { skillsInWords } from '../../../src/domain/skills/listing.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `skill-${at}`,
    description: `${at} is the number of this one. ${'It says how something is done, and when to use it. '.repeat(15)}`,
  }));

test('given 200 skills with long descriptions, when a model of 200 000 tokens is told, then each is there with a part of its description, in 2 % of the window', () => {
  const words = skillsInWords(many(200), 200_000);
  assert.ok(estimateTokens(words) <= 4_000, `${estimateTokens(words)}`);
  assert.ok(estimateTokens(words) > 3_500, `${estimateTokens(words)}: what room there is is used`);
  for (const { name } of many(200)) assert.match(words, new RegExp(`^- ${name}: ${name.slice(6)} is the number`, 'm'));
});

test('given a few skills, when a model is told, then their descriptions stand there whole', () => {
  const [one] = many(1);
  assert.ok(skillsInWords([{ name: 'a', description: 'Short.' }], 8_000).endsWith('- a: Short.'));
  assert.ok(skillsInWords(one ? [one] : [], 200_000).includes(one?.description.trim() ?? '-'));
  assert.equal(skillsInWords([], 8_000), '');
});

test('given a window too small for all, when a model is told, then none is left out', () => {
  const words = skillsInWords(many(200), 8_000);
  for (const { name } of many(200)) assert.match(words, new RegExp(`^- ${name}: ${name.slice(6)} is`, 'm'));
});
