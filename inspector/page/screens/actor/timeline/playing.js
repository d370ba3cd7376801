/** Going through the steps: back, forward, by itself, and back to what is now. */
import { actorView } from '../store.js';
/** @import { Actor } from '../actor.js' */

/** The oldest step that is known; there already, older ones are fetched. @param {Actor} actor */
export function first(actor) {
  const oldest = actor.journal.peek().entries[0]?.seq;
  if (oldest === undefined) return;
  if (here(actor) === oldest) void actor.earlier().then(() => step(actor.journal.peek().entries[0]?.seq));
  else step(oldest);
}

/** @param {Actor} actor */
export function goBack(actor) {
  const { entries, hasEarlier } = actor.journal.peek();
  const seq = here(actor);
  const oldest = entries[0]?.seq;
  if (seq === undefined || oldest === undefined) return;
  if (seq > oldest) step(seq - 1);
  else if (hasEarlier) void actor.earlier().then(() => step(seq - 1));
}

/** From the last step on to what is now. @param {Actor} actor */
export function forward(actor) {
  const { at } = actorView.getSnapshot().context;
  const newest = actor.last.peek()?.seq;
  if (at === null || newest === undefined) return;
  if (at < newest) step(at + 1);
  else live();
}

export function live() {
  actorView.trigger.wentLive();
}

/** Plays on from here; at the end, from the beginning. @param {Actor} actor */
export function playOrPause(actor) {
  const { at, isPlaying } = actorView.getSnapshot().context;
  const { entries } = actor.journal.peek();
  const [oldest, newest] = [entries[0]?.seq, entries.at(-1)?.seq];
  if (isPlaying) actorView.trigger.paused();
  else if (oldest !== undefined)
    actorView.trigger.stepped({ seq: at === null || at === newest ? oldest : at, isPlaying: true });
}

/** One step of playing; at the last it stops. @param {Actor} actor */
export function playOn(actor) {
  const { at } = actorView.getSnapshot().context;
  const newest = actor.last.peek()?.seq;
  if (at === null || newest === undefined || at >= newest) actorView.trigger.paused();
  else actorView.trigger.stepped({ seq: at + 1, isPlaying: at + 1 < newest });
}

/** @param {number | undefined} seq */
function step(seq) {
  if (seq !== undefined) actorView.trigger.stepped({ seq });
}

/** @param {Actor} actor */
function here(actor) {
  return actorView.getSnapshot().context.at ?? actor.last.peek()?.seq;
}
