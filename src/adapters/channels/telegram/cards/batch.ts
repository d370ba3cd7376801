/**
 * Several harmless questions on one card: each whole, each with its own seal, so that the answer to all names every one
 * as it was shown.
 *
 * Which cards it holds stands in its text and nowhere else. Where one of them has changed or is answered meanwhile,
 * nothing is decided.
 */
import type { InlineKeyboardMarkup } from 'grammy/types';
import { isBatch } from '../../../../domain/approvals/batch.ts';
import type { ApprovalCard, DecisionAnswer } from '../../../../domain/approvals/card.ts';
import { exactlyWithTabs, oneRow } from '../../../../domain/text/visible.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Run } from '../outgoing/inline.ts';
import type { TelegramTexts } from '../texts.ts';
import { type Answer, answerTo, refusal } from './answers.ts';
import { buttonData } from './boards.ts';
import { type CardLook, deadline, sealOf } from './card.ts';

export function batchRuns(cards: readonly ApprovalCard[], look: CardLook): Run[] {
  const { batch } = look.texts;
  return [
    { text: batch.question(cards.length, oneRow(cards[0]?.tool ?? '', 80)), style: { bold: true } },
    ...cards.flatMap((card): Run[] => [
      { text: `\n\n${oneRow(card.intent, 80)}\n`, style: {} },
      { text: exactlyWithTabs(card.exact), style: { pre: '' } },
      { text: `\n${deadline(card, look)}\n`, style: {} },
      { text: `${card.key} ${mark} ${sealOf(card)}`, style: { code: true } },
    ]),
  ];
}

/** The no stands last. */
export function batchKeyboard(cards: readonly ApprovalCard[], { batch }: TelegramTexts): InlineKeyboardMarkup {
  const key = cards[0]?.key ?? '';
  const { length } = cards;
  return {
    inline_keyboard: [
      [
        { text: batch.approve(length), callback_data: buttonData(key, 'j'), style: 'success' },
        { text: batch.deny(length), callback_data: buttonData(key, 'k'), style: 'danger' },
      ],
    ],
  };
}

/** Answers all that the card's text names, or nothing. Rejects where Straylight cannot take it now. */
export async function decideBatch(
  text: string | undefined,
  decision: 'approve' | 'deny',
  by: string,
  receiver: Receiver,
  texts: TelegramTexts,
): Promise<Answer> {
  const named = sealsIn(text ?? '');
  const found = await Promise.all(named.map(({ key }) => receiver.card(key)));
  const cards = found.filter(card => card !== undefined);
  const isAsShown = cards.every((card, at) => sealOf(card) === named[at]?.seal && card.undoUntil === undefined);
  if (cards.length !== named.length || !isAsShown || !isBatch(cards.map(card => ({ card }))))
    return refusal(texts.batch.changed);
  const answers = await receiver.decideAll(
    cards.map(({ key, digest, nonce }) => ({ approval: key, decision, by, digest, nonce })),
  );
  return summary(cards, answers, texts);
}

/**
 * A line of the card's own text, never of what would run: that is written in a look of its own, but a reply has no
 * looks.
 */
function sealsIn(text: string): readonly { readonly key: string; readonly seal: string }[] {
  return [...text.matchAll(/^([A-Za-z0-9_-]{8}) ☰ ([0-9a-f]{16})$/gm)].map(match => ({
    key: match[1] ?? '',
    seal: match[2] ?? '',
  }));
}

function summary(cards: readonly ApprovalCard[], answers: readonly DecisionAnswer[], texts: TelegramTexts): Answer {
  const count = (state: string) => answers.filter(answer => answer.ok && answer.state === state).length;
  const others = answers.flatMap((answer, at) =>
    answer.ok ? [] : [texts.batch.other(cards[at]?.key ?? '', answerTo(answer, texts, 0).text)],
  );
  const text = [texts.batch.done(count('granted'), count('denied')), ...others].join('\n');
  return { text, alert: others.length > 0 };
}

const mark = '☰';
