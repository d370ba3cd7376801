/** Cards in the chat: shown with their buttons, and settled when they are answered or over. */
import { toFailure } from '../../../../domain/supervision/failure.ts';
import type { Channel } from '../../../../ports/channel.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { TelegramLog } from '../log.ts';
import type { Sending } from '../outgoing/sending.ts';
import { keyboard } from './boards.ts';
import { type CardLook, cardHtml, settledHtml } from './card.ts';
import type { ShownCards } from './seen-cards.ts';

export function sentCards({
  out,
  shown,
  look,
  clock,
  log,
}: {
  readonly out: Sending;
  readonly shown: ShownCards;
  readonly look: CardLook;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: TelegramLog;
}): Pick<Channel, 'ask' | 'settle'> {
  const { cards } = look;
  return {
    async ask(key, card, signal) {
      const sent = await out.message(key, cardHtml(card, look, key), signal, keyboard(card, 'choose', cards));
      shown.remember(out.ownerChat(key).chatId, Number(sent.ref), card);
      return sent;
    },
    async settle(key, ref, card, outcome, by, signal) {
      const { undoUntil = 0, ...begun } = card;
      const mayUndo = outcome === 'granted' && undoUntil > clock.now();
      const text = settledHtml(mayUndo ? card : begun, look, { outcome, by });
      const buttons = mayUndo ? keyboard(card, 'undo', cards) : undefined;
      for (const { chatId, messageId } of shown.again(card.key))
        await out
          .edit(String(chatId), String(messageId), text, signal, buttons)
          .catch(error =>
            log('warn', 'a card that was shown again was not settled', { problem: toFailure(error).message }),
          );
      try {
        await out.edit(key, ref, text, signal, buttons);
      } catch (error) {
        // It says so already, or there is nothing left to say it on: either way no button is there any more.
        if (!/message is not modified|message to edit not found/.test(toFailure(error).message)) throw error;
      }
    },
  };
}
