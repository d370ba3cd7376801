/** What was spent, and what may be. */
import type { ZodType } from 'zod';
import { priceSources } from '../../domain/budget/prices.ts';
import { type BudgetHistory, type BudgetOfToday, type BudgetView, budgetSpans } from '../../domain/budget/view.ts';
import { operation } from '../contract.ts';
import { count, instant, oneOf } from '../fields.ts';
import { amount } from '../rows.ts';
import { z } from '../zod.ts';

const cap = () => z.object({ tokens: z.number().nullable(), micros: z.number().nullable() });

const parts = () => ({
  day: z.string(),
  endsAt: instant(),
  today: z.object({ spent: amount(), limit: cap(), forecast: amount().optional() }),
  isDemoAlone: z
    .literal(true)
    .optional()
    .describe('only the demo model was called, and no limit counts its tokens: nothing was spent'),
  stopped: z
    .array(
      z.object({
        session: z.string(),
        cap: z.enum(['session', 'day', 'schedule']),
        unit: z.enum(['tokens', 'micros']),
        used: z.number(),
        limit: z.number(),
        next: z.number(),
        until: instant(),
      }),
    )
    .optional(),
});

/** What is shown wherever one is: what today has cost, what it may, and whom that has stopped. */
export function todaysBudget(): ZodType<BudgetOfToday> {
  return z.object(parts());
}

function budgetView(): ZodType<BudgetView> {
  return z.object({
    ...parts(),
    timeZone: z.string(),
    sessionLimit: cap(),
    sessions: z.array(z.object({ session: z.string(), today: amount(), sinceYourWords: amount(), total: amount() })),
    others: z.array(z.object({ heading: z.string(), today: amount() })).optional(),
    models: z.array(
      z.object({
        model: z.string(),
        spent: amount(),
        calls: count(),
        lost: count(),
        estimated: count().optional(),
        price: z.object({
          input: z.number(),
          output: z.number(),
          cacheRead: z.number(),
          cacheWrite: z.number(),
          source: z.enum(priceSources),
        }),
      }),
    ),
    underWay: count(),
  });
}

function budgetHistory(): ZodType<BudgetHistory> {
  return z.object({
    steps: z.array(instant()).readonly().describe('where each step begins, the oldest first'),
    end: instant(),
    spent: z
      .array(
        z.object({
          step: count().describe('which of the steps, from 0'),
          model: z.string(),
          purpose: z.string().describe('`session`, `observer`, `job`, `gate`'),
          amount: amount(),
          calls: count(),
        }),
      )
      .readonly(),
  });
}

export const budget = {
  show: operation({
    summary: 'Today’s spending and limits, by conversation and by model.',
    role: 'reader',
    http: { method: 'GET', path: '/api/budget' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'budget',
        about: 'Today’s spending and limits',
        help: 'Show today’s spending and limits, by model and conversation.',
      },
    ],
    input: () => ({}),
    output: budgetView,
    needs: ['budget'],
    run: ({ budget }) => budget.look(),
  }),
  history: operation({
    summary: 'What was spent over the last day by hour, the last week by six hours, or the last month by day.',
    role: 'reader',
    http: { method: 'GET', path: '/api/budget/history' },
    offered: ['http', 'page'],
    input: () => ({ span: oneOf(...budgetSpans) }),
    output: budgetHistory,
    needs: ['budget'],
    run: ({ budget }, { span }) => budget.history(span),
  }),
};
