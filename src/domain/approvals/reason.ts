/** A no with a reason, given as a reply to the question "Why not?". */
import { type ApprovalCard, type Decision, mostReason } from './card.ts';
import type { CardTexts } from './card-texts.ts';

/** A reply to such a question. */
export interface ReasonReply {
  readonly key: string;
  /** Ties the question to the card it was asked for. */
  readonly seal: string;
  /** Absent where it has no words of its own: a picture, a voice. */
  readonly text?: string;
  readonly edited: boolean;
}

/** Either what is said in return, or what it decides. */
export type Reason = { readonly say: string } | { readonly decision: Omit<Decision, 'by'> };

/**
 * What a reply decides: nothing where it was edited, has no words, or its card has changed since. Of an approval that is
 * over the answer says how it ended, so the seal stands in for what is not known here, and matches nothing.
 */
export function reasonGiven(
  { key, seal, text, edited }: ReasonReply,
  card: ApprovalCard | undefined,
  sealOf: (card: ApprovalCard) => string,
  { reason, answers }: CardTexts,
): Reason {
  if (edited) return { say: reason.edited };
  if (text === undefined || text.trim() === '') return { say: reason.onlyWords };
  if (card !== undefined && sealOf(card) !== seal) return { say: `${answers.changed} ${reason.nowhere}` };
  const { digest, nonce } = card ?? { digest: `seal:${seal}`, nonce: `seal:${seal}` };
  return { decision: { approval: key, decision: 'deny', reason: text.trim().slice(0, mostReason), digest, nonce } };
}
