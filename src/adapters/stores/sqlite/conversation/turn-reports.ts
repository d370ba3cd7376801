/**
 * The report of a turn: its reply with the notes beneath, the line that says that a summary was made in it, its
 * tool calls, and the approvals that its session awaits.
 */
import { placeOf } from '../../../../domain/conversation/chat-session.ts';
import type { ReadMessage } from '../../../../domain/conversation/message.ts';
import { jobChannel } from '../../../../domain/jobs/job.ts';
import type { ApprovalRow, TurnReport } from '../../../../domain/supervision/view.ts';
import { taskChannel } from '../../../../domain/tasks/task.ts';
import type { ToolCallRecord, TurnRecord } from '../../../../ports/conversation-store.ts';

/** What a report is read from. */
export function turnReports({
  turn,
  message,
  summaryOf,
  toolCallsOf,
  pendingIn,
}: {
  readonly turn: (id: string) => TurnRecord | undefined;
  readonly message: (id: string) => ReadMessage | undefined;
  /** The message of the newest summary of a conversation. */
  readonly summaryOf: (session: string) => string | undefined;
  readonly toolCallsOf: (turn: string) => readonly ToolCallRecord[];
  readonly pendingIn: (session: string) => readonly ApprovalRow[];
}) {
  const textOf = (id: string) => message(id)?.text;
  const notesOf = (reply: string) => [`${reply}/notes`, `${reply}/aside`].flatMap(id => textOf(id) ?? []);

  /** One line, in a message of its own (src/machines/session/compacting.ts); a task and a job have no reader for it. */
  const summaryLine = (turn: string, session: string) => {
    const summary = isRead(session) ? summaryOf(session) : undefined;
    const line = summary === undefined ? undefined : message(summary.replace(/\/summary$/, '/compacted'));
    return line?.turn === turn ? [line.text] : [];
  };

  return (id: string): TurnReport | undefined => {
    const record = turn(id);
    if (!record) return undefined;
    const { session, outcome, reply, usage } = record;
    return {
      turn: id,
      session,
      outcome,
      reply: reply === null ? '' : (textOf(reply) ?? ''),
      notes: reply === null ? [] : [...notesOf(reply), ...summaryLine(id, session)],
      usage,
      toolCalls: toolCallsOf(id).map(call => ({ tool: call.tool, outcome: call.outcome, ms: call.endedAt - call.at })),
      waiting: pendingIn(session),
    };
  };
}

function isRead(session: string): boolean {
  const { channel } = placeOf(session);
  return channel !== taskChannel && channel !== jobChannel;
}
