/** An approval as its owner sees it, on every channel alike, and the answer to it. */

/** Within L2, what is asked of the owner before a yes counts (the policy decides which). */
export type Risk = 'low' | 'medium' | 'high' | 'irreversible';

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
  /** Exactly what will run: the command line, or the canonical arguments. Shown whole, control characters made visible. */
  readonly exact: string;
  /** SHA-256 of the frozen call; a decision names the digest it saw. */
  readonly digest: string;
  /** Single use: a decision carries the nonce of the card it answers. */
  readonly nonce: string;
  readonly expiresAt?: number;
  /** The first card may have been shown before a crash; this one replaces it. */
  readonly repeat: boolean;
}

export type ApprovalOutcome = 'granted' | 'denied' | 'expired' | 'undelivered' | 'cancelled';

/** A decision as it arrives; `by` names who took it on which channel (`telegram:42`, `cli`, `web`). */
export interface Decision {
  readonly approval: string;
  readonly decision: 'approve' | 'deny';
  readonly by: string;
  readonly reason?: string;
  /** The digest and nonce of the card that was on screen; a channel that cannot carry them (a typed command) leaves them out. */
  readonly digest?: string;
  readonly nonce?: string;
}

/** What the one who decided is told. */
export type DecisionAnswer =
  | { readonly ok: true; readonly state: 'granted' | 'denied' }
  | {
      readonly ok: false;
      /** `changed`: what was on screen is not what would run. `decided`: somebody was first; `outcome` says with what. */
      readonly why: 'unknown' | 'expired' | 'decided' | 'changed' | 'forbidden';
      readonly outcome?: ApprovalOutcome;
      readonly message: string;
    };
