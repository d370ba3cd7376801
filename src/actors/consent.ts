/** An approval put before its owner: the same card in every chat where the owner can be asked. */
import type { Clock } from '../adapters/clock.ts';
import type { ConversationStore } from '../adapters/store.ts';
import type { ConsentInput, Shown } from '../machines/approval.ts';
import { fault, toFailure } from '../machines/domain/failure.ts';
import type { Channels } from './channels.ts';
import { work } from './work.ts';

/** Shown somewhere is shown; a channel that fails is left out. Throws only where no channel at all took the card. */
export function consent(channels: Channels, conversation: ConversationStore, clock: Pick<Clock, 'now'>) {
  return work<{ shown: readonly Shown[] }, ConsentInput>(
    async ({ approval, nonce, repeat, expiresAfterMs, signal }) => {
      const row = conversation.approval(approval);
      if (!row) throw fault('invalid', `there is no ${approval}`);
      const expiresAt = expiresAfterMs === null ? {} : { expiresAt: clock.now() + expiresAfterMs };
      const card = { ...row.card, nonce, repeat, ...expiresAt };
      const asked = [...channels.values()].flatMap(channel => channel.ownerChats.map(chat => ({ channel, chat })));
      const results = await Promise.allSettled(asked.map(({ channel, chat }) => channel.ask(chat, card, signal)));
      const shown = results.flatMap((result, index): Shown[] => {
        const place = asked[index];
        return result.status === 'fulfilled' && place
          ? [{ channel: place.channel.name, chat: place.chat, ref: result.value.ref }]
          : [];
      });
      const refused = results.find(result => result.status === 'rejected');
      if (shown.length === 0 && refused) throw fault(toFailure(refused.reason).kind, toFailure(refused.reason).message);
      return { shown };
    },
  );
}
