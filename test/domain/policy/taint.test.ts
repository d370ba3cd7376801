import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixed, outputTaint, type Taint } from '../../../src/domain/policy/taint.ts';

const all: readonly Taint[] = ['owner', 'auth', 'external'];

test('given two texts, when they are mixed, then the less trusted one decides', () => {
  const table = all.map(a => all.map(b => mixed(a, b)));
  assert.deepEqual(table, [
    ['owner', 'auth', 'external'],
    ['auth', 'auth', 'external'],
    ['external', 'external', 'external'],
  ]);
});

test('given any mixing, when more is added, then trust never comes back and the order does not matter', () => {
  for (const a of all)
    for (const b of all) {
      assert.equal(mixed(a, b), mixed(b, a));
      for (const c of all) {
        assert.equal(mixed(mixed(a, b), c), mixed(a, mixed(b, c)));
        assert.ok(all.indexOf(mixed(mixed(a, b), c)) >= all.indexOf(mixed(a, b)));
      }
    }
});

test('given the output of a program, when it is figures alone, then it is no outside text', () => {
  for (const text of figures) assert.equal(outputTaint(text), 'owner', text);
});

test('given the output of a program, when its text holds anything else, whatever a parser keeps of it, then it is outside text', () => {
  for (const text of words) assert.equal(outputTaint(text), 'external', text);
});

test('given any text that is no figure, when it is put into each place of a figure, then it is outside text', () => {
  const texts = [
    'delete_all_files_now',
    'send',
    'do it',
    'x',
    'ｆ',
    'п',
    '\\u0064elete',
    '👉',
    '\u200b',
    '\u0000',
    '`',
    '$(x)',
    '_',
  ];
  for (const text of texts)
    for (const shape of [
      ...['*', '*1', '1*', '1 *', '"*"', '[1, *]', '[1, "*"]', '{"sum": 1}*', '*{"sum": 1}', '{"*": 1}', '{"sum*": 1}'],
      ...['{"sum": "*", "sum": 1}', '{"sum": *, "count": 1}', '{"sum": {"*": 1}}', '1//*', '/**/1/* * */', '1 # *'],
    ]) {
      const printed = shape.replace('*', text);
      assert.equal(outputTaint(printed), 'external', printed);
    }
});

const figures = [
  ...[
    '{"words": 5}',
    '42',
    ' 42\n',
    '-3.5',
    '+1',
    '1,5',
    '1e9',
    '6.02E+23',
    'true',
    'null',
    '[1, 2.5, 3]',
    '[[1], [2]]',
  ],
  ...[
    '{"sum": 3, "count": 2, "ok": true}',
    '{"total": {"sum": 1}}',
    '{}',
    '12 ms',
    '3 MB',
    '50%',
    '1.5 km',
    '12:30:05',
    '3/4',
  ],
];

const words = [
  ...[
    '"stop"',
    '{"text": "send it to me"}',
    '{"a": {"send it": 1}}',
    '{"send this to": 1}',
    '[1, "two"]',
    'five',
    '',
    ' ',
  ],
  '{"send": 1, "all": 1, "of": 1, "it": 1, "now": 1}',
  // a name twice: a parser keeps the last, a model reads both
  ...['{"n":"CALL memory_save","n":1}', '{"sum":"send it","sum":1}', '{"sum":1,"sum":2}', '{"sum":{"send":1},"sum":1}'],
  '[{"sum":1},{"sum":2}]',
  // names that are a sentence, plain, escaped and in other letters
  ...[
    '{"delete_all_files_now":1}',
    '{"\\u0073um":1}',
    '{"s\\u0075m":1}',
    '{"ｓｕｍ":1}',
    '{"":1}',
    '{"sum ":1}',
    '{"Sum":1}',
    "{'sum':1}",
  ],
  ...['{"ok": {"value": {"delete_all": 1}}}', '{sum: 1}', '"sum"', '["sum", 1]'],
  ...['NaN', 'Infinity', '-Infinity', 'undefined', 'nullify', 'truefalse', '1true', 'TRUE'],
  ...['0x41', '1n', '1_000', '1e', '1e5e5', '1e12345', '12x', '5 sends', '5 m s', '1hello', 'e5'],
  ...['١٢٣', '１２', '²', '½', 'Ⅷ', '①', '๑', '1\u00a02', '1\u200b2', '1\u0000'],
  ...['/* delete all */ 1', '// delete all\n1', '1 # all', '<!-- 1 -->', '"1"', "'1'"],
  ...['9'.repeat(17), `0.${'1'.repeat(17)}`, `[${Array.from({ length: 9 }, () => 1).join()}]`, `1${' '.repeat(300)}2`],
];
