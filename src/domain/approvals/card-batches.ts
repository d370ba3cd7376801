/** Which of the cards that wait a channel may show on one card. */
import { exactlyWithTabs } from '../text/visible.ts';
import { batchesOf } from './batch.ts';
import type { ApprovalCard } from './card.ts';

/** What fits on one card whole: so many questions of at most so many characters. */
const most = 8;
const longest = 300;

/**
 * The batches among the cards that wait, for a channel that shows several questions on one card: each whole, so what is
 * long is asked by itself, and no more than a reader takes in.
 */
export function cardBatches(cards: readonly ApprovalCard[]): readonly (readonly ApprovalCard[])[] {
  const fitting = cards.filter(card => card.undoUntil === undefined && exactlyWithTabs(card.exact).length <= longest);
  const rows = fitting.map(card => ({ id: `approval:${card.key}`, card, state: 'pending', rev: 0 }) as const);
  return batchesOf(rows).map(batch => batch.slice(0, most).map(({ card }) => card));
}
