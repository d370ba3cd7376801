/** An approval put before its owner in one chat, as its row says: with the nonce that counts now. */

import type { Question } from '../../domain/conversation/delivery-line.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ConsentOutput } from '../../machines/channel/types.ts';
import type { ApprovalStore } from '../../ports/conversation-store.ts';
import { type Channels, channelNamed } from '../channels/channels.ts';
import { work } from '../work.ts';

export interface ConsentInput {
  readonly channel: string;
  readonly outgoing: Question;
}

/** Sends nothing where the approval has ended meanwhile; the answer's `ref` is empty then. */
export function consent(channels: Channels, conversation: ApprovalStore) {
  return work<ConsentOutput, ConsentInput>(async ({ channel, outgoing, signal }) => {
    // an effect of an earlier version, which was not started by then: its approval asks again
    if (outgoing === undefined) throw fault('unknown', 'the card was not shown by this version');
    const row = conversation.approval(outgoing.approval);
    if (!row) throw fault('invalid', `there is no ${outgoing.approval}`);
    if (row.state !== 'pending') return { ref: '', of: 1, nonce: '' };
    const { ref } = await channelNamed(channels, channel).ask(outgoing.chat, row.card, signal);
    return { ref, of: 1, nonce: row.card.nonce };
  });
}
