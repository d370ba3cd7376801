/**
 * Approvals that one decision may answer together: harmless, and alike. Each is still granted, and consumed, by itself.
 */

import type { ApprovalRow } from '../supervision/view.ts';
import type { Risk } from './card.ts';

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
