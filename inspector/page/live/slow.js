/** Who takes longer than usual: a busy actor beyond its chart's own expectation and five times its usual stay. */
import { signal } from '@preact/signals';
import { roster } from './actors.js';
import { agentNow } from './clock.js';

/** @import { ActorRow } from '../../../src/domain/supervision/view.ts' */

const everyMs = 1_000;
/** What a chart says nothing of may take so long. */
const unsaidMs = 60_000;

/** Their ids, in the order of the roster. */
export const slowActors = signal(/** @type {readonly string[]} */ ([]));

/** Looks once a second, while anybody looks. */
export function watchSlow() {
  setInterval(() => {
    if (document.hidden) return;
    const now = agentNow();
    const slow = roster
      .peek()
      .filter(row => isSlow(row, now))
      .map(({ id }) => id);
    if (slow.join() !== slowActors.peek().join()) slowActors.value = slow;
  }, everyMs);
}

/**
 * @param {ActorRow} row
 * @param {number} now
 */
export function isSlow({ status, tags, since, expectMs, usualMs }, now) {
  if (status !== 'active' || !tags.includes('busy')) return false;
  return now - since > Math.max(expectMs ?? unsaidMs, 5 * (usualMs ?? 0));
}
