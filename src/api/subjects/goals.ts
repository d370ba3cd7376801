/** Goals: what the agent and its owner are about. */
import type { ZodType } from 'zod';
import { type Goal, goalActs, goalStates } from '../../domain/goals/goal.ts';
import { taints } from '../../domain/policy/taint.ts';
import { commandForms } from '../command-forms.ts';
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
    http: { method: 'POST', path: '/api/goals' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['goals.add'],
    input: () => ({
      text: text('the goal, in one sentence', 1_000),
      due: text('an instant, or "tomorrow at 9"', 100).exactOptional(),
      remind: flag().exactOptional(),
      session: address('session').exactOptional(),
    }),
    output: () => z.object({ goal: goal() }),
  }),
  list: operation({
    summary: 'The goals, open ones first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/goals' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['goals.list'],
    input: () => ({ state: oneOf(...goalStates).exactOptional(), limit: limit(500, 100) }),
    output: () => z.object({ goals: z.array(goal()).readonly() }),
  }),
  act: operation({
    summary: 'Completes, drops or reopens a goal.',
    role: 'owner',
    http: { method: 'POST', path: '/api/goals/{id}/{act}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['goals.act'],
    input: () => ({ id: number(), act: oneOf(...goalActs) }),
    output: () => z.object({ goal: goal() }),
    missing: 'goal',
  }),
};
