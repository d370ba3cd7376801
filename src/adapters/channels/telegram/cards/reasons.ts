/**
 * "Deny and say why": a question in a message of its own, answered by a reply to it.
 *
 * The question carries key and seal of the card it was asked for, so a reply still finds its approval after a restart,
 * and decides nothing once the card has changed or the question is over. The words of such a reply are a reason and no
 * message to the agent.
 */
import { type ApprovalCard, mostReason } from '../../../../domain/approvals/card.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import { oneRow } from '../../../../domain/text/visible.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { inward } from '../inward.ts';
import type { Run } from '../outgoing/inline.ts';
import type { TelegramTexts } from '../texts.ts';
import { answerTo } from './answers.ts';
import { type CardLook, deadline, sealOf } from './card.ts';
import { questionSeal, type ReasonReply } from './question.ts';

/** The question as a message. */
export function questionRuns(card: ApprovalCard, look: CardLook): Run[] {
  const { reason } = look.texts;
  return [
    { text: reason.question(oneRow(card.intent, 400)), style: { bold: true } },
    { text: `\n${reason.how}\n${deadline(card, look)}\n`, style: {} },
    { text: questionSeal(card.key, sealOf(card)), style: { code: true } },
  ];
}

/**
 * Denies with the words of the reply, or says why nothing was denied. A failure means that the update must come again.
 */
export async function takeReason(
  { key, seal, text, edited }: ReasonReply,
  userId: number,
  receiver: Receiver,
  texts: TelegramTexts,
): Promise<{ readonly say: string } | { readonly failure: Failure }> {
  const { reason, answers } = texts;
  if (edited) return { say: reason.edited };
  if (text === undefined || text.trim() === '') return { say: reason.onlyWords };
  const current = await inward(async () => receiver.card(key));
  if ('failure' in current) return current;
  const card = current.value;
  if (card !== undefined && sealOf(card) !== seal) return { say: `${answers.changed} ${reason.nowhere}` };
  // of a question that is over Straylight says how it ended: the seal matches nothing
  const { digest, nonce } = card ?? { digest: `seal:${seal}`, nonce: `seal:${seal}` };
  const decided = await inward(() =>
    receiver.decide({
      approval: key,
      decision: 'deny',
      by: `telegram:${userId}`,
      reason: text.trim().slice(0, mostReason),
      digest,
      nonce,
    }),
  );
  if ('value' in decided) {
    if (decided.value.ok) return { say: reason.taken };
    return { say: `${answerTo(decided.value, texts, 0).text} ${reason.nowhere}` };
  }
  const { kind, message } = decided.failure;
  return kind === 'denied' || kind === 'invalid' ? { say: `${texts.refused(message)} ${reason.nowhere}` } : decided;
}
