/**
 * Reactions on what the owner wrote: seen once it is kept, done once its turn is over, also where another process took
 * it. A courtesy: nothing waits for one, and one that fails is not tried again.
 */
import type { TakenBefore } from '../../../../ports/channel.ts';
import { chatFrom } from '../chat.ts';
import type { TelegramClient } from '../client.ts';

export interface Reactions {
  seen(chat: string, messageId: number): void;
  /** The turn of the chat is over: all that was seen there is done. */
  done(chat: string): void;
  /** What was seen by an earlier process. */
  before(messages: readonly TakenBefore[]): void;
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

  function note(chat: string, messageId: number): void {
    open.set(chat, [...(open.get(chat) ?? []), messageId].slice(-most));
  }

  return {
    before(messages) {
      for (const { chat, ref, isOver } of messages.slice(-most))
        if (isOver) react(chat, Number(ref), '👌');
        else note(chat, Number(ref));
    },
    seen(chat, messageId) {
      note(chat, messageId);
      react(chat, messageId, '👀');
    },
    done(chat) {
      for (const messageId of open.get(chat) ?? []) react(chat, messageId, '👌');
      open.delete(chat);
    },
  };
}
