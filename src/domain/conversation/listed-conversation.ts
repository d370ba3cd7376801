/** All conversations of all chats in one list, as their owner looks through them. */

/** What the owner makes of a conversation. */
export interface ConversationMarks {
  /** A name of the owner's choosing; null: it is called by its first message. */
  readonly title: string | null;
  /** Kept on top of the list. */
  readonly isPinned: boolean;
  /** Put away: it is in the list of the archived ones only. It goes on as before. */
  readonly isArchived: boolean;
}

export const noMarks: ConversationMarks = { title: null, isPinned: false, isArchived: false };

export interface ListedConversation {
  /** Its address. */
  readonly session: string;
  /** The name the owner gave it, or else the begin of what was said first; empty where that was nothing. */
  readonly title: string;
  /** The owner gave it its name. */
  readonly isNamed: boolean;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
  /** What is said in its chat goes here. */
  readonly isCurrent: boolean;
  /** It was stopped and answers no more messages; absent: it does. */
  readonly isStopped?: true;
  /** The agent that it belongs to; absent: to none. */
  readonly agent?: string;
  /** When something was last said. */
  readonly at: number;
}

/** A message that was found, and where it stands. */
export interface FoundMessage {
  readonly session: string;
  /** Of its conversation. */
  readonly title: string;
  readonly message: string;
  readonly role: 'owner' | 'assistant';
  /** The part of its text around the first word that was found. */
  readonly excerpt: string;
  readonly at: number;
}

export interface FoundMessages {
  readonly messages: readonly FoundMessage[];
  /** No message holds every word, these hold some; absent: each holds them all. */
  readonly isPartial?: true;
}

/** What went with a conversation that was deleted. */
export interface DeletedConversation {
  readonly messages: number;
  /** What was learned from it and is forgotten now. */
  readonly memories: number;
  /** False: another process reads the files; they are cleaned by themselves as soon as none does. */
  readonly isComplete: boolean;
}

/** Which conversations a list holds: those that are talked in, those that were put away, those of jobs, or all. */
export const conversationLists = ['active', 'archived', 'jobs', 'all'] as const;
export type ConversationListName = (typeof conversationLists)[number];

/** Every promise rejects with a `Fault` that can be shown. */
export interface ConversationListService {
  /** The pinned ones first, then the one that spoke last first. */
  list(query: { readonly of: ConversationListName; readonly limit: number }): readonly ListedConversation[];
  /** Undefined: nothing was ever said in it. */
  show(session: string): ListedConversation | undefined;
  /** Those whose name or address holds each of the words, of every list; in the order of a list. */
  named(query: { readonly words: string; readonly limit: number }): readonly ListedConversation[];
  /** Those that hold every word, the best match first; only where none does, those that hold some. */
  search(query: { readonly words: string; readonly limit: number }): FoundMessages;
  /** What is not named stays as it is. An empty title takes the name away. Undefined: nothing was ever said in it. */
  mark(session: string, marks: Partial<ConversationMarks>): Promise<ListedConversation | undefined>;
  /**
   * Gone for good, with its actor and all it has started. `forgets`: what was learned from it too. Undefined: nothing
   * was ever said in it. Rejects with `invalid` where a turn of it runs, or where it belongs to a job.
   */
  remove(session: string, options: { readonly forgets: boolean }, by: string): Promise<DeletedConversation | undefined>;
}
