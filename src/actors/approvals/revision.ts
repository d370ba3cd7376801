/**
 * A call as its owner changed it: resolved and frozen again, like one a model wrote. What the owner wrote is checked
 * when it comes in (decisions.ts) and again here, since a tool may be another one by then.
 */

import { type FrozenCall, isMalformed } from '../../domain/tools/tool.ts';
import type { Revision, RevisionInput } from '../../machines/tool-call/types.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { Toolbox } from '../../ports/toolbox.ts';

/** A lookup. */
export function revision({
  toolbox,
  conversation,
}: {
  readonly toolbox: Toolbox;
  readonly conversation: Pick<MessageStore, 'read'>;
}) {
  return ({ call, arguments: changed }: RevisionInput): Revision => revised(toolbox, call, conversation.read(changed));
}

/** `text`: the changed arguments, as JSON. */
export function revised(toolbox: Toolbox, { callId, tool }: FrozenCall, text: string): Revision {
  const changed = toolbox.resolve({ callId, name: tool, arguments: text });
  return isMalformed(changed) ? { problem: changed.problem } : { call: changed };
}
