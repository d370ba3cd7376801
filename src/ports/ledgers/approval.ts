/**
 * Port: what stands beside the approvals themselves: whose turn it is, what was denied, the grants, and the standing
 * approvals. The same file as all else, so a grant is consumed in the transaction that starts its act.
 */
import type { GrantRecord, SignedGrant } from '../../domain/approvals/grant.ts';
import type { StandingApproval } from '../../domain/approvals/standing.ts';

/** With the signature over its text (src/domain/approvals/standing.ts). */
export interface SignedStanding extends StandingApproval {
  readonly signature: string;
}

/**
 * Writes are called within a transaction, and throw a `Fault` where what they ask for is not there; that undoes the
 * step.
 */
export interface ApprovalLedger {
  /**
   * The approvals whose turn it is where `most` may be before the owner at once, oldest first, and how many wait beyond
   * them. One that began at or before `begunBefore` takes no place any more.
   */
  line(most: number, begunBefore: number): { readonly turns: readonly string[]; readonly left: number };
  /** It is before the owner now. */
  begin(approval: string, at: number): void;

  /** The newest denial of this very call in that session, where the owner has said nothing since. */
  denialOf(session: string, digest: string): { readonly reason: string | null } | undefined;

  recordGrant(grant: SignedGrant): void;
  grant(approval: string): GrantRecord | undefined;
  /** Uses it up. Throws `denied` where there is none that is not used up. */
  consumeGrant(approval: string, call: string, at: number): void;

  addStanding(standing: SignedStanding): void;
  /** Of one tool or of all, those that may still be used at `now`; newest first. */
  standing(now: number, tool?: string): readonly SignedStanding[];
  /** Counts one use. Throws `denied` where it may not be used. */
  useStanding(id: string, at: number): void;
  /** False: there is none that could be revoked. */
  revokeStanding(id: string, at: number): boolean;
}
