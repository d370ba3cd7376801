/** Agents that pieces of work are given to, and what became of the work. */

import { type AgentService, childStates } from '../../../domain/agents/agent.ts';
import { limitLines } from '../../../domain/agents/limits.ts';
import { count as inWords, money } from '../../../domain/budget/money.ts';
import { shortName } from '../../../domain/conversation/chat-session.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { elapsedText } from '../../../domain/text/elapsed-text.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { count, flag, instant, limit } from '../../fields.ts';
import { type Block, type Look, lines, type Row } from '../../view.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly agents: AgentService;
  }
}

function agent() {
  return z.object({
    name: z.string(),
    purpose: z.string(),
    tools: z.array(z.string()).readonly().describe('names of tools; "*": all of the conversation that gives the work'),
    prompt: z.string(),
    model: z.string().optional(),
    role: z.string().optional(),
    minutes: count(),
    continuations: count().optional().describe('how often its work goes on where its time or its steps are used up'),
    beyond: z.literal('ask').optional().describe('a call beyond its own tools and limits is put before its owner'),
    takes: z
      .array(z.string())
      .readonly()
      .optional()
      .describe('phrases; a message of the owner with one is given to it'),
    isFailing: flag().describe('its last pieces of work all came to nothing, so no message is given to it by itself'),
    reassign: z.string().optional().describe('who takes over what it does not finish'),
    budgetTokens: count().optional(),
    limits: z
      .object({
        folders: z.array(z.string()).readonly().optional(),
        network: z.array(z.string()).readonly().optional().describe('hosts; none: no network'),
        secrets: z.array(z.string()).readonly().optional(),
        servers: z.array(z.string()).readonly().optional(),
        skills: z.array(z.string()).readonly().optional(),
        memory: z.array(z.string()).readonly().optional().describe('partitions of memories'),
      })
      .optional()
      .describe('what it may reach with its tools'),
    isShipped: flag().describe('it comes with Straylight, and no setting has taken its place'),
  });
}

function child() {
  return z.object({
    id: z.string(),
    agent: z.string(),
    session: z.string().describe('the conversation in which it works'),
    parent: z.string().describe('the conversation that gave the work'),
    depth: count(),
    task: z.string(),
    state: z.enum(childStates),
    startedAt: instant(),
    endedAt: instant().nullable(),
    hops: count().describe('how often it went on in another conversation'),
    takenFrom: z.string().nullable().describe('the agent that had it before and did not finish; null: none had'),
    calls: count(),
    tokens: count(),
    micros: count().describe('millionths of a US dollar'),
  });
}

export const agents = {
  list: operation({
    summary: 'The agents that work can be given to, and the pieces of work they were given.',
    role: 'reader',
    http: { method: 'GET', path: '/api/agents' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'agents list',
        about: { en: 'Agents: to whom work is given', de: 'Agenten: wem Arbeit gegeben wird' },
        isDefault: true,
        help: {
          en: 'List the agents, and what became of their work.',
          de: 'Listet die Agenten auf, und was aus ihrer Arbeit wurde.',
        },
      },
    ],
    input: () => ({ limit: limit(500, 30) }),
    output: () => z.object({ agents: z.array(agent()).readonly(), work: z.array(child()).readonly() }),
    needs: ['agents'],
    run: ({ agents }, { limit }) => ({ agents: agents.profiles(), work: agents.children(limit) }),
    view({ agents: profiles, work }, look) {
      const say = texts[look.language];
      const table: Block = {
        kind: 'table',
        head: say.agents,
        rows: profiles.map(({ name, purpose, tools, limits = {}, isFailing }) => ({
          cells: [
            name,
            [tools.includes('*') ? say.all : tools.join(', '), ...limitLines(limits)].join('; '),
            isFailing ? `${purpose} (${say.failing})` : purpose,
          ],
        })),
      };
      if (work.length === 0) return [table, lines(say.none)];
      return [table, { kind: 'table', head: say.work, rows: work.map(one => rowOf(one, look)) }];
    },
  }),
};

type Child = ReturnType<ReturnType<typeof child>['parse']>;

function rowOf(one: Child, { now, language }: Look): Row {
  const say = texts[language];
  const { agent, state, startedAt, endedAt, hops, takenFrom, calls, tokens, micros, task, parent, session } = one;
  const used = [
    say.calls(calls),
    say.tokens(inWords(tokens, language)),
    ...(micros > 0 ? [money(micros, language)] : []),
  ];
  return {
    cells: [
      agent,
      [
        say.states[state],
        ...(hops === 0 ? [] : [say.continued(hops)]),
        ...(takenFrom === null ? [] : [say.takenFrom(takenFrom)]),
      ].join(', '),
      elapsedText((endedAt ?? now) - startedAt),
      used.join(', '),
      shortName(parent),
      oneLine(task, 80),
    ],
    session,
    ...defined({ tone: state === 'failed' || state === 'unknown' ? ('warn' as const) : undefined }),
  };
}

const en = {
  agents: ['Agent', 'May use', 'Is for'] as readonly string[],
  work: ['Agent', 'State', 'Time', 'Used', 'For', 'Work'] as readonly string[],
  all: 'all tools of who gives the work',
  none: 'No work was given to an agent yet. The model does so by itself, or when you say “let a researcher …”.',
  continued: (count: number) => (count === 1 ? 'continued once' : `continued ${count} times`),
  failing: 'its last pieces of work all came to nothing',
  takenFrom: (agent: string) => `taken over from ${agent}`,
  calls: (count: number) => (count === 1 ? '1 call' : `${count} calls`),
  tokens: (count: string) => `${count} tokens`,
  states: {
    running: 'at work',
    done: 'done',
    failed: 'failed',
    cancelled: 'stopped',
    expired: 'time was up',
    refused: 'refused',
    unknown: 'unknown',
  },
};

const de: typeof en = {
  agents: ['Agent', 'Darf benutzen', 'Wofür'],
  work: ['Agent', 'Stand', 'Zeit', 'Verbraucht', 'Für', 'Arbeit'],
  all: 'alle Werkzeuge dessen, der die Arbeit gibt',
  none: 'Noch wurde keinem Agenten Arbeit gegeben. Das Modell tut es von selbst, oder wenn du sagst: „lass einen researcher …“.',
  continued: count => (count === 1 ? 'einmal fortgesetzt' : `${count}-mal fortgesetzt`),
  failing: 'ihre letzten Arbeiten kamen alle zu nichts',
  takenFrom: agent => `übernommen von ${agent}`,
  calls: count => (count === 1 ? '1 Aufruf' : `${count} Aufrufe`),
  tokens: count => `${count} Tokens`,
  states: {
    running: 'bei der Arbeit',
    done: 'fertig',
    failed: 'fehlgeschlagen',
    cancelled: 'angehalten',
    expired: 'Zeit war um',
    refused: 'abgelehnt',
    unknown: 'unbekannt',
  },
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/subjects/agent/agents', { en, de });
