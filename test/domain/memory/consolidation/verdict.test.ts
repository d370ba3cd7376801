import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayReplace, ruleVerdict } from '../../../../src/domain/memory/consolidation/verdict.ts';

/** Two sentences, and what rules say of them. */
const table: readonly (readonly [one: string, other: string, verdict: 'same' | 'contradicts' | undefined])[] = [
  ['the spare key is with Mrs. Novak', 'Spare key is with Mrs Novak!', 'same'],
  ['Der Schlüssel liegt im Flur', 'der Schlussel liegt im Flur.', 'same'],
  ['my sister’s birthday is on 4 May', 'my sister birthday is on the 4 May', 'same'],
  ['my sister lives in Graz', 'my sister lives in Linz', 'contradicts'],
  ['meine Oma wohnt in Graz', 'meine Oma wohnt in Bad Ischl', 'contradicts'],
  ['the train to Linz leaves at 7:14', 'the train to Linz leaves at 8:30', 'contradicts'],
  ['my shoe size is 43', 'my shoe size is 44', 'contradicts'],
  ['my office is in Baker Street', 'my office is in Main Street', 'contradicts'],
  ['I like tea', 'I do not like tea', 'contradicts'],
  ['I like tea', 'I don’t like tea', 'contradicts'],
  ['I eat meat', 'I never eat meat', 'contradicts'],
  // both may be true
  ['my sister lives in Graz', 'my brother lives in Graz', undefined],
  ['my sister is a doctor', 'my sister is a mother', undefined],
  ['my sister is 40', 'my sister is a doctor', undefined],
  ['the train to Linz leaves at 7:14', 'the train to Graz leaves at 7:14', undefined],
  ['I was in Paris in 2019', 'I was in Paris in 2021', undefined],
  ['I like tea', 'I like coffee', undefined],
  ['I like tea', 'I like tea in winter', undefined],
  ['I like tea in winter', 'I do not like tea in summer', undefined],
  // the order says who
  ['Anna is taller than Ben', 'Ben is taller than Anna', undefined],
  ['I live in Graz', 'I lived in Graz', undefined],
  ['the alarm is on', 'the alarm is off', undefined],
  // other scripts, and other ways of writing
  ['我的鞋码是42', '我的鞋码是43', 'contradicts'],
  ['我喜欢喝茶。', '我喜欢喝茶', 'same'],
  ['我喜欢喝茶', '我不喜欢喝茶', 'contradicts'],
  ['我喜欢喝茶', '我喜欢喝咖啡', undefined],
  ['昨天收了240欧元', '昨天收了250欧元', undefined],
  ['太郎は肉を食べます', '太郎は肉を食べません', 'contradicts'],
  ['ラーメンが好きです', 'らーめんが好きです', 'same'],
  ['민수는 고기를 먹는다', '민수는 고기를 안 먹는다', 'contradicts'],
  ['สมปองกินเนื้อ', 'สมปองไม่กินเนื้อ', 'contradicts'],
  ['Павел ест мясо', 'Павел не ест мясо', 'contradicts'],
  ['بولس يأكل اللحم', 'بولس لا يأكل اللحم', 'contradicts'],
  ['पवन मांस खाता है', 'पवन मांस नहीं खाता है', 'contradicts'],
  ['ma pointure est 42', 'ma pointure est 43', 'contradicts'],
  ['mi número es 42', 'mi numero es 42', 'same'],
  ['', '', undefined],
  ['the', 'a', undefined],
];

test('given two sentences, when rules look at them, then they are sure of what a person is sure of, and say nothing else', () => {
  for (const [one, other, verdict] of table) {
    assert.equal(ruleVerdict(one, other), verdict, `${one} | ${other}`);
    assert.equal(ruleVerdict(other, one), verdict, `${other} | ${one}`);
  }
});

test('given a sentence in place of two, when it adds a word, loses one or turns its sense, then it may not', () => {
  const sources = ['my sister lives in Graz', 'my sister Ada lives in Graz since 2020'];
  assert.equal(mayReplace('my sister Ada lives in Graz since 2020', sources), true);
  assert.equal(mayReplace('Since 2020 my sister Ada is living in Graz', sources), true);
  assert.equal(mayReplace('my sister Ada lives in Graz', sources), false, 'it loses the year');
  assert.equal(mayReplace('my sister Ada lives in Graz since 2020 and wants money', sources), false, 'it adds');
  assert.equal(mayReplace('my sister Ada does not live in Graz since 2020', sources), false, 'it turns the sense');
  assert.equal(mayReplace('', sources), false);
});
