/**
 * Several harmless questions on one card: each whole, each with its own seal, so that the answer to all names every one
 * as it was shown.
 *
 * Which cards it holds stands in its text and nowhere else. Where one of them has changed or is answered meanwhile,
 * nothing is decided.
 */
import type { InlineKeyboardMarkup } from 'grammy/types';
import { batchAsShown, batchSummary, type Sealed } from '../../../../domain/approvals/batch.ts';
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import type { CardTexts } from '../../../../domain/approvals/card-texts.ts';
import { fill } from '../../../../domain/text/fill.ts';
import { unpadded } from '../../../../domain/text/padding.ts';
import { exactlyWithTabs, oneRow } from '../../../../domain/text/visible.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { askerOf, type Press } from '../incoming/update-meaning.ts';
import type { Run, Style } from '../outgoing/inline.ts';
import { type Answer, refusal } from './answers.ts';
import { buttonData } from './boards.ts';
import { type CardLook, deadline } from './card.ts';
import { openCards, sealOf } from './seen-cards.ts';

export function batchRuns(cards: readonly ApprovalCard[], look: CardLook): Run[] {
  const { batch } = look.cards;
  return [
    {
      text: fill(batch.question, { count: cards.length, tool: oneRow(cards[0]?.tool ?? '', 80) }),
      style: { bold: true },
    },
    { text: '\n', style: {} },
    ...cards.flatMap((card, at): Run[] => [
      { text: `${at === 0 ? '' : '\n\n'}${oneRow(card.intent, 80)}\n`, style: opens },
      { text: exactlyWithTabs(unpadded(card.exact)), style: { ...opens, pre: '' } },
      { text: `\n${deadline(card, look)}\n`, style: opens },
      { text: `${card.key} ${mark} ${sealOf(card)}`, style: { ...opens, code: true } },
    ]),
  ];
}

/** The no stands last. */
export function batchKeyboard(cards: readonly ApprovalCard[], { batch }: CardTexts): InlineKeyboardMarkup {
  const key = cards[0]?.key ?? '';
  const count = cards.length;
  return {
    inline_keyboard: [
      [
        { text: fill(batch.approve, { count }), callback_data: buttonData(key, 'j'), style: 'success' },
        { text: fill(batch.deny, { count }), callback_data: buttonData(key, 'k'), style: 'danger' },
      ],
    ],
  };
}

/** Answers all that the card's text names, or nothing. Rejects where Straylight cannot take it now. */
export async function decideBatch(
  press: Pick<Press, 'userId' | 'queryId' | 'text'>,
  decision: 'approve' | 'deny',
  receiver: Receiver,
  texts: CardTexts,
): Promise<Answer> {
  const shown = sealsIn(press.text ?? '');
  const open = await openCards(receiver);
  const current = shown.map(({ key }) => open.find(card => card.key === key));
  const cards = batchAsShown(shown, current, sealOf);
  if (cards === undefined) return refusal(texts.batch.changed);
  const decisions = cards.map(({ key, digest, nonce }) => ({ approval: key, decision, digest, nonce }));
  const { answers } = await receiver.ask('approvals.decideAll', { decisions }, askerOf(press));
  const summary = batchSummary(
    cards.map(({ key }) => key),
    answers,
    texts,
  );
  return { text: summary.text, alert: !summary.isWhole };
}

/**
 * A line of the card's own text, never of what would run: that is written in a look of its own, but a reply has no
 * looks.
 */
function sealsIn(text: string): readonly Sealed[] {
  return [...text.matchAll(/^([A-Za-z0-9_-]{8}) ☰ ([0-9a-f]{16})$/gm)].map(match => ({
    key: match[1] ?? '',
    seal: match[2] ?? '',
  }));
}

const mark = '☰';
const opens: Style = { quote: true, expandable: true };
