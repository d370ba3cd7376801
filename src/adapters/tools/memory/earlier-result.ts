/** The tool that reads a result again that was left out of the request for want of room. */

import { z } from 'zod';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import type { MessageStore } from '../../../ports/conversation-store.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `earlier_result` says of itself. */
export const earlierResultDeclaration = {
  name: 'earlier_result',
  does: {
    en: 'Reads a result again that was left out for want of room.',
    de: 'Liest ein Ergebnis noch einmal, das aus Platzmangel weggelassen wurde.',
  },
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  id: z
    .string()
    .regex(/^tool-call:[0-9A-Za-z]{1,40}$/, { error: 'the id that stands in the note, as in "tool-call:k3Qm9xTd"' })
    .describe('The id that stands in the note where the result was.'),
  from: z.int().min(0).default(0).describe('The first character wanted, counted from 0.'),
});

/** So many characters are shown at once. */
const mostShown = 16_000;

/** `earlier_result`: of this conversation alone. It is trusted as far as the result was. */
export function earlierResult(conversation: Pick<MessageStore, 'message'>): Tool {
  return defineTool({
    ...earlierResultDeclaration,
    description:
      'Shows the result of an earlier tool call of this conversation again, where a note says that it was left out for want of room.',
    schema,
    intent: ({ id }, language) => intentTexts(language).readResult(id),
    async run({ id, from }, { session }) {
      const message = conversation.message(id);
      if (message?.role !== 'tool' || message.session !== session || message.isSetAside)
        return { text: `There is no result ${id} in this conversation.`, failed: true, taint: 'owner' };
      const { text, taint } = message;
      if (from >= text.length && from > 0)
        return {
          text: `The result has ${text.length} characters; there is none from ${from} on.`,
          failed: true,
          taint: 'owner',
        };
      const shown = text.slice(from, from + mostShown);
      const end = from + shown.length;
      const more =
        end < text.length ? `\n[characters ${from} to ${end} of ${text.length}; go on with "from": ${end}]` : '';
      return { text: shown + more, taint };
    },
  });
}
