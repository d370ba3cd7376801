/** How much is at stake: four bars and the words. */
import { cardTexts, riskText } from '../live/card-texts.js';
import { span } from './tags.js';

/** @import { ApprovalCard, Risk } from '../../../src/domain/approvals/card.ts' */

/** @type {Readonly<Record<Risk, { bars: number, look: string }>>} */
const levels = {
  low: { bars: 1, look: 'idle' },
  medium: { bars: 2, look: 'needs' },
  high: { bars: 3, look: 'failed' },
  irreversible: { bars: 4, look: 'failed' },
};

/** @param {Pick<ApprovalCard, 'risk' | 'restoresFiles'>} card */
export function riskMark(card) {
  const { bars, look } = levels[card.risk];
  return span(
    { class: `risk ink-${look}` },
    span(
      { class: 'risk-bars', 'aria-hidden': 'true' },
      ...[1, 2, 3, 4].map(bar => span({ class: bar <= bars ? 'risk-bar on' : 'risk-bar' })),
    ),
    span({ class: 'risk-word' }, `${cardTexts.card.risk}: ${riskText(card)}`),
  );
}
