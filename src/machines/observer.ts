/**
 * One look through what the owner said in a conversation that has come to rest: what is worth keeping, is it known, does
 * it contradict what is known? And which of its sentences are orders that rules did not find?
 *
 * Nothing it finds is used before it was noticed often enough, or the owner has accepted it; only what the owner said to
 * correct something counts at once. What follows from text that is not trusted always waits for the owner.
 */

import { assign, setup } from 'xstate';
import type { Compared } from '../domain/memory/comparison.ts';
import type { Extracted } from '../domain/memory/extraction.ts';
import type { ObserverWrites, Promotion } from '../domain/memory/writes.ts';
import type { NoticedOrder } from '../domain/orders/order.ts';
import { orderTexts } from '../domain/orders/texts.ts';
import type { Taint } from '../domain/policy/taint.ts';
import { catalog } from '../domain/text/catalog.ts';
import { defined } from '../domain/text/json.ts';
import type { Language } from '../domain/text/texts.ts';
import { type BatchRun, type BatchRunTag, batchRun, mayRetry, pauseMs, pausing, working } from './batch-run.ts';
import { actorAt, needs } from './needs.ts';

export interface ObserverInput {
  readonly promotion: Promotion;
  readonly threshold: number;
  readonly language: Language;
}

/** The messages of a conversation, by their places in it. */
export interface ExtractionInput {
  readonly session: string;
  readonly after: number;
  readonly upto: number;
}

export interface ExtractionOutput {
  readonly items: readonly Extracted[];
  readonly messages: readonly string[];
  readonly taint: Taint;
  /** Sentences of the owner that were taken for orders; absent: there are none. */
  readonly orders?: readonly NoticedOrder[];
}

export interface ComparisonInput extends Pick<ExtractionOutput, 'items' | 'messages' | 'orders'> {
  readonly session: string;
}

export interface ComparisonOutput {
  readonly compared: readonly Compared[];
  /** Those of the orders that are new; absent: none. */
  readonly orders?: readonly NoticedOrder[];
}

interface Context extends BatchRun, ObserverInput, ExtractionInput {
  readonly found: ExtractionOutput;
  readonly compared: readonly Compared[];
  /** Pending memories of this run that the owner has not decided. */
  readonly open: number;
}

/** How a run ended. */
interface ObserverOutput extends Pick<Context, 'outcome' | 'failure'> {}

type Stamp = { readonly at: number; readonly id: string };
type ObserverEvent = Stamp &
  (
    | ({ readonly type: 'conversation.rested' } & ExtractionInput)
    /** The owner has decided on a memory of this run; so many are still pending. */
    | { readonly type: 'memory.decided'; readonly open: number }
    | { readonly type: 'batch.undone' }
  );

/** The owner has so long to decide; then the run ends, and its memories stay pending. */
const patienceMs = 30 * 86_400_000;

/** How many wait for the owner after this run, and how many of them contradict what is known. */
function waitingOf({ compared, found }: Pick<Context, 'compared' | 'found'>) {
  const contradicting = compared.filter(
    ({ finding, item }) =>
      finding === 'contradicts' || (finding === 'corrects' && (item.taint ?? found.taint) === 'external'),
  ).length;
  return { contradicting, open: contradicting + compared.filter(({ finding }) => finding === 'new').length };
}

const base = setup({
  types: {
    input: {} as ObserverInput & { readonly address: string },
    output: {} as ObserverOutput,
    context: {} as Context,
    events: {} as ObserverEvent,
    tags: {} as BatchRunTag,
  },
  actors: {
    extraction: needs<ExtractionOutput, ExtractionInput>('extraction'),
    comparison: needs<ComparisonOutput, ComparisonInput>('comparison'),
  },
  actions: {
    learn: (_, _params: ObserverWrites['learn']) => {},
    markObserved: (_, _params: ObserverWrites['markObserved']) => {},
  },
  guards: {
    isNothing({ event }) {
      const { items, orders = [] } = (event as unknown as { output: ExtractionOutput }).output;
      return items.length === 0 && orders.length === 0;
    },
    mayRetry,
    isSuggested: ({ context }) => context.promotion === 'suggest' && waitingOf(context).open > 0,
    isContradicted: ({ context }) => waitingOf(context).contradicting > 0,
    isDecided: ({ event }) => event.type === 'memory.decided' && event.open === 0,
  },
  delays: {
    pause: pauseMs,
    patience: patienceMs,
  },
});

const { again, keepFailure, ends } = batchRun<Context, ObserverEvent>();

const begin = base.assign(({ event }) => {
  if (event.type !== 'conversation.rested') return {};
  const { session, after, upto } = event;
  return { session, after, upto };
});

const tell = base.sendTo(actorAt('supervisor'), ({ context }) => ({
  type: 'report.raised',
  kind: 'completed',
  code: 'tell',
  subject: context.address,
  text: learnedText(context),
}));

/** Each order is told word for word: to the owner alone, since its model has it among its instructions. */
const tellOrders = base.enqueueActions(({ context: { address, session, language, found }, enqueue }) => {
  for (const { text, session: place } of found.orders ?? [])
    enqueue.sendTo(actorAt('supervisor'), {
      type: 'report.raised',
      kind: 'completed',
      code: 'aside',
      subject: address,
      session,
      text: orderTexts[language].noticed(text, place === null),
    });
});

const marked = {
  type: 'markObserved',
  params: ({ context: { session, upto } }: { readonly context: Context }) => ({ session, upto }),
} as const;

export const observerMachine = base.createMachine({
  id: 'observer',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input: { address, promotion, threshold, language } }) => ({
    address,
    promotion,
    threshold,
    language,
    session: '',
    after: 0,
    upto: 0,
    open: 0,
    attempts: 0,
    failure: null,
    outcome: 'done',
    found: { items: [], messages: [], taint: 'owner' },
    compared: [],
  }),
  output: ({ context: { outcome, failure } }) => ({ outcome, failure }),
  on: { 'batch.undone': '.cancelled' },
  initial: 'idle',
  states: {
    idle: {
      tags: ['resting'],
      meta: { help: 'It waits for a conversation.' },
      on: { 'conversation.rested': { target: 'thinking', actions: begin } },
    },
    thinking: {
      initial: 'extracting',
      states: {
        extracting: {
          ...working(120_000, 'A model looks for what is worth keeping.'),
          invoke: {
            id: 'extraction',
            src: 'extraction',
            input: ({ context: { session, after, upto } }) => ({ session, after, upto }),
            onDone: [
              { guard: 'isNothing', target: '#observer.done', actions: marked },
              { target: '#observer.evaluating', actions: assign({ found: ({ event }) => event.output }) },
            ],
            onError: [again, { target: '#observer.failed', actions: keepFailure }],
          },
        },
        pausing: pausing('extracting'),
      },
    },
    evaluating: {
      ...working(1000, 'What was found is compared with what is known.'),
      invoke: {
        id: 'comparison',
        src: 'comparison',
        input: ({ context: { session, found } }) => ({
          session,
          items: found.items,
          messages: found.messages,
          ...defined({ orders: found.orders }),
        }),
        onDone: {
          target: 'acting',
          actions: assign(({ context: { found }, event }) => {
            const { compared, orders } = event.output;
            return { compared, found: found.orders === undefined ? found : { ...found, orders: orders ?? [] } };
          }),
        },
        onError: { target: 'failed', actions: keepFailure },
      },
    },
    acting: {
      ...working(1000, 'It stages what is new, and strengthens what is known.'),
      entry: [
        {
          type: 'learn',
          params: ({ context: { address, session, compared, found, promotion, threshold } }) => ({
            batch: address,
            session,
            compared,
            promotion,
            threshold,
            messages: found.messages,
            taint: found.taint,
            ...defined({ orders: found.orders }),
          }),
        },
        marked,
        tellOrders,
      ],
      always: [
        {
          guard: 'isSuggested',
          target: 'waitingForInput',
          actions: [assign({ open: ({ context }) => waitingOf(context).open }), tell],
        },
        { guard: 'isContradicted', target: 'done', actions: tell },
        { target: 'done' },
      ],
    },
    waitingForInput: {
      tags: ['resting', 'background'],
      meta: { help: 'What was learned waits for the owner.' },
      on: {
        'memory.decided': [
          { guard: 'isDecided', target: 'done', actions: assign({ open: 0 }) },
          { actions: assign({ open: ({ event }) => event.open }) },
        ],
      },
      after: { patience: 'done' },
    },
    ...ends(
      {
        done: 'The conversation is looked through.',
        failed: 'No model answered; the next look includes this one.',
        cancelled: 'The owner has undone what it learned.',
      },
      [],
      [],
    ),
  },
});

/** What the owner is told; the words themselves stand among the pending memories alone. */
function learnedText({ language, promotion, compared, found }: Context): string {
  const { open, contradicting } = waitingOf({ compared, found });
  const say = learnedTexts[language];
  const parts = [
    ...(promotion === 'suggest' ? [say.waiting(open)] : []),
    ...(contradicting > 0 ? [say.against(contradicting)] : []),
  ].join(', ');
  return say.learned(parts);
}

const learnedTexts = catalog('machines/observer', {
  en: {
    against: (count: number) => `in contradiction to what I know: ${count}`,
    waiting: (count: number) => `waits for you: ${count}`,
    learned: (parts: string) => `What I learned, ${parts}. /memory pending shows it with both sides.`,
  },
  de: {
    against: count => `im Widerspruch zu dem, was ich weiß: ${count}`,
    waiting: count => `wartet auf dich: ${count}`,
    learned: parts => `Was ich gelernt habe, ${parts}. /memory pending zeigt es mit beiden Seiten.`,
  },
});
