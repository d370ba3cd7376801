/**
 * What the charts of a run share that goes through much in the background and writes what it found as one batch, to be
 * undone as one: observer and consolidation.
 *
 * A model that does not answer is asked again after a growing pause, a few times. A run that fails says so to the
 * supervisor, and what it has done stays.
 */
import { backoffMs } from '../domain/supervision/backoff.ts';
import { type Failure, isRetryable } from '../domain/supervision/failure.ts';
import { defined } from '../domain/text/json.ts';

/** What such a run remembers of its tries. */
export interface BatchRun {
  readonly address: string;
  readonly attempts: number;
  readonly failure: Failure | null;
}

export type BatchRunTag = 'busy' | 'background' | 'attention' | 'resting' | 'ok' | 'error';

const mostAttempts = 3;

const failureOf = (event: unknown): Failure => (event as { readonly error: Failure }).error;

/** Is the model asked again after this failure? */
export function mayRetry({ context, event }: { readonly context: BatchRun; readonly event: unknown }): boolean {
  return context.attempts + 1 < mostAttempts && isRetryable(failureOf(event));
}

/** One more try has failed. */
export function retried({ context, event }: { readonly context: BatchRun; readonly event: unknown }) {
  return { attempts: context.attempts + 1, failure: failureOf(event) };
}

/** The run ends with this failure. */
export const ended = { failure: ({ event }: { readonly event: unknown }) => failureOf(event) };

/** How long the model is left alone before it is asked again. */
export function pauseMs({ context: { attempts, failure } }: { readonly context: BatchRun }): number {
  return backoffMs(attempts, failure?.retryAfterMs, 60_000);
}

/** What the supervisor hears of a run that failed. */
export function failedReport({ context: { address, failure } }: { readonly context: BatchRun }) {
  return {
    type: 'report.raised',
    kind: 'failed',
    subject: address,
    ...defined({ failure: failure ?? undefined, text: failure?.message }),
  };
}

/** A state in which such a run works. */
export function working<Help extends string>(expectMs: number, help: Help) {
  return { tags: ['busy', 'background'], meta: { expectMs, help } } as const;
}

/** Where it waits before the model is asked again. */
export const pausing = {
  tags: ['background'],
  meta: { help: 'The model did not answer; it is asked again after a pause.' },
} as const;
