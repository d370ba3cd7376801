/** In what way a model did not answer, for the sentences its owner reads. */
import { brokenOff, type Failure, isResting } from '../supervision/failure.ts';

/** `brokenOff`: it was answering; `limited`: it was asked too often; `unreachable`: nothing came from it at all. */
export type Trouble = 'resting' | 'overloaded' | 'limited' | 'broken' | 'brokenOff' | 'silent' | 'unreachable';

/** Of a failure that may be tried again. One that has answered anything was reached. */
export function troubleOf(failure: Failure): Trouble {
  if (isResting(failure)) return 'resting';
  const status = statusOf(failure);
  if (status === '529' || status === '503') return 'overloaded';
  if (status === '429') return 'limited';
  if (status !== undefined) return 'broken';
  if (failure.cause === brokenOff || (failure.written ?? 0) > 0) return 'brokenOff';
  return failure.kind === 'timeout' ? 'silent' : 'unreachable';
}

/** The HTTP status of a failed call; undefined: there was none. */
export function statusOf({ cause = '' }: Failure): string | undefined {
  return /^HTTP (\d{3})/.exec(cause)?.[1];
}
