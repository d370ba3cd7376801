import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPhrases, quotedPhrases } from '../../../src/domain/memory/quoted.ts';

test('given a question with words between quotation marks, when it is read, then they are a phrase, and a single word is none', () => {
  for (const [question, phrases] of [
    ['what did I call "the Blue Hour"?', [['the', 'blue', 'hour']]],
    [
      'wo steht „alte Mühle“ und «bei Graz»',
      [
        ['alte', 'mühle'],
        ['bei', 'graz'],
      ],
    ],
    ['a “left” word', []],
    ['no marks at all', []],
    ['one " alone', []],
  ] as const)
    assert.deepEqual(quotedPhrases(question), phrases, question);
});

test('given a phrase, when a text is held against it, then only the words in this order are it', () => {
  const phrases = quotedPhrases('"the Blue Hour"');
  assert.equal(hasPhrases('We met at The  blue hour.', phrases), true);
  assert.equal(hasPhrases('the hour was blue', phrases), false);
  assert.equal(hasPhrases('bathe blue hourglass', phrases), false);
  assert.equal(hasPhrases('anything', []), true);
});
