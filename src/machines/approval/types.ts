/** What an approval is given, knows and receives. */
import type { ApprovalOutcome, CardFacts, Decision, Risk } from '../../domain/approvals/card.ts';
import type { SignedGrant } from '../../domain/approvals/grant.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import type { Language } from '../../domain/text/texts.ts';

/** The question, and the terms on which it is put. */
export interface ApprovalInput {
  readonly session: string;
  readonly card: CardFacts;
  readonly exact: Body;
  /** Counted from its turn; null: it waits for ever. */
  readonly expiresAfterMs: number | null;
  /** After a yes it may be taken back for so long; never where the risk is low. */
  readonly undoMs: number;
  readonly language: Language;
}

/** How it ended, for the tool call that asked. */
export interface ApprovalOutput {
  readonly outcome: ApprovalOutcome;
  readonly reason?: string;
  readonly after?: After;
  /** `edited`: the arguments as they are to be. */
  readonly arguments?: Body;
}

/** It was approved, then taken back or not begun in time; or the owner wants another call in its place. */
type After = 'undone' | 'lapsed' | 'edited';

/** A card that the owner sees, and what its channel calls it. */
export interface Shown {
  readonly channel: string;
  readonly chat: string;
  readonly ref: string;
}

/** A chat where the owner is asked. */
export type Place = Pick<Shown, 'channel' | 'chat'>;

/** An answer as it came; what `incoming` adds to a yes is what was signed. */
type Answer = Pick<Decision, 'decision' | 'by' | 'reason' | 'digest' | 'nonce' | 'confirmation'> &
  Partial<Pick<SignedGrant, 'decidedAt' | 'expiresAt' | 'signature'>> & {
    readonly arguments?: Body;
    readonly at: number;
    /** The event's. */
    readonly id: string;
  };

/** What an approval remembers. Stored. */
export interface Context {
  readonly address: string;
  readonly session: string;
  readonly risk: Risk;
  /** A second yes is enough for what cannot be undone. */
  readonly isContained?: true;
  readonly language: Language;
  readonly undoMs: number;
  readonly digest: string;
  readonly nonce: string;
  readonly repeat: boolean;
  readonly expiresAfterMs: number | null;
  readonly expiresAt: number | null;
  /** What would be done, in one sentence. */
  readonly intent: string;
  /** Where the owner is asked; empty before its turn. */
  readonly places: readonly Place[];
  readonly shown: readonly Shown[];
  readonly answer: Answer | null;
  /** It was granted, and the yes may be taken back until then. */
  readonly undoUntil: number | null;
  readonly after: After | null;
  readonly outcome: ApprovalOutcome;
}

/** What may come to an approval. */
export type ApprovalEvent =
  | ({ readonly type: 'approval.answered' } & Omit<Decision, 'arguments'> & Answer)
  | { readonly type: 'approval.turn'; readonly places: readonly Place[]; readonly at: number }
  | { readonly type: 'approval.cancelled'; readonly at: number }
  | ({ readonly type: 'card.shown'; readonly nonce: string; readonly at: number } & Shown)
  | ({ readonly type: 'card.unsure'; readonly at: number; readonly id: string } & Place)
  | EarlierEvent;

/** What may still come to an approval that an earlier version had put before the owner by itself. */
type EarlierEvent =
  | { readonly type: 'consent.due'; readonly at: number }
  | {
      readonly type: 'xstate.done.actor.consent' | 'xstate.done.actor.again';
      readonly output: { readonly shown: readonly Shown[]; readonly missed: readonly Place[] };
    }
  | { readonly type: 'xstate.error.actor.consent' | 'xstate.error.actor.again'; readonly error: Failure };
