/** The writes of an approval. */
import { changedCall } from '../../../domain/approvals/card.ts';
import { reasonIn } from '../../../domain/approvals/reason-texts.ts';
import { consequencesOf, wordsOf } from '../../../domain/approvals/texts.ts';
import type { ApprovalWrites } from '../../../domain/approvals/writes.ts';
import { defined, type JsonObject } from '../../../domain/text/json.ts';
import type { ConversationStore } from '../../../ports/conversation-store.ts';
import type { ApprovalLedger } from '../../../ports/ledgers/approval.ts';
import type { Writers } from '../../../ports/writer.ts';
import type { Note } from './note.ts';

/**
 * The row of an approval, its grant, and what the audit chain is told of both. What the writes of an approval need.
 */
export function approvalWriters(options: {
  readonly conversation: Pick<ConversationStore, 'openApproval' | 'showApproval' | 'holdApproval' | 'closeApproval'>;
  readonly approvals: Pick<ApprovalLedger, 'begin' | 'recordGrant'>;
  readonly note: Note;
  /** Does undo restore what this tool changes? */
  readonly restoresFiles: (tool: string) => boolean;
}): Writers<ApprovalWrites> {
  const { conversation, approvals, note, restoresFiles } = options;
  return {
    openApproval({ session, card, exact, undoMs, language, nonce }, step) {
      const { address, at } = step;
      const key = address.slice(address.indexOf(':') + 1);
      const known = { ...card, ...defined({ restoresFiles: restoresFiles(card.tool) ? (true as const) : undefined }) };
      const consequences = consequencesOf(known, undoMs, language);
      const reasons = card.reasons.map(reason => reasonIn(language, reason));
      const shown = { ...known, reasons, consequences, undoMs, ...wordsOf(card, nonce, language) };
      conversation.openApproval({
        address,
        session,
        exact,
        at,
        card: { ...shown, key, session, exact: '', nonce, repeat: false },
      });
      const { tool, digest, risk } = card;
      note(step, 'approval.asked', address, session, { tool, digest, risk });
    },
    beginApproval: (_params, { address, at }) => approvals.begin(address, at),
    showApproval({ nonce, repeat, expiresAt, shown, language, ...risk }, step) {
      const deadline = expiresAt === null ? {} : { expiresAt };
      const card = { nonce, repeat, ...deadline, ...wordsOf(risk, nonce, language) };
      conversation.showApproval(step.address, card, shown);
      const places = shown.map(({ channel, chat }) => `${channel}:${chat}`);
      if (places.length > 0) note(step, 'approval.shown', step.address, '', { repeat, expiresAt, places });
    },
    holdApproval({ undoUntil, by, decidedAt, answer }, step) {
      conversation.holdApproval(step.address, { undoUntil, by, answer, decidedAt: decidedAt ?? step.at });
      note(step, 'approval.granted', step.address, by ?? '', { undoUntil });
    },
    closeApproval({ outcome, by, answer, reason, decidedAt }, step) {
      conversation.closeApproval(step.address, outcome, { by, answer, reason, decidedAt: decidedAt ?? step.at });
      const changed: JsonObject = outcome === 'denied' && reason === changedCall ? { changed: true } : {};
      note(step, 'approval.ended', step.address, by ?? '', { outcome, ...changed });
    },
    recordGrant(grant, step) {
      approvals.recordGrant(grant);
      const { approval, by, ...signed } = grant;
      note(step, 'approval.signed', approval, by, signed);
    },
  };
}
