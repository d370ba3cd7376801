/**
 * Approvals that one decision may answer together: harmless, and alike. Each is still granted, and consumed, by itself.
 */

import type { ApprovalRow } from '../supervision/view.ts';
import { fill } from '../text/fill.ts';
import type { ApprovalCard, DecisionAnswer, Risk } from './card.ts';
import { answerText } from './card-lines.ts';
import type { CardTexts } from './card-texts.ts';

/** Fewer are asked one by one. */
const fewest = 3;

/** What makes approvals alike. */
interface Alike {
  readonly tool: string;
  readonly risk: Risk;
}

/** The batches among what is pending, each in the order given: the same tool, of low risk, at least three. */
export function batchesOf(rows: readonly ApprovalRow[]): readonly (readonly ApprovalRow[])[] {
  const byTool = Map.groupBy(
    rows.filter(({ state, card }) => state === 'pending' && card.risk === 'low'),
    ({ card }) => card.tool,
  );
  return [...byTool.values()].filter(isBatch);
}

/** May these be decided by one decision? */
export function isBatch(rows: readonly { readonly card: Alike }[]): boolean {
  const [first] = rows;
  return (
    first !== undefined &&
    rows.length >= fewest &&
    rows.every(({ card }) => card.risk === 'low' && card.tool === first.card.tool)
  );
}

/** A card of a batch as it was shown: `seal` ties its key, digest and nonce together. */
export interface Sealed {
  readonly key: string;
  readonly seal: string;
}

/**
 * The cards of a batch, if every one of them is still as it was shown and may be decided with the others; undefined: one
 * is not, and nothing may be decided. `current`: the cards as they are now, in the same order.
 */
export function batchAsShown(
  shown: readonly Sealed[],
  current: readonly (ApprovalCard | undefined)[],
  sealOf: (card: ApprovalCard) => string,
): readonly ApprovalCard[] | undefined {
  const cards = current.filter(card => card !== undefined);
  const isAsShown = cards.every((card, at) => sealOf(card) === shown[at]?.seal && card.undoUntil === undefined);
  return cards.length === shown.length && isAsShown && isBatch(cards.map(card => ({ card }))) ? cards : undefined;
}

/** What came of the answer to a batch. `isWhole`: every one was decided. */
export function batchSummary(
  keys: readonly string[],
  answers: readonly DecisionAnswer[],
  texts: CardTexts,
): { readonly text: string; readonly isWhole: boolean } {
  const count = (state: string) => answers.filter(answer => answer.ok && answer.state === state).length;
  const others = answers.flatMap((answer, at) =>
    answer.ok ? [] : [fill(texts.batch.other, { key: keys[at] ?? '', why: answerText(answer, texts, 0) })],
  );
  const done = fill(texts.batch.done, { granted: count('granted'), denied: count('denied') });
  return { text: [done, ...others].join('\n'), isWhole: others.length === 0 };
}
