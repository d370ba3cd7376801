/**
 * What comes in: a message that is mostly a credential is turned away before anything of it is stored; in a longer one
 * it is replaced.
 *
 * An owner who pastes a key means to give it, and the conversation is the wrong place: models, backups and searches see
 * it. So the guard knows what the redactor knows, and passwords said in plain words too (credential-words.ts).
 */
import { spokenPasswords } from './credential-words.ts';
import type { Found } from './found.ts';
import { type Redactor, withLabels } from './redaction.ts';

export interface Guarded {
  readonly verdict: 'block' | 'redact' | 'pass';
  /** What may be kept: nothing where it is blocked. */
  readonly text: string;
  /** The kinds that were found, each once: `github-token`, or the name of a known secret. */
  readonly kinds: readonly string[];
}

/** More of a message than this being credentials means that it is one. */
const mostShare = 0.5;

/** Judges what an owner wrote. */
export function guard(text: string, redactor: Pick<Redactor, 'find'>): Guarded {
  const known = redactor.find(text);
  const spoken = spokenPasswords(text).filter(
    ({ start, end }) => !known.some(one => one.start < end && start < one.end),
  );
  const found: readonly Found[] = [...known, ...spoken].sort((a, b) => a.start - b.start);
  if (found.length === 0) return { verdict: 'pass', text, kinds: [] };
  const kinds = [...new Set(found.map(({ type }) => type))];
  const length = found.reduce((sum, { start, end }) => sum + written(text.slice(start, end)), 0);
  if (length > written(text) * mostShare) return { verdict: 'block', text: '', kinds };
  return { verdict: 'redact', text: withLabels(text, found), kinds };
}

/**
 * What a message says to be a password, as exact values: these are taken out of everything from then on. Not what is an
 * ordinary word or a short number, which would be found everywhere.
 */
export function saidPasswords(text: string): readonly string[] {
  return spokenPasswords(text)
    .filter(({ type }) => type === 'password')
    .map(({ start, end }) => text.slice(start, end))
    .filter(value => value.length >= leastLearned && /[^\p{L}\s]/u.test(value) && /\p{L}/u.test(value));
}

const leastLearned = 6;

/** Spaces make a message longer and no less a credential. */
function written(text: string): number {
  return text.replace(/\s+/g, '').length;
}
