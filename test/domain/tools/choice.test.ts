import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defined } from '../../../src/domain/text/json.ts';
import { chooseTools } from '../../../src/domain/tools/choice.ts';
import { nearDuplicates } from '../../../src/domain/tools/near-duplicates.ts';

const tool = (name: string, description: string, lastAt = 0, successRate?: number) => ({
  name,
  description,
  lastAt,
  ...defined({ successRate }),
});
const tools = [
  tool('word_count', 'Counts the words of a text.', 1),
  tool('invoice_total', 'Adds up the items of an invoice.', 2),
  tool('weather_words', 'Describes a temperature in words.', 3),
  tool('bank_report', 'Turns a bank statement into a table.', 4),
  tool('resize_picture', 'Makes a picture smaller.', 5),
  tool('translate_menu', 'Translates the menu of a restaurant.', 6),
];
const names = (words: string, most: number, more: object = {}) =>
  chooseTools(tools, { words, most, ...more }).map(({ name }) => name);

suite('which tools a model is told of', () => {
  test('given room for all, then all are there, by name, whatever is said', () => {
    assert.deepEqual(names('invoice', 6), names('', 20));
    assert.deepEqual(names('', 6), tools.map(({ name }) => name).sort());
  });

  for (const [words, name] of [
    ['how many words has this text?', 'word_count'],
    ['what is the sum of this invoice?', 'invoice_total'],
    ['please run invoice_total on it', 'invoice_total'],
    ['use word-count', 'word_count'],
    ['the photo is too big, resize it', 'resize_picture'],
    ['was kostet das Menü im Restaurant?', 'translate_menu'],
  ] as const)
    test(`given "${words}", then ${name} is among the two`, () =>
      assert.ok(names(words, 2).includes(name), names(words, 2).join()));

  test('given words about nothing, then those used last are there, and a tool that often fails stands back', () => {
    assert.deepEqual(names('hello', 2), ['resize_picture', 'translate_menu']);
    const two = [tool('a', 'x', 1, 1), tool('b', 'y', 2, 0), tool('c', 'z', 0, 0)];
    assert.deepEqual(
      chooseTools(two, { words: '', most: 1 }).map(({ name }) => name),
      ['a'],
    );
  });

  test('given what was on offer before, then it stays until something else is spoken of', () => {
    const before = new Set(['word_count', 'bank_report']);
    assert.deepEqual(names('hello', 2, { before }), ['bank_report', 'word_count']);
    assert.deepEqual(names('and the invoice?', 2, { before }).includes('invoice_total'), true);
  });

  test('given a tool that was asked for, then it is there before all others', () => {
    assert.deepEqual(names('invoice', 1, { wanted: new Set(['bank_report']) }), ['bank_report']);
  });

  test('given a name within another word, then it is not meant', () => {
    const two = [tool('cat', 'Joins files.', 1), tool('zoo', 'Opens at nine.', 2)];
    assert.deepEqual(
      chooseTools(two, { words: 'concatenate', most: 1 }).map(({ name }) => name),
      ['zoo'],
    );
    assert.deepEqual(
      chooseTools(two, { words: 'cat!', most: 1 }).map(({ name }) => name),
      ['cat'],
    );
  });
});

suite('tools that may be the same twice', () => {
  const many = [
    tool('count_words', 'Counts how many words a text has'),
    tool('sum_numbers', 'Adds up a list of numbers'),
    tool('sort_lines', 'Sorts the lines of a text'),
    tool('count_lines', 'Counts the lines of a text'),
    tool('temperature', 'Converts a temperature between celsius and fahrenheit'),
  ];
  const alike = (name: string, description: string) => nearDuplicates({ name, description }, many).map(one => one.name);

  for (const [name, description, expected] of [
    ['word_count', 'Counts the words of a text', ['count_words']],
    ['word_counter', 'Tells the number of words', ['count_words']],
    ['convert_celsius', 'Converts celsius to fahrenheit', ['temperature']],
    ['count_words', 'Counts how many words a text has', []],
    ['find_emails', 'Finds mail addresses in a text', []],
    ['sort_numbers', 'Sorts numbers', []],
  ] as const)
    test(`given ${name}, then what is alike is ${expected.join() || 'nothing'}`, () =>
      assert.deepEqual(alike(name, description), expected));
});
