/**
 * The answers that a question of the agent offers, a button each: `q:` and its place.
 *
 * The message that a button stands under says which question it answers, by our own records. A question is answered
 * once, by a tap or by words; it then loses its buttons, at the latest by a tap that comes too late.
 */
import type { InlineKeyboardMarkup } from 'grammy/types';
import type { Asks } from '../../../../domain/conversation/asks.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { Press } from '../incoming/update-meaning.ts';
import type { TelegramTexts } from '../texts.ts';
import { type Answer, refusal } from './answers.ts';
import { incidentKeyboard } from './incident.ts';
import type { QuestionTexts } from './question-texts.ts';

/** What a tap comes to; `isOver`: the buttons go; `chosen`: what stands in their place. */
export type OptionEnd =
  | { readonly answer: Answer; readonly isOver: boolean; readonly chosen?: string }
  | { readonly failure: Failure };

/** The buttons of what may be answered: a row for each answer. */
export function keyboardOf(asks: Asks, language: Language): InlineKeyboardMarkup {
  if ('incident' in asks) return incidentKeyboard(asks, language);
  const { options } = asks;
  return { inline_keyboard: options.map((text, at) => [{ text, callback_data: `q:${at}` }]) };
}

/** The place of the answer of such a button; undefined for what is none. */
export function optionButton(data: string): number | undefined {
  const [, at] = /^q:(\d)$/.exec(data) ?? [];
  return at === undefined ? undefined : Number(at);
}

/** Answers the question as the button says. */
export async function answerOption(
  { queryId, chat, messageId, label, isCopy }: Press,
  option: number,
  receiver: Receiver,
  words: QuestionTexts,
  texts: TelegramTexts,
): Promise<OptionEnd> {
  if (isCopy) return { answer: refusal(texts.taps.copy), isOver: false };
  if (label === undefined) return { answer: refusal(words.over), isOver: false };
  try {
    // the same tap, however often it is delivered, is one answer
    const taken = await receiver.answer?.({ key: `tap-${queryId}`, chat, ref: String(messageId), option });
    if (!taken) return { answer: refusal(words.over), isOver: true };
    if (taken === 'sending') return { answer: refusal(words.sending), isOver: false };
    const chosen = words.chosen(taken.text);
    return { answer: { text: taken.note ?? chosen, alert: taken.note !== undefined }, isOver: true, chosen };
  } catch (error) {
    const failure = toFailure(error);
    const isRefusal = failure.kind === 'denied' || failure.kind === 'invalid';
    return isRefusal ? { answer: refusal(texts.refused(failure.message)), isOver: false } : { failure };
  }
}
