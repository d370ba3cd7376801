/**
 * The buttons of an incident: one for each choice, `i:`, the incident's key of eight characters and a letter.
 *
 * A tap counts where Telegram says that this very button stood under the message. What is answered loses its buttons; a
 * tap that comes later or once more is told so.
 */
import type { InlineKeyboardMarkup } from 'grammy/types';
import { choiceTexts } from '../../../../api/views/actor-acts.ts';
import type { AsksIncident } from '../../../../domain/conversation/asks.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import { type Choice, choices } from '../../../../domain/supervision/remediation.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import { askerOf, type Press } from '../incoming/update-meaning.ts';
import type { TelegramTexts } from '../texts.ts';
import { type Answer, refusal } from './answers.ts';
import type { QuestionTexts } from './question-texts.ts';

/** What a tap comes to; `isOver`: the buttons go; `chosen`: what stands in their place. */
export type IncidentEnd =
  | { readonly answer: Answer; readonly isOver: boolean; readonly chosen?: string }
  | { readonly failure: Failure };

/** A row for each choice: their words are long. */
export function incidentKeyboard(
  { incident, choices: offered }: AsksIncident,
  language: Language,
): InlineKeyboardMarkup {
  return {
    inline_keyboard: offered.map(choice => [
      { text: choiceTexts[language][choice], callback_data: `i:${incident}${letters[choice]}` },
    ]),
  };
}

/** Key and choice of such a button; undefined for what is none. */
export function incidentButton(data: string): { readonly incident: string; readonly choice: Choice } | undefined {
  const [, incident = '', letter] = /^i:([A-Za-z0-9_-]{8})([a-z])$/.exec(data) ?? [];
  const choice = choices.find(one => letters[one] === letter);
  return choice && { incident, choice };
}

/** Answers the incident as the button says. */
export async function answerIncident(
  press: Press,
  { incident, choice }: { readonly incident: string; readonly choice: Choice },
  receiver: Receiver,
  words: QuestionTexts,
  texts: TelegramTexts,
): Promise<IncidentEnd> {
  if (press.isCopy) return { answer: refusal(texts.taps.copy), isOver: false };
  if (press.label === undefined) return { answer: refusal(words.over), isOver: false };
  try {
    await receiver.ask('actors.answer', { id: incident, choice }, askerOf(press));
    const chosen = words.chosen(press.label);
    return { answer: { text: chosen, alert: false }, isOver: true, chosen };
  } catch (error) {
    const failure = toFailure(error);
    // a tap that comes once more may find its own answer taken: what it says holds for both
    if (failure.kind === 'invalid') return { answer: refusal(words.over), isOver: true };
    return failure.kind === 'denied' ? { answer: refusal(texts.refused(failure.message)), isOver: false } : { failure };
  }
}

const letters: Readonly<Record<Choice, string>> = {
  retry: 't',
  restart: 'r',
  fresh: 'f',
  cancel: 'c',
  stop: 'x',
  release: 'l',
  leave: 'n',
  go: 'g',
};
