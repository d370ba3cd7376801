/** What pieces of work came to: of agents, plans, jobs and goals. */

import type { ZodType } from 'zod';
import { count as inWords, money } from '../../../domain/budget/money.ts';
import { type CheckOutcome, checkOutcomes } from '../../../domain/goals/check.ts';
import {
  type Outcome,
  type OutcomeKind,
  type OutcomeService,
  type OutcomeState,
  outcomeKinds,
  outcomeStates,
} from '../../../domain/outcomes/outcome.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { elapsedText } from '../../../domain/text/elapsed-text.ts';
import { defined } from '../../../domain/text/json.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { count, instant, limit, oneOf } from '../../fields.ts';
import { type Look, lines, type Row } from '../../view.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly outcomes: OutcomeService;
  }
}

function outcome(): ZodType<Outcome> {
  return z.object({
    id: z.string(),
    kind: z.enum(outcomeKinds),
    name: z.string().describe('of the agent or the job; the number of the goal; the id that a plan gives itself'),
    about: z.string().describe('what it was about; empty: that is not kept any more'),
    session: z.string().nullable().describe('the conversation in which it is to be seen'),
    state: z.enum(outcomeStates),
    why: z.string().describe('what was said last where it was not done; empty: nothing'),
    verdict: z.enum(checkOutcomes).nullable().describe('what checks outside of the agent found; null: there were none'),
    hops: count().describe('of an agent: how often it went on where its time or its steps were used up'),
    calls: count(),
    tokens: count(),
    micros: count().describe('millionths of a US dollar'),
    startedAt: instant(),
    endedAt: instant(),
  });
}

export const outcomes = {
  list: operation({
    summary: 'What pieces of work came to, of agents, plans, jobs and goals, the newest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/outcomes' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'outcomes list',
        about: { en: 'Outcomes: what pieces of work came to', de: 'Ergebnisse: was aus Arbeiten wurde' },
        isDefault: true,
        help: {
          en: 'List what agents, plans, jobs and goals came to.',
          de: 'Listet auf, was aus Agenten, Plänen, Jobs und Zielen wurde.',
        },
        options: {
          kind: {
            field: 'kind',
            value: 'KIND',
            help: { en: 'only those of agent, plan, job or goal', de: 'nur die von agent, plan, job oder goal' },
          },
        },
      },
    ],
    input: () => ({ kind: oneOf(...outcomeKinds).optional(), limit: limit(500, 30) }),
    output: () => z.object({ outcomes: z.array(outcome()).readonly() }),
    needs: ['outcomes'],
    run: ({ outcomes }, query) => ({ outcomes: outcomes.list(query) }),
    json: ({ outcomes }) => outcomes,
    view({ outcomes }, look) {
      const say = texts[look.language];
      if (outcomes.length === 0) return [lines(say.none)];
      return [{ kind: 'table', head: say.head, rows: outcomes.map(one => rowOf(one, look)) }];
    },
  }),
};

/** What checks said of a piece of work. */
export const verdictTexts = catalog('api/subjects/agent/verdicts', {
  en: { holds: 'confirmed', fails: 'refuted', unknown: 'not checkable' } as Readonly<Record<CheckOutcome, string>>,
  de: { holds: 'bestätigt', fails: 'widerlegt', unknown: 'nicht prüfbar' },
});

function rowOf(one: Outcome, { now, language }: Look): Row {
  const say = texts[language];
  const { kind, name, about, state, verdict, why, hops, calls, tokens, micros, startedAt, endedAt, session } = one;
  const used = [
    ...(calls > 0 ? [say.calls(calls)] : []),
    ...(tokens > 0 ? [say.tokens(inWords(tokens, language))] : []),
    ...(micros > 0 ? [money(micros, language)] : []),
  ];
  const isWrong = state === 'failed' || state === 'unknown' || verdict === 'fails';
  return {
    cells: [
      ago(now - endedAt, language),
      `${say.kinds[kind]} ${name}`,
      [say.states[state], ...(hops === 0 ? [] : [say.continued(hops)])].join(', '),
      verdict === null ? '–' : verdictTexts[language][verdict],
      elapsedText(endedAt - startedAt),
      used.length === 0 ? '–' : used.join(', '),
      oneLine([about, why].filter(text => text !== '').join(' – '), 120),
    ],
    ...defined({ session: session ?? undefined, tone: isWrong ? ('warn' as const) : undefined }),
  };
}

const en = {
  head: ['When', 'What', 'State', 'Checks', 'Time', 'Used', 'About'] as readonly string[],
  none: 'No work has ended yet: no agent, plan, job or goal.',
  continued: (count: number) => (count === 1 ? 'continued once' : `continued ${count} times`),
  calls: (count: number) => (count === 1 ? '1 call' : `${count} calls`),
  tokens: (count: string) => `${count} tokens`,
  kinds: { agent: 'agent', plan: 'plan', job: 'job', goal: 'goal' } as Readonly<Record<OutcomeKind, string>>,
  states: {
    done: 'done',
    failed: 'failed',
    cancelled: 'stopped',
    expired: 'time was up',
    unknown: 'unknown',
    skipped: 'left out',
    refused: 'refused',
    dropped: 'dropped',
  } as Readonly<Record<OutcomeState, string>>,
};

const de: typeof en = {
  head: ['Wann', 'Was', 'Stand', 'Prüfung', 'Zeit', 'Verbraucht', 'Worüber'],
  none: 'Noch ist keine Arbeit zu Ende: kein Agent, Plan, Job oder Ziel.',
  continued: count => (count === 1 ? 'einmal fortgesetzt' : `${count}-mal fortgesetzt`),
  calls: count => (count === 1 ? '1 Aufruf' : `${count} Aufrufe`),
  tokens: count => `${count} Tokens`,
  kinds: { agent: 'Agent', plan: 'Plan', job: 'Job', goal: 'Ziel' },
  states: {
    done: 'fertig',
    failed: 'fehlgeschlagen',
    cancelled: 'angehalten',
    expired: 'Zeit war um',
    unknown: 'unbekannt',
    skipped: 'ausgelassen',
    refused: 'abgelehnt',
    dropped: 'verworfen',
  },
};

const texts = catalog('api/subjects/agent/outcomes', { en, de });
