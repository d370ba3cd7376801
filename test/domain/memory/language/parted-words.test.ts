import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partedAs } from '../../../../src/domain/memory/language/parted-words.ts';

/** Parted as in texts that have these words in a row, and no others. */
const asIn = (text: string, ...there: readonly string[]) => partedAs(text, words => there.includes(words.join(' ')));

test('given a question whose words stand parted elsewhere, when it is asked, then it is parted so', () => {
  assert.equal(asIn('where is obrien?', 'o brien'), 'where is o brien?');
  assert.equal(asIn('the USA trip', 'U S A', 'trip'), 'the U S A trip');
  assert.equal(asIn('45l of it', '45 l'), '45 l of it');
});

test('given a question whose words stand joined elsewhere, when it is asked, then they are joined', () => {
  assert.equal(asIn('a t-shirt', 'tshirt'), 'a tshirt');
  assert.equal(asIn('10.000 Euro?', '10000', 'Euro'), '10000 Euro?');
  assert.equal(asIn('2300 kg', '2300kg'), '2300kg');
});

test('given a question whose words stand as they are, or nowhere, when it is asked, then it stays', () => {
  assert.equal(asIn('a t-shirt', 't shirt', 'tshirt'), 'a t-shirt');
  assert.equal(asIn("Bob's inform", 'bobs', 'in form'), "Bob's inform");
  assert.equal(asIn('保险箱', '保 险箱'), '保险箱');
});
