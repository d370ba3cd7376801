/**
 * A press on a button of a view: an operation, looked at or carried out as the account that pressed.
 *
 * What a button does stands in it, and whether it may be done is the operation's own business: role, fields, and what was
 * seen. After an act its message shows what came of it, and beneath it the list as it is then.
 */
import {
  aheadOf,
  answerOf,
  type ChatCall,
  mayPress,
  placedIn,
  saidAhead,
  viewOf,
} from '../../../../api/chat-commands.ts';
import { commandOf } from '../../../../api/chat-forms.ts';
import type { Client } from '../../../../api/client/client.ts';
import { pathFields } from '../../../../api/contract.ts';
import { operationOf } from '../../../../api/operations.ts';
import type { View } from '../../../../api/view.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import { failureWords } from '../../../../domain/text/texts.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import type { Press } from '../incoming/update-meaning.ts';
import { orFailure } from '../or-failure.ts';
import type { TelegramTexts } from '../texts.ts';
import { type Target, type ViewButton, viewButton } from '../views/buttons.ts';
import {
  actionsIn,
  type Drawing,
  firstLine,
  type Listed,
  lastPage,
  surePage,
  type ViewPage,
  viewPage,
} from '../views/pages.ts';

/** What a tap comes to; `page` is put into the message, or sent as a new one. */
export type ViewEnd =
  | { readonly answer: Answer; readonly page?: ViewPage; readonly isNew?: boolean }
  | { readonly failure: Failure };

export interface ViewPressing extends Drawing {
  readonly agent: Client;
  readonly texts: TelegramTexts;
}

/** Does what the button says, or says why not. */
export async function pressView(press: Press, button: ViewButton, pressing: ViewPressing): Promise<ViewEnd> {
  const { agent, texts } = pressing;
  if (press.isCopy) return { answer: refusal(texts.taps.copy) };
  if (press.label === undefined) return { answer: refusal(texts.taps.unknownButton) };
  try {
    return await taken(press, button, agent, pressing);
  } catch (error) {
    const failure = toFailure(error);
    return isRefusal(failure) ? { answer: refused(failure, pressing) } : { failure };
  }
}

/** What `/name` leads to: the list, what came of it, or what it would do, with a button that does it. */
export async function typedView(agent: Client, typed: ChatCall, drawing: Drawing): Promise<ViewPage> {
  const call = await placedIn(agent, typed, drawing.look);
  const ahead = await aheadOf(agent, call, drawing.look);
  if (ahead.length === 0) return shownView(agent, call, drawing);
  const { target, listed } = await offered(agent, call, drawing);
  return surePage({ sentence: ahead.join('\n'), label: drawing.words.yes, target }, listed, drawing);
}

/**
 * A typed act as a button of what it is about, which names what was seen of it. Rejects where there is no such thing.
 */
async function offered(
  agent: Client,
  call: Target,
  { look }: Drawing,
): Promise<{ readonly target: Target; readonly listed?: Listed }> {
  const name = `${call.operation.split('.', 1)[0]}.show`;
  const fields = pathFields(operationOf(name)?.http.path ?? '');
  if (fields.length === 0 || fields.some(field => call.input[field] === undefined)) return { target: call };
  const about = Object.fromEntries(fields.map(field => [field, call.input[field] ?? '']));
  const found = actionsIn(await viewOf(agent, name, about, look)).find(
    ({ operation, input, asks }) =>
      operation === call.operation &&
      Object.entries(call.input).every(([field, value]) => field === asks?.field || input[field] === value),
  );
  if (!found) return { target: call };
  const target = { operation: found.operation, input: { ...found.input, ...call.input } };
  return { target, listed: { target: { operation: name, input: about }, from: 0 } };
}

/** An operation carried out and shown; what is only looked at can be looked at again. */
async function shownView(agent: Client, { operation, input }: Target, drawing: Drawing): Promise<ViewPage> {
  const view = await viewOf(agent, operation, input, drawing.look);
  const isLooking = operationOf(operation)?.role === 'reader';
  return viewPage(view, isLooking ? { listed: { target: { operation, input }, from: 0 } } : {}, drawing);
}

async function taken(press: Press, button: ViewButton, agent: Client, pressing: ViewPressing): Promise<ViewEnd> {
  const { look, words, buttons, texts } = pressing;
  if (button.act === 'page' || button.act === 'turn') {
    const target = await listedBy(button, agent, pressing);
    return target ? again({ target, from: button.from }, agent, pressing) : tooOld(button, pressing);
  }
  const listed = await listIn(press, agent, pressing);
  // only what is long, or asks first, is looked for in the list as it is now
  const isSought = button.act === 'ask' || typeof button.named === 'string';
  const actions = isSought ? actionsIn((await listOf(listed, agent, pressing)) ?? []) : [];
  const target = buttons.find(button, actions);
  if (!target) return tooOld(button, pressing);
  if (!mayPress(target.operation)) return { answer: refusal(texts.taps.unknownButton) };
  const label = press.label ?? '';
  if (button.act === 'ask') {
    const question = actions.find(one => buttons.data('ask', one) === press.data)?.confirm ?? `${label}?`;
    const ahead = await saidAhead(agent, target.operation, target.input, look);
    const page = surePage({ sentence: [question, ...ahead].join('\n'), label, target }, listed, pressing);
    return { answer: { text: texts.taps.again, alert: false }, page };
  }
  if (operationOf(target.operation)?.role === 'reader')
    return { answer: { text: '', alert: false }, page: await shownView(agent, target, pressing), isNew: true };
  const done = await orFailure(() => carriedOut(target, agent, pressing));
  if ('failure' in done && !isRefusal(done.failure)) return done;
  const outcome = 'value' in done ? done.value : [];
  const view = await listOf(listed, agent, pressing);
  const answer =
    'failure' in done ? refused(done.failure, pressing) : { text: firstLine(outcome) || words.done, alert: false };
  if (view === undefined && outcome.length === 0) return { answer };
  const page = view
    ? viewPage(view, { listed, outcome }, { look, words, buttons })
    : viewPage(outcome, {}, { look, words, buttons });
  return { answer, page };
}

/** Shows a list once more; one that is gone says so, and keeps no buttons. */
async function again(listed: Listed, agent: Client, pressing: ViewPressing): Promise<ViewEnd> {
  const { operation, input } = listed.target;
  // looking changes nothing: an act is no list
  if (operationOf(operation)?.role !== 'reader') return { answer: refusal(pressing.texts.taps.unknownButton) };
  const found = await orFailure(() => viewOf(agent, operation, input, pressing.look));
  if ('value' in found)
    return { answer: { text: '', alert: false }, page: viewPage(found.value, { listed }, pressing) };
  if (!isRefusal(found.failure)) return found;
  return { answer: refusal(found.failure.message), page: lastPage(found.failure.message) };
}

/** What an act answers, as it is shown. Rejects where there is none of what it is about. */
async function carriedOut({ operation: name, input }: Target, agent: Client, { look }: ViewPressing): Promise<View> {
  const answer = await answerOf(agent, name, input, look);
  return operationOf(name)?.view?.(answer, look, input) ?? [];
}

/** The list that the message of a press shows. */
async function listIn({ buttons: all = [] }: Press, agent: Client, drawing: ViewPressing): Promise<Listed | undefined> {
  const page = all.map(viewButton).find(one => one?.act === 'page');
  const target = page && (await listedBy(page, agent, drawing));
  return page && target && operationOf(target.operation)?.role === 'reader' ? { target, from: page.from } : undefined;
}

/** What a page shows; one that is long and that nobody remembers is found in the list of its kind. */
async function listedBy(button: ViewButton, agent: Client, pressing: ViewPressing): Promise<Target | undefined> {
  const known = pressing.buttons.find(button);
  const list = `${button.operation.split('.', 1)[0]}.list`;
  if (known || operationOf(list)?.view === undefined) return known;
  const all = await listOf({ target: { operation: list, input: {} }, from: 0 }, agent, pressing);
  return pressing.buttons.find(button, actionsIn(all ?? []));
}

/** The list of a message as it is now; undefined: there is none, or not now. */
async function listOf(listed: Listed | undefined, agent: Client, { look }: ViewPressing): Promise<View | undefined> {
  if (!listed) return undefined;
  const found = await orFailure(() => viewOf(agent, listed.target.operation, listed.target.input, look));
  return 'value' in found ? found.value : undefined;
}

function tooOld({ operation }: ViewButton, { words, look, texts }: ViewPressing): ViewEnd {
  const command = commandOf(operation);
  return { answer: refusal(command === undefined ? texts.taps.unknownButton : words.again(look.typed(command))) };
}

/** Why it was not done, in the owner's language where that is data. */
function refused(failure: Failure, { words, look }: Drawing): Answer {
  return refusal(words.notDone(failureWords(failure, look.language)));
}

function isRefusal({ kind }: Failure): boolean {
  return kind === 'denied' || kind === 'invalid';
}
