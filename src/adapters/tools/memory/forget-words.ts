/** The tool that forgets whatever holds some words, for good. */

import { z } from 'zod';
import type { MemoryService } from '../../../domain/memory/service.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `forget_words` says of itself. */
export const forgetWordsDeclaration = {
  name: 'forget_words',
  does: {
    en: 'Forgets all memories and messages that hold some words.',
    de: 'Vergisst alle Erinnerungen und Nachrichten, in denen bestimmte Worte stehen.',
  },
  effect: 'act',
  deeds: [],
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: () => ({ forgets: true }),
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  words: z
    .string()
    .trim()
    .min(4)
    .max(500)
    .describe('Words in a row, as they were said, with 4 letters or digits at least.'),
});

/** `forget_words`. The owner is asked each time: it takes whole messages out. */
export function forgetWordsTool(service: () => Pick<MemoryService, 'carrying' | 'forgetWords'>): Tool {
  return defineTool({
    ...forgetWordsDeclaration,
    description:
      'Forgets for good whatever holds these words: memories and messages, with all copies. Use it when the owner asks to forget what was only said in conversations, or what several texts hold; for one memory use memory_forget. The owner is asked first. Never repeat the words afterwards.',
    schema,
    // without the words: what is frozen stays in the journal
    intent: (_, language) => intentTexts(language).forgetWords,
    exact: ({ words }) => words,
    facts: () => ({ forgets: true }),
    async run({ words }, { session, call }) {
      const { memories, messages } = await service().carrying(words);
      if (memories + messages === 0) return { ...answerOf({ code: 'wordsNowhere' }), failed: true };
      await service().forgetWords(words, memories + messages, session, call);
      return {
        ...answerOf({
          code: 'wordsForgotten',
          values: {
            memories: { code: memories === 1 ? 'countedMemory' : 'countedMemories', values: { count: memories } },
            messages: { code: messages === 1 ? 'countedMessage' : 'countedMessages', values: { count: messages } },
          },
        }),
        taint: 'owner',
      };
    },
  });
}
