/** Tasks: turns that are given from anywhere, to be watched and cancelled. */
import type { ZodType } from 'zod';
import { longestDeadlineMs, priorities } from '../../domain/conversation/turn-terms.ts';
import type { TaskDetail, TaskRow } from '../../domain/tasks/service.ts';
import { longestWindowMs, taskStates } from '../../domain/tasks/task.ts';
import { commandForms } from '../command-forms.ts';
import { operation } from '../contract.ts';
import { address, between, clientMadeId, count, flag, instant, limit, oneOf, sentence, text } from '../fields.ts';
import { z } from '../zod.ts';

const row = () => ({
  id: count(),
  session: z.string().describe('the address of its conversation'),
  text: z.string(),
  state: z.enum(taskStates),
  priority: z.enum(priorities),
  deadline: instant().nullable(),
  key: z.string().nullable(),
  parent: count().nullable(),
  by: z.string().describe('from where it was given'),
  createdAt: instant(),
  startedAt: instant().nullable(),
  endedAt: instant().nullable(),
});

function taskRow(): ZodType<TaskRow> {
  return z.object(row());
}

const detail = () => ({
  ...row(),
  turn: z.string().nullable(),
  result: z.string().describe('what came of it'),
  notes: z.array(z.string()).readonly(),
  tokens: count(),
  approvals: z.array(z.string()).readonly().describe('the approvals it waits for'),
  children: z.array(count()).readonly().describe('the tasks beneath it'),
});

function taskDetail(): ZodType<TaskDetail> {
  return z.object(detail());
}

const number = () => between(1, 999_999_999_999_999).describe('the number of a task');
const missing = 'task';

export const tasks = {
  add: operation({
    summary: 'Gives a task: a turn with a priority, a deadline and a parent. A key makes a repeat give the first task.',
    role: 'owner',
    http: { method: 'POST', path: '/api/tasks' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['tasks.add'],
    // its key tells a repeat, for longer than the memory of commands
    commandId: 'taken',
    input: () => ({
      text: text('what is to be done', 200_000),
      priority: oneOf(...priorities).exactOptional(),
      deadlineMs: between(1000, longestDeadlineMs, 'milliseconds').exactOptional(),
      key: clientMadeId().exactOptional(),
      windowMs: between(1000, longestWindowMs, 'milliseconds').exactOptional(),
      parent: number().exactOptional(),
      session: address('session').exactOptional(),
    }),
    output: () =>
      z.object({
        task: taskDetail(),
        duplicate: flag().describe('true: a task was there under this key, and nothing new was begun'),
        note: z.string().exactOptional(),
      }),
  }),
  list: operation({
    summary: 'The tasks, the newest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tasks' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['tasks.list'],
    input: () => ({
      state: oneOf(...taskStates).exactOptional(),
      session: address('session').exactOptional(),
      limit: limit(500, 50),
    }),
    output: () => z.object({ tasks: z.array(taskRow()).readonly() }),
  }),
  show: operation({
    summary: 'One task, with what came of it, what it waits for and the tasks beneath it.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tasks/{id}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['tasks.show'],
    input: () => ({ id: number() }),
    output: taskDetail,
    missing,
  }),
  cancel: operation({
    summary: 'Cancels a task and the tasks beneath it.',
    role: 'owner',
    http: { method: 'POST', path: '/api/tasks/{id}/cancel' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: commandForms['tasks.cancel'],
    input: () => ({ id: number() }),
    output: sentence,
    missing,
  }),
};
