/** Messages in the order in which a model has read them. */
import type { ReadMessage } from '../../../domain/conversation/message.ts';

/**
 * What the owner said while a reply was made is stored before the reply. It stands behind it here: a request that ends
 * with a reply asks a model for nothing. What came after the reply stays behind it, and what its model had read stays
 * before it.
 */
export function inReadingOrder(messages: readonly ReadMessage[]): readonly ReadMessage[] {
  let ordered = messages;
  for (const reply of messages) {
    if (reply.seen === undefined) continue;
    const at = ordered.indexOf(reply);
    const seen = ordered.findIndex(({ id }) => id === reply.seen);
    // an answer of the owner to a question of a tool is read as its result
    const before = ordered.slice(0, at).findLastIndex(({ role }) => role === 'tool' || role === 'assistant');
    const read = Math.max(seen, before);
    const unseen = ordered.findIndex(({ role }, index) => index > read && index < at && role === 'owner');
    if (seen >= 0 && unseen >= 0) ordered = ordered.toSpliced(at, 1).toSpliced(unseen, 0, reply);
  }
  return ordered;
}
