/** Goals: what the agent and its owner are about. */

import type { ZodType } from 'zod';
import {
  checkOutcomes,
  type GoalCheck,
  longestCheck,
  mostChecks,
  provesNothing,
  verdictOf,
  wasNotRun,
} from '../../../domain/goals/check.ts';
import { type Goal, type GoalService, goalActs, goalStates, typedGoal } from '../../../domain/goals/goal.ts';
import { taints } from '../../../domain/policy/taint.ts';
import { ago, until } from '../../../domain/text/ago.ts';
import { catalog, phrase } from '../../../domain/text/catalog.ts';
import { type Language, ownWords } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { address, between, count, flag, instant, limit, oneOf, saidAsData, text } from '../../fields.ts';
import { type Action, type Look, lines, type Row, type View } from '../../view.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly goals: GoalService;
  }
}

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
    checks: z.array(check()).readonly(),
  });
}

function check(): ZodType<GoalCheck> {
  const result = { outcome: z.enum(checkOutcomes), saw: z.union([z.string(), saidAsData()]) };
  return z.object({
    text: z.string().describe('as it was written'),
    before: z
      .union([z.object(result), z.object({ hash: z.string() })])
      .describe('what it found before the work, or the hash of what is to stay as it is'),
    last: z.object({ ...result, at: instant() }).optional(),
  });
}

const number = () =>
  between(1, 999_999_999_999_999).describe(phrase({ en: 'the number of a goal', de: 'die Nummer eines Ziels' }));

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
          check: {
            field: 'checks',
            value: 'CHECK',
            isList: true,
            help: {
              en: 'what has to hold before it is done: "file_exists report.md", "npm test"',
              de: 'was gelten muss, bevor es erreicht ist: „file_exists bericht.md“, „npm test“',
            },
          },
        },
      },
    ],
    input: () => ({
      text: text({ en: 'the goal, in one sentence', de: 'das Ziel, in einem Satz' }, 1_000),
      due: text({ en: 'an instant, or "tomorrow at 9"', de: 'ein Zeitpunkt, oder „morgen um 9“' }, 100).optional(),
      remind: flag().optional(),
      session: address('session').optional(),
      checks: z
        .array(
          text(
            {
              en: 'a check, such as "file_exists report.md"',
              de: 'eine Prüfung, etwa „file_exists bericht.md“',
            },
            longestCheck,
          ),
        )
        .max(mostChecks)
        .describe(phrase({ en: 'a list of checks, at most 10', de: 'eine Liste von höchstens 10 Prüfungen' }))
        .optional(),
    }),
    output: () => z.object({ goal: goal() }),
    needs: ['goals'],
    run: async ({ goals }, goal, { by, commandId: key }) => ({ goal: await goals.add(goal, by, { key }) }),
    typed: given => (given.due === undefined ? { ...given, ...typedGoal(given.text) } : given),
    json: ({ goal }) => goal,
    view: ({ goal }, look) => [{ kind: 'table', rows: [rowOf(goal, look)] }, ...doubts(goal, look)],
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
        help: {
          en: 'Complete a goal; its checks have to hold.',
          de: 'Hakt ein Ziel ab; seine Prüfungen müssen gelten.',
        },
        args: { id: 'N' },
        fixed: { act: 'complete' },
        options: {
          anyway: {
            field: 'anyway',
            help: { en: 'whatever its checks find', de: 'was seine Prüfungen auch ergeben' },
          },
        },
        behind: { anyway: { anyway: true } },
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
    input: () => ({
      id: number(),
      act: oneOf(...goalActs),
      anyway: flag().optional(),
    }),
    output: () => z.object({ goal: goal() }),
    missing: 'goal',
    needs: ['goals'],
    run: async ({ goals }, { id, act, anyway = false }, { by }) => {
      const goal = await goals.act(id, act, by, { anyway });
      return goal && { goal };
    },
    json: ({ goal }) => goal,
    view: ({ goal }, look) => [{ kind: 'table', rows: [rowOf(goal, look)] }],
    absent: ({ id }, { language, typed }) => texts[language].absent(id, typed('goals list')),
  }),
  check: operation({
    summary: 'Runs the checks of a goal now, and says what each finds.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/goals/{id}/check' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'goals check',
        help: { en: 'Run the checks of a goal now.', de: 'Lässt die Prüfungen eines Ziels jetzt laufen.' },
        args: { id: 'N' },
      },
    ],
    input: () => ({ id: number() }),
    output: () => z.object({ goal: goal() }),
    missing: 'goal',
    needs: ['goals'],
    run: async ({ goals }, { id }) => {
      const goal = await goals.check(id);
      return goal && { goal };
    },
    json: ({ goal }) => goal,
    view: checksOf,
    absent: ({ id }, { language, typed }) => texts[language].absent(id, typed('goals list')),
  }),
};

const en = {
  absent: (id: number, list: string) => `there is no goal ${id}; "${list}" shows all`,
  none: (add: string) => `There are no goals. Tell the agent what you are about, or add one: ${add}`,
  add: { label: 'Add a goal', hint: 'TEXT, due tomorrow at 9' },
  acts: { complete: 'Complete', drop: 'Drop', reopen: 'Reopen', check: 'Check' },
  states: { open: 'open', done: 'done', dropped: 'dropped' },
  due: (time: string) => `due ${time}`,
  overdue: (time: string) => `overdue: due ${time}`,
  in: (place: string) => `in ${place}`,
  checks: (count: number) => (count === 1 ? '1 check' : `${count} checks`),
  verdict: {
    holds: 'its checks hold',
    fails: 'its checks do not all hold',
    unknown: 'its checks could not all be run',
  },
  noChecks: 'This goal has no checks.',
  columns: ['Check', 'Found', 'Saw'] as readonly string[],
  found: { holds: 'holds', fails: 'does not hold', unknown: 'could not be run' },
  notRun: (check: string) => `It could not be run before the work, so it was not shown to be able to fail: ${check}`,
  doubt: (check: string) => `It holds already, so it cannot show that the work was done: ${check}`,
};

const de: typeof en = {
  absent: (id, list) => `es gibt kein Ziel ${id}; „${list}“ zeigt alle`,
  none: add => `Es gibt keine Ziele. Sag dem Agenten, was du vorhast, oder nenne eines: ${add}`,
  add: { label: 'Ziel setzen', hint: 'TEXT, fällig morgen um 9' },
  acts: { complete: 'Erreicht', drop: 'Aufgeben', reopen: 'Wieder aufnehmen', check: 'Prüfen' },
  states: { open: 'offen', done: 'erreicht', dropped: 'aufgegeben' },
  due: time => `fällig ${time}`,
  overdue: time => `überfällig: ${time}`,
  in: place => `aus ${place}`,
  checks: count => (count === 1 ? '1 Prüfung' : `${count} Prüfungen`),
  verdict: {
    holds: 'seine Prüfungen gelten',
    fails: 'nicht alle Prüfungen gelten',
    unknown: 'nicht alle Prüfungen ließen sich ausführen',
  },
  noChecks: 'Dieses Ziel hat keine Prüfungen.',
  columns: ['Prüfung', 'Ergebnis', 'Gesehen'],
  found: { holds: 'gilt', fails: 'gilt nicht', unknown: 'nicht ausführbar' },
  notRun: check => `Sie konnte vor der Arbeit nicht laufen, hat also nicht gezeigt, dass sie scheitern kann: ${check}`,
  doubt: check => `Sie gilt schon, kann also nicht zeigen, dass etwas getan wurde: ${check}`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/subjects/work/goals', { en, de });

/** What each of its checks found. */
function checksOf({ goal }: { readonly goal: Goal }, look: Look): View {
  const say = texts[look.language];
  if (goal.checks.length === 0) return [lines(say.noChecks)];
  const rows = goal.checks.map(({ text, last }) => ({
    cells: [
      oneLine(text, 80),
      last === undefined ? '' : say.found[last.outcome],
      last === undefined ? '' : oneLine(ownWords(last.saw, look.language), 200),
    ],
  }));
  return [{ kind: 'table', head: say.columns, rows }, ...doubts(goal, look)];
}

/** Checks that held before the work, or could not be run then. */
function doubts({ checks }: Goal, { language }: Look): View {
  const say = texts[language];
  return checks.flatMap(check => {
    const text = oneLine(check.text, 80);
    if (wasNotRun(check)) return [lines(say.notRun(text), 'warn')];
    return provesNothing(check) ? [lines(say.doubt(text), 'warn')] : [];
  });
}

function rowOf({ id, text, state, due, session, checks }: Goal, { now, language }: Look): Row {
  const say = texts[language];
  const verdict = verdictOf(checks);
  const left = due === null || state !== 'open' ? undefined : due - now;
  const facts = [
    ...(state === 'open' ? [] : [say.states[state]]),
    ...(left === undefined ? [] : [left > 0 ? say.due(until(left, language)) : say.overdue(ago(-left, language))]),
    ...(session === null ? [] : [say.in(session.replace(/^session:/, ''))]),
    ...(checks.length === 0 ? [] : [verdict === undefined ? say.checks(checks.length) : say.verdict[verdict]]),
  ];
  const acts = state === 'open' ? (['complete', 'drop'] as const) : (['reopen'] as const);
  return {
    cells: [String(id), facts.length === 0 ? text : `${text}  (${facts.join(', ')})`],
    actions: [
      ...acts.map(act => ({ label: say.acts[act], operation: 'goals.act', input: { id, act } })),
      ...(checks.length === 0 ? [] : [{ label: say.acts.check, operation: 'goals.check', input: { id } }]),
    ],
  };
}
