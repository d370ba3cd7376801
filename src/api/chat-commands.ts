/**
 * Slash commands that follow from operations: `/goals complete 3` is what `straylight goals complete 3` is, for each
 * operation with a view that is offered in chats.
 */
import { says } from '../domain/policy/sentence.ts';
import { catalog, inWords } from '../domain/text/catalog.ts';
import { type ChatForm, formsOf } from './chat-forms.ts';
import type { Client } from './client/client.ts';
import type { CommandForm } from './command-form.ts';
import { absence, pathFields } from './contract.ts';
import { described } from './described.ts';
import { inputOf, typeOf } from './input.ts';
import { operationOf } from './operations.ts';
import { refuse } from './refusal.ts';
import { type Action, type Look, lines, type View } from './view.ts';
import { formOf, wholeView, willOf } from './whole-view.ts';

/** What a command has answered. */
export interface ChatAnswer {
  readonly view: View;
  /** The conversation it leads to. */
  readonly session?: string | undefined;
  /** Steps are to be shown from now on, or no more. */
  readonly showsSteps?: boolean | undefined;
}

/** What `/name args` answers; undefined: no operation has such a command. Rejects with what can be shown. */
export async function chatAnswer(agent: Client, command: ChatCommand, look: Look): Promise<ChatAnswer | undefined> {
  const own = formsOf(command.name);
  if (own.length === 0) return undefined;
  const typed = chatCall(command);
  if (!typed) {
    const usage = lines(own.map(one => usageOf(one, look)).join('\n'));
    return { view: command.args === '' ? [usage] : [lines(fitsNone[look.language], 'warn'), usage] };
  }
  const call = await placedIn(agent, typed, look);
  const ahead = await aheadOf(agent, call, look);
  if (ahead.length === 0) return shownOf(agent, call.operation, call.input, look);
  const again = look.typed(`${call.words} ${yes[look.language]}`);
  return { view: [lines(ahead.join('\n'), 'warn'), lines(`${nothingDone[look.language]} ${again}`)] };
}

/** What was typed, with what follows from the chat in which it was. */
export async function placedIn(agent: Client, call: ChatCall, { chat = '' }: Look): Promise<ChatCall> {
  const fields = Object.entries(call.form.ofChat ?? {});
  const isThere = fields.some(([, place]) => place === 'conversation');
  const conversation = isThere ? (await agent.sessions.list({ id: chat })).current : chat;
  const given = fields.map(([field, place]) => [field, place === 'chat' ? chat : conversation]);
  return { ...call, input: { ...call.input, ...Object.fromEntries(given) } };
}

const yes = catalog('api/chat-commands#yes', { en: 'yes', de: 'ja' });
const nothingDone = catalog('api/chat-commands#nothingDone', {
  en: 'Nothing was done. To do it:',
  de: 'Nichts wurde getan. So geschieht es:',
});
const fitsNone = catalog('api/chat-commands#fitsNone', {
  en: 'Nothing was done. What can be typed:',
  de: 'Nichts wurde getan. Das geht:',
});

/** What is typed in a chat: `/goals complete 3` is `goals` with `complete 3`. */
export interface ChatCommand {
  readonly name: string;
  readonly args: string;
}

/** What a command asks for. */
export interface ChatCall extends Pick<Action, 'operation' | 'input'> {
  readonly form: CommandForm;
  /** All that was typed, without a `yes` behind it. */
  readonly words: string;
  readonly isYes: boolean;
}

/** The operation that a command asks for; undefined: its words go with none. Throws a refusal of a wrong one. */
export function chatCall({ name, args }: ChatCommand): ChatCall | undefined {
  const own = formsOf(name);
  const [longest, ...others] = own
    .flatMap(found => [found.form.words, ...(found.form.also ?? [])].map(typed => ({ found, typed })))
    .filter(({ found, typed }) =>
      args === '' ? found.form.isDefault : `${name} ${args} `.toLowerCase().startsWith(`${typed} `),
    )
    .toSorted((a, b) => b.typed.length - a.typed.length);
  if (!longest) return undefined;
  const { typed } = longest;
  const done = typed === name ? behindIn(own, args) : undefined;
  if (done) return done;
  const rest = args.slice(Math.max(0, typed.length - name.length)).trim();
  for (const { found } of [longest, ...others.filter(other => other.typed === typed)]) {
    const { words, isYes } = confirmedIn(found, rest);
    const input = typedInput(found, words);
    const { operation, form } = found;
    if (input) return { operation, input, form, words: `${form.words} ${words}`.trim(), isYes };
  }
  return undefined;
}

/** `/undo 3 yes`: the form that takes the last word behind its arguments. */
function behindIn(own: readonly ChatForm[], args: string): ChatCall | undefined {
  const [, words = '', last = ''] = /^(.+?)\s+(\S+)$/s.exec(args) ?? [];
  const found = own.find(({ form }) => Object.hasOwn(form.behind ?? {}, last.toLowerCase()));
  const input = found && typedInput(found, words);
  if (!found || !input) return undefined;
  const { operation, form } = found;
  const given = { ...input, ...form.behind?.[last.toLowerCase()] };
  return { operation, input: given, form, words: `${form.words} ${words}`, isYes: true };
}

/** Behind what asks first, a last word `yes` says that it is to be done. */
function confirmedIn({ form, declared }: ChatForm, rest: string): { readonly words: string; readonly isYes: boolean } {
  const asksFirst = form.will !== undefined || declared.ahead !== undefined;
  const [, words = '', last] = /^(.*?)(?:(?:^|\s+)(yes|ja))?$/is.exec(rest) ?? [];
  return asksFirst && last !== undefined ? { words, isYes: true } : { words: rest, isYes: false };
}

/** What a command would do, from its form or from how things stand. None: it is to be done at once. */
export async function aheadOf(
  agent: Client,
  { operation, input, form, isYes }: ChatCall,
  look: Look,
): Promise<readonly string[]> {
  if (isYes) return [];
  if (operationOf(operation)?.ahead) return saidAhead(agent, operation, input, look);
  const will = willOf(form, input, look);
  if (will === undefined) return [];
  await refuseAbsent(agent, operation, input, look);
  return [will];
}

/** Rejects where there is none of what an operation is about: nothing could be done with it. */
export async function refuseAbsent(
  agent: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
  look: Look,
): Promise<void> {
  const operation = operationOf(name);
  const shows = operation?.about === undefined ? undefined : operationOf(operation.about);
  if (operation?.about === undefined || !shows) return;
  const fields = pathFields(shows.http.path).map(field => [field, input[field]]);
  if ((await callOf(agent, operation.about, Object.fromEntries(fields))) === undefined)
    throw refuse(404, absence(operation, { name, input, look }));
}

/** What an operation says of itself before it is carried out, as things stand. */
export async function saidAhead(
  agent: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
  look: Look,
): Promise<readonly string[]> {
  const ask = (other: string, query: object) => callOf(agent, other, query);
  return (await operationOf(name)?.ahead?.(ask, input, look)) ?? [];
}

/** May a button of a channel do this? Its role and its fields are looked at by the operation itself. */
export function mayPress(name: string): boolean {
  const operation = operationOf(name);
  if (!operation) return false;
  return operation.offered.includes('buttons') || (!!operation.view && operation.offered.includes('slash'));
}

/** Carries an operation out and shows what it answers. Rejects with what can be shown. */
export async function viewOf(
  agent: Client,
  name: string,
  typed: Readonly<Record<string, unknown>>,
  look: Look,
): Promise<View> {
  return (await shownOf(agent, name, typed, look)).view;
}

async function shownOf(
  agent: Client,
  name: string,
  typed: Readonly<Record<string, unknown>>,
  look: Look,
): Promise<ChatAnswer> {
  const operation = operationOf(name);
  if (!operation?.view) throw refuse(404, `nothing shows what ${name} answers`);
  const input = operation.typed?.(typed) ?? typed;
  const answer = await answerOf(agent, name, input, look);
  return {
    view: wholeView(operation.view(answer, look, input), look, operationOf),
    session: operation.leadsTo?.(answer),
    showsSteps: operation.showsSteps?.(answer),
  };
}

/** Carries an operation out. Rejects where there is none of what it is about. */
export async function answerOf(
  agent: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
  look: Look,
): Promise<unknown> {
  const answer = await callOf(agent, name, input);
  if (answer === undefined) throw refuse(404, absence(operationOf(name), { name, input, look }));
  return answer;
}

/** Asks for an operation by its whole name. */
export function callOf(agent: Client, name: string, input: object): Promise<unknown> {
  const [subject = '', act = ''] = name.split('.');
  const subjects = agent as unknown as Readonly<
    Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
  >;
  const call = subjects[subject]?.[act];
  if (!call) throw refuse(404, `there is no operation ${name}`);
  return call(input);
}

/** The input that the words behind a command are; undefined: they do not go with it. */
function typedInput({ declared, form }: ChatForm, rest: string): Action['input'] | undefined {
  const { args = {}, fixed, inChat, isOpen, isOptional } = form;
  const fields = Object.keys(args);
  const words = rest === '' ? [] : isOpen && fields.length === 1 ? [rest] : rest.split(/\s+/);
  // words in quotes are a text, and name nothing
  if (!isOpen && words.some(word => /^["“„']/.test(word))) return undefined;
  if (words.length > fields.length || (words.length < fields.length && !isOptional)) return undefined;
  const { shape } = inputOf(declared);
  const given = fields.slice(0, words.length).map((field, at) => {
    const word = words[at] ?? '';
    if (typeOf(shape[field]) !== 'number') return [field, word];
    if (!/^\d{1,15}$/.test(word))
      throw refuse(
        400,
        says`expected ${args[field] ?? field} to be ${described(shape[field])}, got "${word.slice(0, 40)}"`,
      );
    return [field, Number(word)];
  });
  return { ...fixed, ...inChat, ...Object.fromEntries(given) };
}

/** `/goals complete N: Complete a goal.` */
function usageOf({ form: { words, args = {}, help } }: ChatForm, { language, typed }: Look): string {
  return `${typed([words, ...Object.values(args)].join(' '))}: ${inWords(help, language)}`;
}

/** How the actions of a view are typed, once each, where there are no buttons; what the lines `shown` name is left out. */
export function typedActions(view: View, look: Look, shown: readonly string[]): readonly string[] {
  const actions = view.flatMap(block => {
    if (block.kind === 'actions') return block.actions;
    return block.kind === 'table' ? block.rows.flatMap(row => row.actions ?? []) : [];
  });
  const hints = actions.flatMap(action => {
    const typed = typedAs(action, look);
    if (typed === undefined) return [];
    const ways = [typed, ...(formOf(action, look, operationOf)?.also ?? []).map(look.typed)];
    return ways.some(way => shown.some(line => line.includes(way))) ? [] : [typed];
  });
  return [...new Set(hints)];
}

/** How an action is typed; `isFilled`: with its own fields, and what has to be written as it is asked for. */
export function typedAs(action: Action, look: Look, isFilled = false): string | undefined {
  const { input, asks } = action;
  const form = formOf(action, look, operationOf);
  const given = (field: string): string | undefined => {
    const value = input[field] === undefined ? '' : String(input[field]);
    if (field === asks?.field) return asks.hint;
    return value === '' ? undefined : value;
  };
  const args = Object.entries(form?.args ?? {}).map(([field, name]) => (isFilled ? given(field) : undefined) ?? name);
  return form && look.typed([form.words, ...args].join(' '));
}
