/** The tool that looks things up: in memories, and in what was said in conversations. */

import { z } from 'zod';
import type { Memory, MemoryStore } from '../../../domain/memory/memory.ts';
import { globalPartition, type Partitions, plainPartitions } from '../../../domain/memory/partition.ts';
import { type Period, periodIn } from '../../../domain/memory/period.ts';
import { mixed, type Taint } from '../../../domain/policy/taint.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said, SaidCode } from '../../../domain/tools/said/texts.ts';
import type { ConversationSearch, SaidMessage } from '../../../ports/memory/conversation-search.ts';
import type { MemoryFinder } from '../../../ports/memory/finder.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import { dayOf, memoryLine, onOneLine } from './lines.ts';

/** What `memory_search` says of itself. */
export const memorySearchDeclaration = {
  name: 'memory_search',
  does: { en: 'Searches what was remembered and said.', de: 'Durchsucht Gemerktes und Gesagtes.' },
  effect: 'read',
  deeds: ['searchMemory'],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .describe(
      'What to look for: the question itself, or a few words. Synonyms and other word forms are found too, and times such as “last week” or “on 3 May”. “*” lists the latest memories.',
    ),
  where: z
    .enum(['memories', 'conversations', 'both'])
    .default('both')
    .describe('conversations: what was said in them, also what was never saved.'),
  limit: z.number().int().min(1).max(20).default(5).describe('How many of each at most.'),
});

/** In place of words: all memories. */
const all = '*';

/** Of a message that was found, as much as says what it is about. */
const mostQuoted = 400;

/**
 * `memory_search`. Where no memory has any of the words, and none was said, it shows the latest few memories and says
 * that they are only that.
 */
export function memorySearch(sources: {
  readonly memories: Pick<MemoryStore, 'search' | 'list' | 'used'>;
  readonly conversations: ConversationSearch;
  /** By meaning too; without it by words alone. */
  readonly finder?: MemoryFinder;
  readonly partitions?: Pick<Partitions, 'of' | 'isHeld'>;
  readonly now: () => number;
  readonly timeZone: string;
}): Tool {
  const { memories, now, timeZone, finder = byWords(memories, sources.conversations) } = sources;
  const { partitions = plainPartitions } = sources;
  return defineTool({
    ...memorySearchDeclaration,
    description:
      "Searches what was remembered and what was said in all conversations: the owner's facts, people, dates, preferences, procedures. Use it before saying that something about the owner is not known.",
    schema,
    intent: ({ query }, language) =>
      query === all ? intentTexts(language).listMemories : intentTexts(language).searchMemory(query),
    run: async ({ query, where, limit }, { session, turn, signal }) => {
      const readable = partitions.of(session);
      const isHeld = partitions.isHeld(session);
      if (query === all) return latest(memories, limit, 'memoriesLatest', isHeld ? readable : [globalPartition]);
      const period = periodIn(query, now(), timeZone);
      const question = { words: query, limit: limit * 4, partitions: readable };
      const found = where === 'conversations' ? [] : within(await finder.memories(question, signal), period);
      const best = found.slice(0, limit);
      memories.used(best.map(({ id }) => id));
      const said =
        where === 'memories' || isHeld
          ? []
          : await finder.said({ ...period, words: spokenOf(period?.rest ?? query), except: turn, limit }, signal);
      const parts = best.length > 0 ? besideMemories(best, said) : said.length > 0 ? [shownSaid(said)] : [];
      if (parts.length > 0) return joined(parts);
      return where === 'conversations'
        ? { ...answerOf({ code: 'nothingFound' }), taint: 'owner' }
        : latest(memories, limit, 'memoriesInstead', isHeld ? readable : [globalPartition]);
    },
  });
}

function byWords(memories: Pick<MemoryStore, 'search'>, conversations: ConversationSearch): MemoryFinder {
  return {
    memories: async ({ words, limit, partitions }) => memories.search(words, limit, partitions),
    said: async query => conversations.find(query),
  };
}

/** Memories of that time stand first; the time may also be what they are about, so the others stay. */
function within<One extends Memory>(found: readonly One[], period: Period | undefined): readonly One[] {
  if (!period) return found;
  const isThen = ({ createdAt }: Memory) => createdAt >= period.from && createdAt < period.to;
  return [...found.filter(isThen), ...found.filter(one => !isThen(one))];
}

/**
 * What was said is trusted as little as the least of it, and memories with it: a wish to forget one would no longer count
 * as the owner's own. So what may hold outside text is shown beside memories only where it is asked for.
 */
function besideMemories(best: readonly Memory[], said: readonly SaidMessage[]): readonly Part[] {
  const own = said.filter(({ taint }) => taint !== 'external');
  return [
    shownMemories('memoryFound', best),
    ...(own.length > 0 ? [shownSaid(own)] : []),
    ...(own.length < said.length ? [{ said: [{ code: 'moreSaid' }], taint: 'owner' } as const] : []),
  ];
}

/** The subject of "what did I say about the garden". */
function spokenOf(query: string): string {
  return query
    .replace(
      /^(?:what|was) (?:did|have|hab(?:e|en)?) (?:I|we|ich|wir) (?:you |dir )?(?:say|said|tell|told|mention(?:ed)?|write|written)?(?: you)?/i,
      ' ',
    )
    .replace(/\b(?:gesagt|erzählt|erwähnt|geschrieben)\b/gi, ' ')
    .trim();
}

function latest(
  store: Pick<MemoryStore, 'list'>,
  limit: number,
  heading: SaidCode,
  partitions: readonly string[],
): ToolOutput {
  const memories = store.list({ status: 'active', partitions, limit });
  return memories.length > 0
    ? joined([shownMemories(heading, memories)])
    : { ...answerOf({ code: 'memoryEmpty' }), taint: 'owner' };
}

function shownMemories(heading: SaidCode, memories: readonly Memory[]): Part {
  return {
    said: [{ code: heading }, ...memories.map(memoryLine)],
    taint: memories.map(memory => memory.taint).reduce(mixed, 'owner'),
  };
}

function shownSaid(said: readonly SaidMessage[]): Part {
  const quotes = said.map(({ role, text }) => `${role}: ${quoted(text).toLowerCase()}`);
  const once = said.filter((_, at) => quotes.indexOf(quotes[at] ?? '') === at);
  const lines = once.map(({ role, text, at, session }): Said => {
    const who: Said = { code: role === 'owner' ? 'theOwner' : 'theAgent' };
    return { code: 'said', values: { day: dayOf(at), who, where: { session }, text: quoted(text) } };
  });
  return {
    said: [{ code: 'saidFound' }, ...lines],
    taint: said.map(({ taint }) => taint).reduce(mixed, 'owner'),
  };
}

function quoted(text: string): string {
  const line = onOneLine(text);
  return line.length > mostQuoted ? `${line.slice(0, mostQuoted)}…` : line;
}

/** Some of the answer, and how far it is trusted. */
interface Part {
  readonly said: readonly Said[];
  readonly taint: Taint;
}

function joined(parts: readonly Part[]): ToolOutput {
  return {
    ...answerOf(...parts.flatMap(({ said }, at): readonly (Said | string)[] => (at === 0 ? said : ['', ...said]))),
    taint: parts.map(({ taint }) => taint).reduce(mixed),
  };
}
