/**
 * Which ends of a call count as failures in a row: those that speak against its caller or its callee, and no
 * others.
 */

import type { ToolOutcome } from '../tools/tool.ts';
import { type Failure, isResting, isStandstill } from './failure.ts';

/** What is known of a tool call that has ended. */
export interface EndedCall {
  readonly outcome: ToolOutcome;
  readonly failed: boolean;
  /** It was refused or broke off for a reason of this process before or while it ran. */
  readonly isExcused?: boolean;
}

/**
 * How many calls in a row went wrong, after one more. What a crash cut, what was cancelled, denied or not answered in
 * time, and what a circuit breaker refused is neither an error of the model nor a success.
 */
export function errorsAfter(before: number, { outcome, failed, isExcused }: EndedCall): number {
  if (isExcused || (outcome !== 'done' && outcome !== 'failed')) return before;
  return failed ? before + 1 : 0;
}

/**
 * Does a failed call speak against its callee? What was refused, cancelled, or cut by a stop of this process
 * does not.
 */
export function countsAgainstCalled(failure: Failure): boolean {
  if (isUnrun(failure) || isStandstill(failure)) return false;
  const { kind } = failure;
  return kind === 'unavailable' || kind === 'timeout' || kind === 'unknown' || kind === 'defect';
}

/** Was the call refused before anything of it ran? */
export function isUnrun(failure: Failure): boolean {
  return isResting(failure) || failure.cause === 'unrun' || failure.cause === altered;
}

/** The cause of a failure: what was to run is not what was frozen, and no change of a tool explains it. */
export const altered = 'altered';
