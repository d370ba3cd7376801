/**
 * A press on a button of `/sessions` or `/model`: another conversation, a new one, another model.
 *
 * A number stands for one conversation of its chat for ever. A model is chosen for the conversation it was shown in:
 * where the chat has gone to another one since, nothing is changed, and the models of that one are shown.
 */
import type { Client } from '../../../../api/client/client.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import {
  answering,
  type ChoiceButton,
  type ChoicePage,
  conversing,
  modelName,
  modelsPage,
  sessionName,
  sessionsPage,
} from '../choices/pages.ts';
import type { ChoiceTexts } from '../choices/texts.ts';
import type { Press } from '../incoming/update-meaning.ts';
import type { TelegramTexts } from '../texts.ts';

/** What a tap comes to; `page` is put into the message. */
export type ChoiceEnd = { readonly answer: Answer; readonly page?: ChoicePage } | { readonly failure: Failure };

export interface ChoicePressing {
  readonly agent: Pick<Client, 'sessions' | 'models'> | undefined;
  readonly now: number;
  readonly words: ChoiceTexts;
  readonly texts: TelegramTexts;
}

/** Does what the button says, or says why not. */
export async function pressChoice(
  press: Press,
  button: ChoiceButton,
  { agent, now, words, texts }: ChoicePressing,
): Promise<ChoiceEnd> {
  if (press.isCopy) return { answer: refusal(texts.taps.copy) };
  if (press.label === undefined || agent === undefined) return { answer: refusal(texts.taps.unknownButton) };
  const chat = chatAddress(press.chat);
  try {
    return await (button.act === 'model'
      ? chosen(button, agent, chat, words)
      : gone(button, agent, chat, { now, words }));
  } catch (error) {
    const failure = toFailure(error);
    const isRefusal = failure.kind === 'denied' || failure.kind === 'invalid';
    return isRefusal ? { answer: refusal(words.notDone(failure.message)) } : { failure };
  }
}

/** `/sessions`. */
export async function typedSessions(
  { sessions }: Pick<Client, 'sessions'>,
  chat: string,
  now: number,
  words: ChoiceTexts,
): Promise<ChoicePage> {
  return sessionsPage((await sessions.list({ id: chatAddress(chat) })).sessions, now, words);
}

/** `/model`. */
export async function typedModels(
  { sessions, models }: Pick<Client, 'sessions' | 'models'>,
  chat: string,
  words: ChoiceTexts,
): Promise<ChoicePage> {
  const { current } = await sessions.list({ id: chatAddress(chat) });
  return modelsPage(await models.list({ session: current }), current, words);
}

async function gone(
  button: Exclude<ChoiceButton, { act: 'model' }>,
  { sessions }: Pick<Client, 'sessions'>,
  id: string,
  { now, words }: Pick<ChoicePressing, 'now' | 'words'>,
): Promise<ChoiceEnd> {
  const before = (await sessions.list({ id })).sessions.find(({ isCurrent }) => isCurrent);
  const said = (text: string) => async (): Promise<ChoiceEnd> => ({
    answer: { text, alert: false },
    page: sessionsPage((await sessions.list({ id })).sessions, now, words),
  });
  if (button.act === 'begin') return said(words.began((await sessions.begin({ id })).session.number))();
  const { number } = button;
  if (before?.number === number) return said(words.already(number))();
  await sessions.choose({ id, number });
  return said(words.switched(number))();
}

async function chosen(
  button: Extract<ChoiceButton, { act: 'model' }>,
  { sessions, models }: Pick<Client, 'sessions' | 'models'>,
  chat: string,
  words: ChoiceTexts,
): Promise<ChoiceEnd> {
  const { current } = await sessions.list({ id: chat });
  const view = await models.list({ session: current });
  const page = modelsPage(view, current, words);
  if (sessionName(current) !== button.session) return { answer: refusal(words.elsewhere), page };
  const model = conversing(view).find(({ name }) => modelName(name) === button.model)?.name;
  if (button.model !== undefined && model === undefined) return { answer: refusal(words.modelGone), page };
  if (model !== undefined && model === answering(view))
    return { answer: { text: words.answersAlready(model), alert: false }, page };
  await models.choose({ id: current, model: model ?? 'default' });
  const after = await models.list({ session: current });
  const name = answering(after) ?? words.noModel;
  const text = name === answering(view) ? words.answersAlready(name) : words.chosen(name);
  return { answer: { text, alert: false }, page: modelsPage(after, current, words) };
}

/** The address of the chat's first conversation. */
function chatAddress(chat: string): string {
  return `session:telegram:${chat}`;
}
