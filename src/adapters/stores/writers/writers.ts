/**
 * The writers of the charts that every agent has, by name. Each is given all it needs: what a chart cannot know (its
 * address, the instant, a unique id) comes with the step.
 */
import type { Message } from '../../../domain/conversation/message.ts';
import type { AuditLog } from '../../../ports/audit-log.ts';
import type { ConversationStore } from '../../../ports/conversation-store.ts';
import type { ApprovalLedger } from '../../../ports/ledgers/approval.ts';
import type { Toolbox } from '../../../ports/toolbox.ts';
import { approvalWriters } from './approval.ts';
import { channelWriters } from './channel.ts';
import { noteIn } from './note.ts';
import { sessionWriters } from './session.ts';
import { supervisorWriters } from './supervisor.ts';
import { toolCallWriters } from './tool-call.ts';

/** All of them; a name that two charts use is one writer. What they write to, and what else has to know of it. */
export function writers(
  options: Pick<
    Parameters<typeof sessionWriters>[0],
    'store' | 'episodes' | 'hear' | 'compactions' | 'evictions' | 'onCompacted'
  > & {
    readonly toolbox: Toolbox;
    readonly conversation: ConversationStore;
    readonly approvals: ApprovalLedger;
    /** What is to be remembered of a write goes into the chain with it. Left out: nothing is. */
    readonly audit?: AuditLog['write'];
    /** What turns change in the workspace can be undone. */
    readonly isUndoOn?: boolean;
    /** The conversation that is spoken in now, in the chat of this one. Left out: each chat has had one alone. */
    readonly current?: (session: string) => string;
    /** Called with every message that stands. */
    readonly onMessage?: (message: Message) => void;
  },
) {
  const {
    conversation,
    episodes,
    hear,
    compactions,
    evictions,
    onCompacted,
    approvals,
    toolbox,
    store,
    current = session => session,
    onMessage = () => {},
    audit = () => {},
    isUndoOn,
  } = options;
  const restoresFiles = (tool: string) =>
    isUndoOn === true && toolbox.declared.some(({ name, changesWorkspace }) => name === tool && changesWorkspace);
  const note = noteIn(audit);
  return {
    ...sessionWriters({
      conversation,
      episodes,
      hear,
      compactions,
      evictions,
      onCompacted,
      current,
      onMessage,
      store,
      note,
    }),
    ...toolCallWriters(conversation, approvals, toolbox, note),
    ...approvalWriters({ conversation, approvals, note, restoresFiles }),
    ...channelWriters(conversation),
    ...supervisorWriters(conversation, note),
  };
}
