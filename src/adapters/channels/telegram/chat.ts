/** A conversation in Telegram as one word: `42` for the private chat with user 42, `42:7` for topic 7 in it. */

export interface TelegramChat {
  readonly chatId: number;
  /** The topic; `message_thread_id` on the wire. */
  readonly topic?: number;
}

/** Which accounts are the owner's, as it is now. */
export interface Allowed {
  has(userId: number): boolean;
}

/** Those of the settings, and those that were paired. */
export function allowedOf({
  allowedUsers,
  accounts = () => [],
}: {
  readonly allowedUsers: readonly number[];
  readonly accounts?: () => readonly string[];
}): Allowed & { all(): readonly string[] } {
  return {
    has: id => allowedUsers.includes(id) || accounts().includes(String(id)),
    all: () => [...new Set([...allowedUsers.map(String), ...accounts()])],
  };
}

export function chatKey(chatId: number, topic: number | undefined): string {
  return topic === undefined ? String(chatId) : `${chatId}:${topic}`;
}

/** Undefined for anything that {@link chatKey} did not write. */
export function chatFrom(key: string): TelegramChat | undefined {
  const match = /^(-?\d{1,16})(?::(\d{1,16}))?$/.exec(key);
  if (match === null) return undefined;
  return { chatId: Number(match[1]), topic: match[2] === undefined ? undefined : Number(match[2]) };
}

/** The field that sends into a topic. */
export function threadField(chat: TelegramChat): { message_thread_id?: number } {
  return chat.topic === undefined ? {} : { message_thread_id: chat.topic };
}
