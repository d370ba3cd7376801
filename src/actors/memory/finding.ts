/**
 * Memories and conversations found by words and by meaning, merged by rank.
 *
 * The words of a question become a vector by a model call, so this is never done within a step. Where that takes too
 * long or fails, words alone answer.
 */
import { dropOldest } from '../../domain/collections/drop-oldest.ts';
import type { FoundMemory, MemoryStore } from '../../domain/memory/memory.ts';
import { mergedByRank } from '../../domain/memory/merging.ts';
import { hasPhrases, quotedPhrases } from '../../domain/memory/quoted.ts';
import { standing } from '../../domain/memory/standing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationSearch } from '../../ports/memory/conversation-search.ts';
import type { MemoryFinder } from '../../ports/memory/finder.ts';
import type { NearRow, VectorSearch, VectorSource } from '../../ports/memory/vectors.ts';
import type { ModelCalls } from '../../ports/model-call.ts';

/** A question waits so long for its vector and for what lies near. */
const patienceMs = 2_500;
/** So many of each list are merged. */
const listed = 40;
/**
 * What meaning has to say beside words, whose rules know dates, names and negations: the less, the more of the question
 * they touch. With one weight for all, a small model put what words had found behind what only looks like it.
 */
const meaningWeight = (touched: number) => 0.9 - 0.75 * touched;
/** In conversations, where it is not known how much of the question is touched. */
const saidWeight = 0.4;
/** A question that is looked up in several places at once is embedded once. */
const knownQuestions = 16;
const mostWords = 2_000;

export function finding(options: {
  readonly memories: Pick<MemoryStore, 'search' | 'among'>;
  readonly conversations: ConversationSearch;
  readonly search: VectorSearch;
  readonly models: Pick<ModelCalls, 'embed' | 'embeds'>;
  readonly clock: Pick<Clock, 'after'>;
  /** Lets all else happen. */
  readonly pause: () => Promise<void>;
  /** Vectors cannot be looked through. */
  readonly onTrouble: (thrown: unknown) => void;
}): MemoryFinder {
  const { memories, conversations, search, models, clock } = options;
  const near = nearness(search, models, clock, options.onTrouble);
  return {
    async memories({ words, limit, partitions }, signal) {
      const phrases = quotedPhrases(words);
      const close = near('memory', words, signal);
      // the thread of the vectors has the question by then, and looks while this one does
      if (models.embeds !== undefined) await options.pause();
      const byWords = memories.search(words, Math.max(limit, listed), partitions);
      const rows = await close;
      if (rows.length === 0) return byWords.slice(0, limit);
      const likenesses = new Map(rows.map(({ row, likeness }) => [row, likeness]));
      const byMeaning = memories
        .among([...likenesses.keys()], partitions)
        .filter(({ memory }) => hasPhrases(memory.content, phrases))
        .map(({ row, memory }): FoundMemory => ({ ...memory, score: 0, coverage: likenesses.get(row) ?? 0 }));
      const newest = Math.max(0, ...[...byWords, ...byMeaning].map(({ updatedAt }) => updatedAt));
      const merged = mergedByRank(
        [
          { items: byWords, weight: 1 },
          { items: byMeaning, weight: meaningWeight(Math.max(0, ...byWords.map(({ coverage }) => coverage))) },
        ],
        ({ id }) => id,
        memory => standing(memory, newest),
      );
      return merged.slice(0, limit).map(({ item, score }) => ({ ...item, score }));
    },
    async said(query, signal) {
      const close = query.words.trim() === '' ? Promise.resolve([]) : near('message', query.words, signal);
      const byWords = conversations.find({ ...query, limit: Math.max(query.limit, listed) });
      const rows = (await close).map(({ row }) => row);
      if (rows.length === 0) return byWords.slice(0, query.limit);
      const phrases = quotedPhrases(query.words);
      const byMeaning = conversations.among(rows, query).filter(({ text }) => hasPhrases(text, phrases));
      const merged = mergedByRank(
        [
          { items: byWords, weight: 1 },
          { items: byMeaning, weight: saidWeight },
        ],
        ({ id }) => id,
      );
      return merged.slice(0, query.limit).map(({ item }) => item);
    },
  };
}

/** What lies near a question; empty where it cannot be said in time. */
function nearness(
  search: VectorSearch,
  models: Pick<ModelCalls, 'embed' | 'embeds'>,
  clock: Pick<Clock, 'after'>,
  onTrouble: (thrown: unknown) => void,
) {
  const known = new Map<string, Promise<Float32Array | undefined>>();

  function vectorOf(model: string, words: string, signal: AbortSignal): Promise<Float32Array | undefined> {
    const key = `${model}\n${words}`;
    const vector =
      known.get(key) ??
      models
        .embed({ heading: 'memory', texts: [words] }, { signal })
        .then(({ vectors }) => vectors[0])
        .catch(() => {
          // that the model does not answer is told where texts are embedded (embedding-run.ts)
          known.delete(key);
          return undefined;
        });
    known.set(key, vector);
    dropOldest(known, knownQuestions);
    return vector;
  }

  return async (source: VectorSource, question: string, given?: AbortSignal): Promise<readonly NearRow[]> => {
    const model = models.embeds;
    const words = question.trim().slice(0, mostWords);
    if (model === undefined || words === '') return [];
    const tooLate = new AbortController();
    const { promise: late, resolve } = Promise.withResolvers<readonly NearRow[]>();
    const cancel = clock.after(patienceMs, () => {
      tooLate.abort();
      resolve([]);
    });
    try {
      const signal = given ? AbortSignal.any([given, tooLate.signal]) : tooLate.signal;
      const looked = vectorOf(model, words, signal).then(vector =>
        vector ? search.near(source, model, vector, listed) : [],
      );
      const found = looked.catch((thrown: unknown) => {
        onTrouble(thrown);
        return [];
      });
      return await Promise.race([found, late]);
    } finally {
      cancel();
    }
  };
}
