/** The tool that puts a question to the owner and waits for the answer. */
import { z } from 'zod';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';

/** What `ask_owner` says of itself. */
export const askOwnerDeclaration = {
  name: 'ask_owner',
  effect: 'ask',
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  question: z.string().trim().min(1).max(1000).describe('One question, clear without this conversation.'),
  options: z
    .array(z.string().trim().min(1).max(100))
    .max(4)
    .optional()
    .describe('Up to four answers to choose from; the owner may always answer in his own words.'),
});

/** `ask_owner`. The session waits; the owner's next message is the result. */
export const askOwner: Tool = defineTool({
  ...askOwnerDeclaration,
  description:
    'Asks the owner one question and waits for the answer, which is the result. Use it when only the owner can know or decide; not for the approval of another tool, which asks by itself.',
  schema,
  intent: ({ question }, language) => intentTexts(language).ask(question),
  question: ({ question, options = [] }) =>
    [question, ...options.map((option, at) => `${at + 1}. ${option}`)].join('\n'),
  options: ({ options = [] }) => options,
});
