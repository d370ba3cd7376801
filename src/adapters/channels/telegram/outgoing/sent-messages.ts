/** Messages that stand in a chat already: their text, their buttons, and taking them out. */
import type { InlineKeyboardMarkup } from 'grammy/types';
import { dropOldest } from '../../../../domain/collections/drop-oldest.ts';
import { toFailure } from '../../../../domain/supervision/failure.ts';
import type { TelegramClient } from '../client.ts';
import type { TelegramLog } from '../log.ts';
import { withoutPreview } from './html.ts';
import type { OwnerChats } from './owner-chat.ts';

export interface SentMessages {
  /** New text for a sent message; without `buttons` they are gone, for good. */
  edit(key: string, ref: string, text: string, signal: AbortSignal, buttons?: InlineKeyboardMarkup): Promise<void>;
  /** New buttons for a sent message, unless it has lost its buttons for good meanwhile. */
  keyboard(key: string, ref: string, buttons: InlineKeyboardMarkup, signal: AbortSignal): Promise<void>;
  /** Takes a message out of an owner's chat. Answers whether it is gone; where it is not, the log says why. */
  remove(key: string, messageId: number, signal: AbortSignal): Promise<boolean>;
}

/** So many edited messages are remembered. */
const mostFinal = 1000;

export function sentMessages(
  client: TelegramClient,
  { ownerChat, calling }: OwnerChats,
  log: TelegramLog,
): SentMessages {
  const inTurn = oneByOne();
  /** Messages that have had their last edit. */
  const final = new Set<string>();

  return {
    async edit(key, ref, text, signal, buttons) {
      const { chatId } = ownerChat(key);
      const more = { ...withoutPreview, reply_markup: buttons };
      if (buttons === undefined) final.add(`${chatId}/${ref}`);
      dropOldest(final, mostFinal);
      await inTurn(`${chatId}/${ref}`, () =>
        calling(key, () =>
          client.call('editMessageText', 'again', signal, (api, native) =>
            api.editMessageText(chatId, Number(ref), text, { ...more, parse_mode: 'HTML' }, native),
          ),
        ),
      );
    },
    async keyboard(key, ref, buttons, signal) {
      const { chatId } = ownerChat(key);
      await inTurn(`${chatId}/${ref}`, async () => {
        if (final.has(`${chatId}/${ref}`)) return;
        await calling(key, () =>
          client.call('editMessageReplyMarkup', 'again', signal, (api, native) =>
            api.editMessageReplyMarkup(chatId, Number(ref), { reply_markup: buttons }, native),
          ),
        );
      });
    },
    async remove(key, messageId, signal) {
      try {
        const { chatId } = ownerChat(key);
        return await client.call('deleteMessage', 'again', signal, (api, native) =>
          api.deleteMessage(chatId, messageId, native),
        );
      } catch (error) {
        log('warn', 'a message could not be deleted from Telegram', { chat: key, problem: toFailure(error).message });
        return false;
      }
    },
  };
}

/** Work on the same thing, in the order in which it was asked for. */
function oneByOne(): <T>(thing: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (thing, work) => {
    const mine = (last.get(thing) ?? Promise.resolve()).then(work, work);
    last.set(thing, mine);
    const leave = () => void (last.get(thing) === mine && last.delete(thing));
    mine.then(leave, leave);
    return mine;
  };
}
