/**
 * Says that approvals wait behind those that are before the owner: only so many cards are shown at once, and of the
 * others nothing would be seen. Once for each time such a queue begins, however many join it.
 */
import { type Language, texts } from '../../domain/text/texts.ts';
import type { ApprovalStore } from '../../ports/conversation-store.ts';
import type { Feed } from '../../ports/host.ts';
import type { System } from '../runtime/system.ts';

export interface QueueNotices {
  readonly conversation: Pick<ApprovalStore, 'approvals'>;
  readonly system: Pick<System, 'accept'>;
  readonly language: Language;
}

/** So many approvals are looked at. */
const mostRead = 200;

/** Follows the feed for as long as it lives. */
export function tellOfQueue(feed: Feed, { conversation, system, language }: QueueNotices): void {
  let isNotified = false;
  feed.subscribe(frame => {
    if ((frame.kind !== 'step' && frame.kind !== 'row') || frame.row.machine !== 'approval-desk') return;
    if (frame.row.leaf === 'idle') isNotified = false;
    if (frame.row.leaf !== 'full' || isNotified) return;
    const pending = conversation.approvals('pending', mostRead);
    const queued = pending.filter(one => one.queued);
    const [first] = queued;
    if (!first) return;
    isNotified = true;
    const { intent, session, key } = first.card;
    const text = texts(language).approvalsQueued(queued.length, pending.length - queued.length, intent);
    // a call may quote a stranger, so no model is shown it
    const event = { type: 'report.raised', kind: 'progress', code: 'aside', subject: `approval:${key}`, text, session };
    void system.accept({ target: 'supervisor', dedupe: `queued:${key}`, event }).catch(() => {});
  });
}
