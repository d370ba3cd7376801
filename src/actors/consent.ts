/** An approval put before its owner: the same card in every chat where the owner can be asked. */
import type { Clock } from '../adapters/clock.ts';
import type { ConversationStore } from '../adapters/store.ts';
import type { ConsentInput, ConsentOutput, Missed, Shown } from '../machines/approval.ts';
import { wordsOf } from '../machines/domain/approval-texts.ts';
import { fault, toFailure } from '../machines/domain/failure.ts';
import type { Channels } from './channels.ts';
import { work } from './work.ts';

/**
 * Answers where the card is shown now, and where it is not and why. `only`: the chats that are asked once more. Throws only where no
 * channel at all took the card.
 */
export function consent(channels: Channels, conversation: ConversationStore, clock: Pick<Clock, 'now'>) {
  return work<ConsentOutput, ConsentInput>(
    async ({ approval, nonce, repeat, language, expiresAfterMs, only, signal }) => {
      const row = conversation.approval(approval);
      if (!row) throw fault('invalid', `there is no ${approval}`);
      const expiresAt = expiresAfterMs === null ? {} : { expiresAt: clock.now() + expiresAfterMs };
      // a new nonce, a new word
      const card = { ...row.card, nonce, repeat, ...expiresAt, ...wordsOf(row.card.risk, nonce, language) };
      const isWanted = (channel: string, chat: string) =>
        only === undefined || only.some(place => place.channel === channel && place.chat === chat);
      const asked = [...channels.values()].flatMap(channel =>
        channel.ownerChats.filter(chat => isWanted(channel.name, chat)).map(chat => ({ channel, chat })),
      );
      const shown: Shown[] = [];
      const missed: Missed[] = [];
      await Promise.all(
        asked.map(async ({ channel, chat }) => {
          const place = { channel: channel.name, chat };
          try {
            shown.push({ ...place, ref: (await channel.ask(chat, card, signal)).ref });
          } catch (error) {
            missed.push({ ...place, failure: toFailure(error) });
          }
        }),
      );
      const [first] = missed;
      if (shown.length === 0 && first && only === undefined) throw fault(first.failure.kind, first.failure.message);
      return { shown, missed };
    },
  );
}
