/**
 * The link to Straylight: the one stream of this browser, whichever tab reads it.
 *
 * A lost stream is opened again where it broke off (`cursor`); what Straylight no longer knows of it, it says
 * (`resync`), and everything is read again without clearing the screen. The other tabs get it from the one that
 * reads.
 */
import { computed, signal } from '@preact/signals';
import { Refused, send } from './api.js';
import { holdClock } from './clock.js';
import { doubt, mayGoOn, provenToken } from './proof.js';
import { readStream } from './read-stream.js';
import { onTabMessage, postToTabs, tabId } from './tabs.js';
import { token, tokenKnown } from './token.js';
/** @import { AgentEvent } from './events.js' */
/** @import { Link, Want } from './tabs.js' */

/**
 * How it stands with Straylight. `since`: of this state. `retryAt`: when it is tried again. Both by this computer's
 * clock.
 */
export const link = signal(/** @type {Link} */ ({ state: 'starting', since: Date.now() }));

/** Whether what is on the screen is what is. */
export const isLive = computed(() => link.value.state === 'live');

/** When something last came from Straylight, every two seconds at most: what the dot of the rail beats by. */
export const heartbeat = signal(0);

const beatMs = 2_000;
/** Nothing came for so long (Straylight sends something every 15 s): the tab that reads has gone to sleep. */
const silenceMs = 45_000;
const longestWaitMs = 10_000;

/** By tab. @type {Map<string, Want>} */
const wants = new Map();
/** By the part of this tab. @type {Map<string, Want>} */
const ownWants = new Map();
/** @type {Want} */
let watching = { actors: [], feed: false };
/** @type {string | undefined} */
let streamId;
let isLeader = false;
let isTelling = false;
/** @type {(() => void) | undefined} */
let tryNow;
/** @type {Set<() => void>} */
const onWatching = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let silence;

/**
 * @typedef {object} Receiver who takes what the stream brings
 * @property {Promise<void>} ready everything has been read once
 * @property {() => string | undefined} cursor where it stands
 * @property {(event: AgentEvent) => void} take
 */

/**
 * Connects, now or when it is this tab's turn.
 * @param {Receiver} agent
 */
export function openLink(agent) {
  onTabMessage(message => {
    if (message.type === 'want') wants.set(message.tab, message.want);
    if (message.type === 'bye') wants.delete(message.tab);
    if (message.type === 'want' || message.type === 'bye') void applyWants();
    if (message.type === 'ask') {
      postToTabs({ type: 'want', tab: tabId, want: ownWant() });
      if (isLeader) postToTabs({ type: 'link', link: link.peek() });
    }
    if (message.type === 'try') tryNow?.();
    if (isLeader) return;
    if (message.type === 'watching') setWatching(message.want);
    if (message.type === 'link') setLink(message.link);
    if (message.type === 'event') receive(agent, message.event);
    if (message.type === 'event' || message.type === 'link') restartSilence();
    // what a reader before this one had no time to pass on is read again
    if (message.type === 'leads' && message.cursor !== agent.cursor())
      agent.take({ name: 'resync', data: { cursor: message.cursor } });
  });
  addEventListener('pagehide', () => postToTabs({ type: 'bye', tab: tabId }));
  // a page that comes back from the browser's memory has missed too much
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  addEventListener('online', () => retryNow());
  postToTabs({ type: 'ask' });
  void navigator.locks.request('inspector-stream', () => lead(agent));
}

/**
 * Says what a part of this tab wants to see beside the rows, in place of what it said before; resolves once the stream
 * carries it, so that nothing is missed between what is read then and what the stream brings.
 * @param {Want} want
 * @param {string} [who] the part that wants it
 * @returns {Promise<void>}
 */
export function wantToSee(want, who = 'screen') {
  if (want.feed || want.actors.length > 0) ownWants.set(who, want);
  else ownWants.delete(who);
  const all = together(ownWants.values());
  wants.set(tabId, all);
  postToTabs({ type: 'want', tab: tabId, want: all });
  void applyWants();
  return new Promise(resolve => {
    const look = () => {
      // what wants something else by now waits for that
      const isWanted = ownWants.get(who) === want;
      if (isWanted && want.feed && !watching.feed) return;
      if (isWanted && !want.actors.every(actor => watching.actors.includes(actor))) return;
      onWatching.delete(look);
      resolve();
    };
    onWatching.add(look);
    look();
  });
}

/**
 * A token, as soon as one is known; a tab that lost its agent to somebody else at this address looks for it again and
 * again.
 */
async function tokenBack() {
  while (token.peek() === undefined) {
    if (mayGoOn()) await provenToken().catch(() => undefined);
    if (token.peek() === undefined)
      await Promise.race([tokenKnown(), new Promise(resolve => setTimeout(resolve, longestWaitMs / 5))]);
  }
}

/** Tries at once, in whichever tab it has to be. */
export function retryNow() {
  tryNow?.();
  postToTabs({ type: 'try' });
}

/** @param {Receiver} agent */
async function lead(agent) {
  await agent.ready;
  // what is on the screen by now has said what it wants to see
  await new Promise(resolve => setTimeout(resolve));
  isLeader = true;
  clearTimeout(silence);
  postToTabs({ type: 'ask' });
  postToTabs({ type: 'leads', cursor: agent.cursor() ?? '' });
  for (let failures = 0; ; failures += 1) {
    await tokenBack();
    const done = new AbortController();
    const wanted = allWants();
    await readStream(`/api/stream?${queryOf(agent.cursor(), wanted)}`, {
      signal: done.signal,
      onOpen() {
        failures = 0;
        setWatching(wanted);
        publish({ state: 'live', since: Date.now() });
      },
      onEvent(event) {
        if (event.name === 'hello') {
          streamId = event.data.streamId;
          void applyWants();
        }
        receive(agent, event);
        postToTabs({ type: 'event', event });
      },
    }).catch(thrown => {
      const isLoss = thrown instanceof Refused || thrown instanceof DOMException || thrown instanceof TypeError;
      if (!isLoss) reportError(thrown);
    });
    streamId = undefined;
    setWatching({ actors: [], feed: false });
    const waitMs = Math.min(longestWaitMs, 250 * 2 ** failures) * (0.75 + Math.random() / 2);
    const since = link.peek().state === 'lost' ? link.peek().since : Date.now();
    publish({ state: 'lost', since, retryAt: Date.now() + waitMs });
    await new Promise(resolve => {
      const timer = setTimeout(resolve, waitMs);
      tryNow = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
    tryNow = undefined;
  }
}

/**
 * @param {Receiver} agent
 * @param {AgentEvent} event
 */
function receive(agent, event) {
  const now = Date.now();
  if (now - heartbeat.peek() >= beatMs) heartbeat.value = now;
  agent.take(event);
}

/** @param {Link} next */
function publish(next) {
  setLink(next);
  postToTabs({ type: 'link', link: next });
}

/** @param {Link} next */
function setLink(next) {
  if (next.state === 'lost') doubt();
  holdClock(next.state === 'lost');
  link.value = next;
}

/** Waits again for the next message of the tab that reads. */
function restartSilence() {
  clearTimeout(silence);
  silence = setTimeout(() => {
    if (!isLeader) setLink({ state: 'lost', since: Date.now() });
  }, silenceMs);
}

/** @param {Want} next */
function setWatching(next) {
  watching = next;
  for (const look of onWatching) look();
  if (isLeader) postToTabs({ type: 'watching', want: next });
}

function ownWant() {
  return wants.get(tabId) ?? { actors: [], feed: false };
}

/** What all tabs want to see. */
function allWants() {
  return together(wants.values());
}

/**
 * @param {Iterable<Want>} some
 * @returns {Want}
 */
function together(some) {
  const all = [...some];
  return { actors: [...new Set(all.flatMap(({ actors }) => actors))].sort(), feed: all.some(({ feed }) => feed) };
}

/**
 * Tells Straylight what to send, if this tab reads and it is not that already: one wish at a time, since of two that
 * are on their way the older one may come last.
 */
async function applyWants() {
  if (isTelling) return;
  isTelling = true;
  let refused = '';
  for (;;) {
    const stream = streamId;
    const wanted = allWants();
    const words = JSON.stringify(wanted);
    if (!isLeader || stream === undefined || words === JSON.stringify(watching) || words === refused) break;
    const isTaken = await send(`/api/stream/${stream}/watch`, { method: 'POST', body: wanted }).then(
      () => true,
      () => false,
    );
    // a stream that has just ended: the next one begins with what is wanted then
    if (stream !== streamId) continue;
    if (isTaken) setWatching(wanted);
    else refused = words;
  }
  isTelling = false;
}

/**
 * @param {string | undefined} cursor
 * @param {Want} want
 */
function queryOf(cursor, { actors, feed }) {
  const query = new URLSearchParams(actors.map(actor => ['actor', actor]));
  if (cursor !== undefined) query.set('cursor', cursor);
  if (feed) query.set('feed', 'true');
  return query.toString();
}
