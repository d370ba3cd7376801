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

/** Where a model was looked for, and which setting says so, as far as the failure tells. */
export function placesOf({ message }: Failure): { readonly address?: string; readonly setting?: string } {
  const [found] = /\b(?:https?:\/\/|unix:)[^\s"'“”()<>,;]+/.exec(message) ?? [];
  const [setting] =
    /\b(?:base_url|host) in \[[\w."-]+\]|\b(?:OLLAMA_HOST|ANTHROPIC_BASE_URL|OPENAI_BASE_URL)\b/.exec(message) ?? [];
  const address = found?.replace(/[.:]+$/, '');
  return { address, setting };
}

/** For the message of a call that a breaker refuses, which has seen nothing of the model itself. */
export function placeOfModel(failure: Failure): string {
  if (troubleOf(failure) !== 'unreachable') return '';
  const { address, setting } = placesOf(failure);
  const places = [address, setting].filter(place => place !== undefined);
  return places.length === 0 ? '' : ` (${places.join(', ')})`;
}
