/**
 * When a conversation is summarised, and up to where: what stands before the cut is told by one summary, what stands
 * behind it stays as it is. Nothing is deleted, so a summary can be undone.
 */
import { historyTokens, windowMessages } from '../conversation/context-window.ts';
import type { ReadMessage } from '../conversation/message.ts';

/** A summary that stands for the beginning of a conversation. */
export interface Compaction {
  /** The id of its message. */
  readonly summary: string;
  readonly session: string;
  /** So many messages it stands for, those of earlier summaries among them. */
  readonly messages: number;
  /** UTC epoch ms. */
  readonly at: number;
}

/** So many of the newest messages always stay as they are. */
const wholeMessages = 10;
/** From such a share of the room on a conversation is summarised. */
const fullAt = 0.75;
/** Less than this share of the room is not worth a summary. */
const leastGain = 0.2;
/** After a summary was undone so many messages come before there is another one. */
const messagesAfterUndo = 20;

/**
 * The place of the first message that stays; 0: there is nothing to summarise. A running turn stays whole, a call and
 * its result stay together, and what stays begins with something that was said. `messages`: as they were stored.
 */
export function compactionCut(messages: readonly ReadMessage[], turn?: string): number {
  const running = turn === undefined ? -1 : messages.findIndex(message => message.turn === turn);
  const last = Math.min(messages.length - wholeMessages, running < 0 ? messages.length : running);
  const open = new Set<string>();
  let cut = 0;
  for (const [at, message] of messages.entries()) {
    if (at > last) break;
    const opens = message.role === 'owner' || message.role === 'notice';
    if (at > 0 && opens && open.size === 0) cut = at;
    for (const { callId } of message.toolCalls ?? []) open.add(callId);
    if (message.role === 'tool' && message.callId !== undefined) open.delete(message.callId);
  }
  return messages.slice(0, cut).some(message => !message.isSummary) ? cut : 0;
}

/** What decides whether a conversation is to be summarised before its next request. */
export interface Filling {
  readonly messages: readonly ReadMessage[];
  readonly turn: string;
  /** What its messages may take, in estimated tokens; undefined: no request was made yet. */
  readonly room: number | undefined;
  /** When its newest summary was undone, if it was. */
  readonly undoneAt?: number | undefined;
}

export function isFull({ messages, turn, room, undoneAt }: Filling): boolean {
  if (room === undefined) return false;
  const isLong = messages.length >= windowMessages * fullAt;
  if (!isLong && historyTokens(messages) < room * fullAt) return false;
  if (undoneAt !== undefined && messages.filter(({ at }) => at > undoneAt).length < messagesAfterUndo) return false;
  const cut = compactionCut(messages, turn);
  const gone = messages.slice(0, cut).filter(message => !message.isSummary);
  return gone.length > 0 && (isLong || historyTokens(gone) >= room * leastGain);
}

/**
 * `done`: a summary stands for so many messages. `running`: it is being made. `failed`: none came about, the conversation
 * says why. `nothing`: it has no more messages than stay as they are.
 */
export interface CompactionAnswer {
  readonly state: 'done' | 'running' | 'failed' | 'nothing';
  readonly messages: number;
}

/** `messages`: so many are there again. */
export interface UndoneCompaction {
  /** False: no summary stood. */
  readonly undone: boolean;
  readonly messages: number;
}

export interface CompactionService {
  /** The summary that stands for the beginning of a conversation; undefined: none does. */
  look(session: string): Compaction | undefined;
  /**
   * Has it summarised, and waits for that a while. Throws `invalid` where the conversation is at work. `key`: a repeat
   * asks for nothing.
   */
  ask(session: string, key?: string): Promise<CompactionAnswer>;
  /** Undoes the summary that stands: the messages it stood for are there again. `key`: likewise. */
  undo(session: string, key?: string): Promise<UndoneCompaction>;
}
