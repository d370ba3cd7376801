/** The tool that looks things up in memory. */
import { z } from 'zod';
import type { Memory, MemoryStore } from '../../../domain/memory/memory.ts';
import { partitionsOf } from '../../../domain/memory/partition.ts';
import { mixed } from '../../../domain/policy/taint.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import { memoryLine } from './lines.ts';

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
    .describe('What to look for: the question itself, or a few words. Synonyms and other word forms are found too.'),
  limit: z.number().int().min(1).max(20).default(5).describe('How many memories at most.'),
});

/** `memory_search`. Where no memory has any of the words it shows the latest few and says that they are only that. */
export function memorySearch(store: Pick<MemoryStore, 'search' | 'list' | 'used'>): Tool {
  return defineTool({
    ...memorySearchDeclaration,
    description:
      "Searches what was remembered in all conversations: the owner's facts, people, dates, preferences, procedures. Use it before saying that something about the owner is not known.",
    schema,
    intent: ({ query }) => `Search the memory for “${query}”.`,
    run: async ({ query, limit }, { session }) => {
      const found = store.search(query, limit, partitionsOf({ session }));
      store.used(found.map(({ id }) => id));
      return found.length > 0 ? told('Found in memory, best first:', found) : latest(store, limit);
    },
  });
}

function latest(store: Pick<MemoryStore, 'list'>, limit: number): ToolOutput {
  const memories = store.list({ status: 'active', limit });
  return memories.length > 0
    ? told('Nothing in memory has these words. The latest memories, which may say nothing about it:', memories)
    : { text: 'The memory is empty.', taint: 'owner' };
}

function told(heading: string, memories: readonly Memory[]): ToolOutput {
  return {
    text: [heading, ...memories.map(memoryLine)].join('\n'),
    taint: memories.map(memory => memory.taint).reduce(mixed),
  };
}
