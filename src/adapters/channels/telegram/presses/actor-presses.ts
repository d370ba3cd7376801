/**
 * A press on a button of an actor: looked at, asked once more, or done.
 *
 * Which actor is meant stands in the button by a hash, and the step that was on screen: an actor that has moved since
 * is not acted on. What changes its course for good is asked twice, a restart with what it would run again,
 * a stop with what would end.
 */
import { verbsFor } from '../../../../domain/supervision/admin.ts';
import { type Failure, toFailure } from '../../../../domain/supervision/failure.ts';
import type { ActorsWindow, Receiver } from '../../../../ports/channel.ts';
import type { ActorAct, ActorTexts } from '../actor-texts.ts';
import { type ActorButton, type ActorPage, actorPage, actorsPage, mostSteps, nameOf, surePage } from '../actors.ts';
import { type Answer, refusal } from '../cards/answers.ts';
import type { Press } from '../incoming/intake.ts';
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
  const { actors } = receiver;
  if (press.isCopy) return { answer: refusal(texts.answers.copy) };
  if (press.label === undefined || actors === undefined) return { answer: refusal(texts.answers.unknownButton) };
  try {
    return await taken(press, button, actors, words);
  } catch (error) {
    const failure = toFailure(error);
    const isRefusal = failure.kind === 'denied' || failure.kind === 'invalid';
    return isRefusal ? { answer: refusal(words.notDone(failure.message)) } : { failure };
  }
}

async function taken(press: Press, button: ActorButton, actors: ActorsWindow, words: ActorTexts): Promise<ActorEnd> {
  const { act, rev, to } = button;
  const found = actors.state().actors.find(({ id }) => nameOf(id) === button.name);
  if (!found) return { answer: refusal(words.gone) };
  const page = () => actorWindow(actors, found.id, words);
  if (act === 'show' || act === 'look') {
    const now = page();
    return { answer: { text: '', alert: false }, ...(now ? { page: now } : {}), isNew: act === 'show' };
  }
  if (isGrave(act) && !button.isSure) {
    const preview = act !== 'quarantine' ? await actors.preview(found.id) : undefined;
    return { answer: { text: words.asked, alert: false }, page: surePage(found, act, preview, to, words) };
  }
  const outcome = await actors.command({
    // the same tap, however often it is delivered, is one act
    id: `telegram:${press.queryId}`,
    verb: act === 'fresh' ? 'restart' : act,
    actor: found.id,
    by: `telegram:${press.userId}`,
    ...(act === 'restart' ? { from: 'checkpoint' } : act === 'fresh' ? { from: 'fresh' } : {}),
    ...(act === 'rewind' && to !== undefined ? { seq: to } : {}),
    // whoever is stopped or held back is so wherever it stands
    ...(act === 'stop' || act === 'suspend' ? {} : { rev }),
  });
  const now = page();
  const answer: Answer =
    outcome.state === 'failed'
      ? refusal(words.notDone(outcome.error ?? ''))
      : { text: outcome.state === 'done' ? words.done : words.asked, alert: false };
  return { answer, ...(now ? { page: now } : {}) };
}

/** `/actor` with what was typed after it: the page of that actor, or what is wrong with it. */
export async function typedActor(actors: ActorsWindow, typed: string, words: ActorTexts): Promise<ActorPage | string> {
  const [, id = '', step] = /^(.*?)(?:\s+rewind\s+(\d{1,9}))?$/.exec(typed.trim()) ?? [];
  if (id === '') return words.usage;
  const found = actors.state().actors.find(one => one.id === id);
  const page = found && actorWindow(actors, id, words);
  if (!found || !page) return words.unknown(`\`${id.slice(0, 120).replaceAll('`', "'")}\``);
  if (step === undefined) return page;
  const may = verbsFor(found.status, found.id).rewind;
  if (may !== true) return words.notDone(may);
  return surePage(found, 'rewind', await actors.preview(id), Number(step), words);
}

/** `/actors`. */
export function typedActors(actors: ActorsWindow, words: ActorTexts): ActorPage {
  return actorsPage(actors.state(), words);
}

function actorWindow(actors: ActorsWindow, id: string, words: ActorTexts): ActorPage | undefined {
  const { actors: rows, needs, now } = actors.state();
  const found = rows.find(one => one.id === id);
  const need = needs.find(one => one.id === id)?.text;
  return (
    found &&
    actorPage(found, { now, ...(need === undefined ? {} : { need }), steps: actors.steps(id, mostSteps) ?? [] }, words)
  );
}

function isGrave(act: ActorAct): boolean {
  return act === 'restart' || act === 'fresh' || act === 'rewind' || act === 'stop' || act === 'quarantine';
}
