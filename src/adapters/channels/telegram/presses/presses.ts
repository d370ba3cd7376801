/**
 * A press on a card's button: who pressed, which card was on screen, what was decided, and an honest word back.
 *
 * A decision names the digest and nonce of the card that was on screen, never merely the approval. This process
 * remembers what it showed under which message id; after a restart the seal in the message's own text does the same
 * (cards/card.ts), held against the card the approval would show now. A press that neither can vouch for decides
 * nothing. Above `low` one tap is no yes: the first one changes the buttons (cards/boards.ts), and what confirms is the
 * button that Telegram says was there.
 */

import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import {
  type Gesture,
  type Meaning,
  meaningOf,
  type Stage,
  seenCard,
  stageAfter,
} from '../../../../domain/approvals/press.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { type Answer, answerTo, refusal } from '../cards/answers.ts';
import { buttonOf, type CardLetter } from '../cards/boards.ts';
import { type CardLook, sealIn, sealOf } from '../cards/card.ts';
import type { Press } from '../incoming/update-meaning.ts';
import { orFailure } from '../or-failure.ts';
import type { ShownCards } from '../shown.ts';
import { decideListPress, isListLetter, type ListPressEnd } from './list-presses.ts';

export type PressEnd =
  /** `board`: the buttons that stand under the card from now on. */
  | { readonly answer: Answer; readonly board?: { readonly card: ApprovalCard; readonly show: Stage } }
  | ListPressEnd
  /** The owner is to be asked why not. */
  | { readonly why: ApprovalCard }
  /** Straylight could not take the decision; the update must come again. */
  | { readonly failure: Failure };

/** What a press comes to. */
export async function decidePress(
  press: Press,
  shown: ShownCards,
  receiver: Receiver,
  { cards, texts }: Pick<CardLook, 'cards' | 'texts'>,
  now: () => number,
): Promise<PressEnd> {
  const { answers } = cards;
  const { taps } = texts;
  const button = buttonOf(press.data);
  if (button === undefined) return refuse(taps.unknownButton);
  if (press.isCopy) return refuse(taps.copy);
  const { key, letter } = button;
  if (isListLetter(letter)) {
    const end = await orFailure(() => decideListPress(press, { key, letter }, receiver, { cards }));
    return 'value' in end ? end.value : refusedOr(end.failure);
  }
  const current = await orFailure(async () => receiver.card(key));
  if ('failure' in current) return current;
  const card = current.value;
  // what confirms or takes back counts only where Telegram says that this very button was there
  if (!isFirst(letter) && press.label === undefined) return refuse(taps.unknownButton);
  const seen = seenCard(
    { remembered: shown.find(press.chatId, press.messageId, key), sealed: sealOn(press, key), current: card },
    sealOf,
  );
  const meaning = meaningOf({ gesture: gestureOf(letter, press.label), seen, card });
  switch (meaning.kind) {
    case 'refuse':
      return refuse(answers[meaning.why]);
    case 'why':
      return { why: meaning.card };
    case 'ask':
      return { answer: promptFor(meaning, { cards, texts }), board: { card: meaning.card, show: meaning.stage } };
    case 'decide':
      return decide(meaning);
  }

  async function decide({ kind: _, ...decision }: Extract<Meaning, { kind: 'decide' }>): Promise<PressEnd> {
    const decided = await orFailure(() =>
      receiver.decide({ approval: key, by: `telegram:${press.userId}`, ...decision }),
    );
    if ('failure' in decided) return refusedOr(decided.failure);
    const answer = answerTo(decided.value, cards, now());
    const show = stageAfter(decided.value, card, decision.confirmation, now());
    return { answer, ...defined({ board: card === undefined || show === undefined ? undefined : { card, show } }) };
  }

  /** A refusal is an answer; anything else means that the update must come again. */
  function refusedOr(failure: Failure): PressEnd {
    const isRefusal = failure.kind === 'denied' || failure.kind === 'invalid';
    return isRefusal ? refuse(texts.refused(failure.message)) : { failure };
  }
}

/**
 * Letters of the first keyboard; a process that showed the card itself takes them although Telegram shows the message
 * no more.
 */
function isFirst(letter: CardLetter): boolean {
  return letter === 'a' || letter === 'd' || letter === 'w';
}

/** What a tap on a button of a card does; the words have a button each. */
function gestureOf(letter: CardLetter, label: string | undefined): Gesture {
  const acts = { a: 'approve', d: 'deny', w: 'why', y: 'yes', b: 'back', u: 'undo' } as const;
  return letter in acts ? { act: acts[letter as keyof typeof acts] } : { act: 'word', word: label };
}

/** What the next tap does. The word has to be read, so it comes as a dialogue. */
function promptFor(
  { stage, card, isWrong }: Extract<Meaning, { kind: 'ask' }>,
  { cards, texts }: Pick<CardLook, 'cards' | 'texts'>,
): Answer {
  if (isWrong) return refusal(cards.answers.wrongWord);
  if (stage === 'word') return { text: texts.taps.word(card.word ?? ''), alert: true };
  return { text: stage === 'sure' ? texts.taps.again : '', alert: false };
}

/** The seal in the message itself, where Telegram shows it and it is a card of this approval. */
function sealOn({ label, text }: Press, key: string): string | undefined {
  const sealed = label !== undefined && text !== undefined ? sealIn(text) : undefined;
  return sealed?.key === key ? sealed.seal : undefined;
}

function refuse(text: string): PressEnd {
  return { answer: refusal(text) };
}
