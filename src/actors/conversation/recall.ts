/**
 * What a turn has to go on: the memories that match the owner's newest words, and how many models stand in line
 * for it.
 */

import type { MemoryStore } from '../../domain/memory/memory.ts';
import { type Partitions, plainPartitions } from '../../domain/memory/partition.ts';
import { withoutQuotes } from '../../domain/memory/quoted.ts';
import type { Patience } from '../../domain/models/outage.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { ModelCounts, RecallInput, RecallOutput } from '../../machines/session/types.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { Episodes } from '../../ports/memory/episodes.ts';

/** So many are put before the model; it can search for more. */
export const mostMemories = 8;
/** Beside them, of what the owner said elsewhere. */
const mostEpisodes = 3;
/** The words of so many newest messages are searched with. */
const newestMessages = 6;

/** A lookup; all it writes is that these memories were of use. */
export function recall({
  conversation,
  memories,
  episodes,
  partitions = plainPartitions,
  models = () => ({ all: 1, local: 1, cloud: 1 }),
  isFull = () => false,
  memoryFactor = () => 1,
  patience,
  language,
}: {
  readonly conversation: MessageStore;
  readonly memories: MemoryStore;
  readonly partitions?: Pick<Partitions, 'of' | 'recalls' | 'isHeld'>;
  /** Left out: what was only said is not recalled. */
  readonly episodes?: Pick<Episodes, 'find'> | undefined;
  /** How many models stand in line for a conversation. */
  readonly models?: (session: string) => ModelCounts;
  /** Is a conversation to be summarised before its model is asked? Left out: none is. */
  readonly isFull?: (session: string, turn: string) => boolean;
  /** So many times as many memories as usual are put before the model of a conversation. */
  readonly memoryFactor?: (session: string) => number;
  /** How long a turn waits where none of them answers. */
  readonly patience?: Patience;
  /** The owner's, as it is set. */
  readonly language?: Language;
}) {
  return ({ session, turn }: RecallInput): RecallOutput => {
    // an agent knows what it was told, and the memories of its partitions
    const said = !partitions.recalls(session) ? '' : newestWords(conversation, session, turn);
    const most = said === '' ? 0 : Math.round(mostMemories * memoryFactor(session));
    const found = said === '' ? [] : memories.search(said, 2 * most, partitions.of(session));
    const best = found.filter(({ sensitivity }) => sensitivity !== 'private').slice(0, most);
    const isAlone = said === '' || partitions.isHeld(session);
    const beside = isAlone ? [] : (episodes?.find({ words: said, session, limit: mostEpisodes }) ?? []);
    const recalled = [...best, ...beside].map(({ id }) => id);
    // counted in the transaction of the step that asked, so once for each time
    memories.used(recalled);
    return {
      recalled,
      models: models(session),
      patience,
      language,
      ...defined({ isFull: isFull(session, turn) ? true : undefined }),
    };
  };
}

/** What the owner has said newest in this turn, to be searched with; empty: nothing. */
export function newestWords(conversation: Pick<MessageStore, 'messages'>, session: string, turn: string): string {
  const said = conversation
    .messages(session, { limit: newestMessages })
    .filter(message => message.turn === turn && message.role === 'owner' && !message.isSetAside)
    .map(message => message.text);
  return withoutQuotes(said.join('\n'));
}
