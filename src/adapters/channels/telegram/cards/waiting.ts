/**
 * `/approvals`: what waits for the owner, each with a button that shows its card once more, and what was allowed ahead,
 * to be revoked.
 */
import type { InlineKeyboardButton } from 'grammy/types';
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import { cardBatches } from '../../../../domain/approvals/card-batches.ts';
import { requestedText, riskText } from '../../../../domain/approvals/card-lines.ts';
import { patternText, type StandingApproval } from '../../../../domain/approvals/standing.ts';
import { fill } from '../../../../domain/text/fill.ts';
import { oneRow } from '../../../../domain/text/visible.ts';
import type { Run } from '../outgoing/inline.ts';
import { buttonData } from './boards.ts';
import { type CardLook, deadline } from './card.ts';

export interface WaitingList {
  readonly runs: readonly Run[];
  readonly buttons: readonly InlineKeyboardButton[];
}

/** A list names at most so many; the rest is counted. */
const most = 8;

/** Both lists as one message with its buttons. */
export function waitingList(
  cards: readonly ApprovalCard[],
  standing: readonly StandingApproval[],
  look: CardLook,
  now: number,
): WaitingList {
  const { waiting: words, card: cardWords } = look.cards;
  const button = (text: string, data: string): InlineKeyboardButton => ({ text, callback_data: data });
  const count = cards.length;
  const head = count === 0 ? words.none : count === 1 ? words.one : fill(words.some, { count });
  return {
    runs: [
      { text: head, style: { bold: true } },
      ...cards
        .slice(0, most)
        .flatMap(card => item(card.key, `${oneRow(card.intent, 100)}\n${facts(card).join(' · ')}`)),
      ...rest(cards.length),
      ...(standing.length === 0 ? [] : [{ text: `\n\n${words.standing}`, style: { bold: true } } as const]),
      ...standing
        .slice(0, most)
        .flatMap(one =>
          item(
            one.id,
            `${oneRow(patternText(one), 120)}\n${deadline({ expiresAt: one.until }, look)} · ${fill(words.used, { used: one.used, most: one.most })}`,
          ),
        ),
      ...rest(standing.length),
    ],
    buttons: [
      ...cardBatches(cards).map(batch =>
        button(
          fill(words.together, { count: batch.length, tool: oneRow(batch[0]?.tool ?? '', 40) }),
          buttonData(batch[0]?.key ?? '', 't'),
        ),
      ),
      ...cards.slice(0, most).map(({ key }) => button(fill(words.show, { key }), buttonData(key, 's'))),
      ...standing.slice(0, most).map(({ id }) => button(fill(words.revoke, { id }), buttonData(id, 'r'))),
    ],
  };

  function facts(card: ApprovalCard): readonly string[] {
    const since = requestedText(card, cardWords, now, look.language);
    return [riskText(card, cardWords), ...(since === '' ? [] : [since]), deadline(card, look)];
  }

  function rest(count: number): readonly Run[] {
    return count > most ? [{ text: `\n\n${fill(words.more, { count: count - most })}`, style: {} }] : [];
  }
}

function item(name: string, text: string): readonly Run[] {
  return [
    { text: `\n\n${name}`, style: { code: true } },
    { text: ` ${text}`, style: {} },
  ];
}
