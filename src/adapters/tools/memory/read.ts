/** The tool that shows one memory whole, with what it comes from. */
import { z } from 'zod';
import type { MemoryStore } from '../../../domain/memory/memory.ts';
import { mixed } from '../../../domain/policy/taint.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import type { MessageStore } from '../../../ports/conversation-store.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import { dayOf, memoryLine } from './lines.ts';
import { memoryId, noSuch } from './update.ts';

/** What `memory_read` says of itself. */
export const memoryReadDeclaration = {
  name: 'memory_read',
  effect: 'read',
  deeds: ['searchMemory'],
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({ id: memoryId() });

/** So much of the message it comes from is shown. */
const mostEvidence = 1500;

/** `memory_read`. */
export function memoryRead(store: Pick<MemoryStore, 'get'>, conversation: Pick<MessageStore, 'message'>): Tool {
  return defineTool({
    ...memoryReadDeclaration,
    description:
      'Shows one memory in full: when it was said and in which words, what it replaced, how often it was used.',
    schema,
    intent: ({ id }, language) => intentTexts(language).readMemory(id),
    async run({ id }, asker) {
      const problem = noSuch(store, id, asker.session);
      const [memory] = store.get([id]);
      if (!memory || problem !== undefined) return { text: problem ?? '', failed: true, taint: 'owner' };
      const { tags, status, session, uses, replaces, contradicts, expiresAt, taint } = memory;
      const said = memory.message === null ? undefined : conversation.message(memory.message);
      return {
        text: [
          memoryLine(memory),
          `Status: ${status}. Used ${uses} times. From the conversation ${session}.`,
          ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}.`] : []),
          ...(expiresAt === null ? [] : [`Kept until ${dayOf(expiresAt)}.`]),
          ...(replaces === null ? [] : [`It took the place of ${replaces}.`]),
          ...(contradicts === null ? [] : [`It contradicts ${contradicts}; the owner has not decided yet.`]),
          ...(said ? [`Said on ${dayOf(said.at)}: “${said.text.slice(0, mostEvidence)}”`] : []),
        ].join('\n'),
        taint: said ? mixed(taint, said.taint) : taint,
      };
    },
  });
}
