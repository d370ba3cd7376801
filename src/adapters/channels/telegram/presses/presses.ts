/**
 * Every press on a button of ours: an incident, a question, a page, a card. Of a card: who pressed, which card was on
 * screen, what was decided, and an honest word back.
 *
 * A decision names the digest and nonce of the card that was on screen, never merely the approval. This process
 * remembers what it showed under which message id; after a restart the seal in the message's own text does the same
 * (cards/seen-cards.ts), held against the card the approval would show now. A press that neither can vouch for decides
 * nothing. Above `low` one tap is no yes: the first one changes the buttons (cards/boards.ts), and what confirms is the
 * button that Telegram says was there.
 */

import { type Gesture, type Meaning, meaningOf, stageAfter } from '../../../../domain/approvals/press.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { type Answer, answerTo, refusal } from '../cards/answers.ts';
import { buttonOf, type CardLetter } from '../cards/boards.ts';
import type { CardLook } from '../cards/card.ts';
import { answerIncident, type IncidentEnd, incidentButton } from '../cards/incident.ts';
import { answerOption, type OptionEnd, optionButton } from '../cards/options.ts';
import { questionTexts } from '../cards/question-texts.ts';
import { cardOnScreen, openCard, type ShownCards } from '../cards/seen-cards.ts';
import type { TelegramClient } from '../client.ts';
import { askerOf, type Press } from '../incoming/update-meaning.ts';
import type { TelegramLog } from '../log.ts';
import { html } from '../outgoing/html.ts';
import type { Run } from '../outgoing/inline.ts';
import type { Sending } from '../outgoing/sending.ts';
import type { ViewButtons } from '../views/buttons.ts';
import { type CardEnd, type CardMessages, cardMessages } from './card-messages.ts';
import { decideListPress, isListLetter } from './list-presses.ts';
import { type PagePresses, pagePresses } from './page-presses.ts';
import { taps } from './taps.ts';

export interface Presses extends Pick<CardMessages, 'showWaiting'>, Pick<PagePresses, 'showView'> {
  /** Takes a press; a failure means that the update must come again. */
  press(press: Press, signal: AbortSignal): Promise<Failure | undefined>;
  /** Answers a tap on a button that is somebody else's; the answer is not waited for. */
  turnAway(queryId: string, text: string): void;
}

export function presses({
  receiver,
  client,
  out,
  shown,
  buttons,
  look,
  clock,
  log,
}: {
  readonly receiver: Receiver;
  readonly client: TelegramClient;
  readonly out: Sending;
  readonly shown: ShownCards;
  /** Of the views that were shown, over all connections. */
  readonly buttons: ViewButtons;
  readonly look: CardLook;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: TelegramLog;
}): Presses {
  const { answer, attempt } = taps(client, log);
  const words = questionTexts[look.language];
  const cards = cardMessages({ receiver, out, taps: { answer, attempt }, shown, look, clock, log });
  const pages = pagePresses({ receiver, out, taps: { answer, attempt }, buttons, look, clock });

  async function settled(
    pressed: Press,
    answering: Promise<IncidentEnd | OptionEnd>,
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const end = await answering;
    if ('failure' in end) return end.failure;
    await answer(pressed.queryId, end.answer, signal);
    if (end.isOver) await attempt('an answered question kept its buttons', () => settle(pressed, end.chosen, signal));
    return undefined;
  }

  /** A question that is answered says how. */
  function settle({ chat, messageId, text }: Press, chosen: string | undefined, signal: AbortSignal): Promise<void> {
    if (chosen === undefined || text === undefined)
      return out.keyboard(chat, String(messageId), { inline_keyboard: [] }, signal);
    const runs: readonly Run[] = [
      { text: `${text}\n\n`, style: {} },
      { text: chosen, style: { bold: true } },
    ];
    return out.edit(chat, String(messageId), html(runs), signal);
  }

  return {
    async press(pressed, signal) {
      const incident = incidentButton(pressed.data);
      if (incident) return settled(pressed, answerIncident(pressed, incident, receiver, words, look.texts), signal);
      const option = optionButton(pressed.data);
      if (option !== undefined)
        return settled(pressed, answerOption(pressed, option, receiver, words, look.texts), signal);
      const page = pages.press(pressed, signal);
      if (page) return page;
      let end: CardEnd;
      try {
        end = await decidePress(pressed, shown, receiver, look, clock.now);
      } catch (error) {
        const failure = toFailure(error);
        if (failure.kind !== 'denied' && failure.kind !== 'invalid') return failure;
        end = refuse(look.texts.refused(failure.message));
      }
      await cards.show(pressed, end, signal);
      return undefined;
    },
    turnAway: (queryId, text) => void answer(queryId, refusal(text), new AbortController().signal),
    showWaiting: cards.showWaiting,
    showView: pages.showView,
  };
}

/** What a press on a card comes to. Rejects where Straylight refuses it or cannot take it now. */
async function decidePress(
  press: Press,
  shown: ShownCards,
  receiver: Receiver,
  { cards, texts }: Pick<CardLook, 'cards' | 'texts'>,
  now: () => number,
): Promise<CardEnd> {
  const { answers } = cards;
  const { taps } = texts;
  const button = buttonOf(press.data);
  if (button === undefined) return refuse(taps.unknownButton);
  if (press.isCopy) return refuse(taps.copy);
  const { key, letter } = button;
  if (isListLetter(letter)) return decideListPress(press, { key, letter }, receiver, { cards });
  const card = await openCard(receiver, key);
  // what confirms or takes back counts only where Telegram says that this very button was there
  if (!isFirst(letter) && press.label === undefined) return refuse(taps.unknownButton);
  const seen = cardOnScreen(press, key, shown, card);
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

  async function decide({ kind: _, ...decision }: Extract<Meaning, { kind: 'decide' }>): Promise<CardEnd> {
    const decided = await receiver.ask('approvals.decide', { id: key, ...decision }, askerOf(press));
    const show = stageAfter(decided, card, decision.confirmation, now());
    const board = card === undefined || show === undefined ? undefined : { card, show };
    return { answer: answerTo(decided, cards, now()), ...defined({ board }) };
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

function refuse(text: string): CardEnd {
  return { answer: refusal(text) };
}
