/** Conversations in SQLite, a file a table: messages, turns, tool calls, deliveries, approvals and reports. */
import type { ConversationStore } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';
import { approvalTable } from './approvals.ts';
import { deliveryTable } from './deliveries.ts';
import { messageTable } from './messages.ts';
import { reportTable } from './reports.ts';
import { toolCallTable } from './tool-calls.ts';
import { turnReports } from './turn-reports.ts';
import { turnTable } from './turns.ts';

/** {@link ConversationStore} over one open database. */
export function sqliteConversationStore(database: SqliteDatabase): ConversationStore {
  const messages = messageTable(database);
  const turns = turnTable(database);
  const { toolCallsOf, ...toolCalls } = toolCallTable(database);
  const { pendingIn, ...approvals } = approvalTable(database, messages.read);
  const summary = database.prepare<[string], { readonly summary: string }>(
    'SELECT summary FROM compactions WHERE session = ? ORDER BY up_to DESC LIMIT 1',
  );
  const summaryOf = (session: string) => summary.get(session)?.summary;
  return {
    ...messages,
    ...turns,
    turnReport: turnReports({ turn: turns.turn, message: messages.message, summaryOf, toolCallsOf, pendingIn }),
    ...toolCalls,
    ...deliveryTable(database),
    ...approvals,
    ...reportTable(database),
  };
}
