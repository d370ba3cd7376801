/**
 * What a turn's first model call is given beside the memories that words have found: those that are like the owner's
 * words by their meaning.
 *
 * It is looked for once in a turn, in the effect that asks the model, since it takes a model call of its own.
 */
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import { messageOfEpisode } from '../../domain/memory/episode.ts';
import type { Partitions } from '../../domain/memory/partition.ts';
import type { CompletionInput } from '../../machines/session/types.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { MemoryFinder } from '../../ports/memory/finder.ts';
import { mostMemories, newestWords } from '../conversation/recall.ts';

/** So many turns are known; a turn that is not known any more is looked up again. */
const knownTurns = 64;

export function turnRecall({
  conversation,
  finder,
  partitions,
  embeds,
  embedsHere,
  used,
}: {
  readonly conversation: Pick<MessageStore, 'messages'>;
  readonly finder: Pick<MemoryFinder, 'memories'>;
  readonly partitions: Pick<Partitions, 'of' | 'recalls'>;
  readonly embeds: () => string | undefined;
  /** Does the model that embeds run on this machine? */
  readonly embedsHere: () => boolean;
  /** Counts that these were of use, in a commit of its own. */
  readonly used: (ids: readonly string[]) => Promise<void>;
}) {
  const known = new Map<string, Promise<readonly string[]>>();

  async function look({ session, turn, recalled }: TurnOf, signal: AbortSignal): Promise<readonly string[]> {
    const words = newestWords(conversation, session, turn);
    if (words === '') return recalled;
    const query = { words, limit: 2 * mostMemories, partitions: partitions.of(session) };
    const found = (await finder.memories(query, signal))
      .filter(({ sensitivity }) => sensitivity !== 'private')
      .slice(0, mostMemories)
      .map(({ id }) => id);
    const more = found.filter(id => !recalled.includes(id));
    if (more.length > 0) await used(more);
    const episodes = recalled.filter(id => messageOfEpisode(id) !== undefined);
    return found.length === 0 ? recalled : [...found, ...episodes];
  }

  /** The memories to put before the model, best first; those found by words where no model for embeddings is set. */
  return (turn: TurnOf, signal: AbortSignal): Promise<readonly string[]> => {
    if (!partitions.recalls(turn.session)) return Promise.resolve(turn.recalled);
    if (embeds() === undefined || (turn.only === 'local' && !embedsHere())) return Promise.resolve(turn.recalled);
    const key = `${turn.turn}\n${turn.recalled.join(' ')}`;
    const found = known.get(key) ?? look(turn, signal).catch(() => turn.recalled);
    known.set(key, found);
    dropOldest(known, knownTurns);
    return found;
  };
}

type TurnOf = Pick<CompletionInput, 'session' | 'turn' | 'recalled' | 'only'>;
