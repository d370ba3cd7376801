/**
 * A yes as evidence: who said it to which card about which call, until when it may begin, and the signature over all of
 * it.
 *
 * It is signed when the owner says yes, checked before the card counts as granted, and checked again when it is
 * consumed, which is in the transaction that starts the act.
 */

import { canonical } from '../text/json.ts';
import type { ApprovalCard, Decision } from './card.ts';

export interface Grant {
  /** The address of the approval. */
  readonly approval: string;
  /** SHA-256 of the frozen call. */
  readonly digest: string;
  readonly nonce: string;
  readonly by: string;
  readonly decidedAt: number;
  /** The second tap or the word that was asked for; it is part of the evidence. Null: none was given. */
  readonly confirmation: string | null;
  /** From then on it starts nothing. */
  readonly expiresAt: number;
}

export interface SignedGrant extends Grant {
  /** Ed25519 over {@link grantText}, base64url. */
  readonly signature: string;
}

/** What becomes of a grant. */
export interface GrantRecord extends SignedGrant {
  readonly consumedAt: number | null;
  /** The address of the tool call that it started. */
  readonly consumedBy: string | null;
}

/** Why a grant starts nothing. */
export type Unredeemed = 'missing' | 'consumed' | 'changed' | 'expired' | 'forged';

/** After a yes Straylight has at least so long to begin, beside the time in which the yes may be taken back. */
const leastMs = 60_000;

/**
 * The yes to the card as it stands, before it is signed. What the decision names wins, so that an answer to another
 * card stays one.
 */
export function grantOf(approval: string, card: ApprovalCard, decision: Decision, now: number): Grant {
  const { digest = card.digest, nonce = card.nonce, by, confirmation = null } = decision;
  const expiresAt = Math.max(card.expiresAt ?? 0, now + (card.undoMs ?? 0) + leastMs);
  return { approval, digest, nonce, by, decidedAt: now, confirmation, expiresAt };
}

/** What is signed. */
export function grantText(grant: Grant): string {
  const { approval, digest, nonce, by, decidedAt, confirmation, expiresAt } = grant;
  return `straylight.grant/1\n${canonical({ approval, digest, nonce, by, decidedAt, confirmation, expiresAt })}`;
}

/** Why this grant does not start the call of that digest at `now`; undefined: it may. */
export function whyUnredeemed(
  grant: GrantRecord | undefined,
  { digest, now }: { readonly digest: string; readonly now: number },
  isGenuine: (grant: SignedGrant) => boolean,
): Unredeemed | undefined {
  if (!grant) return 'missing';
  if (grant.consumedAt !== null) return 'consumed';
  if (grant.digest !== digest) return 'changed';
  if (now >= grant.expiresAt) return 'expired';
  return isGenuine(grant) ? undefined : 'forged';
}
