/**
 * The conversations of one chat. The first bears the chat's own name, `session:telegram:42`, a later one its number
 * behind it,
 * `session:telegram:42~2`; what is said in the chat goes to one of them, and the others are kept.
 */

/** One of them. */
export interface ChatSession {
  readonly number: number;
  /** Its address. */
  readonly session: string;
  readonly isCurrent: boolean;
  /** What its owner said first; empty where nothing was said yet. */
  readonly title: string;
  /** The agent that it belongs to; absent: to none. */
  readonly agent?: string | undefined;
  /** When something was last said. */
  readonly at?: number;
  /** Its owner wants the steps of its turns, or none; left out where nothing was said. */
  readonly showsSteps?: boolean | undefined;
}

/** A chat is named by the address of its first conversation. Every promise rejects with a `Fault` that can be shown. */
export interface SessionService {
  /** The conversation that what is said in the chat goes to. */
  current(chat: string): Promise<string>;
  /** The newest first. */
  list(chat: string): Promise<readonly ChatSession[]>;
  /**
   * Begins a fresh one, once under a key; where nothing was said in the newest yet, it is that one.
   */
  begin(chat: string, key?: string): Promise<ChatSession>;
  /**
   * Do the replies of the conversation that is spoken in show the steps of their turns? Without `isVerbose` it is
   * turned round, once under a key. Answers how it is now.
   */
  setVerbose(chat: string, isVerbose?: boolean, key?: string): Promise<boolean>;
  /** Goes to another one. Rejects with `invalid` where there is no such number. */
  choose(chat: string, number: number): Promise<ChatSession>;
}

/** The address of a conversation by its number. */
export function numbered(chat: string, number: number): string {
  return number === 1 ? chat : `${chat}~${number}`;
}

/** The chat a conversation belongs to. */
export function chatOf(session: string): string {
  return session.replace(/~\d{1,6}$/, '');
}

/** The address of a conversation as its owner types it: `garden`, `terminal:garden` or `session:terminal:garden`. */
export function conversationNamed(name: string): string {
  const key = name.replace(/^session:/, '');
  return `session:${key.includes(':') ? key : `terminal:${key}`}`;
}

/** The shortest name that `conversationNamed` takes for it. */
export function shortName(session: string): string {
  return session.replace(/^session:(?:terminal:)?/, '');
}

/** A chat as its channel knows it. */
export interface Place {
  readonly channel: string;
  readonly chat: string;
}

/** Channel and chat of a conversation, as the channel knows them. */
export function placeOf(session: string): Place {
  const [, channel = '', ...chat] = chatOf(session).split(':');
  return { channel, chat: chat.join(':') };
}

/**
 * Where in a chat of the owner something of this conversation is put: in its topic, if it is held in one of that chat.
 */
export function placeFor(chat: Place, session: string): Place {
  const own = placeOf(session);
  const isTopic = /^session:/.test(session) && own.channel === chat.channel && own.chat.startsWith(`${chat.chat}:`);
  return isTopic ? own : chat;
}

/**
 * What the client's own id of a message of `ask` begins with: it is whole, and nothing follows it in the same breath.
 */
export const wholeMark = 'ask:';

/** Of the id of a message, which has the client's own behind it. */
export function isWhole(messageId: string): boolean {
  return messageId.startsWith(`local:${wholeMark}`);
}
