/** Tasks: turns that are given from anywhere, to be watched and cancelled. */

import type { ZodType } from 'zod';
import { longestDeadlineMs, priorities } from '../../../domain/conversation/turn-terms.ts';
import type { TaskDetail, TaskRow, TaskService } from '../../../domain/tasks/service.ts';
import { longestWindowMs, taskStates } from '../../../domain/tasks/task.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { defined } from '../../../domain/text/json.ts';
import { readable } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import {
  address,
  between,
  clientMadeId,
  count,
  flag,
  instant,
  limit,
  oneOf,
  said,
  sentence,
  text,
} from '../../fields.ts';
import { lines } from '../../view.ts';
import { givenTask, noTask, oneTask, taskList } from '../../views/tasks.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly tasks: TaskService;
  }
}

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

const number = () =>
  between(1, 999_999_999_999_999).describe(phrase({ en: 'the number of a task', de: 'die Nummer einer Aufgabe' }));
const missing = 'task';

export const tasks = {
  add: operation({
    summary: 'Gives a task: a turn with a priority, a deadline and a parent. A key makes a repeat give the first task.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/tasks' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'tasks add',
        help: {
          en: 'Give a task: a turn that runs in a conversation of its own.',
          de: 'Gibt eine Aufgabe auf: sie läuft in einem eigenen Gespräch.',
        },
        args: { text: 'TEXT' },
        isOpen: true,
        options: {
          priority: {
            field: 'priority',
            value: 'P',
            help: {
              en: 'low, normal (default), high or critical: which runs first',
              de: 'low, normal (sonst), high oder critical: was zuerst läuft',
            },
          },
          deadline: {
            value: '5m',
            help: { en: 'end it after this time: s, m or h', de: 'nach dieser Zeit beenden: s, m oder h' },
          },
          key: {
            field: 'key',
            value: 'NAME',
            help: {
              en: 'given again under this name within the window, it is the first task',
              de: 'unter diesem Namen im Zeitfenster noch einmal aufgegeben, ist es die erste Aufgabe',
            },
          },
          window: {
            value: '24h',
            help: {
              en: 'how long the key holds: s, m or h (default: 24h)',
              de: 'wie lange der Name gilt: s, m oder h (sonst: 24h)',
            },
          },
          parent: {
            field: 'parent',
            value: 'N',
            help: { en: 'the task it is part of', de: 'die Aufgabe, zu der sie gehört' },
          },
          conversation: {
            field: 'session',
            value: 'ID',
            help: {
              en: 'a conversation instead of its own, as in terminal:main',
              de: 'ein Gespräch statt eines eigenen, wie terminal:main',
            },
          },
        },
      },
    ],
    // its key tells a repeat, for longer than the memory of commands
    commandId: 'taken',
    input: () => ({
      text: text({ en: 'what is to be done', de: 'die Aufgabe' }, 200_000),
      priority: oneOf(...priorities).optional(),
      deadlineMs: between(1000, longestDeadlineMs, 'milliseconds').optional(),
      key: clientMadeId().optional(),
      windowMs: between(1000, longestWindowMs, 'milliseconds').optional(),
      parent: number().optional(),
      session: address('session').optional(),
    }),
    output: () =>
      z.object({
        task: taskDetail(),
        duplicate: flag().describe('true: a task was there under this key, and nothing new was begun'),
        note: z.string().optional(),
      }),
    needs: ['tasks'],
    // typed in a chat, it may come again after a crash
    run: ({ tasks }, given, { by, from, commandId }) =>
      tasks.add({ ...given, ...defined({ key: given.key ?? (from && commandId) }) }, by, from),
    view: givenTask,
  }),
  list: operation({
    summary: 'The tasks, the newest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tasks' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'tasks list',
        inChat: { limit: 20 },
        about: { en: 'Tasks: give one, see how it stands, cancel it', de: 'Aufgaben: aufgeben, nachsehen, abbrechen' },
        isDefault: true,
        help: {
          en: 'List the tasks, the newest first, each beneath the one it is part of.',
          de: 'Listet die Aufgaben auf, die neuesten zuerst, jede unter der, zu der sie gehört.',
        },
        options: {
          state: {
            field: 'state',
            value: 'STATE',
            help: {
              en: 'only those that are queued, running, waiting, done, failed, …',
              de: 'nur die queued, running, waiting, done, failed, … sind',
            },
          },
          limit: { field: 'limit', value: 'N', help: { en: 'how many (default: 50)', de: 'wie viele (sonst: 50)' } },
        },
      },
    ],
    input: () => ({
      state: oneOf(...taskStates).optional(),
      session: address('session').optional(),
      limit: limit(500, 50),
    }),
    output: () => z.object({ tasks: z.array(taskRow()).readonly() }),
    needs: ['tasks'],
    run: ({ tasks }, query) => ({ tasks: tasks.list(query) }),
    json: ({ tasks }) => tasks,
    view: taskList,
  }),
  show: operation({
    summary: 'One task, with what came of it, what it waits for and the tasks beneath it.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tasks/{id}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'tasks show',
        also: ['tasks'],
        help: {
          en: 'Show one task: how it stands, and what came of it.',
          de: 'Zeigt eine Aufgabe: wie sie steht und was daraus wurde.',
        },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: number() }),
    output: taskDetail,
    missing,
    needs: ['tasks'],
    run: ({ tasks }, { id }) => tasks.show(id),
    view: oneTask,
    absent: noTask,
  }),
  cancel: operation({
    summary: 'Cancels a task and the tasks beneath it.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/tasks/{id}/cancel' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'tasks cancel',
        help: { en: 'Cancel a task, and the tasks beneath it.', de: 'Bricht eine Aufgabe ab und die darunter.' },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: number() }),
    output: sentence,
    missing,
    needs: ['tasks'],
    run: async ({ tasks }, { id }, { by }) => said(await tasks.cancel(id, by)),
    json: ({ message }, { id }) => ({ task: id, message }),
    view: ({ message }) => [lines(readable(message))],
    absent: noTask,
  }),
};
