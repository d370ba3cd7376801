/**
 * A press on a button of an actor: looked at, asked once more, or done.
 *
 * Which actor is meant stands in the button by a hash, and the step that was on screen: an actor that has moved since
 * is not acted on. What changes its course for good is asked twice, a restart with what it would run again,
 * a stop with what would end.
 */

import type { Client } from '../../../../api/client/client.ts';
import { Refusal } from '../../../../api/refusal.ts';
import { verbsFor } from '../../../../domain/supervision/admin.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { Receiver } from '../../../../ports/channel.ts';
import type { ActorAct, ActorTexts } from '../actor-texts.ts';
import { type ActorButton, type ActorPage, actorPage, actorsPage, mostSteps, nameOf, surePage } from '../actors.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import type { Press } from '../incoming/update-meaning.ts';
import type { TelegramTexts } from '../texts.ts';

/** What a tap comes to; `page` is put into the message, or sent as a new one. */
export type ActorEnd =
  | { readonly answer: Answer; readonly page?: ActorPage; readonly isNew?: boolean }
  | { readonly failure: Failure };

/** Does what the button says, or says why not. */
export async function pressActor(
  press: Press,
  button: ActorButton,
  receiver: Receiver,
  words: ActorTexts,
  texts: TelegramTexts,
): Promise<ActorEnd> {
  // the same tap, however often it is delivered, is one act
  const operations = receiver.operations?.(`telegram:${press.userId}`, `telegram:${press.queryId}`);
  if (press.isCopy) return { answer: refusal(texts.taps.copy) };
  if (press.label === undefined || operations === undefined) return { answer: refusal(texts.taps.unknownButton) };
  try {
    return await taken(button, operations, words);
  } catch (error) {
    const failure = toFailure(error);
    const isRefusal = failure.kind === 'denied' || failure.kind === 'invalid';
    return isRefusal ? { answer: refusal(words.notDone(failure.message)) } : { failure };
  }
}

async function taken(button: ActorButton, operations: Client, words: ActorTexts): Promise<ActorEnd> {
  const { act, rev, to } = button;
  const { actors, state } = operations;
  const found = (await state.show()).actors.find(({ id }) => nameOf(id) === button.name);
  if (!found) return { answer: refusal(words.gone) };
  const { id } = found;
  const shown = async (answer: Answer, isNew = false) => {
    const page = await pageOf(operations, id, words);
    return { answer, ...defined({ page }), isNew };
  };
  if (act === 'show' || act === 'look') return shown({ text: '', alert: false }, act === 'show');
  if (isGrave(act) && !button.isSure) {
    const preview = act !== 'quarantine' ? await actors.preview({ id }) : undefined;
    return { answer: { text: words.requested, alert: false }, page: surePage(found, act, preview, to, words) };
  }
  try {
    const how = act === 'restart' ? { mode: 'checkpoint' as const } : act === 'fresh' ? { mode: 'fresh' as const } : {};
    const { outcome } = await actors.command({
      id,
      verb: act === 'fresh' ? 'restart' : act,
      ...how,
      seq: act === 'rewind' && to !== undefined ? to : undefined,
      // an actor is stopped or suspended from any step
      rev: act === 'stop' || act === 'suspend' ? undefined : rev,
    });
    return await shown({ text: outcome.state === 'done' ? words.done : words.requested, alert: false });
  } catch (error) {
    if (!(error instanceof Refusal) || error.more.outcome !== 'failed') throw error;
    return shown(refusal(words.notDone(error.message)));
  }
}

/** `/actor` with what was typed after it: the page of that actor, or what is wrong with it. */
export async function typedActor(operations: Client, typed: string, words: ActorTexts): Promise<ActorPage | string> {
  const [, id = '', step] = /^(.*?)(?:\s+rewind\s+(\d{1,9}))?$/.exec(typed.trim()) ?? [];
  if (id === '') return words.usage;
  const found = (await operations.state.show()).actors.find(one => one.id === id);
  const page = found && (await pageOf(operations, id, words));
  if (!found || !page) return words.unknown(`\`${id.slice(0, 120).replaceAll('`', "'")}\``);
  if (step === undefined) return page;
  const may = verbsFor(found.status, found.id).rewind;
  if (may !== true) return words.notDone(may);
  return surePage(found, 'rewind', await operations.actors.preview({ id }), Number(step), words);
}

/** `/actors`. */
export async function typedActors({ state }: Client, words: ActorTexts): Promise<ActorPage> {
  return actorsPage(await state.show(), words);
}

/** An actor as it is now; undefined: it is gone. */
async function pageOf({ actors, state }: Client, id: string, words: ActorTexts): Promise<ActorPage | undefined> {
  const { actors: rows, needs, now } = await state.show();
  const found = rows.find(one => one.id === id);
  if (!found) return undefined;
  const need = needs.find(one => one.id === id)?.text;
  const steps = (await actors.journal({ id, limit: mostSteps }))?.entries ?? [];
  return actorPage(found, { now, need, steps }, words);
}

function isGrave(act: ActorAct): boolean {
  return act === 'restart' || act === 'fresh' || act === 'rewind' || act === 'stop' || act === 'quarantine';
}
