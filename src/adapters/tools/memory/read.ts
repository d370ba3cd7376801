/** The tool that shows one memory whole, with what it comes from. */

import { z } from 'zod';
import type { MemoryStore } from '../../../domain/memory/memory.ts';
import { type Partitions, plainPartitions } from '../../../domain/memory/partition.ts';
import { mixed } from '../../../domain/policy/taint.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import type { MessageStore } from '../../../ports/conversation-store.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import { dayOf, memoryLine } from './lines.ts';
import { memoryId, noSuch } from './update.ts';

/** What `memory_read` says of itself. */
export const memoryReadDeclaration = {
  name: 'memory_read',
  does: { en: 'Shows a memory in full.', de: 'Zeigt eine Erinnerung ganz.' },
  effect: 'read',
  deeds: ['searchMemory'],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({ id: memoryId() });

const states = { active: 'memoryActive', pending: 'memoryWaits', archived: 'memoryArchived' } as const;

/** So much of the message it comes from is shown. */
const mostEvidence = 1500;

/** `memory_read`. */
export function memoryRead(
  store: Pick<MemoryStore, 'get'>,
  conversation: Pick<MessageStore, 'message'>,
  partitions: Pick<Partitions, 'mayRead' | 'isHeld'> = plainPartitions,
): Tool {
  return defineTool({
    ...memoryReadDeclaration,
    description:
      'Shows one memory in full: when it was said and in which words, what it replaced, how often it was used.',
    schema,
    intent: ({ id }, language) => intentTexts(language).readMemory(id),
    async run({ id }, asker) {
      const problem = noSuch(store, partitions, id, asker.session);
      const [memory] = store.get([id]);
      if (!memory || problem !== undefined) return { text: '', ...problem, failed: true, taint: 'owner' };
      const { tags, status, session, uses, replaces, contradicts, expiresAt, taint } = memory;
      const source = memory.message === null ? undefined : conversation.message(memory.message);
      // what was said elsewhere is not for it
      const said = source?.session !== asker.session && partitions.isHeld(asker.session) ? undefined : source;
      const more: readonly (Said | undefined)[] = [
        tags.length > 0 ? { code: 'memoryTags', values: { tags: tags.join(', ') } } : undefined,
        expiresAt === null ? undefined : { code: 'memoryUntil', values: { day: dayOf(expiresAt) } },
        replaces === null ? undefined : { code: 'memoryReplaces', values: { id: replaces } },
        contradicts === null ? undefined : { code: 'memoryContradicts', values: { id: contradicts } },
        said && { code: 'memorySource', values: { day: dayOf(said.at), text: said.text.slice(0, mostEvidence) } },
      ];
      return {
        ...answerOf(
          memoryLine(memory),
          { code: 'memoryUse', values: { status: { code: states[status] }, uses, session } },
          ...more.filter(one => one !== undefined),
        ),
        taint: said ? mixed(taint, said.taint) : taint,
      };
    },
  });
}
