/** How far a piece of text is trusted, and how distrust spreads. */

/** `owner`: typed by the owner; `auth`: a known peer, proved; `external`: all else (pages, forwarded text, tool output). */
export type Taint = 'owner' | 'auth' | 'external';

const order: Record<Taint, number> = { owner: 0, auth: 1, external: 2 };

/** The less trusted of the two: taint only rises. */
export function mixed(a: Taint, b: Taint): Taint {
  return order[a] >= order[b] ? a : b;
}
