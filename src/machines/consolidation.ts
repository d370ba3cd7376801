/**
 * One look through all memories: what says the same becomes one, what contradicts is put before the owner, what nobody
 * uses is set aside.
 *
 * What it changes is written in small steps, each in the commit that says how far it has come, so a death repeats one
 * question at most. All of it is one batch, to be undone as one. Without a model, or beyond its budget, it does what
 * rules are sure of.
 *
 * Its tries and its ends are those of an observer (batch-run.ts). The states between are not: an observer puts one
 * question to a model and may wait for its owner; this one collects first, asks in rounds, and never waits for anybody.
 */

import { assign, setup } from 'xstate';
import type {
  Collected,
  ConsolidationWrites,
  JudgedPair,
  MemoryMove,
  MemoryPair,
  MoveCounts,
} from '../domain/memory/consolidation/plan.ts';
import { countMoves, noMoves } from '../domain/memory/consolidation/plan.ts';
import { catalog } from '../domain/text/catalog.ts';
import type { Language } from '../domain/text/texts.ts';
import { type BatchRun, type BatchRunTag, batchRun, mayRetry, pauseMs, pausing, working } from './batch-run.ts';
import { actorAt, needs } from './needs.ts';

export interface ConsolidationInput {
  readonly language: Language;
  /** The owner is told at the end of a run what it has done; else only of contradictions. */
  readonly digest: boolean;
  /** So many tokens one run may use. */
  readonly budgetTokens: number;
}

export interface JudgementInput {
  readonly pairs: readonly MemoryPair[];
  /** No model is asked: none answers, or the run has used what it may. */
  readonly byRules: boolean;
}

export interface JudgementOutput {
  readonly judged: readonly JudgedPair[];
  readonly tokens: number;
}

export interface SettlementInput {
  readonly judged: readonly JudgedPair[];
  readonly links: Collected['links'];
  readonly outlived: Collected['outlived'];
}

export interface SettlementOutput {
  readonly moves: readonly MemoryMove[];
}

interface Context extends BatchRun, ConsolidationInput, Collected {
  readonly judged: readonly JudgedPair[];
  readonly moves: readonly MemoryMove[];
  readonly counts: MoveCounts;
  readonly tokens: number;
  /** Models have failed too often in this run. */
  readonly isGivenUp: boolean;
}

interface ConsolidationOutput extends Pick<Context, 'outcome' | 'counts' | 'failure'> {}

type ConsolidationEvent = { readonly at: number; readonly id: string } & (
  | { readonly type: 'consolidation.requested' }
  | { readonly type: 'batch.undone' }
);

/** So many pairs are judged by one question. */
const atOnce = 30;

const byRules = ({ isGivenUp, tokens, budgetTokens }: Context) => isGivenUp || tokens >= budgetTokens;

const base = setup({
  types: {
    input: {} as ConsolidationInput & { readonly address: string },
    output: {} as ConsolidationOutput,
    context: {} as Context,
    events: {} as ConsolidationEvent,
    tags: {} as BatchRunTag,
  },
  actors: {
    collection: needs<Collected, void>('collection'),
    judgement: needs<JudgementOutput, JudgementInput>('judgement'),
    settling: needs<SettlementOutput, SettlementInput>('settling'),
  },
  actions: {
    consolidate: (_, _params: ConsolidationWrites['consolidate']) => {},
    noteConsolidation: (_, _params: ConsolidationWrites['noteConsolidation']) => {},
  },
  guards: {
    mayRetry,
    hasPairs: ({ context }) => context.pairs.length > 0,
  },
  delays: { pause: pauseMs },
});

const { again, keepFailure, ends } = batchRun<Context, ConsolidationEvent>();

const note = {
  type: 'noteConsolidation',
  params: ({ context: { address, outcome, counts, tokens } }: { readonly context: Context }) => ({
    run: address,
    outcome,
    counts,
    tokens,
  }),
} as const;

const tell = base.enqueueActions(({ context, enqueue }) => {
  const { counts, digest, address } = context;
  const isNews = Object.values(counts).some(count => count > 0);
  if (counts.contradicting === 0 && !(digest && isNews)) return;
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'completed',
    code: 'tell',
    subject: address,
    text: digestText(context),
  });
});

export const consolidationMachine = base.createMachine({
  id: 'consolidation',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input: { address, language, digest, budgetTokens } }) => ({
    address,
    language,
    digest,
    budgetTokens,
    pairs: [],
    links: [],
    outlived: [],
    judged: [],
    moves: [],
    counts: noMoves,
    tokens: 0,
    attempts: 0,
    isGivenUp: false,
    failure: null,
    outcome: 'running',
  }),
  output: ({ context: { outcome, counts, failure } }) => ({ outcome, counts, failure }),
  on: { 'batch.undone': '.cancelled' },
  initial: 'idle',
  states: {
    idle: {
      tags: ['resting'],
      meta: { help: 'It waits to be asked for.' },
      on: { 'consolidation.requested': { target: 'thinking', actions: note } },
    },
    thinking: {
      initial: 'collecting',
      states: {
        collecting: {
          ...working(120_000, 'It looks for memories that may say the same or contradict each other.'),
          invoke: {
            id: 'collection',
            src: 'collection',
            onDone: [
              {
                guard: ({ event }) => event.output.pairs.length === 0,
                target: '#consolidation.evaluating',
                actions: assign(({ event }) => event.output),
              },
              { target: 'judging', actions: assign(({ event }) => event.output) },
            ],
            onError: {
              target: '#consolidation.failed',
              actions: keepFailure,
            },
          },
        },
        judging: {
          ...working(120_000, 'A model judges pairs of memories of which rules are not sure.'),
          invoke: {
            id: 'judgement',
            src: 'judgement',
            input: ({ context }) => ({ pairs: context.pairs.slice(0, atOnce), byRules: byRules(context) }),
            onDone: {
              target: '#consolidation.evaluating',
              actions: assign(({ context, event: { output } }) => ({
                judged: output.judged,
                tokens: context.tokens + output.tokens,
                pairs: context.pairs.slice(atOnce),
                attempts: 0,
                failure: null,
              })),
            },
            onError: [
              again,
              {
                guard: ({ context }) => byRules(context),
                target: '#consolidation.failed',
                actions: keepFailure,
              },
              { target: 'judging', reenter: true, actions: assign({ isGivenUp: true, attempts: 0 }) },
            ],
          },
        },
        pausing: pausing('judging'),
      },
    },
    evaluating: {
      ...working(1000, 'What was found is checked against the memories as they are now.'),
      invoke: {
        id: 'settling',
        src: 'settling',
        input: ({ context: { judged, links, outlived } }) => ({ judged, links, outlived }),
        onDone: {
          target: 'acting',
          actions: assign(({ context, event: { output } }) => ({
            moves: output.moves,
            counts: countMoves(context.counts, output.moves),
            judged: [],
            links: [],
            outlived: [],
          })),
        },
        onError: { target: 'failed', actions: keepFailure },
      },
    },
    acting: {
      ...working(1000, 'It merges, links and archives, and marks contradictions for the owner.'),
      entry: [
        {
          type: 'consolidate',
          params: ({ context: { address, moves } }) => ({ batch: address, moves }),
        },
        assign({ moves: [] }),
      ],
      always: [{ guard: 'hasPairs', target: 'thinking.judging', actions: note }, { target: 'done' }],
    },
    ...ends(
      {
        done: 'The memories are in order.',
        failed: 'It could not go on; what it has done stays.',
        cancelled: 'The owner has undone what it did.',
      },
      [note],
      [tell],
    ),
  },
});

/** What the owner is told; the words themselves stand among the memories alone. */
function digestText({ language, digest, counts }: Context): string {
  const { merged, contradicting, linked, archived } = counts;
  const say = digestTexts[language];
  const parts = [
    [merged, say.merged],
    [archived, say.archived],
    [linked, say.linked],
    [contradicting, say.contradicting],
  ];
  const shown = parts
    .filter(([count], at) => Number(count) > 0 && (digest || at === parts.length - 1))
    .map(([count, what]) => `${what}: ${count}`)
    .join('; ');
  return `${say.head}: ${shown}.${contradicting > 0 ? ` ${say.ask}` : ''}`;
}

const digestTexts = catalog('machines/consolidation', {
  en: {
    head: 'Memories put in order',
    merged: 'merged',
    archived: 'archived, as they were not used for long',
    linked: 'linked',
    contradicting: 'contradicting another',
    ask: '/memory pending shows both sides; both count until you decide.',
  },
  de: {
    head: 'Erinnerungen geordnet',
    merged: 'zusammengelegt',
    archived: 'archiviert, weil lange unbenutzt',
    linked: 'verknüpft',
    contradicting: 'im Widerspruch zueinander',
    ask: '/memory pending zeigt beide Seiten; beide gelten weiter, bis du entscheidest.',
  },
});
