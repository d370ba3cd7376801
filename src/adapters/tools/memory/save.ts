/** The tool that keeps a memory: a row of our own, written with the step that asked for it. */

import { z } from 'zod';
import { isApart } from '../../../domain/agents/agent.ts';
import type { MemoryStore } from '../../../domain/memory/memory.ts';
import { type Partitions, plainPartitions, taskPartition } from '../../../domain/memory/partition.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `memory_save` says of itself. */
export const memorySaveDeclaration = {
  name: 'memory_save',
  does: {
    en: 'Keeps a fact, a preference, a procedure or an episode.',
    de: 'Merkt sich eine Tatsache, eine Vorliebe, ein Vorgehen oder eine Episode.',
  },
  effect: 'record',
  deeds: ['remember', 'keep'],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const dayMs = 86_400_000;

const schema = z.strictObject({
  content: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('The one thing to remember, as a full sentence that makes sense without this conversation.'),
  kind: z
    .enum(['fact', 'preference', 'procedure', 'episode'])
    .default('fact')
    .describe(
      'fact: something that is so; preference: how the owner likes it; procedure: how something is done; episode: something that happened.',
    ),
  tags: z.array(z.string().trim().min(1).max(40)).max(8).optional().describe('A few words to group it by.'),
  private: z.boolean().optional().describe('True: never shown to you unasked, only where memory_search finds it.'),
  here_only: z.boolean().optional().describe('True: for this conversation alone.'),
  days: z.number().int().min(1).max(3650).optional().describe('For how many days it matters; left out: for ever.'),
});

/**
 * `memory_save`. Saving the same sentence twice keeps one memory, no matter who says it and which step is repeated. What
 * may come from outside text waits for the owner.
 */
export function memorySave(
  store: Pick<MemoryStore, 'save'>,
  partitions: Pick<Partitions, 'usual'> = plainPartitions,
): Tool {
  return defineTool({
    ...memorySaveDeclaration,
    description:
      'Keeps one fact, preference, procedure or episode, for all conversations. Use it when the owner asks to remember something, or says something about himself that will matter later. One thing a call.',
    schema,
    intent: ({ content }, language) => intentTexts(language).remember(content),
    receipt: ({ content }) => ({ code: 'memorySaved', values: { content } }),
    taintedReceipt: { code: 'memoryPending' },
    record({ content, kind, tags, private: isPrivate, here_only: isHereOnly, days }, { session, at, taint }) {
      store.save({
        kind,
        content,
        taint,
        session,
        at,
        status: taint === 'external' ? 'pending' : 'active',
        // the words of an agent's work are not the owner's own
        source: taint === 'owner' && !isApart(session) ? 'owner' : 'tool',
        partition: isHereOnly === true ? taskPartition(session) : partitions.usual(session),
        ...defined({
          tags,
          sensitivity: isPrivate === true ? 'private' : undefined,
          expiresAt: days === undefined ? undefined : at + days * dayMs,
        }),
      });
    },
  });
}
