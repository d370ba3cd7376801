/**
 * The newest messages of a session, for the model: read once, then only what has been added since.
 *
 * A turn asks for the same window at every step. Messages are written once and never changed, so what was read stays right; a
 * reader runs outside transactions and sees committed rows alone.
 */
import type { ConversationStore } from '../adapters/store.ts';
import type { ReadMessage } from '../machines/domain/message.ts';

/** So many sessions are remembered, those that spoke last. */
const mostSessions = 32;
/** A session whose window is longer is read anew each time: a cache must not hold what the house has to pay for in memory. */
const mostCharacters = 500_000;

/** Answers the newest `limit` messages of a session, oldest first. */
export function recentMessages(
  conversation: Pick<ConversationStore, 'messages' | 'messagesAfter'>,
  limit: number,
): (session: string) => readonly ReadMessage[] {
  const windows = new Map<string, readonly ReadMessage[]>();
  return session => {
    const known = windows.get(session) ?? [];
    const last = known.at(-1);
    const added = last && conversation.messagesAfter(session, last.id);
    const whole = added ? [...known, ...added].slice(-limit) : conversation.messages(session, { limit });
    windows.delete(session);
    if (whole.reduce((sum, { text }) => sum + text.length, 0) <= mostCharacters) windows.set(session, whole);
    const [oldest] = windows.size > mostSessions ? windows.keys() : [];
    if (oldest !== undefined) windows.delete(oldest);
    return whole;
  };
}
