/** Every tool the rehearsal model can compose: its program really run, its schema really held to. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { filled } from '../../../../../src/adapters/models/rehearsal/arguments.ts';
import { phraseOf } from '../../../../../src/adapters/models/rehearsal/phrase.ts';
import { programOf, type Shape } from '../../../../../src/adapters/models/rehearsal/shapes/shape.ts';
import { shapeOf, shapes } from '../../../../../src/adapters/models/rehearsal/shapes/shapes.ts';
import { createTool } from '../../../../../src/adapters/tools/own/create-tool.ts';
import type { JsonObject } from '../../../../../src/domain/text/json.ts';
import { isToolName } from '../../../../../src/domain/tools/name.ts';
import { parameterProblem } from '../../../../../src/domain/tools/parameter-schema.ts';

/** What each gives for its own test input, and for the English and the German request that stand beside it. */
const answers: Readonly<Record<string, readonly [test: unknown, en: unknown, de: unknown]>> = {
  extract_emails: [
    { emails: ['ann@example.com', 'bob.b@mail.example.org'] },
    { emails: ['ann@example.com', 'bob@example.org'] },
    { emails: ['ann@example.com', 'bob@example.org'] },
  ],
  extract_links: [
    { links: ['https://example.com/a?b=1', 'http://example.org'] },
    { links: ['https://example.com/a', 'http://example.org'] },
    { links: ['https://example.com/a', 'http://example.org'] },
  ],
  extract_numbers: [{ numbers: [3.5, -4, 12] }, { numbers: [3.5, 12] }, { numbers: [3.5, 12] }],
  extract_dates: [
    { dates: ['2025-01-31', '4 May 2025', '1.6.2025', 'June 7, 2025'] },
    { dates: ['2025-01-31', '4 May'] },
    { dates: ['31.1.2025', '4. Mai'] },
  ],
  convert_units: [
    { value: 62.137119, unit: 'mile' },
    { value: 62.137119, unit: 'mile' },
    { value: 62.137119, unit: 'mile' },
  ],
  sum_numbers: [{ sum: 3.3 }, { sum: 6.5 }, { sum: 6.5 }],
  average_numbers: [
    { average: 3, median: 2 },
    { average: 3, median: 2 },
    { average: 3, median: 2 },
  ],
  number_range: [
    { smallest: -1, largest: 3 },
    { smallest: -1, largest: 3 },
    { smallest: -1, largest: 3 },
  ],
  percentage_of: [{ percent: 12.5 }, { percent: 15 }, { percent: 15 }],
  days_between: [{ days: 29 }, { days: 59 }, { days: 59 }],
  sort_lines: [
    { sorted: ['apple', 'fig', 'pear'] },
    { sorted: ['apple', 'fig', 'pear'] },
    { sorted: ['Apfel', 'Birne', 'Feige'] },
  ],
  unique_lines: [
    { unique: ['tea', 'milk'], removed: 1 },
    { unique: ['tea', 'milk'], removed: 1 },
    { unique: ['Tee', 'Milch'], removed: 1 },
  ],
  filter_lines: [{ lines: ['red wine', 'red rose'] }, { lines: ['red wine', 'red rose'] }, { lines: ['rote Rose'] }],
  number_lines: [
    { text: '1. pack\n2. lock up\n3. go' },
    { text: '1. pack\n2. lock up\n3. go' },
    { text: '1. packen\n2. absperren\n3. gehen' },
  ],
  csv_to_json: [
    {
      rows: [
        { name: 'Ann', age: '31' },
        { name: 'Bob, Jr.', age: '4' },
      ],
    },
    { rows: [{ name: 'Ann', age: '31' }] },
    { rows: [{ name: 'Ann', age: '31' }] },
  ],
  format_json: [
    { text: '{\n  "b": [\n    1,\n    2\n  ],\n  "a": "ä"\n}' },
    { text: '{\n  "b": [\n    1,\n    2\n  ],\n  "a": null\n}' },
    { text: '{\n  "b": [\n    1,\n    2\n  ],\n  "a": null\n}' },
  ],
  change_case: [{ text: "The Cat's Garden" }, { text: 'HELLO WORLD' }, { text: 'HALLO WELT' }],
  reverse_text: [{ text: 'reward' }, { text: 'reward' }, { text: 'regaL' }],
  make_slug: [{ slug: 'ueber-cafe-strasse' }, { slug: 'creme-brulee-at-home' }, { slug: 'ueber-cafe-und-strasse' }],
  word_frequency: [
    { words: { be: 2, to: 2, not: 1, or: 1 } },
    { words: { be: 2, to: 2, not: 1, or: 1 } },
    { words: { ja: 2, nein: 1 } },
  ],
  count_occurrences: [
    { word: 'the', occurrences: 2 },
    { word: 'the', occurrences: 2 },
    { word: 'die', occurrences: 2 },
  ],
  count_words: [{ words: 6 }, { words: 6 }, { words: 3 }],
  count_lines: [
    { lines: 3, not_empty: 2 },
    { lines: 1, not_empty: 1 },
    { lines: 1, not_empty: 1 },
  ],
  count_characters: [
    { characters: 9, without_spaces: 8 },
    { characters: 9, without_spaces: 8 },
    { characters: 9, without_spaces: 8 },
  ],
};

const python = spawnSync('python3', ['--version']).status === 0;
const skip = python ? false : 'python3 is not on this machine';

/** As a sandbox runs it: the program in a file, JSON on its standard input, nothing of our environment. */
function run(
  shape: Shape,
  args: JsonObject,
): { readonly status: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', programOf(shape)], {
    input: JSON.stringify(args),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return { status, out: stdout, err: stderr };
}

function answer(shape: Shape, args: JsonObject): unknown {
  const { status, out, err } = run(shape, args);
  assert.equal(status, 0, `${shape.name}: ${err}`);
  return JSON.parse(out);
}

const spec = ({ name, description, parameters }: Shape) => ({ name, description, parameters });

test('given the table of shapes, when it is held against what create_tool takes, then every row fits', t => {
  const { schema } = createTool(
    { make: () => Promise.reject(new Error('nothing is made here')) },
    { kind: 'direct' },
    () => false,
  );
  for (const shape of shapes) {
    assert.ok(isToolName(shape.name));
    assert.equal(parameterProblem(shape.parameters), undefined, shape.name);
    const draft = {
      name: shape.name,
      description: shape.description,
      parameters_schema: shape.parameters,
      implementation: programOf(shape),
      timeout_secs: 20,
      test_input: shape.test,
    };
    assert.equal(schema.safeParse(draft).success, true, shape.name);
    const judge = z.fromJSONSchema(shape.parameters as Parameters<typeof z.fromJSONSchema>[0]);
    assert.equal(judge.safeParse(shape.test).success, true, `${shape.name}: its test input fits its schema`);
    assert.equal(judge.safeParse({}).success, false, `${shape.name}: nothing at all does not`);
  }
  assert.equal(new Set(shapes.map(({ name }) => name)).size, shapes.length);
  assert.deepEqual(shapes.map(({ name }) => name).sort(), Object.keys(answers).sort());
  assert.ok(shapes.length >= 12);
  t.diagnostic(`${shapes.length} shapes`);
});

for (const shape of shapes)
  test(`given ${shape.name}, when its program is run on its test input and on both of its requests, then each answer is right`, {
    skip,
  }, () => {
    const [own, en, de] = answers[shape.name] ?? [];
    assert.deepEqual(answer(shape, shape.test), own);
    for (const [language, expected] of [
      ['en', en],
      ['de', de],
    ] as const) {
      const wished = shapeOf(shape.wish[language]);
      assert.equal(wished?.name, shape.name, `the wish “${shape.wish[language]}”`);
      const phrase = phraseOf(shape.use[language]);
      assert.equal(shapeOf(phrase.head)?.name, shape.name, `the request “${shape.use[language]}”`);
      const args = filled(spec(shape), phrase, language, shape);
      assert.ok('arguments' in args, `${shape.use[language]}: ${JSON.stringify(args)}`);
      assert.deepEqual(answer(shape, args.arguments), expected, shape.use[language]);
    }
  });

test('given conversions of every kind, when they are made, then they are right, and what cannot be is refused in words', {
  skip,
}, t => {
  const units = shapes.find(({ name }) => name === 'convert_units');
  assert.ok(units);
  const right: readonly (readonly [number, string, string, number])[] = [
    [100, 'C', 'F', 212],
    [-40, '°F', 'celsius', -40],
    [0, 'K', 'C', -273.15],
    [5, 'feet', 'cm', 152.4],
    [2, 'Zoll', 'Zentimeter', 5.08],
    [1, 'pound', 'grams', 453.59237],
    [1, 'gallon', 'litres', 3.785412],
    [90, 'minutes', 'hours', 1.5],
    [36, 'km/h', 'm/s', 10],
    [2, 'days', 'h', 48],
  ];
  for (const [value, from, to, expected] of right)
    assert.equal(
      (answer(units, { value, from, to }) as { value: number }).value,
      expected,
      `${value} ${from} in ${to}`,
    );
  for (const [from, to, says] of [
    ['km', 'kg', /do not measure the same thing/],
    ['km', 'parsnips', /'parsnips' is no unit I know/],
  ] as const) {
    const { status, err } = run(units, { value: 1, from, to });
    assert.equal(status, 1);
    assert.match(err, says);
  }
  t.diagnostic(`${right.length} conversions`);
});

test('given numbers and dates as people write them, when a request is read, then they are understood', () => {
  const args = (name: string, words: string, language: 'en' | 'de') => {
    const shape = shapes.find(one => one.name === name);
    assert.ok(shape);
    return filled(spec(shape), phraseOf(words), language, shape);
  };
  assert.deepEqual(args('sum_numbers', 'sum 1,200, 2 and -3.5', 'en'), { arguments: { numbers: [1200, 2, -3.5] } });
  assert.deepEqual(args('sum_numbers', 'add up 1,2,3', 'en'), { arguments: { numbers: [1, 2, 3] } });
  assert.deepEqual(args('sum_numbers', 'summiere 1.200, 2,5 und 3', 'de'), { arguments: { numbers: [1200, 2.5, 3] } });
  assert.deepEqual(args('days_between', 'count the days from 4 May 2025 to May 6, 2025', 'en'), {
    arguments: { from: '4 May 2025', to: 'May 6, 2025' },
  });
  assert.deepEqual(args('convert_units', 'convert 98.6 °F to °C', 'en'), {
    arguments: { value: 98.6, from: '°F', to: '°C' },
  });
  assert.deepEqual(args('sort_lines', 'sort in descending order: 3, 1, 2', 'en'), {
    arguments: { text: '3, 1, 2', descending: true },
  });
  assert.deepEqual(args('count_words', 'use it with {"text": "a: b"}', 'en'), { arguments: { text: 'a: b' } });
  assert.deepEqual(args('count_occurrences', 'count how often "a" occurs', 'en'), { missing: ['text', 'word'] });
  assert.deepEqual(args('sum_numbers', 'sum the numbers', 'en'), { missing: ['numbers'] });
});

test('given the manual, when its table of shapes is read, then it names every one of them', () => {
  const manual = readFileSync(new URL('../../../../../docs/rehearsal.md', import.meta.url), 'utf8');
  for (const { name, wish, use } of shapes) {
    const row = manual.split('\n').find(line => line.startsWith(`| \`${name}\` | ${wish.en} |`));
    assert.ok(row?.includes(use.en.split('\n')[0] ?? ''), `${name}: “${wish.en}”, “${use.en}”`);
  }
});
