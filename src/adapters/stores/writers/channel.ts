/** The writes of a channel. */
import type { ChannelWrites } from '../../../domain/conversation/writes.ts';
import type { ConversationStore } from '../../../ports/conversation-store.ts';
import type { Writers } from '../../../ports/writer.ts';

/** What became of a delivery. */
export function channelWriters(
  conversation: Pick<ConversationStore, 'markPartSent' | 'endDelivery'>,
): Writers<ChannelWrites> {
  return {
    markPartSent: ({ delivery, ref }) => conversation.markPartSent(delivery, ref),
    endDelivery: ({ delivery, status, failure }, { at }) => conversation.endDelivery(delivery, status, failure, at),
  };
}
