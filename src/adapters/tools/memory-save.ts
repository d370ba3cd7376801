/** The tool that keeps a memory: a row of our own, written with the step that asked for it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MemoryKind, MemoryStore } from '../../domain/memory/memory.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';

/** What `memory_save` says of itself. */
export const memorySaveDeclaration = {
  name: 'memory_save',
  effect: 'record',
  deeds: ['remember', 'keep'],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  content: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('The one thing to remember, as a full sentence that makes sense without this conversation.'),
  kind: z
    .enum(['fact', 'procedure', 'episode'])
    .default('fact')
    .describe('fact: something that is so; procedure: how something is done; episode: something that happened.'),
});

/**
 * `memory_save`. The memory's id comes from its kind and words, so saving the same sentence twice keeps one memory,
 * no matter who says it and which step is repeated.
 */
export function memorySave(store: Pick<MemoryStore, 'save'>): Tool {
  return defineTool({
    ...memorySaveDeclaration,
    description:
      'Keeps one fact, procedure or episode for ever, for all conversations. Use it when the owner asks to remember something, or says something about himself that will matter later. One thing a call.',
    schema,
    intent: ({ content }) => `Remember “${content}”.`,
    receipt: ({ content }) => `Saved to memory: “${content}”`,
    record({ content, kind }, { session, at, taint }) {
      store.save({
        id: memoryId(kind, content),
        kind,
        content,
        status: 'active',
        source: taint === 'owner' ? 'user' : 'agent',
        taint,
        session,
        at,
      });
    },
  });
}

/** The same words, however spaced, cased or ended, are the same memory. */
export function memoryId(kind: MemoryKind, content: string): string {
  const words = content
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim();
  return `memory:${createHash('sha256').update(`${kind}\n${words}`).digest('hex').slice(0, 20)}`;
}
