/** The report of a turn: its reply with the notes beneath, its tool calls, and the approvals that its session awaits. */
import type { ReadMessage } from '../../../../domain/conversation/message.ts';
import type { ApprovalRow, TurnReport } from '../../../../domain/supervision/view.ts';
import type { ToolCallRecord, TurnRecord } from '../../../../ports/conversation-store.ts';

/** What a report is read from. */
export function turnReports({
  turn,
  message,
  toolCallsOf,
  pendingIn,
}: {
  readonly turn: (id: string) => TurnRecord | undefined;
  readonly message: (id: string) => ReadMessage | undefined;
  readonly toolCallsOf: (turn: string) => readonly ToolCallRecord[];
  readonly pendingIn: (session: string) => readonly ApprovalRow[];
}) {
  const textOf = (id: string) => message(id)?.text;
  const notesOf = (reply: string) => [`${reply}/notes`, `${reply}/aside`].flatMap(id => textOf(id) ?? []);

  return (id: string): TurnReport | undefined => {
    const record = turn(id);
    if (!record) return undefined;
    const { session, outcome, reply, usage } = record;
    return {
      turn: id,
      session,
      outcome,
      reply: reply === null ? '' : (textOf(reply) ?? ''),
      notes: reply === null ? [] : notesOf(reply),
      usage,
      toolCalls: toolCallsOf(id).map(call => ({ tool: call.tool, outcome: call.outcome, ms: call.endedAt - call.at })),
      waiting: pendingIn(session),
    };
  };
}
