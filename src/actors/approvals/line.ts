/** Whose turn it is to be put before the owner, and where. */

import type { WaitingLine } from '../../machines/approval-desk.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalLedger } from '../../ports/ledgers/approval.ts';
import type { Channels } from '../channels/channels.ts';

/** So many cards are before the owner at once. */
const mostVisible = 3;

/** A card that nobody has answered for so long gives its place to the next; it may still be answered. */
const placeMs = 600_000;

/** Which approvals are next: a lookup of the chart `approval-desk`. `channels`: where the owner is asked. */
export function line(approvals: Pick<ApprovalLedger, 'line'>, channels: Channels, clock: Pick<Clock, 'now'>) {
  return (): WaitingLine => ({
    ...approvals.line(mostVisible, clock.now() - placeMs),
    places: [...channels.values()].flatMap(({ name, ownerChats }) => ownerChats.map(chat => ({ channel: name, chat }))),
  });
}
