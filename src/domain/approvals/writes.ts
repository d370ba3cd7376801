/** What approvals write beside their own state, by the name of the write. */
import type { Body } from '../conversation/body.ts';
import type { Language } from '../text/texts.ts';
import type { ApprovalOutcome, CardFacts, Risk } from './card.ts';
import type { SignedGrant } from './grant.ts';

/** Who decided, by which event and when; null where nobody did. */
export interface Decided {
  readonly by: string | null;
  readonly answer: string | null;
  readonly decidedAt: number | null;
}

/** The writes of an approval. */
export interface ApprovalWrites {
  readonly openApproval: {
    readonly session: string;
    readonly card: CardFacts;
    readonly exact: Body;
    readonly undoMs: number;
    readonly language: Language;
    readonly nonce: string;
  };
  /** It is before the owner now. */
  readonly beginApproval: unknown;
  /** Where its card is seen, and under which nonce. */
  readonly showApproval: {
    readonly nonce: string;
    readonly repeat: boolean;
    readonly expiresAt: number | null;
    readonly shown: readonly { readonly channel: string; readonly chat: string; readonly ref: string }[];
    readonly risk: Risk;
    readonly isContained?: true;
    readonly language: Language;
  };
  /** It was granted, and may be taken back until then. */
  readonly holdApproval: Decided & { readonly undoUntil: number };
  readonly recordGrant: SignedGrant;
  readonly closeApproval: Decided & { readonly outcome: ApprovalOutcome; readonly reason: string | null };
}
