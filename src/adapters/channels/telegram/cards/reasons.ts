/**
 * "Deny and say why": a question in a message of its own, answered by a reply to it.
 *
 * The question carries key and seal of the card it was asked for, so a reply still finds its approval after a restart,
 * and decides nothing once the card has changed or the question is over. The words of such a reply are a reason and no
 * message to the agent.
 */
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import { answerText } from '../../../../domain/approvals/card-lines.ts';
import { type ReasonReply, reasonGiven } from '../../../../domain/approvals/reason.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import { fill } from '../../../../domain/text/fill.ts';
import { oneRow } from '../../../../domain/text/visible.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { orFailure } from '../or-failure.ts';
import type { Run } from '../outgoing/inline.ts';
import { type CardLook, deadline } from './card.ts';
import { questionSeal } from './question.ts';
import { openCard, sealOf } from './seen-cards.ts';

/** The question as a message. */
export function questionRuns(card: ApprovalCard, look: CardLook): Run[] {
  const { reason } = look.cards;
  return [
    { text: fill(reason.question, { intent: oneRow(card.intent, 400) }), style: { bold: true } },
    { text: `\n${reason.how}\n${deadline(card, look)}\n`, style: {} },
    { text: questionSeal(card.key, sealOf(card)), style: { code: true } },
  ];
}

/**
 * Denies with the words of the reply, or says why nothing was denied. A failure means that the update must come again.
 */
export async function takeReason(
  reply: ReasonReply,
  userId: number,
  receiver: Receiver,
  { cards, texts }: Pick<CardLook, 'cards' | 'texts'>,
): Promise<{ readonly say: string } | { readonly failure: Failure }> {
  const { taken, nowhere } = cards.reason;
  const current = await orFailure(() => openCard(receiver, reply.key));
  if ('failure' in current) return current;
  const given = reasonGiven(reply, current.value, sealOf, cards);
  if ('say' in given) return given;
  const { approval: id, ...decision } = given.decision;
  const asker = { by: `telegram:${userId}` };
  const decided = await orFailure(() => receiver.ask('approvals.decide', { id, ...decision }, asker));
  if ('value' in decided) {
    if (decided.value.ok) return { say: taken };
    return { say: `${answerText(decided.value, cards, 0)} ${nowhere}` };
  }
  const { kind, message } = decided.failure;
  return kind === 'denied' || kind === 'invalid' ? { say: `${texts.refused(message)} ${nowhere}` } : decided;
}
