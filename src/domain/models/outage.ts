/**
 * A turn outlives its provider: how long it waits for a model that is busy or mute, and when each model is asked again.
 *
 * Pure: the instants come from the events, so a replay waits the same.
 */
import { type Failure, isResting, isRetryable } from '../supervision/failure.ts';

/** How long a turn may wait for its model, and how its times are read. */
export interface Patience {
  /** From the first failure on; 0: a turn does not wait. */
  readonly keepTryingMs: number;
  /** Pauses grow up to this. */
  readonly longestPauseMs: number;
  /** The owner's, for the times the owner is told. */
  readonly timeZone: string;
}

/** A turn that waits for its model. */
export interface Outage {
  readonly since: number;
  /** It is tried until then. */
  readonly until: number;
  /** The next try. */
  readonly next: number;
  /** Rounds of tries that have failed. */
  readonly tries: number;
  /** What is wrong, in the owner's language. */
  readonly reason: string;
}

/** Until when each model wishes to be left alone, by its place in line. */
export type Rests = { readonly [route: number]: number };

/** What a round of tries has come to. */
export interface Round {
  readonly at: number;
  readonly models: number;
  readonly rests: Rests;
  /** The failure to go by; its kind may be tried again. */
  readonly failure: Failure;
  readonly reason: string;
}

/** A pause that is this short needs no message: the call is repeated quickly. */
const quickMs = 10_000;
const firstPauseMs = 30_000;
/** A model that rests is looked at again so often: somebody else may have found that it works. */
const restingPauseMs = 5_000;

/** May the failed call be repeated within the same few seconds? */
export function isQuick({ retryAfterMs = 0 }: Failure): boolean {
  return retryAfterMs <= quickMs;
}

/** The wishes, with that of the model which has just failed. */
export function withRest(rests: Rests, route: number, failure: Failure, at: number): Rests {
  if (!isRetryable(failure) || failure.retryAfterMs === undefined) return rests;
  return { ...rests, [route]: at + failure.retryAfterMs };
}

/** The next model in line behind `route` that does not wish to be left alone; undefined: none. */
export function routeAfter(route: number, models: number, rests: Rests, at: number): number | undefined {
  for (let next = route + 1; next < models; next += 1) if ((rests[next] ?? 0) <= at) return next;
  return undefined;
}

/** The wait after a round of tries that failed; undefined: it does not wait, or has waited long enough. */
export function outageAfter(
  before: Outage | null,
  { at, models, rests, failure, reason }: Round,
  { keepTryingMs, longestPauseMs }: Patience,
): Outage | undefined {
  const since = before?.since ?? at;
  const until = before?.until ?? at + keepTryingMs;
  if (at >= until) return undefined;
  const tries = (before?.tries ?? 0) + (isResting(failure) ? 0 : 1);
  const pauseMs = isResting(failure)
    ? Math.min(restingPauseMs, longestPauseMs)
    : Math.min(firstPauseMs * 2 ** Math.min(Math.max(0, tries - 1), 20), longestPauseMs);
  const earliest = Math.min(
    ...Array.from({ length: Math.max(1, models) }, (_, route) => Math.max(at + pauseMs, rests[route] ?? 0)),
  );
  return { since, until, next: Math.min(earliest, until), tries, reason };
}
