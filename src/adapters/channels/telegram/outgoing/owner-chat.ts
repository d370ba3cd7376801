/** Chats of the owner, and the calls that go there. */
import { fault, toFailure } from '../../../../domain/supervision/failure.ts';
import { type Allowed, chatFrom, type TelegramChat } from '../chat.ts';
import type { Previews } from '../preview.ts';

export interface OwnerChats {
  /**
   * The chat behind a key. Throws `invalid` for chats that are not the owner's (any more): they get nothing, whatever
   * waits for them.
   */
  ownerChat(key: string): TelegramChat;
  /** Makes a call to a chat. A pause that Telegram asks for holds the previews back too. */
  calling<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function ownerChats(allowed: Allowed, drafts: Pick<Previews, 'pause'>): OwnerChats {
  return {
    ownerChat(key) {
      const chat = chatFrom(key);
      if (chat === undefined || !allowed.has(chat.chatId))
        throw fault(
          'invalid',
          `expected a private chat of channels.telegram.allowed_users, got ${JSON.stringify(key)}`,
        );
      return chat;
    },
    async calling(key, work) {
      try {
        return await work();
      } catch (error) {
        const { retryAfterMs } = toFailure(error);
        if (retryAfterMs !== undefined) drafts.pause(key, retryAfterMs);
        throw error;
      }
    },
  };
}
