/** The writes of a tool call. */
import type { ToolCallWrites } from '../../../domain/tools/writes.ts';
import type { ConversationStore } from '../../../ports/conversation-store.ts';
import type { ApprovalLedger } from '../../../ports/ledgers/approval.ts';
import type { RecordingTool } from '../../../ports/tool.ts';
import type { Toolbox } from '../../../ports/toolbox.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/** What a recording tool keeps, what became of a call, and the approval it used. */
export function toolCallWriters(
  conversation: Pick<ConversationStore, 'recordToolCall' | 'read'>,
  approvals: Pick<ApprovalLedger, 'consumeGrant' | 'useStanding'>,
  toolbox: Toolbox,
  note: Note,
): Writers<ToolCallWrites> {
  return {
    recordTool({ call, session, taint }, { address, at }) {
      const { tool, args } = toolbox.open(call, conversation.read(call.arguments));
      (tool as RecordingTool).record(args, { session, call: address, at, taint });
    },
    recordToolCall({ startedAt, ...call }, step) {
      const { address, at } = step;
      conversation.recordToolCall({ address, ...call, at: startedAt, endedAt: at });
      const { session, turn, tool, digest, level, outcome, failed } = call;
      const facts = { call: address, turn, digest, level, outcome, failed, ms: at - startedAt };
      note(step, 'tool.called', tool, session, facts);
    },
    consumeGrant({ approval }, step) {
      approvals.consumeGrant(approval, step.address, step.at);
      note(step, 'approval.consumed', approval, step.address);
    },
    useStanding({ standing }, step) {
      approvals.useStanding(standing, step.at);
      note(step, 'approval.stood', standing, step.address);
    },
  };
}
