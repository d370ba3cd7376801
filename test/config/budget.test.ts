import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../config/load.ts';

const load = (text: string) =>
  loadConfig({
    home: '/nowhere',
    env: {},
    readFile: path => (path.endsWith('config.toml') ? text : undefined),
    keepFile: () => {},
    isOpenToOthers: () => false,
  });

test('given limits, "none" and prices, when they are loaded, then each is taken as it was said', () => {
  const loaded = load(
    '[budget]\nmax_tokens_per_day = "none"\nmax_usd_per_day = 0.5\nshow_cost = false\n[prices."anthropic/claude-x"]\ninput = 3\noutput = 15.5\n',
  );
  assert.ok(loaded.ok, loaded.ok ? '' : loaded.message);
  assert.deepEqual(loaded.config.budget, {
    maxTokensPerDay: 'none',
    maxUsdPerSession: 5,
    maxUsdPerDay: 0.5,
    showCost: false,
  });
  assert.deepEqual(loaded.config.prices, { 'anthropic/claude-x': { input: 3, output: 15.5 } });
});

for (const [text, fault] of [
  [
    '[budget]\nmax_tokens_per_day = 0',
    /budget\.max_tokens_per_day.*whole number from 1 to 10 000 000 000 tokens, or "none"/,
  ],
  ['[budget]\nmax_usd_per_day = "lots"', /budget\.max_usd_per_day.*US dollars from 0 to 1 000 000, or "none"/],
  ['[budget]\nmax_usd_per_session = -1', /budget\.max_usd_per_session.*US dollars/],
  ['[budget]\nmax_tokens = 5', /budget\.max_tokens/],
  ['[prices."claude-x"]\ninput = 1\noutput = 1', /claude-x.*provider\/model/],
  ['[prices."anthropic/claude-x"]\ninput = 1', /output.*US dollars/],
] as const)
  test(`given ${JSON.stringify(text)}, when it is loaded, then the fault says what was expected`, () => {
    const loaded = load(text);
    assert.ok(!loaded.ok);
    assert.match(loaded.message, fault);
  });
