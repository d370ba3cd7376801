/** An approval as its owner sees it, on every channel alike, and the answer to it. */

import type { Sentence } from '../policy/sentence.ts';

/** Within L2, what is asked of the owner before a yes counts (the policy decides which). */
export type Risk = 'low' | 'medium' | 'high' | 'irreversible';

/** What it is about, as the call gives it: its reasons are in no language yet. */
export type CardFacts = Pick<ApprovalCard, 'tool' | 'intent' | 'risk' | 'isContained' | 'digest' | 'mayStand'> & {
  readonly reasons: readonly Sentence[];
};

/** Everything a channel needs to put one question. `expiresAt` is absolute; without it the approval waits for ever. */
export interface ApprovalCard {
  /** The 8 characters after `approval:`; what buttons and commands name. */
  readonly key: string;
  readonly session: string;
  readonly tool: string;
  /** What will be done, in one sentence. */
  readonly intent: string;
  readonly risk: Risk;
  /** Why the owner is asked, in words. */
  readonly reasons: readonly string[];
  /** What a yes and what a no brings about, a sentence each, in the owner's language. */
  readonly consequences?: { readonly approve: string; readonly deny: string };
  /** `irreversible` only: all it can reach lies within the sandbox, so a second yes is enough. */
  readonly isContained?: true;
  /** `irreversible` and not contained: the word a yes has to name. Channels without a keyboard show it among three others. */
  readonly word?: string;
  /** That word among the three others, in the order in which they are shown. */
  readonly choices?: readonly string[];
  /** After a yes it waits so long, and may be taken back meanwhile; 0: it begins at once. */
  readonly undoMs?: number;
  /**
   * It was approved, and its act begins then; until then the yes may be taken back. Gone once it has begun or was taken
   * back.
   */
  readonly undoUntil?: number;
  /** What it changes are files of the workspace, which undo restores. */
  readonly restoresFiles?: true;
  /** A yes may be given for the rest of the conversation (./standing.ts). */
  readonly mayStand?: boolean;
  /**
   * Exactly what will run: the command line, or the canonical arguments. Shown whole, control characters made visible.
   */
  readonly exact: string;
  /** SHA-256 of the frozen call; a decision names the digest it saw. */
  readonly digest: string;
  /** Single use: a decision carries the nonce of the card it answers. */
  readonly nonce: string;
  readonly expiresAt?: number;
  /** Since then it waits. */
  readonly requestedAt?: number;
  /** The first card may have been shown before a crash; this one replaces it. */
  readonly repeat: boolean;
}

export type ApprovalOutcome = 'granted' | 'denied' | 'expired' | 'undelivered' | 'cancelled';

/**
 * How a card says it ended: a yes that was undone is no denial to its reader, nor is a call that the owner changed;
 * `replaced` by another card for the same call.
 */
export type CardEnd = ApprovalOutcome | 'undone' | 'edited' | 'replaced';

/** What stands in the row of a denied one as the reason, where its yes was undone, or the owner wanted another call. */
export const takenBack = 'taken back';
export const changedCall = 'changed';

/** How an approval ended, as its card says it; undefined while it is pending. `state`, `reason`: of its row. */
export function endOf(state: 'pending' | CardEnd, reason: string | null | undefined): CardEnd | undefined {
  if (state === 'pending') return undefined;
  if (state !== 'denied') return state;
  if (reason === takenBack) return 'undone';
  return reason === changedCall ? 'edited' : 'denied';
}

/** A reason has at most so many characters; what is longer is said in the conversation. */
export const mostReason = 2_000;

/** A decision as it arrives; `by` names who took it on which channel (`telegram:42`, `cli`, `web`). */
export interface Decision {
  readonly approval: string;
  /**
   * `undo`: a yes is taken back before its act has begun. `edit`: not this call, but the same one with other arguments,
   * which is judged again.
   */
  readonly decision: 'approve' | 'deny' | 'undo' | 'edit';
  readonly by: string;
  /**
   * With a yes: `yes` where the owner was asked once more (`medium`, `high`, what is contained), the card's word
   * (`irreversible`); nothing for `low`.
   */
  readonly confirmation?: string;
  readonly reason?: string;
  /** With an edit: the arguments as they are to be, as JSON. */
  readonly arguments?: string;
  /**
   * The digest and nonce of the card that was on screen; a channel that cannot carry them (a typed command) leaves them
   * out.
   */
  readonly digest?: string;
  readonly nonce?: string;
}

/** What the one who decided is told. */
export type DecisionAnswer =
  | {
      readonly ok: true;
      readonly state: 'granted' | 'denied' | 'undone' | 'edited';
      /** It may be taken back until then. */
      readonly undoUntil?: number;
    }
  | {
      readonly ok: false;
      /**
       * `changed`: what was on screen is not what would run. `decided`: somebody was first; `outcome` says with what.
       * `unconfirmed`: this risk wants more than one tap. `invalid`: the arguments of an edit are none.
       */
      readonly why: 'unknown' | 'expired' | 'decided' | 'changed' | 'forbidden' | 'unconfirmed' | 'invalid';
      readonly outcome?: ApprovalOutcome;
      readonly message: string;
    };
