/**
 * What of a conversation says which tools it needs. It follows from its messages alone, so that the list of tools,
 * which stands first in the prompt cache of a provider, is the same in another process, whatever other conversations
 * speak of.
 */
import type { ReadMessage } from '../../../domain/conversation/message.ts';
import { foundIn } from '../../../domain/tools/found-tools.ts';
import type { OfferedIn, ToolHint } from '../../../ports/toolbox.ts';

/** So many of the owner's newest texts count, and what was found since the first of them. */
const mostSaid = 16;

export function offeredIn(session: string, messages: readonly ReadMessage[]): OfferedIn {
  const hints: ToolHint[] = [];
  let said = 0;
  for (let at = messages.length - 1; at >= 0 && said < mostSaid; at--) {
    const message = messages[at];
    const hint = message && hintOf(message);
    if (hint) hints.push(hint);
    if (message?.role === 'owner') said += 1;
  }
  return { session, hints: hints.toReversed() };
}

/** Always the same object for a message, so that it is weighed once. */
function hintOf(message: ReadMessage): ToolHint | undefined {
  const known = hintsOf.get(message);
  if (known) return known;
  const { role, tool, text, failed } = message;
  const found = role === 'tool' && !failed ? foundIn(tool, text) : undefined;
  const hint = role === 'owner' ? { said: text } : found && { found };
  if (hint) hintsOf.set(message, hint);
  return hint;
}

const hintsOf = new WeakMap<ReadMessage, ToolHint>();
