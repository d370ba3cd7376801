/** A shown approval card loses its buttons and says how it ended. Twice looks like once. */

import { endOf } from '../../domain/approvals/card.ts';
import type { Card } from '../../domain/conversation/delivery-line.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { DeliveryOutput } from '../../machines/channel/types.ts';
import type { ApprovalStore } from '../../ports/conversation-store.ts';
import { type Channels, channelNamed } from '../channels/channels.ts';
import { work } from '../work.ts';

export interface SettlementInput {
  readonly channel: string;
  readonly outgoing: Card;
}

export function settlement(channels: Channels, conversation: ApprovalStore) {
  return work<DeliveryOutput, SettlementInput>(async ({ channel, outgoing, signal }) => {
    const { approval, chat, ref, outcome, by } = outgoing;
    // its question is before it in the line, and whatever becomes of that fills this in
    if (ref === null) return { ref: '', of: 1 };
    const row = conversation.approval(approval);
    if (!row) throw fault('invalid', `there is no ${approval}`);
    const end = endOf(outcome, row.reason);
    if (end === undefined) throw fault('defect', `${approval} has not ended`);
    await channelNamed(channels, channel).settle(chat, ref, row.card, end, by ?? undefined, signal);
    return { ref, of: 1 };
  });
}
