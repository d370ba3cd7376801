/**
 * What comes in from the owner, whatever the channel: messages, decisions on approvals, a wish to stop. Each is an event to an
 * actor; every promise resolves after the commit.
 */
import type { IncomingMessage } from '../adapters/channel.ts';
import type { ConversationStore, HostStore } from '../adapters/store.ts';
import type { Decision, DecisionAnswer } from '../machines/domain/approval-card.ts';
import { fault } from '../machines/domain/failure.ts';
import type { System } from './runtime/system.ts';

export interface Inward {
  /** `origin` names where the key is unique. Answers the turn the message belongs to; empty while it waits for a suspended session. */
  message(
    origin: string,
    session: string,
    message: Omit<IncomingMessage, 'chat'>,
  ): Promise<{ readonly turn: string; readonly duplicate: boolean }>;
  decide(decision: Decision): Promise<DecisionAnswer>;
  abort(session: string): Promise<boolean>;
}

/** Longer is no message but a file. */
const mostText = 200_000;

export function inward({
  system,
  store,
  conversation,
}: {
  readonly system: System;
  readonly store: HostStore;
  readonly conversation: ConversationStore;
}): Inward {
  return {
    async message(origin, session, { key, text, taint, attachments, correction }) {
      if (text.length > mostText)
        throw fault(
          'invalid',
          `a message may have ${mostText} characters, this one has ${text.length}; send it as a file`,
        );
      if (text.trim() === '' && (attachments ?? []).length === 0)
        throw fault('invalid', 'the message is empty; write something');
      const messageId = `${origin}:${key}`;
      const { duplicate } = await system.accept({
        target: session,
        dedupe: messageId,
        event: {
          type: 'message.received',
          messageId,
          text,
          taint,
          ...(attachments && attachments.length > 0 ? { attachments } : {}),
          ...(correction ? { correction } : {}),
        },
      });
      return { turn: conversation.message(messageId)?.turn ?? '', duplicate };
    },
    async decide(decision) {
      const address = `approval:${decision.approval.replace(/^approval:/, '')}`;
      const before = conversation.approval(address);
      if (!before) return refused('unknown', `There is no approval ${decision.approval}.`);
      if (before.state !== 'pending') return closed(before.state, before.decidedBy);
      const row = store.actor(address);
      if (row?.status !== 'active' || !row.leaf.startsWith('waitingForInput'))
        return refused(
          'unknown',
          'This approval takes no answer now: it is being shown, or was set aside. Try again in a moment.',
        );
      const { approval: _, ...answer } = decision;
      await system.accept({ target: address, event: { type: 'approval.answered', approval: address, ...answer } });
      const after = conversation.approval(address);
      if (!after || after.state === 'pending')
        return refused('changed', 'What you saw is not what would run now. Look at the new card.');
      const state = decision.decision === 'approve' ? 'granted' : 'denied';
      return after.state === state && after.decidedBy === decision.by
        ? { ok: true, state }
        : closed(after.state, after.decidedBy);
    },
    async abort(session) {
      const row = store.actor(session);
      if (row?.status !== 'active' || row.leaf === 'idle') return false;
      await system.accept({ target: session, event: { type: 'turn.aborted' } });
      return true;
    },
  };
}

/** The address of a conversation, checked: `session:CHANNEL:CHAT`. Throws `invalid` for anything else. */
export function sessionAddress(text: string): string {
  if (!/^session:[a-z]+:[\w@.~:-]{1,100}$/.test(text))
    throw fault(
      'invalid',
      `a session is named session:CHANNEL:CHAT, the chat with 1 to 100 letters, digits, ".", "-", "_", "~", "@" or ":"; ${JSON.stringify(text.slice(0, 120))} is not`,
    );
  return text;
}

type Refusal = Extract<DecisionAnswer, { ok: false }>;

function refused(why: Refusal['why'], message: string): Refusal {
  return { ok: false, why, message };
}

function closed(outcome: NonNullable<Refusal['outcome']> | 'pending', by: string | null): Refusal {
  if (outcome === 'expired')
    return { ok: false, why: 'expired', outcome, message: 'This approval has expired. Nothing was run.' };
  const who = by === null ? '' : ` by ${by}`;
  if (outcome === 'pending') return refused('changed', 'This approval changed while you decided.');
  return { ok: false, why: 'decided', outcome, message: `This was ${outcome} already${who}.` };
}
