/**
 * The newest messages of a session, for the model: read once, then told of each that is added.
 *
 * A turn asks for the same window at every step. Messages are written once and never changed, and only by the steps of
 * this process, so what was read stays right as long as every message that stands is added.
 */

import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import type { Message, ReadMessage } from '../../domain/conversation/message.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';

/** So many sessions are remembered, those that spoke last. */
const mostSessions = 32;
/**
 * A session whose window is longer is read again each time: a cache must not hold what Straylight has to pay for in
 * memory.
 */
const mostCharacters = 500_000;

export interface RecentMessages {
  /** The newest messages of a session that a model may see, oldest first. */
  of(session: string): readonly ReadMessage[];
  /** The same for a lookup: what its transaction has written so far may be undone, so nothing of it is remembered. */
  look(session: string): readonly ReadMessage[];
  /** A message is committed. */
  add(message: Message): void;
  /** Messages of a session were changed in another way: it is read again. */
  forget(session: string): void;
}

/** The newest of them, behind the summary where they begin with one. */
function newest(messages: readonly ReadMessage[], limit: number): readonly ReadMessage[] {
  const summary = messages.slice(0, 1).filter(({ isSummary }) => isSummary);
  return [...summary, ...messages.slice(summary.length).slice(-limit)];
}

export function recentMessages(conversation: Pick<MessageStore, 'forModel' | 'read'>, limit: number): RecentMessages {
  const windows = new Map<string, readonly ReadMessage[]>();

  function keep(session: string, window: readonly ReadMessage[]): void {
    windows.delete(session);
    if (window.reduce((sum, { text }) => sum + text.length, 0) > mostCharacters) return;
    windows.set(session, window);
    dropOldest(windows, mostSessions);
  }

  return {
    of(session) {
      const window = windows.get(session) ?? conversation.forModel(session, limit);
      keep(session, window);
      return window;
    },
    look: session => windows.get(session) ?? conversation.forModel(session, limit),
    forget: session => void windows.delete(session),
    add({ body, ...message }) {
      if (message.isAside) return;
      const window = windows.get(message.session);
      if (window) keep(message.session, newest([...window, { ...message, text: conversation.read(body) }], limit));
    },
  };
}
