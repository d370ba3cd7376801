/** What was spent, and what may be. */
import type { ZodType } from 'zod';
import { priceSources } from '../../../domain/budget/prices.ts';
import { type BudgetHistory, type BudgetView, budgetSpans } from '../../../domain/budget/view.ts';
import { operation } from '../../contract.ts';
import { count, instant, oneOf } from '../../fields.ts';
import { amount, budgetCap, budgetParts } from '../../rows.ts';
import { budgetOfDay } from '../../views/budget.ts';
import { z } from '../../zod.ts';

function budgetView(): ZodType<BudgetView> {
  return z.object({
    ...budgetParts(),
    timeZone: z.string(),
    sessionLimit: budgetCap(),
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
        isDefault: true,
        about: { en: 'Today’s spending and limits', de: 'Ausgaben und Grenzen von heute' },
        help: {
          en: 'Show today’s spending and limits, by model and conversation.',
          de: 'Zeigt Ausgaben und Grenzen von heute, nach Modell und Gespräch.',
        },
      },
    ],
    input: () => ({}),
    output: budgetView,
    needs: ['budget'],
    run: ({ budget }) => budget.look(),
    view: budgetOfDay,
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
