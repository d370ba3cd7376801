/** Messages in the order in which a model has read them. */
import type { ReadMessage } from '../../../domain/conversation/message.ts';

/**
 * What the owner said while a reply was made is stored before the reply. It stands behind it here: a request that ends
 * with a reply asks a model for nothing.
 */
export function inReadingOrder(messages: readonly ReadMessage[]): readonly ReadMessage[] {
  let ordered = messages;
  for (const reply of messages) {
    if (reply.seen === undefined) continue;
    const others = ordered.filter(message => message !== reply);
    const seen = others.findIndex(({ id }) => id === reply.seen);
    const unseen = others.findIndex(({ role }, at) => at > seen && role === 'owner');
    if (seen >= 0 && unseen >= 0) ordered = others.toSpliced(unseen, 0, reply);
  }
  return ordered;
}
