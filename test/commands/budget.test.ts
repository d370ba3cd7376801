import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { budgetOfDay } from '../../src/api/views/budget.ts';
import { slashAnswer } from '../../src/commands/conversation/slash.ts';
import { style } from '../../src/commands/io.ts';
import { viewLines } from '../../src/commands/view.ts';
import type { BudgetView } from '../../src/domain/budget/view.ts';
import { fakeAgent, fakeIo } from './fake-agent.ts';
import { typed } from './typed.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const view: BudgetView = {
  day: '2026-11-22',
  endsAt: now + 43_200_000,
  timeZone: 'UTC',
  today: {
    spent: { tokens: 1_234_567, micros: 3_456_000 },
    limit: { tokens: 5_000_000, micros: null },
    forecast: { tokens: 2_469_134, micros: 6_912_000 },
  },
  sessionLimit: { tokens: 500_000, micros: 5_000_000 },
  sessions: [
    {
      session: 'session:telegram:42',
      today: { tokens: 1_200_000, micros: 3_400_000 },
      sinceYourWords: { tokens: 8_100, micros: 30_000 },
      total: { tokens: 9_000_000, micros: 40_000_000 },
    },
  ],
  models: [
    {
      model: 'anthropic/claude-sonnet-5',
      spent: { tokens: 1_000_000, micros: 3_000_000 },
      calls: 40,
      lost: 1,
      price: { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, source: 'table' },
    },
    {
      model: 'anthropic/claude-next',
      spent: { tokens: 10_000, micros: 456_000 },
      calls: 1,
      lost: 0,
      price: { input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75, source: 'guess' },
    },
    {
      model: 'ollama/qwen3:8b',
      spent: { tokens: 224_567, micros: 0 },
      calls: 9,
      lost: 0,
      price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, source: 'free' },
    },
  ],
  underWay: 2,
};

const budgetLines = (shown: BudgetView, at: number) =>
  viewLines(budgetOfDay(shown, { now: at, language: 'en', typed: String }), style(false));

suite('straylight budget', () => {
  test('given a day with the demo model alone, when it is shown, then nothing looks like spending', () => {
    const price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, source: 'free' } as const;
    const demo = { model: 'rehearsal/rehearsal', spent: { tokens: 657_473, micros: 0 }, calls: 72, lost: 0, price };
    const today = { ...view.today, spent: demo.spent, limit: { tokens: null, micros: 20_000_000 } };
    const of = (models: BudgetView['models'], more: Partial<BudgetView> = {}) =>
      budgetLines({ ...view, today, models, underWay: 0, ...more }, now).join('\n');
    const alone = of([demo], { isDemoAlone: true });
    assert.match(alone, /Tokens {2}none: the demo model is rules, and free/);
    assert.match(alone, /rehearsal\/rehearsal +\$0\.00 +no tokens +72 calls +free/);
    assert.doesNotMatch(alone, /657|Forecast|since your last/);
    assert.match(
      of([demo, ...view.models]),
      /Tokens {4}657,473 of no limit[\s\S]*rehearsal\/rehearsal +\$0\.00 +no tokens/,
    );
  });

  test('given a day of calls, when it is shown, then money, tokens, limits, models and conversations are there', () => {
    assert.deepEqual(budgetLines(view, now), [
      'Today, 22 Nov 2026 (UTC; resets in 12 h)',
      'Money     $3.46 of no limit',
      'Tokens    1,234,567 of 5,000,000',
      'Forecast  $6.91, 2,469,134 tokens by the end of the day',
      'Running   2 calls, counted at their maximum cost',
      'Limit per conversation, until you write again',
      'Money   $5.00',
      'Tokens  500,000',
      'Models today',
      'anthropic/claude-sonnet-5  $3.00  1,000,000 tokens  40 calls, 1 lost  $2 in, $10 out, per million',
      'anthropic/claude-next      $0.46  10,000 tokens     1 call            $15 in, $75 out, per million',
      'ollama/qwen3:8b            $0.00  224,567 tokens    9 calls           free, local',
      'The price of anthropic/claude-next is unknown: it is billed at its provider’s highest rate. Set it in config.toml: [prices] "anthropic/claude-next"',
      'Conversations today',
      'telegram:42  $3.40  1,200,000 tokens  8,100 tokens since your last message',
    ]);
  });

  test('given a day that is used up, when it is shown, then that nothing more is asked is said', () => {
    const full = { ...view, today: { spent: view.today.spent, limit: { tokens: 1_234_567, micros: null } } };
    assert.match(budgetLines(full, now).join('\n'), /Limit reached: no model calls until tomorrow/);
    assert.doesNotMatch(budgetLines(view, now).join('\n'), /Used up/);
  });

  test('given --json, when it is run, then the view is printed as it is', async () => {
    const agent = fakeAgent();
    agent.spending = view;
    const io = fakeIo();
    assert.equal(await typed(['budget', '--json'], { agent, io, now: () => now }), 0);
    assert.deepEqual(JSON.parse(io.output()), view);
    const chat = await slashAnswer('budget', { agent, args: '', chat: 'session:web:main', now, language: 'de' });
    assert.match(chat?.lines.join('\n') ?? '', /^Heute, 22. Nov. 2026[\s\S]*Tokens seit deiner letzten Nachricht$/);
  });
});
