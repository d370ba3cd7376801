/** Goals: what the agent and its owner are about. */

import type { ZodType } from 'zod';
import { type Goal, goalActs, goalStates, typedGoal } from '../../../domain/goals/goal.ts';
import { taints } from '../../../domain/policy/taint.ts';
import { ago, until } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { operation } from '../../contract.ts';
import { address, between, count, flag, instant, limit, oneOf, text } from '../../fields.ts';
import { type Action, type Look, lines, type Row } from '../../view.ts';
import { z } from '../../zod.ts';

function goal(): ZodType<Goal> {
  return z.object({
    id: count(),
    text: z.string(),
    state: z.enum(goalStates),
    due: instant().nullable(),
    session: z.string().nullable().describe('the conversation it belongs to; null: all of them'),
    taint: z.enum(taints),
    by: z.string(),
    createdAt: instant(),
    endedAt: instant().nullable(),
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
        help: { en: 'Set a goal.', de: 'Setzt ein Ziel.' },
        args: { text: 'TEXT' },
        isOpen: true,
        options: {
          due: {
            field: 'due',
            value: 'WHEN',
            help: {
              en: 'remind you then: 2026-12-24T18:00, "tomorrow at 9"',
              de: 'dann erinnern: 2026-12-24T18:00, „morgen um 9“',
            },
          },
          conversation: {
            field: 'session',
            value: 'ID',
            help: {
              en: 'for this conversation alone, as in terminal:main',
              de: 'nur für dieses Gespräch, wie terminal:main',
            },
          },
        },
      },
    ],
    input: () => ({
      text: text('the goal, in one sentence', 1_000),
      due: text('an instant, or "tomorrow at 9"', 100).optional(),
      remind: flag().optional(),
      session: address('session').optional(),
    }),
    output: () => z.object({ goal: goal() }),
    needs: ['goals'],
    run: async ({ goals }, goal, { by, commandId: key }) => ({ goal: await goals.add(goal, by, { key }) }),
    typed: given => (given.due === undefined ? { ...given, ...typedGoal(given.text) } : given),
    json: ({ goal }) => goal,
    view: ({ goal }, look) => [{ kind: 'table', rows: [rowOf(goal, look)] }],
  }),
  list: operation({
    summary: 'The goals, open ones first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/goals' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'goals list',
        about: { en: 'Goals: what the agent and you are about', de: 'Ziele: worum es dem Agenten und dir geht' },
        isDefault: true,
        inChat: { state: 'open' },
        help: { en: 'List the goals, open ones first.', de: 'Listet die Ziele auf, offene zuerst.' },
        options: {
          state: {
            field: 'state',
            value: 'STATE',
            help: { en: 'only those that are open, done or dropped', de: 'nur die open, done oder dropped sind' },
          },
        },
      },
    ],
    input: () => ({ state: oneOf(...goalStates).optional(), limit: limit(500, 100) }),
    output: () => z.object({ goals: z.array(goal()).readonly() }),
    needs: ['goals'],
    run: ({ goals }, query) => ({ goals: goals.list(query) }),
    json: ({ goals }) => goals,
    view({ goals }, look) {
      const { none, add } = texts[look.language];
      const action: Action = {
        label: add.label,
        operation: 'goals.add',
        input: {},
        asks: { field: 'text', hint: add.hint },
      };
      if (goals.length === 0)
        return [lines(none(look.typed('goals add TEXT'))), { kind: 'actions', actions: [action] }];
      return [
        { kind: 'table', rows: goals.map(goal => rowOf(goal, look)) },
        { kind: 'actions', actions: [action] },
      ];
    },
  }),
  act: operation({
    summary: 'Completes, drops or reopens a goal.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/goals/{id}/{act}' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'goals complete',
        help: { en: 'Complete a goal.', de: 'Hakt ein Ziel ab.' },
        args: { id: 'N' },
        fixed: { act: 'complete' },
      },
      {
        words: 'goals drop',
        help: { en: 'Drop a goal.', de: 'Lässt ein Ziel fallen.' },
        args: { id: 'N' },
        fixed: { act: 'drop' },
      },
      {
        words: 'goals reopen',
        help: { en: 'Reopen a goal.', de: 'Öffnet ein Ziel wieder.' },
        args: { id: 'N' },
        fixed: { act: 'reopen' },
      },
    ],
    input: () => ({ id: number(), act: oneOf(...goalActs) }),
    output: () => z.object({ goal: goal() }),
    missing: 'goal',
    needs: ['goals'],
    run: async ({ goals }, { id, act }, { by }) => {
      const goal = await goals.act(id, act, by);
      return goal && { goal };
    },
    json: ({ goal }) => goal,
    view: ({ goal }, look) => [{ kind: 'table', rows: [rowOf(goal, look)] }],
    absent: ({ id }, { language, typed }) => texts[language].absent(id, typed('goals list')),
  }),
};

const en = {
  absent: (id: number, list: string) => `there is no goal ${id}; "${list}" shows all`,
  none: (add: string) => `There are no goals. Tell the agent what you are about, or add one: ${add}`,
  add: { label: 'Add a goal', hint: 'TEXT, due tomorrow at 9' },
  acts: { complete: 'Complete', drop: 'Drop', reopen: 'Reopen' },
  states: { open: 'open', done: 'done', dropped: 'dropped' },
  due: (time: string) => `due ${time}`,
  overdue: (time: string) => `overdue: due ${time}`,
  in: (place: string) => `in ${place}`,
};

const de: typeof en = {
  absent: (id, list) => `es gibt kein Ziel ${id}; „${list}“ zeigt alle`,
  none: add => `Es gibt keine Ziele. Sag dem Agenten, was du vorhast, oder nenne eines: ${add}`,
  add: { label: 'Ziel setzen', hint: 'TEXT, fällig morgen um 9' },
  acts: { complete: 'Erreicht', drop: 'Aufgeben', reopen: 'Wieder aufnehmen' },
  states: { open: 'offen', done: 'erreicht', dropped: 'aufgegeben' },
  due: time => `fällig ${time}`,
  overdue: time => `überfällig: ${time}`,
  in: place => `aus ${place}`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/subjects/work/goals', { en, de });

function rowOf({ id, text, state, due, session }: Goal, { now, language }: Look): Row {
  const say = texts[language];
  const left = due === null || state !== 'open' ? undefined : due - now;
  const facts = [
    ...(state === 'open' ? [] : [say.states[state]]),
    ...(left === undefined ? [] : [left > 0 ? say.due(until(left, language)) : say.overdue(ago(-left, language))]),
    ...(session === null ? [] : [say.in(session.replace(/^session:/, ''))]),
  ];
  const acts = state === 'open' ? (['complete', 'drop'] as const) : (['reopen'] as const);
  return {
    cells: [String(id), facts.length === 0 ? text : `${text}  (${facts.join(', ')})`],
    actions: acts.map(act => ({ label: say.acts[act], operation: 'goals.act', input: { id, act } })),
  };
}
