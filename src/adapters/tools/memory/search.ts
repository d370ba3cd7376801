/** The tool that looks things up: in memories, and in what was said in conversations. */
import { z } from 'zod';
import { heldIn } from '../../../domain/conversation/called.ts';
import type { Memory, MemoryStore } from '../../../domain/memory/memory.ts';
import { partitionsOf } from '../../../domain/memory/partition.ts';
import { type Period, periodIn } from '../../../domain/memory/period.ts';
import { mixed } from '../../../domain/policy/taint.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import type { ConversationSearch, SaidMessage } from '../../../ports/memory/conversation-search.ts';
import type { MemoryFinder } from '../../../ports/memory/finder.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import { dayOf, memoryLine, onOneLine } from './lines.ts';

/** What `memory_search` says of itself. */
export const memorySearchDeclaration = {
  name: 'memory_search',
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
const nothingFound = 'Nothing was found. The latest memories, which may say nothing about it:';

const leftOut =
  'More was said of it beside text from outside. To see that, search with "where": "conversations"; it counts as text from outside.';

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
  readonly now: () => number;
  readonly timeZone: string;
}): Tool {
  const { memories, now, timeZone, finder = byWords(memories, sources.conversations) } = sources;
  return defineTool({
    ...memorySearchDeclaration,
    description:
      "Searches what was remembered and what was said in all conversations: the owner's facts, people, dates, preferences, procedures. Use it before saying that something about the owner is not known.",
    schema,
    intent: ({ query }, language) =>
      query === all ? intentTexts(language).listMemories : intentTexts(language).searchMemory(query),
    run: async ({ query, where, limit }, { session, turn, signal }) => {
      if (query === all) return latest(memories, limit, 'The latest memories:');
      const period = periodIn(query, now(), timeZone);
      const question = { words: query, limit: limit * 4, partitions: partitionsOf(session) };
      const found = where === 'conversations' ? [] : within(await finder.memories(question, signal), period);
      const best = found.slice(0, limit);
      memories.used(best.map(({ id }) => id));
      const said =
        where === 'memories'
          ? []
          : await finder.said({ ...period, words: spokenOf(period?.rest ?? query), except: turn, limit }, signal);
      const parts = best.length > 0 ? besideMemories(best, said) : said.length > 0 ? [shownSaid(said)] : [];
      if (parts.length > 0) return joined(parts);
      return where === 'conversations'
        ? { text: 'Nothing was found.', taint: 'owner' }
        : latest(memories, limit, nothingFound);
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
function besideMemories(best: readonly Memory[], said: readonly SaidMessage[]): readonly ToolOutput[] {
  const own = said.filter(({ taint }) => taint !== 'external');
  return [
    shownMemories('Found in memory, best first:', best),
    ...(own.length > 0 ? [shownSaid(own)] : []),
    ...(own.length < said.length ? [{ text: leftOut, taint: 'owner' } as const] : []),
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

function latest(store: Pick<MemoryStore, 'list'>, limit: number, heading: string): ToolOutput {
  const memories = store.list({ status: 'active', limit: limit * 2 }).filter(one => one.partition === 'global');
  return memories.length > 0
    ? shownMemories(heading, memories.slice(0, limit))
    : { text: 'The memory is empty.', taint: 'owner' };
}

function shownMemories(heading: string, memories: readonly Memory[]): ToolOutput {
  return {
    text: [heading, ...memories.map(memoryLine)].join('\n'),
    taint: memories.map(memory => memory.taint).reduce(mixed, 'owner'),
  };
}

function shownSaid(said: readonly SaidMessage[]): ToolOutput {
  const quotes = said.map(({ role, text }) => `${role}: ${quoted(text).toLowerCase()}`);
  const once = said.filter((_, at) => quotes.indexOf(quotes[at] ?? '') === at);
  const lines = once.map(
    ({ role, text, at, session }) =>
      `* ${dayOf(at)}, ${role === 'owner' ? 'the owner' : 'you'}, ${heldIn(session, 'en')}: “${quoted(text)}”`,
  );
  return {
    text: ['Said in conversations, best first:', ...lines].join('\n'),
    taint: said.map(({ taint }) => taint).reduce(mixed, 'owner'),
  };
}

function quoted(text: string): string {
  const line = onOneLine(text);
  return line.length > mostQuoted ? `${line.slice(0, mostQuoted)}…` : line;
}

function joined(parts: readonly ToolOutput[]): ToolOutput {
  return {
    text: parts.map(({ text }) => text).join('\n\n'),
    taint: parts.map(({ taint = 'owner' }) => taint).reduce(mixed),
  };
}
