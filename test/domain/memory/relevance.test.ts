import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conceptsOf, synonymsOf } from '../../../src/domain/memory/concepts.ts';
import { rank } from '../../../src/domain/memory/relevance.ts';
import { people, things } from '../../../src/domain/memory/synonyms.ts';
import { contentWords, stem, wordsOf } from '../../../src/domain/memory/words.ts';

const best = (question: string, texts: readonly string[]) => rank(question, texts, text => text)[0]?.item;

test('given forms of one word, when they are cut to their stem, then they meet', () => {
  for (const [a, b] of [
    ['allergy', 'allergies'],
    ['living', 'lives'],
    ['flew', 'fly'],
    ['Schwestern', 'Schwester'],
    ['Größe', 'GROSSE'],
    ['teeth', 'tooth'],
  ] as const)
    assert.equal(stem(a), stem(b), `${a} ${b}`);
  assert.notEqual(stem('pet'), stem('Peter'));
});

test('given a question, when its words are read, then what every question has is left out', () => {
  assert.deepEqual(
    contentWords("What's my sister's birthday?").map(word => word.text),
    ['sister', 'birthday'],
  );
  assert.deepEqual(conceptsOf('what do you know about me?'), []);
  assert.deepEqual(wordsOf(''), []);
  assert.equal(wordsOf('word '.repeat(5_000)).length, 400);
});

test('given a phrase of the table, when a question has it, then it is one idea', () => {
  assert.deepEqual(
    conceptsOf('when do I work out?').map(concept => concept.words),
    [['work', 'out']],
  );
});

test('given a fact about another person, when somebody is asked for, then it comes after the right one', () => {
  const facts = ["my brother's birthday is 4 May", "my sister's birthday is 9 June"];
  assert.equal(best('when was my sister born?', facts), facts[1]);
  assert.equal(best("when is my brother's birthday?", facts), facts[0]);
});

test('given a kin in other words, when asked, then it is found: the son of a brother is a nephew', () => {
  assert.equal(best("how old is my brother's son?", ['my son is four', 'my nephew is six']), 'my nephew is six');
  assert.equal(
    best('wie heißt der Sohn meines Bruders?', ['mein Sohn heißt Max', 'mein Neffe heißt Tim']),
    'mein Neffe heißt Tim',
  );
});

test('given two narrow words of one row, when one is asked for, then the other is no answer', () => {
  assert.deepEqual(
    rank('Volvo', ['I drive a Fiat', 'the weather is fine'], text => text).map(({ item }) => item),
    ['I drive a Fiat'],
  );
  assert.equal(
    best('where is the Volvo?', ['the Fiat is sold', 'the car is in the garage']),
    'the car is in the garage',
  );
});

test('given a German compound nobody listed, when asked for, then its parts are understood', () => {
  assert.equal(
    best('wie ist das Internetpasswort?', ['der Router steht im Flur', 'das WLAN-Kennwort ist Rose']),
    'das WLAN-Kennwort ist Rose',
  );
});

test('given texts that touch nothing of the question, when ranked, then none is left', () => {
  assert.deepEqual(
    rank('the capital of France', ['I like tea'], text => text),
    [],
  );
  assert.deepEqual(
    rank('', ['I like tea'], text => text),
    [],
  );
});

test('given equally good texts, when ranked, then they keep their order', () => {
  const texts = ['tea one', 'tea two', 'tea six'];
  assert.deepEqual(
    rank('tea', texts, text => text).map(({ item }) => item),
    texts,
  );
});

test('given the table, when it is read, then it has its rows, none empty, and each idea leads to its synonyms', () => {
  assert.ok(people.length + things.length >= 300);
  for (const [english, german] of [...people, ...things]) assert.ok(english.trim() !== '' && german.trim() !== '');
  const [car] = conceptsOf('car');
  assert.ok(car);
  const words = synonymsOf(car).map(entry => entry.join(' '));
  for (const word of ['vehicle', 'pkw', 'volvo']) assert.ok(words.includes(word), word);
  assert.ok(!words.some(word => word.startsWith('@') || word === 'car'));
});
