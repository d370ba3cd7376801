/** One part of a reply sent. Which part is next stands in the delivery's row, so a half-sent reply goes on where it stopped. */
import type { ConversationStore } from '../adapters/store.ts';
import type { DeliveryOutput, Outgoing } from '../machines/channel.ts';
import { fault } from '../machines/domain/failure.ts';
import { type Channels, channelNamed } from './channels.ts';
import { work } from './work.ts';

export interface DeliveryInput {
  readonly channel: string;
  readonly outgoing: Extract<Outgoing, { kind: 'reply' }>;
}

export function delivery(channels: Channels, conversation: ConversationStore) {
  return work<DeliveryOutput, DeliveryInput>(async ({ channel: name, outgoing, signal }) => {
    const channel = channelNamed(channels, name);
    const row = conversation.delivery(outgoing.delivery);
    if (!row) throw fault('invalid', `there is no delivery ${outgoing.delivery}`);
    const parts = channel.parts(conversation.read(row.body));
    const part = parts[outgoing.part];
    if (!part)
      throw fault(
        'defect',
        `${outgoing.delivery} has ${parts.length} parts, and part ${outgoing.part + 1} was asked for`,
      );
    // what may be answered stands under the last of it
    const asks = row.asks && outgoing.part === parts.length - 1 ? { asks: row.asks } : {};
    const { ref } = await channel.send(outgoing.chat, part, { repeat: outgoing.repeat, ...asks, signal });
    return { ref, of: parts.length };
  });
}
