/**
 * The writes of the supervisor; that of the owner's acts stands where they are performed (src/features/supervision/supervision.ts).
 */
import type { SupervisorWrites } from '../../../domain/supervision/writes.ts';
import type { ConversationStore } from '../../../ports/conversation-store.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/** The book of reports; what is more than progress is in the audit chain too. */
export function supervisorWriters(
  conversation: Pick<ConversationStore, 'report'>,
  note: Note,
): Pick<Writers<SupervisorWrites>, 'recordReport'> {
  return {
    recordReport({ kind, subject, text }, step) {
      conversation.report({ at: step.at, kind, subject, text });
      if (kind !== 'progress') note(step, `agent.${kind}`, subject, 'supervisor');
    },
  };
}
