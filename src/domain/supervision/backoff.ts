/** Retry delays. Pure: no randomness, so a replay waits the same. */

/**
 * 1 s, 2 s, 4 s … up to `mostMs`; the other side's own wish, where it has one, counts instead. `attempt` starts at 1.
 */
export function backoffMs(attempt: number, wishMs: number | undefined, mostMs = 300_000): number {
  if (wishMs !== undefined) return Math.min(Math.max(wishMs, 0), 3_600_000);
  return Math.min(1000 * 2 ** (Math.max(1, attempt) - 1), mostMs);
}
