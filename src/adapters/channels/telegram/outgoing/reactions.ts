/**
 * Reactions on what the owner wrote: seen once it is kept, done once its turn is over, also where another process took
 * it. A courtesy: nothing waits for one, and one that fails is not tried again.
 */
import type { Receiver, TakenBefore } from '../../../../ports/channel.ts';
import { chatFrom } from '../chat.ts';
import type { TelegramClient } from '../client.ts';

export interface Reactions {
  seen(chat: string, messageId: number): void;
  /** The turn of the chat is over: all that was seen there is done. */
  done(chat: string): void;
  /** Takes up what an earlier process has seen; once, and no news where a connection comes back. */
  before(receiver: Pick<Receiver, 'takenBefore'>): void;
}

/** So many messages of a chat are remembered. */
const most = 20;

export function reactions(client: TelegramClient): Reactions {
  const open = new Map<string, number[]>();
  let isFirst = true;
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

  function takeUp(messages: readonly TakenBefore[]): void {
    for (const { chat, ref, isOver } of messages.slice(-most))
      if (isOver) react(chat, Number(ref), '👌');
      else note(chat, Number(ref));
  }

  return {
    before({ takenBefore }) {
      if (!isFirst) return;
      isFirst = false;
      void takenBefore?.().then(takeUp, () => {});
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
