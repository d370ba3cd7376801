/**
 * What the charts of a run share that goes through much in the background and writes what it found as one batch, to be
 * undone as one: observer and consolidation.
 *
 * A model that does not answer is asked again after a growing pause, a few times. A run that fails says so to the
 * supervisor, and what it has done stays. What lies between the beginning and the ends is each chart's own.
 */
import { type AnyActorRef, assign, type EventObject, sendTo } from 'xstate';
import { backoffMs } from '../domain/supervision/backoff.ts';
import { type Failure, isRetryable } from '../domain/supervision/failure.ts';
import { defined } from '../domain/text/json.ts';
import { actorAt } from './needs.ts';

/** What such a run remembers: of its tries, and what it came to. */
export interface BatchRun {
  readonly address: string;
  readonly attempts: number;
  readonly failure: Failure | null;
  readonly outcome: 'running' | 'done' | 'failed' | 'cancelled';
}

export type BatchRunTag = 'busy' | 'background' | 'attention' | 'resting' | 'ok' | 'error';

const mostAttempts = 3;

const failureOf = (event: unknown): Failure => (event as { readonly error: Failure }).error;

/** Is the model asked again after this failure? */
export function mayRetry({ context, event }: { readonly context: BatchRun; readonly event: unknown }): boolean {
  return context.attempts + 1 < mostAttempts && isRetryable(failureOf(event));
}

/** How long the model is left alone before it is asked again. */
export function pauseMs({ context: { attempts, failure } }: { readonly context: BatchRun }): number {
  return backoffMs(attempts, failure?.retryAfterMs, 60_000);
}

/** A state in which such a run works. */
export function working<Help extends string>(expectMs: number, help: Help) {
  return { tags: ['busy', 'background'], meta: { expectMs, help } } as const;
}

/** Where it waits before the model is asked again. */
export function pausing<Asking extends string>(asking: Asking) {
  return {
    tags: ['background'],
    meta: { help: 'The model did not answer; it is asked again after a pause.' },
    after: { pause: asking },
  } as const;
}

/** Ways and ends of such a run, for a chart with this context and these events. */
export function batchRun<Run extends BatchRun, Happens extends EventObject>() {
  type Args = { readonly context: Run; readonly event: EventObject };
  const keep = (change: (args: Args) => Partial<BatchRun>) =>
    assign<Run, EventObject, undefined, Happens, never>(args => change(args) as Partial<Run>);
  const end = (outcome: BatchRun['outcome']) => keep(() => ({ outcome }));
  const report = sendTo<Run, EventObject, undefined, AnyActorRef, Happens, never>(
    actorAt('supervisor'),
    ({ context: { address, failure } }: Args) => ({
      type: 'report.raised',
      kind: 'failed',
      subject: address,
      ...defined({ failure: failure ?? undefined, text: failure?.message }),
    }),
  );
  return {
    /** One more try has failed: it waits before the next. */
    again: {
      guard: 'mayRetry',
      target: 'pausing',
      actions: keep(({ context, event }) => ({ attempts: context.attempts + 1, failure: failureOf(event) })),
    },
    /** It cannot go on after this failure. */
    keepFailure: keep(({ event }) => ({ failure: failureOf(event) })),
    /** Its ends, each with what it means; `noted` is done at each, `more` at the good one. */
    ends: <const Noted extends readonly unknown[], const More extends readonly unknown[]>(
      help: Readonly<Record<'done' | 'failed' | 'cancelled', string>>,
      noted: Noted,
      more: More,
    ) =>
      ({
        done: { type: 'final', tags: ['ok'], meta: { help: help.done }, entry: [end('done'), ...noted, ...more] },
        failed: {
          type: 'final',
          tags: ['error'],
          meta: { help: help.failed },
          entry: [end('failed'), ...noted, report],
        },
        cancelled: { type: 'final', tags: ['ok'], meta: { help: help.cancelled }, entry: [end('cancelled'), ...noted] },
      }) as const,
  } as const;
}
