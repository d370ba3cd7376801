/**
 * Reactions on what the owner wrote: seen once it is kept, done once its turn is over. A courtesy, of which this process
 * alone knows; nothing waits for one, and one that fails is not tried again.
 */
import { chatFrom } from '../chat.ts';
import type { TelegramClient } from '../client.ts';

export interface Reactions {
  seen(chat: string, messageId: number): void;
  /** The turn of the chat is over: all that was seen there is done. */
  done(chat: string): void;
}

/** So many messages of a chat are remembered. */
const most = 20;

export function reactions(client: TelegramClient): Reactions {
  const open = new Map<string, number[]>();
  // each call ends by itself, after the time of the client
  const { signal } = new AbortController();

  function react(chat: string, messageId: number, emoji: '👀' | '👌'): void {
    const chatId = chatFrom(chat)?.chatId;
    if (chatId === undefined) return;
    void client
      .call('setMessageReaction', 'again', signal, (api, native) =>
        api.setMessageReaction(chatId, messageId, [{ type: 'emoji', emoji }], {}, native),
      )
      .catch(() => {});
  }

  return {
    seen(chat, messageId) {
      open.set(chat, [...(open.get(chat) ?? []), messageId].slice(-most));
      react(chat, messageId, '👀');
    },
    done(chat) {
      for (const messageId of open.get(chat) ?? []) react(chat, messageId, '👌');
      open.delete(chat);
    },
  };
}
