/**
 * Straylight as this tab knows it: read once (`/api/state`), then kept up by the stream, read again whenever the stream
 * says that something is missing. What is on the screen stays there meanwhile.
 */
import { batch, computed, signal } from '@preact/signals';
import { takeActivity } from './activity.js';
import { dropRows, takeAllRows, takeRows } from './actors.js';
import { Refused } from './api.js';
import { client } from './client.js';
import { setAgentClock } from './clock.js';
import { emit } from './events.js';
import { feedDropped, takeFeed } from './feed.js';
import { isLive, openLink } from './link.js';
import { tokenKnown } from './token.js';
/** @import { AgentEvent } from './events.js' */
/** @import { Health, StateBatch } from '../../../src/domain/supervision/view.ts' */

/** What waits for the owner, oldest first. */
export const needs = signal(/** @type {StateBatch['needs']} */ ([]));

/** Undefined until the first answer. */
export const health = signal(/** @type {Health | undefined} */ (undefined));

/** What today has cost, and what it may; undefined where nobody counts. */
export const budget = signal(/** @type {StateBatch['budget']} */ (undefined));

/** The incident by which Straylight is in safe mode: nothing goes on until the owner says so. Undefined: it is not. */
export const safeMode = computed(() => needs.value.find(({ choices }) => choices?.includes('go'))?.id);

/** The conversations in which an approval waits, by address. */
const waitingSessions = computed(
  () => new Set(needs.value.flatMap(({ kind, about }) => (kind === 'approval' && about !== undefined ? [about] : []))),
);

/**
 * Whether a conversation waits for an approval. Its turn may have ended meanwhile, so its own state does not tell.
 * @param {string} session
 */
export function waitsForApproval(session) {
  return waitingSessions.value.has(session);
}

/** Everything has been read once. */
export const isLoaded = signal(false);

/** Why the last reading failed, as a sentence; undefined: it did not. */
export const loadTrouble = signal(/** @type {string | undefined} */ (undefined));

const role = signal(/** @type {'owner' | 'reader'} */ ('reader'));

/** Whether acts are to be offered: the page is connected, and this token may act. */
export const canAct = computed(() => isLive.value && role.value === 'owner');

/** This page is read-only. */
export const isReadOnly = computed(() => isLoaded.value && role.value === 'reader');

let boot = '';
let seq = 0;
let isLoading = false;
let isStale = false;
/** @type {AgentEvent[]} */
let held = [];

/** Reads Straylight and keeps it up from then on. */
export function openAgent() {
  const ready = load();
  openLink({ ready, cursor: () => (boot === '' ? undefined : `${boot}.${seq}`), take });
}

/** Reads everything until it has succeeded. */
async function load() {
  isLoading = true;
  for (let waitMs = 250; ; waitMs = Math.min(5_000, waitMs * 2)) {
    await tokenKnown();
    try {
      isStale = false;
      const state = await client.state.show();
      if (isStale) continue;
      apply(state);
      break;
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      loadTrouble.value = thrown.message;
      await new Promise(resolve => setTimeout(resolve, waitMs));
    }
  }
  isLoading = false;
  const missed = held;
  held = [];
  for (const event of missed) take(event);
}

/** Reads the newest steps of all actors: the stream brought none while no screen of this tab wanted to see them. */
export async function catchUp() {
  try {
    takeFeed((await client.state.show()).recent ?? []);
  } catch (thrown) {
    // not connected: everything is read again once it is
    if (!(thrown instanceof Refused)) throw thrown;
  }
}

/** @param {Awaited<ReturnType<typeof client.state.show>>} state */
function apply(state) {
  const dot = state.cursor.lastIndexOf('.');
  boot = state.cursor.slice(0, dot);
  seq = Number(state.cursor.slice(dot + 1));
  setAgentClock(state.now);
  const recent = state.recent ?? [];
  batch(() => {
    takeActivity(recent);
    takeAllRows(state.actors);
    takeFeed(recent);
    needs.value = state.needs;
    health.value = state.health;
    budget.value = state.budget;
    role.value = state.role ?? 'reader';
    loadTrouble.value = undefined;
    isLoaded.value = true;
  });
  emit('fresh', state);
}

/** @param {AgentEvent} event */
function take(event) {
  if (event.name === 'resync' || (event.name === 'hello' && boot !== '' && event.data.boot !== boot)) {
    held = [];
    if (isLoading) isStale = true;
    else void load();
    return;
  }
  if (isLoading) return void held.push(event);
  if (event.name === 'hello' || !isNews(event.id)) return;
  const { data } = event;
  if (event.name === 'batch') {
    takeRows(data.rows);
    dropRows(data.gone);
    takeFeed(data.feed);
    feedDropped.value += data.dropped ?? 0;
  }
  if (event.name === 'needs') needs.value = data.needs;
  if (event.name === 'budget') budget.value = data.budget;
  if (event.name === 'health') health.value = data.health;
  if (event.name !== '') emit(event.name, data);
}

/**
 * Whether an event comes after what is known; if so it is known from now on.
 * @param {string | undefined} id
 */
function isNews(id) {
  if (id === undefined) return false;
  const dot = id.lastIndexOf('.');
  const at = Number(id.slice(dot + 1));
  if (id.slice(0, dot) !== boot || at <= seq) return false;
  seq = at;
  return true;
}
