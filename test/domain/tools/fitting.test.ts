import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '../../../src/domain/conversation/context-window.ts';
import { fitTools } from '../../../src/domain/tools/fitting.ts';
import type { ToolSpec } from '../../../src/domain/tools/tool.ts';

const weigh = (specs: readonly ToolSpec[]) => estimateTokens(JSON.stringify(specs));

function tool(name: string, description: string): ToolSpec {
  const options = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [
      `option_${at}`,
      {
        type: 'string',
        maxLength: 200,
        description: `An option, of which there is much to say. ${'more '.repeat(10)}`,
      },
    ]),
  );
  return {
    name,
    description: `${description} ${'There is more to know of it. '.repeat(6)}`,
    parameters: {
      type: 'object',
      properties: {
        what: { type: 'string', minLength: 1, description: 'What it is about, whole. Write it with care.' },
        ...options,
      },
      required: ['what'],
      additionalProperties: false,
    },
  };
}

const everyday = ['read_file', 'memory_save', 'memory_search', 'execute_command', 'schedule_job', 'write_file'];
const specs = [
  tool('weather_now', 'Tells the weather of a town.'),
  tool('stock_price', 'Tells the price of a share.'),
  ...everyday.map(name => tool(name, `Does what ${name} says.`)),
];
const fitted = (tokens: number, words = '', called: readonly string[] = []) =>
  fitTools(specs, { tokens, weigh, words, called: new Set(called) });
const names = (all: readonly ToolSpec[]) => all.map(({ name }) => name);

test('given room for all of them, when they are fitted, then they are the very same list', () => {
  const { specs: same, left } = fitted(100_000);
  assert.equal(same, specs);
  assert.deepEqual(left, []);
});

test('given less room, when they are fitted, then all are there in few words, with what a call has to hold', () => {
  const { specs: shorter, left, isBrief } = fitted(weigh(specs) - 1);
  assert.deepEqual([names(shorter), left, isBrief], [names(specs), [], true]);
  assert.ok(weigh(shorter) < weigh(specs) / 2);
  for (const { description, parameters } of shorter) {
    assert.match(description, /\.$/);
    assert.deepEqual(parameters['required'], ['what']);
    assert.deepEqual((parameters['properties'] as Record<string, unknown>)['what'], {
      type: 'string',
      description: 'What it is about, whole.',
    });
  }
});

test('given room for a few, when they are fitted, then those come first that were called, then what the words speak of, then those of everyday', () => {
  const room = weigh(fitted(weigh(specs) - 1).specs) / 3;
  const byDay = fitted(room);
  assert.ok(weigh(byDay.specs) <= room);
  assert.deepEqual(names(byDay.specs), everyday.slice(0, byDay.specs.length));
  assert.deepEqual([...names(byDay.specs), ...byDay.left].toSorted(), names(specs).toSorted());
  assert.ok(names(fitted(room, 'what is the weather in Rome?').specs).includes('weather_now'));
  assert.ok(names(fitted(room, 'and now?', ['stock_price']).specs).includes('stock_price'));
});

test('given no room, when they are fitted, then there are none', () => {
  assert.deepEqual(fitted(0).specs, []);
});

test('given a schema of another make, when it is shortened, then it stays as it is', () => {
  const odd: ToolSpec = {
    name: 'odd',
    description: `Odd. ${'More. '.repeat(40)}`,
    parameters: { type: 'object', properties: { one: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
  };
  const { specs: shorter } = fitTools([odd], { tokens: weigh([odd]) - 1, weigh, words: '', called: new Set() });
  assert.deepEqual(shorter[0]?.parameters, odd.parameters);
  assert.equal(shorter[0]?.description, 'Odd.');
});

test('given words that fit a rare tool and one of everyday equally well, when a few are offered, then that of everyday is', () => {
  const both = [
    tool('move_file', 'Moves files and folders.'),
    tool('git_clone', 'Clones a repository into a folder.'),
    tool('list_files', 'Lists a folder.'),
    ...specs,
  ];
  const room = { tokens: weigh(specs) / 8, weigh, called: new Set<string>() };
  assert.ok(names(fitTools(both, { ...room, words: 'what is in the folder?' }).specs).includes('list_files'));
  const cloned = fitTools(both, { ...room, words: 'clone the repository into the folder' });
  assert.ok(names(cloned.specs).includes('git_clone'));
});
