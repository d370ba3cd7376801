/**
 * What a mistake would cost, and so what a yes has to be: one tap, two, a held button, or a word.
 *
 * `low`: put right in a moment. `medium`: something is made, sent or brought in. `high`: rights, services, keys, or
 * everything within reach.
 * `irreversible`: gone, or out in the world.
 */

import type { Finding } from '../policy/finding.ts';
import type { Risk } from './card.ts';

const order: readonly Risk[] = ['low', 'medium', 'high', 'irreversible'];

/**
 * The gravest of them; a finding that says nothing of it counts as `medium`. `direct`: no walls hold, so it is `high`
 * at least.
 */
export function riskOf(findings: readonly Finding[], { direct = false }: { readonly direct?: boolean } = {}): Risk {
  const ranks = findings.map(({ risk = 'medium' }) => order.indexOf(risk));
  return order[Math.max(direct ? 2 : 0, ...ranks)] ?? 'high';
}
