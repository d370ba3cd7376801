/** Whose turn it is to be put before the owner. */
import type { ApprovalLedger } from '../adapters/approval-ledger.ts';
import type { WaitingLine } from '../machines/approval-desk.ts';

/** So many cards are before the owner at once. */
const mostVisible = 3;

/** A lookup. */
export function waitingLine(approvals: Pick<ApprovalLedger, 'line'>) {
  return (): WaitingLine => approvals.line(mostVisible);
}
