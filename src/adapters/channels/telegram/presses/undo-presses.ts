/**
 * A press on a button of undo: the difference shown, or what was shown brought back.
 *
 * The first tap shows and asks, the second one acts. The button of the second names the difference it stood under;
 * where that is another one by now, nothing is done and the new one is shown.
 */
import type { Client } from '../../../../api/client/client.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import { doneWords } from '../../../../domain/undo/undo-words.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import type { Press } from '../incoming/update-meaning.ts';
import type { TelegramTexts } from '../texts.ts';
import { planOf, type UndoButton, type UndoPage, undoListPage, undoOutcomePage, undoTurnPage } from '../undo.ts';
import type { UndoTexts } from '../undo-texts.ts';

/** What a tap comes to; `page` is put into the message, or sent as a new one. */
export type UndoEnd =
  | { readonly answer: Answer; readonly page?: UndoPage; readonly isNew?: boolean }
  | { readonly failure: Failure };

export interface UndoPressing {
  readonly undo: Client['undo'] | undefined;
  readonly now: number;
  readonly words: UndoTexts;
  readonly texts: TelegramTexts;
}

/** Does what the button says, or says why not. */
export async function pressUndo(press: Press, button: UndoButton, pressing: UndoPressing): Promise<UndoEnd> {
  const { undo, words, texts } = pressing;
  if (press.isCopy) return { answer: refusal(texts.taps.copy) };
  if (press.label === undefined || undo === undefined) return { answer: refusal(texts.taps.unknownButton) };
  try {
    return await taken(button, undo, pressing);
  } catch (error) {
    const failure = toFailure(error);
    const isRefusal = failure.kind === 'denied' || failure.kind === 'invalid';
    return isRefusal ? { answer: refusal(words.notDone(failure.message)) } : { failure };
  }
}

async function taken(
  { id, act, plan }: UndoButton,
  undo: Client['undo'],
  { now, words }: Pick<UndoPressing, 'now' | 'words'>,
): Promise<UndoEnd> {
  const details = await undo.show({ id });
  if (!details) return { answer: refusal(words.gone) };
  const page = undoTurnPage(details, now, words);
  if (act === 'show') return { answer: { text: '', alert: false }, page, isNew: true };
  if (planOf(details) !== plan) return { answer: refusal(words.changed), page };
  const overwrite = act === 'overwrite';
  const { outcome } = await undo.apply({ id, overwrite });
  const text = outcome.restored === 0 ? words.nothing : words.broughtBack(outcome.restored);
  return {
    answer: { text, alert: false },
    page: undoOutcomePage(outcome, words, doneWords(details, outcome, overwrite, words.language)),
  };
}

/** `/undo`, or with a number that turn. Undefined: there is no such turn. */
export async function typedUndo(
  undo: Client['undo'],
  id: number | undefined,
  now: number,
  words: UndoTexts,
): Promise<UndoPage | undefined> {
  if (id === undefined) return undoListPage(await undo.list(), now, words);
  const details = await undo.show({ id });
  return details && undoTurnPage(details, now, words);
}
