/** Memories for this turn: what the owner's newest words bring to mind. */
import type { ConversationStore } from '../adapters/store.ts';
import type { MemoryStore } from '../machines/domain/memory.ts';
import type { RecallInput } from '../machines/session.ts';

/** So many are put before the model; it can search for more. */
const mostMemories = 8;
/** The words of so many newest messages are searched with. */
const newestMessages = 6;

export function recall({
  conversation,
  memories,
}: {
  readonly conversation: ConversationStore;
  readonly memories: MemoryStore;
}) {
  return ({ session, turn }: RecallInput): { readonly recalled: readonly string[] } => {
    const said = conversation
      .messages(session, { limit: newestMessages })
      .filter(message => message.turn === turn && message.role === 'owner')
      .map(message => message.text)
      .join('\n');
    return { recalled: said === '' ? [] : memories.search(said, mostMemories).map(memory => memory.id) };
  };
}
