/**
 * A press on a button that is not about one card's yes or no: Info, a card shown once more, several answered together,
 * a yes ahead revoked.
 */

import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import { cardBatches } from '../../../../domain/approvals/card-batches.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import { decideBatch } from '../cards/batch.ts';
import type { CardLetter, Letter } from '../cards/boards.ts';
import type { CardLook } from '../cards/card.ts';
import { openCard, openCards } from '../cards/seen-cards.ts';
import { askerOf, type Press } from '../incoming/update-meaning.ts';

/** What such a press comes to; `batch`: the card of several is to be shown. */
export type ListPressEnd =
  | { readonly answer: Answer; readonly isOver?: boolean }
  | { readonly info: ApprovalCard }
  | { readonly again: ApprovalCard }
  | { readonly batch: readonly ApprovalCard[] };

export function isListLetter(letter: Letter): letter is Exclude<Letter, CardLetter> {
  return 'istrjk'.includes(letter);
}

/** Rejects where Straylight cannot take it now. */
export async function decideListPress(
  press: Press,
  { key, letter }: { readonly key: string; readonly letter: Exclude<Letter, CardLetter> },
  receiver: Receiver,
  { cards }: Pick<CardLook, 'cards'>,
): Promise<ListPressEnd> {
  const over = { answer: refusal(cards.answers.over) };
  switch (letter) {
    case 'i':
    case 's': {
      const card = await openCard(receiver, key);
      if (card === undefined) return over;
      return letter === 'i' ? { info: card } : { again: card };
    }
    case 't': {
      const batch = cardBatches(await openCards(receiver)).find(cards => cards.some(card => card.key === key));
      return batch === undefined ? over : { batch };
    }
    case 'r': {
      const { revoked, notRevoked } = cards.waiting;
      const { revoked: isRevoked } = await receiver.ask('standing.revoke', { id: key }, askerOf(press));
      return isRevoked ? { answer: { text: revoked, alert: false } } : { answer: refusal(notRevoked) };
    }
    default: {
      // what is answered together has to stand there: no memory of this process helps
      if (press.label === undefined) return { answer: refusal(cards.answers.tooOld) };
      const decision = letter === 'j' ? 'approve' : 'deny';
      const answer = await decideBatch(press, decision, receiver, cards);
      return { answer, isOver: true };
    }
  }
}
