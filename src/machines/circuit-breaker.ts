/**
 * The health of one thing that is called again and again: a model, a tool, a channel.
 *
 * Closed, its calls go through and only failures are counted; too many within the window open it, and the runtime refuses its
 * calls at once. After a rest it is half open: one call may try. A success closes it, a failure makes the next rest longer.
 */
import { assign, setup } from 'xstate';
import type { Failure } from './domain/failure.ts';
import { actorAt, stampOf } from './needs.ts';

export interface BreakerInput {
  /** So many failures within the window open it. */
  readonly failures: number;
  readonly windowMs: number;
  /** How long it rests before one call may try; twice as long after each try that fails. */
  readonly restMs: number;
}

interface Context extends BreakerInput {
  /** What it stands for: `model:anthropic/claude-opus-5`, `tool:web_fetch`, `channel:telegram`. */
  readonly subject: string;
  /** Instants of the failures that still count, oldest first; never more than open it. */
  readonly failedAt: readonly number[];
  /** Rests in a row. */
  readonly rests: number;
  /** When one call may try. */
  readonly until: number | null;
  readonly failure: Failure | null;
}

type Stamp = { readonly at: number; readonly id: string };
type BreakerEvent = Stamp &
  (
    | { readonly type: 'call.failed'; readonly failure: Failure }
    | { readonly type: 'call.succeeded' }
    /** The owner's word that it works again. */
    | { readonly type: 'breaker.reset' }
  );

/** However often it failed, it is tried again after so long. */
const longestRestMs = 1_800_000;

const base = setup({
  types: {
    input: {} as BreakerInput & { readonly address: string },
    context: {} as Context,
    events: {} as BreakerEvent,
    tags: {} as 'resting' | 'ok' | 'error' | 'background',
  },
  guards: {
    isTooMany: ({ context, event }) => recentFailures(context, event.at).length + 1 >= context.failures,
  },
  delays: { rest: ({ context, event }) => Math.max(0, (context.until ?? 0) - stampOf(event).at) },
});

function recentFailures({ failedAt, windowMs }: Context, at: number): readonly number[] {
  return failedAt.filter(instant => instant > at - windowMs);
}

const count = base.assign(({ context, event }) =>
  event.type === 'call.failed'
    ? { failedAt: [...recentFailures(context, event.at), event.at], failure: event.failure }
    : {},
);

const rest = base.assign(({ context, event }) => {
  const ms = Math.min(context.restMs * 2 ** context.rests, longestRestMs);
  return {
    failedAt: [],
    rests: context.rests + 1,
    until: stampOf(event).at + ms,
    ...(event.type === 'call.failed' ? { failure: event.failure } : {}),
  };
});

/** Said once per outage, when it begins and when it is over; a try that fails is no news. */
const tellOpened = base.sendTo(actorAt('supervisor'), ({ context: { subject, until, failure } }) => ({
  type: 'breaker.opened',
  subject,
  until,
  failure,
}));
const tellClosed = base.sendTo(actorAt('supervisor'), ({ context: { subject } }) => ({
  type: 'breaker.closed',
  subject,
}));

export const circuitBreakerMachine = base.createMachine({
  id: 'circuit-breaker',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input: { address, failures, windowMs, restMs } }) => ({
    failures,
    windowMs,
    restMs,
    subject: address.slice(address.indexOf(':') + 1),
    failedAt: [],
    rests: 0,
    until: null,
    failure: null,
  }),
  initial: 'closed',
  states: {
    closed: {
      tags: ['resting', 'ok'],
      meta: { help: 'It works; its calls go through.' },
      entry: assign({ rests: 0, until: null }),
      on: {
        'call.failed': [{ guard: 'isTooMany', target: 'open', actions: [rest, tellOpened] }, { actions: count }],
      },
    },
    open: {
      tags: ['error'],
      meta: { help: 'It failed too often. Its calls are refused until it may be tried again.' },
      on: { 'breaker.reset': { target: 'closed', actions: tellClosed } },
      after: { rest: 'halfOpen' },
    },
    halfOpen: {
      tags: ['resting', 'background'],
      meta: { help: 'The next call is a try: it decides whether it works again.' },
      on: {
        'call.succeeded': { target: 'closed', actions: tellClosed },
        'call.failed': { target: 'open', actions: rest },
        'breaker.reset': { target: 'closed', actions: tellClosed },
      },
    },
  },
});
