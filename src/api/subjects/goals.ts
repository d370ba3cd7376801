/** Goals: what the agent and its owner are about. */
import type { ZodType } from 'zod';
import { type Goal, goalActs, goalStates } from '../../domain/goals/goal.ts';
import { taints } from '../../domain/policy/taint.ts';
import { operation } from '../contract.ts';
import { address, between, count, flag, instant, limit, oneOf, text } from '../fields.ts';
import { z } from '../zod.ts';

function goal(): ZodType<Goal> {
  return z.object({
    ...{ id: count(), text: z.string(), state: z.enum(goalStates), due: instant().nullable() },
    session: z.string().nullable().describe('the conversation it belongs to; null: all of them'),
    ...{ taint: z.enum(taints), by: z.string(), createdAt: instant(), endedAt: instant().nullable() },
  });
}

const number = () => between(1, 999_999_999_999_999).describe('the number of a goal');

export const goals = {
  add: operation({
    summary: 'Sets a goal. If it has a due date, you are reminded then.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/goals' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'goals add',
        help: 'Set a goal.',
        args: { text: 'TEXT' },
        isOpen: true,
        options: {
          due: { field: 'due', value: 'WHEN', help: 'remind you then: 2026-12-24T18:00, "tomorrow at 9"' },
          conversation: { field: 'session', value: 'ID', help: 'for this conversation alone, as in terminal:main' },
        },
      },
    ],
    input: () => ({
      text: text('the goal, in one sentence', 1_000),
      due: text('an instant, or "tomorrow at 9"', 100).exactOptional(),
      remind: flag().exactOptional(),
      session: address('session').exactOptional(),
    }),
    output: () => z.object({ goal: goal() }),
    needs: ['goals'],
    run: async ({ goals }, goal, { by, commandId: key }) => ({ goal: await goals.add(goal, by, { key }) }),
  }),
  list: operation({
    summary: 'The goals, open ones first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/goals' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'goals list',
        about: 'Goals: what the agent and you are about',
        isDefault: true,
        help: 'List the goals, open ones first.',
        options: { state: { field: 'state', value: 'STATE', help: 'only those that are open, done or dropped' } },
      },
    ],
    input: () => ({ state: oneOf(...goalStates).exactOptional(), limit: limit(500, 100) }),
    output: () => z.object({ goals: z.array(goal()).readonly() }),
    needs: ['goals'],
    run: ({ goals }, query) => ({ goals: goals.list(query) }),
  }),
  act: operation({
    summary: 'Completes, drops or reopens a goal.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/goals/{id}/{act}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      { words: 'goals complete', help: 'Complete a goal.', args: { id: 'N' }, fixed: { act: 'complete' } },
      { words: 'goals drop', help: 'Drop a goal.', args: { id: 'N' }, fixed: { act: 'drop' } },
      { words: 'goals reopen', help: 'Reopen a goal.', args: { id: 'N' }, fixed: { act: 'reopen' } },
    ],
    input: () => ({ id: number(), act: oneOf(...goalActs) }),
    output: () => z.object({ goal: goal() }),
    missing: 'goal',
    needs: ['goals'],
    run: async ({ goals }, { id, act }, { by }) => {
      const goal = await goals.act(id, act, by);
      return goal && { goal };
    },
  }),
};
