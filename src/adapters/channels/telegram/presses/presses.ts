/**
 * A press on a card's button: who pressed, which card was on screen, what was decided, and an honest word back.
 *
 * A decision names the digest and nonce of the card that was on screen, never merely the approval. This process
 * remembers what it showed under which message id; after a restart the seal in the message's own text does the same
 * (cards/card.ts), held against the card the approval would show now. A press that neither can vouch for decides
 * nothing. Above `low` one tap is no yes: the first one changes the buttons (cards/boards.ts), and what confirms is the
 * button that Telegram says was there.
 */
import type { ApprovalCard, Decision } from '../../../../domain/approvals/card.ts';
import type { Failure } from '../../../../domain/supervision/failure.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { type Answer, answerTo, refusal } from '../cards/answers.ts';
import { type Board, buttonOf, type CardLetter } from '../cards/boards.ts';
import { sealIn, sealOf } from '../cards/card.ts';
import type { Press } from '../incoming/intake.ts';
import { inward } from '../inward.ts';
import type { ShownCards } from '../shown.ts';
import type { TelegramTexts } from '../texts.ts';
import { decideListPress, isListLetter, type ListPressEnd } from './list-presses.ts';

export type PressEnd =
  /** `board`: the buttons that stand under the card from now on. */
  | { readonly answer: Answer; readonly board?: { readonly card: ApprovalCard; readonly show: Board } }
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
  texts: TelegramTexts,
  now: () => number,
): Promise<PressEnd> {
  const { answers } = texts;
  const button = buttonOf(press.data);
  if (button === undefined) return refuse(answers.unknownButton);
  if (press.isCopy) return refuse(answers.copy);
  const { key, letter } = button;
  if (isListLetter(letter)) {
    const end = await inward(() => decideListPress(press, { key, letter }, receiver, texts));
    return 'value' in end ? end.value : refusedOr(end.failure);
  }
  const current = await inward(async () => receiver.card(key));
  if ('failure' in current) return current;
  const card = current.value;
  // what confirms or takes back counts only where Telegram says that this very button was there
  if (!isFirst(letter) && press.label === undefined) return refuse(answers.unknownButton);
  const seen = seenCard(press, key, shown, card);
  if (seen === 'nothing') return refuse(answers.tooOld);
  if (letter === 'u') return decide('undo');
  if (seen === 'another') return refuse(answers.changed);
  if (letter === 'd') return decide('deny', seen);
  // the question is answered: whoever keeps it says how
  if (card === undefined || card.undoUntil !== undefined) return decide(letter === 'w' ? 'deny' : 'approve', seen);
  switch (letter) {
    case 'w':
      return { why: card };
    case 'b':
      return { answer: { text: '', alert: false }, board: { card, show: 'choose' } };
    case 'a':
      return card.risk === 'low' ? decide('approve', seen) : stage(card, 'sure', answers.sure);
    case 'y':
      if (!hasWords(card)) return decide('approve', seen, 'yes');
      return stage(card, 'words', answers.words(card.word));
    default:
      if (press.label !== undefined && press.label === card.word) return decide('approve', seen, press.label);
      return { answer: refusal(answers.wrongWord), board: { card, show: 'choose' } };
  }

  async function decide(
    decision: Decision['decision'],
    known?: Pick<ApprovalCard, 'digest' | 'nonce'>,
    confirmation?: string,
  ): Promise<PressEnd> {
    const decided = await inward(() =>
      receiver.decide({
        approval: key,
        decision,
        by: `telegram:${press.userId}`,
        ...(known === undefined ? {} : { digest: known.digest, nonce: known.nonce }),
        ...(confirmation === undefined ? {} : { confirmation }),
      }),
    );
    if ('failure' in decided) return refusedOr(decided.failure);
    const answer = answerTo(decided.value, texts, now());
    const show = boardAfter(decided.value, card, confirmation, now());
    return { answer, ...(card === undefined || show === undefined ? {} : { board: { card, show } }) };
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

function stage(card: ApprovalCard, show: Board, text: string): PressEnd {
  return { answer: { text, alert: false }, board: { card, show } };
}

/** A yes that can be taken back says so; one that Straylight wants confirmed is asked for once more. */
function boardAfter(
  answer: Awaited<ReturnType<Receiver['decide']>>,
  card: ApprovalCard | undefined,
  confirmation: string | undefined,
  now: number,
): Board | undefined {
  if (answer.ok) return answer.undoUntil !== undefined && answer.undoUntil > now ? 'undo' : undefined;
  if (answer.why !== 'unconfirmed') return undefined;
  if (confirmation === undefined) return 'sure';
  return confirmation === 'yes' && card !== undefined && hasWords(card) ? 'words' : 'choose';
}

function hasWords(card: ApprovalCard): card is ApprovalCard & { readonly word: string } {
  return card.risk === 'irreversible' && card.word !== undefined && card.choices !== undefined;
}

/** The card that was on screen when the button was pressed. */
function seenCard(
  press: Press,
  key: string,
  shown: ShownCards,
  current: ApprovalCard | undefined,
): Pick<ApprovalCard, 'digest' | 'nonce'> | 'another' | 'nothing' {
  const remembered = shown.find(press.chatId, press.messageId, key);
  if (remembered !== undefined)
    return current === undefined || sealOf(remembered) === sealOf(current) ? remembered : 'another';
  const sealed = press.label !== undefined && press.text !== undefined ? sealIn(press.text) : undefined;
  if (sealed === undefined || sealed.key !== key) return 'nothing';
  // The seal stands in for what is not known here, and matches nothing.
  if (current === undefined) return { digest: `seal:${sealed.seal}`, nonce: `seal:${sealed.seal}` };
  return sealed.seal === sealOf(current) ? current : 'another';
}

function refuse(text: string): PressEnd {
  return { answer: refusal(text) };
}
