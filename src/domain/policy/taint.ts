/** How far a piece of text is trusted, and how distrust spreads. */

import { isFiguresAlone } from '../text/printed-figures.ts';

/**
 * `owner`: typed by the owner; `auth`: a known peer, proved; `external`: all else (pages, forwarded text, tool output).
 * From the most trusted to the least.
 */
export const taints = ['owner', 'auth', 'external'] as const;
export type Taint = (typeof taints)[number];

/**
 * How far the output of a program is trusted: it may hold what the program has read. Figures alone cannot tell anyone
 * what to do.
 */
export function outputTaint(text: string): Taint {
  return isFiguresAlone(text) ? 'owner' : 'external';
}

/** By what a conversation came to hold text from outside: kept with the first of it, and named to the owner. */
export function sourceOf(before: Taint, after: Taint, source: string, known: string | null = null): string | null {
  if (before === 'external' || after !== 'external') return known;
  return source.replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** The less trusted of the two: taint only rises. */
export function mixed(a: Taint, b: Taint): Taint {
  return taints.indexOf(a) >= taints.indexOf(b) ? a : b;
}
