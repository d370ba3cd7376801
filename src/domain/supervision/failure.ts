/**
 * What can go wrong, as data.
 *
 * A failure crosses actors, snapshots and restarts, so it is plain JSON. A kind exists only
 * because somebody reacts to it differently.
 */

import { type Form, inEnglish, type Sentence } from '../policy/sentence.ts';
import type { Taint } from '../policy/taint.ts';
import { systemFailure } from './system-fault.ts';

/**
 * The failure taxonomy: `invalid` and `denied` are answered, `unavailable` and `timeout` retried, `unknown` told to the
 * owner.
 */
export const failureKinds = [
  'invalid',
  'denied',
  'exhausted',
  'unavailable',
  'timeout',
  'unknown',
  'cancelled',
  'defect',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** One failure. `message` says what was expected, what came and what to do; `retryAfterMs` is the other side's wish. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  /** The message as data, from which each language has it; absent: words of others, or kept when failures were texts. */
  readonly said?: Form;
  readonly retryAfterMs?: number;
  /** What lies beneath, in one line: an upstream code, an errno, a status. */
  readonly cause?: string;
  /** Of a model call: about so many tokens of its reply had come by then. */
  readonly written?: number;
  /** Of a model call that was refused as too long: so many tokens its request had without the reply, as it was told. */
  readonly requestTokens?: number;
  /** Of a model call: which model failed, as `provider/model`. */
  readonly model?: string;
  /**
   * Of a tool's own failure: how far its message is trusted. A name from the disk or a word of a server in it makes it
   * `external`.
   */
  readonly taint?: Taint;
  /** Of a call: what is no longer as it was judged, shown or allowed, by name; so nothing of it ran. */
  readonly changed?: readonly string[];
}

/** An error that carries a {@link Failure}; the only error adapters throw on purpose. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

type More = Omit<Failure, 'kind' | 'message' | 'said'>;

/** A {@link Fault} in one call: ``throw fault('invalid', says`expected …, got ${text}`)``. */
export function fault(kind: FailureKind, sentence: Sentence, more: More = {}): Fault {
  return new Fault(failureOf(kind, sentence, more));
}

/** A failure that says this sentence. */
export function failureOf(kind: FailureKind, sentence: Sentence, more: More = {}): Failure {
  return typeof sentence === 'string'
    ? { kind, message: sentence, ...more }
    : { kind, message: inEnglish(sentence), said: sentence, ...more };
}

/** The same failure in another sentence, which mostly holds its own. */
export function resaid(failure: Failure, sentence: Form, more: Partial<More> = {}): Fault {
  return new Fault({ ...failure, message: inEnglish(sentence), said: sentence, ...more });
}

/** What a failure says, to be told in any language. */
export function saidOf({ said, message }: Pick<Failure, 'said' | 'message'>): Sentence {
  return said ?? message;
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, message } = value as Partial<Failure>;
  return typeof message === 'string' && failureKinds.includes(kind as FailureKind);
}

/**
 * Whatever was thrown, as a failure: a `Fault`'s own, a failure passed as data, an abort as `cancelled`, a full disk
 * and its like in plain words, all else a `defect`.
 */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Fault) return thrown.failure;
  if (isFailure(thrown)) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return { kind: 'cancelled', message: 'it was cancelled' };
  if (thrown instanceof Error && thrown.name === 'TimeoutError')
    return { kind: 'timeout', message: thrown.message || 'the deadline came first' };
  const ofSystem = systemFailure(thrown);
  if (ofSystem !== undefined) return ofSystem;
  if (thrown instanceof Error)
    return {
      kind: 'defect',
      message: thrown.message || `it failed without a word (${thrown.name})`,
      cause: thrown.name,
    };
  return { kind: 'defect', message: `something that is no error was thrown: ${String(thrown)}` };
}

/** May the same work be tried again by itself? */
export function isRetryable(failure: Failure): boolean {
  return failure.kind === 'unavailable' || failure.kind === 'timeout';
}

/** Was it refused because its callee failed too often, and rests? */
export function isResting(failure: Failure): boolean {
  return failure.cause === 'breaker';
}

/** Did it fail because this process was stopped while it waited? That says nothing of its callee. */
export function isStandstill(failure: Failure): boolean {
  return failure.cause === 'standstill';
}

/** `cause` of a failed model call: its answer began, and did not come to its end. */
export const brokenOff = 'broken off';

/** `cause` of a failed model call: its reply did not fit the schema it was given, twice. */
export const misfit = 'misfit';

/** How the `cause` of a failed model call begins whose request was longer than the model takes. */
export const tooLong = 'too long';

/** Was its request longer than the model takes? */
export function isTooLong({ cause }: Failure): boolean {
  return cause?.startsWith(tooLong) === true;
}

/** How long it rests yet, in whole seconds. */
export function restSeconds({ retryAfterMs = 1000 }: Failure): number {
  return Math.max(1, Math.ceil(retryAfterMs / 1000));
}
