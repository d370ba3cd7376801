/** `/sessions` and `/model` in Telegram: what there is to choose from, each with a button. */
import { hash } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import type { ChatSession } from '../../../../domain/conversation/chat-session.ts';
import type { ModelsView, ModelView } from '../../../../domain/models/view.ts';
import { oneRow } from '../../../../domain/text/visible.ts';
import type { Run } from '../outgoing/inline.ts';
import type { ChoiceTexts } from './texts.ts';

/** A message with buttons. */
export interface ChoicePage {
  readonly runs: readonly Run[];
  readonly buttons: readonly (readonly InlineKeyboardButton[])[];
}

/** A button of them: a conversation by its number, a new one, or a model for the conversation it was shown in. */
export type ChoiceButton =
  | { readonly act: 'session'; readonly number: number }
  | { readonly act: 'begin' }
  /** Both by the beginning of their hash; no model: as the settings say. */
  | { readonly act: 'model'; readonly model: string | undefined; readonly session: string };

/** So many stand in one message. */
const mostSessions = 10;
const mostModels = 12;
const mostTitle = 40;

/** The conversations of a chat, the newest first. */
export function sessionsPage(sessions: readonly ChatSession[], now: number, words: ChoiceTexts): ChoicePage {
  const shown = sessions.filter(({ isCurrent }, at) => isCurrent || at < mostSessions);
  return {
    runs: [
      bold(words.conversations),
      ...shown.flatMap(one => [
        plain('\n'),
        bold(String(one.number)),
        plain(`  ${[titleOf(one, words), ...whenOf(one, now, words)].join(' · ')}`),
      ]),
    ],
    buttons: [
      ...shown
        .filter(({ isCurrent }) => !isCurrent)
        .map(one => [{ text: `${one.number}  ${titleOf(one, words)}`, callback_data: `s:o${one.number}` }]),
      [{ text: words.begin, callback_data: 's:n' }],
    ],
  };
}

/** The models that could answer in a conversation. */
export function modelsPage(view: ModelsView, session: string, words: ChoiceTexts): ChoicePage {
  const current = answering(view);
  const others = conversing(view).filter(({ name }) => name !== current);
  const data = (model: string) => `m:${model}.${short(session)}`;
  return {
    runs: [
      plain(`${words.models} `),
      bold(current === undefined ? words.noModel : oneRow(current, 60)),
      plain('.'),
      ...(others.length === 0 ? [plain(` ${words.noOther}`)] : [plain('\n')]),
      ...others.slice(0, mostModels).map(one => plain(`\n${oneRow(one.name, 60)}: ${factsOf(one, words)}`)),
    ],
    buttons: [
      ...others
        .slice(0, mostModels)
        .map(({ name }) => [{ text: oneRow(name, 60), callback_data: data(modelName(name)) }]),
      ...(others.length === 0 ? [] : [[{ text: words.asSet, callback_data: data('-') }]]),
    ],
  };
}

/** The model that answers in the conversation the view is about. */
export function answering({ roles }: ModelsView): string | undefined {
  return roles.find(({ role }) => role === 'session')?.models[0];
}

/** The models that can hold a conversation. */
export function conversing({ roles, models }: ModelsView): readonly ModelView[] {
  const names = new Set(roles.filter(({ role }) => role !== 'embedding').flatMap(role => role.models));
  return models.filter(({ name }) => names.has(name));
}

/** Reads a button of a choice; undefined for what is none. */
export function choiceButton(data: string): ChoiceButton | undefined {
  if (data === 's:n') return { act: 'begin' };
  const [, number] = /^s:o([1-9]\d{0,5})$/.exec(data) ?? [];
  if (number !== undefined) return { act: 'session', number: Number(number) };
  const [, model, session] = /^m:(-|[\w-]{8})\.([\w-]{8})$/.exec(data) ?? [];
  if (model === undefined || session === undefined) return undefined;
  return { act: 'model', model: model === '-' ? undefined : model, session };
}

/** A model as its buttons name it. */
export function modelName(name: string): string {
  return short(name);
}

/** A conversation as the buttons of its models name it. */
export function sessionName(session: string): string {
  return short(session);
}

function titleOf({ title }: ChatSession, words: ChoiceTexts): string {
  return title === '' ? words.nothingSaid : oneRow(title, mostTitle);
}

function whenOf({ at, isCurrent }: ChatSession, now: number, words: ChoiceTexts): readonly string[] {
  return [...(at === undefined ? [] : [words.ago(now - at)]), ...(isCurrent ? [words.current] : [])];
}

function factsOf({ isLocal, problem }: ModelView, words: ChoiceTexts): string {
  return [isLocal ? words.local : words.hosted, ...(problem === undefined ? [] : [words.silent])].join(', ');
}

function short(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8);
}

function plain(text: string): Run {
  return { text, style: {} };
}

function bold(text: string): Run {
  return { text, style: { bold: true } };
}
