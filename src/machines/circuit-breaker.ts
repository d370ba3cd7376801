/**
 * The health of one thing that is called again and again: a model, a tool, a channel.
 *
 * While it is closed, calls pass and failures are counted. Too many of them within the window open it, and the host
 * refuses its calls at once. After a rest it is half open: one call may try. If that succeeds, it closes; if it fails,
 * the next rest is longer. One that works and fails by turns can be held open for longer, so that another is used.
 */

import { assign, setup } from 'xstate';
import type { Failure } from '../domain/supervision/failure.ts';
import { defined } from '../domain/text/json.ts';
import { actorAt, stampOf } from './needs.ts';
import type { StoredState } from './stored.ts';

export interface BreakerInput {
  /** So many failures within the window open it. */
  readonly failures: number;
  readonly windowMs: number;
  /** How long it rests before one call may try; twice as long after each try that fails. */
  readonly restMs: number;
  /** However often it failed, it may be tried again after so long. */
  readonly longestRestMs?: number;
  /** So often within an hour it may open before it counts as flapping. */
  readonly flaps?: number;
}

interface Context extends BreakerInput {
  /** What it stands for: `model:anthropic/claude-opus-5`, `tool:web_fetch`, `channel:telegram`. */
  readonly subject: string;
  /** Instants of the failures that still count, oldest first; never more than open it. */
  readonly failedAt: readonly number[];
  /** Rests in a row. */
  readonly rests: number;
  /** Instants at which it opened within the last hour, oldest first. */
  readonly openedAt?: readonly number[];
  /** It was held open for longer. */
  readonly isHeld?: boolean;
  /** When one call may try. */
  readonly until: number | null;
  readonly failure: Failure | null;
}

type Stamp = { readonly at: number; readonly id: string };
type BreakerEvent = Stamp &
  (
    | { readonly type: 'call.failed'; readonly failure: Failure }
    | { readonly type: 'call.succeeded' }
    /** It flaps: it is left alone for so long. */
    | { readonly type: 'breaker.held'; readonly forMs: number }
    /** The owner's word that it works again. */
    | { readonly type: 'breaker.reset' }
  );

/** Flapping is counted over so long. */
const flapWindowMs = 3_600_000;
const usualFlaps = 3;
/** However often it failed, it is tried again after so long. */
const usualLongestRestMs = 1_800_000;

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

/** It opens: once more within the hour. */
const noteOpening = base.assign(({ context, event }) => {
  const { at } = stampOf(event);
  return { openedAt: [...(context.openedAt ?? []).filter(instant => instant > at - flapWindowMs), at].slice(-100) };
});

const rest = base.assign(({ context, event }) => {
  const { restMs, rests, longestRestMs = usualLongestRestMs } = context;
  const ms = Math.min(restMs * 2 ** rests, longestRestMs);
  return {
    failedAt: [],
    rests: context.rests + 1,
    until: stampOf(event).at + ms,
    ...defined({ failure: event.type === 'call.failed' ? event.failure : undefined }),
  };
});

const hold = base.assign(({ context: { until }, event }) =>
  event.type === 'breaker.held'
    ? { until: Math.max(until ?? 0, event.at + event.forMs), failedAt: [], isHeld: true }
    : {},
);

/** Said once per outage, when it begins and when it is over; a try that fails is no news. */
const tellOpened = base.sendTo(
  actorAt('supervisor'),
  ({ context: { subject, until, failure, openedAt = [], flaps = usualFlaps } }) => ({
    type: 'breaker.opened',
    subject,
    until,
    failure,
    ...defined({ flaps: openedAt.length >= flaps ? openedAt.length : undefined }),
  }),
);
const tellClosed = base.sendTo(actorAt('supervisor'), ({ context: { subject } }) => ({
  type: 'breaker.closed',
  subject,
}));

/** A state of version 1, which did not count how often it opened. */
export function migrateBreaker(state: object, version: string): object | undefined {
  return version === '1' ? state : undefined;
}

/** Facts of a circuit breaker for those whose calls it lets through or refuses. */
export interface CircuitBreakerView {
  /** When one call may try; null where it is closed. */
  readonly until: number | null;
  /** It was held open for longer. */
  readonly isHeld: boolean;
  /** The last one; null where it is closed and nothing has failed. */
  readonly failure: Failure | null;
}

/** The view of a stored circuit breaker. */
export function circuitBreakerView({ context }: StoredState): CircuitBreakerView {
  const { until = null, isHeld = false, failure = null } = context as Partial<Context>;
  return { until, isHeld, failure };
}

export const circuitBreakerMachine = base.createMachine({
  id: 'circuit-breaker',
  version: '2',
  options: { maxIterations: 1000 },
  context: ({ input: { address, failures, windowMs, restMs, flaps, longestRestMs } }) => ({
    ...defined({ flaps, longestRestMs }),
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
      entry: assign({ rests: 0, until: null, isHeld: false }),
      on: {
        'call.failed': [
          { guard: 'isTooMany', target: 'open', actions: [rest, noteOpening, tellOpened] },
          { actions: count },
        ],
        'breaker.held': { target: 'open', actions: hold },
      },
    },
    open: {
      tags: ['error'],
      meta: { help: 'It failed too often. Its calls are refused until it may be tried again.' },
      on: {
        'breaker.reset': { target: 'closed', actions: tellClosed },
        'breaker.held': { target: 'open', reenter: true, actions: hold },
      },
      after: { rest: 'halfOpen' },
    },
    halfOpen: {
      tags: ['resting', 'background'],
      meta: { help: 'The next call is a try: it decides whether it works again.' },
      on: {
        'call.succeeded': { target: 'closed', actions: tellClosed },
        'call.failed': { target: 'open', actions: [rest, assign({ isHeld: false })] },
        'breaker.held': { target: 'open', actions: hold },
        'breaker.reset': { target: 'closed', actions: tellClosed },
      },
    },
  },
});
