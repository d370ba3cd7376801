import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { anthropicPrices } from '../../../src/adapters/models/anthropic/prices.ts';
import { openaiPrices } from '../../../src/adapters/models/openai/prices.ts';
import { costMicros, priceOf } from '../../../src/domain/budget/prices.ts';
import { noUsage } from '../../../src/domain/conversation/message.ts';

const book = { anthropic: anthropicPrices, ollama: 'free', rehearsal: 'free' } as const;
const november = Date.parse('2026-11-22T12:00:00Z');
const usage = (inputTokens: number, outputTokens: number, cacheReadTokens = 0, cacheWriteTokens = 0) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
});

suite('the price of a model', () => {
  for (const [name, input, output, source] of [
    ['anthropic/claude-sonnet-5', 2, 10, 'table'],
    ['anthropic/claude-sonnet-5-20260630', 2, 10, 'table'],
    ['anthropic/claude-sonnet-5-5', 2, 10, 'table'],
    ['anthropic/claude-opus-5', 5, 25, 'table'],
    ['anthropic/claude-opus-5-5[1m]', 4, 20, 'table'],
    ['anthropic/claude-opus-4-1-20250805', 15, 75, 'table'],
    ['anthropic/claude-opus-4-8', 5, 25, 'table'],
    ['anthropic/claude-haiku-4-5-20251001', 1, 5, 'table'],
    ['anthropic/claude-sonnet-4-6', 3, 15, 'table'],
    // not a claude-opus-5: nobody has said what it costs
    ['anthropic/claude-opus-55', 15, 75, 'guess'],
    ['somebody/else', 15, 75, 'guess'],
    ['nobody', 15, 75, 'guess'],
    ['ollama/qwen3:8b', 0, 0, 'free'],
    ['rehearsal/rehearsal', 0, 0, 'free'],
  ] as const)
    test(`given ${name}, when it is asked for, then it is ${input} and ${output} dollars a million (${source})`, () => {
      const price = priceOf(book, name, november);
      assert.deepEqual([price.input, price.output, price.source], [input, output, source]);
    });

  test('given a price that changed, when a call is older, then the older price holds; before the first day the first does', () => {
    const read = (day: string) => priceOf(book, 'anthropic/claude-sonnet-5-5', Date.parse(day)).cacheRead;
    assert.deepEqual([read('2026-10-06T23:59:59Z'), read('2026-10-07T00:00:00Z'), read('2020-01-01')], [0.2, 0.1, 0.2]);
  });

  test('given a price of the owner, when it is asked for, then it wins, for that name alone', () => {
    const own = { 'anthropic/claude-sonnet-5': { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 } };
    assert.equal(priceOf(book, 'anthropic/claude-sonnet-5', november, own).output, 2);
    assert.equal(priceOf(book, 'anthropic/claude-opus-5', november, own).output, 25);
    assert.equal(priceOf(book, 'anthropic/toString', november, own).source, 'guess');
  });
});

suite('the cost of a call', () => {
  const sonnet = priceOf(book, 'anthropic/claude-sonnet-5', november);

  test('given tokens of every kind, when they are priced, then each kind costs its own', () => {
    assert.equal(costMicros(sonnet, usage(1000, 100, 10_000, 400)), 2000 + 1000 + 2000 + 1000);
    assert.equal(costMicros(sonnet, noUsage), 0);
  });

  test('given fractions of a micro-dollar, when they are summed, then the sum alone is rounded up', () => {
    const haiku = priceOf(book, 'anthropic/claude-haiku-5-5', november);
    assert.equal(costMicros(haiku, usage(1, 0)), 1);
    assert.equal(costMicros(haiku, usage(3, 0)), 1);
    assert.equal(costMicros(haiku, usage(30, 0)), 3);
  });

  test('given a long prompt where that costs more, when it is priced, then every token of the request does', () => {
    const haiku = priceOf(book, 'anthropic/claude-haiku-5-5', november);
    assert.equal(costMicros(haiku, usage(100_000, 1000)), 10_000 + 500);
    assert.equal(costMicros(haiku, usage(1, 1000, 100_000)), Math.ceil(0.5 + 2500 + 5000));
  });
});

test('given what a provider lists, when a model has no row, then that counts, behind the owner’s price and before the highest rate', () => {
  const listed = { input: 0.1, output: 0.4, cacheRead: 0.1, cacheWrite: 0.1 };
  const name = 'openrouter/some/model';
  assert.deepEqual(priceOf({ openrouter: [] }, name, november, {}, listed), { ...listed, source: 'provider' });
  assert.equal(priceOf({ openrouter: [] }, name, november).source, 'guess');
  assert.equal(priceOf({ openrouter: [] }, name, november, { [name]: listed }, listed).source, 'owner');
  assert.equal(priceOf(book, 'anthropic/claude-opus-5', november, {}, listed).source, 'table');
});

test('given the table of each hosted server, when its rows are read, then each has a day, and caches that cost no more than input', () => {
  for (const [preset, rows] of Object.entries(openaiPrices))
    for (const { model, from, input, cacheRead, long } of rows) {
      assert.match(from, /^202\d-\d\d-\d\d$/, `${preset}/${model}`);
      assert.ok(cacheRead <= input && (long?.input ?? input) >= input, `${preset}/${model}`);
    }
  assert.equal(priceOf(openaiPrices, 'openai/gpt-5-mini-2025-08-07', november).input, 0.25);
  assert.equal(priceOf(openaiPrices, 'openai/gpt-4o', november).source, 'table');
  assert.equal(priceOf(openaiPrices, 'mistral/mistral-large-latest', november).output, 1.5);
  assert.equal(priceOf(openaiPrices, 'mistral/mistral-large-2411', november).output, 6);
});
