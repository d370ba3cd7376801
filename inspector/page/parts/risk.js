/** How much is at stake: four bars and the word. */
import { span } from './tags.js';

/** @import { Risk } from '../../../src/domain/approvals/card.ts' */

/** @type {Readonly<Record<Risk, { bars: number, look: string, words: string }>>} */
const levels = {
  low: { bars: 1, look: 'idle', words: 'Low risk' },
  medium: { bars: 2, look: 'needs', words: 'Medium risk' },
  high: { bars: 3, look: 'failed', words: 'High risk' },
  irreversible: { bars: 4, look: 'failed', words: 'Cannot be undone' },
};

/** @param {Risk} risk */
export function riskMark(risk) {
  const { bars, look, words } = levels[risk];
  return span(
    { class: `risk ink-${look}` },
    span(
      { class: 'risk-bars', 'aria-hidden': 'true' },
      ...[1, 2, 3, 4].map(bar => span({ class: bar <= bars ? 'risk-bar on' : 'risk-bar' })),
    ),
    span({ class: 'risk-word' }, words),
  );
}
