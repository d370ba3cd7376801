/**
 * What conversations are called, for every screen that names one: read when a name is first asked for, and again after
 * a turn.
 */
import { signal } from '@preact/signals';
import { Refused } from './api.js';
import { client } from './client.js';
import { listen } from './events.js';

/** By address; empty: it has no title. */
const titles = signal(/** @type {ReadonlyMap<string, string>} */ (new Map()));

/** Names that are asked for at once are read together. */
const gatherMs = 50;
const restMs = 2_000;

let isDue = false;
let isFollowing = false;
/** There was a turn since it was read. */
let isOld = true;

/**
 * What a conversation is called: the name its owner gave it, else the begin of its first message, else its key. Asked
 * while something is drawn, it is drawn again when that changes.
 * @param {string} session
 */
export function conversationTitle(session) {
  const title = titles.value.get(session);
  if (title === undefined) wish();
  return title || session.replace(/^session:/, '');
}

/** The job whose run this conversation is; undefined: it is none. @param {string} session */
export function jobOf(session) {
  return /^session:job:([a-z0-9_-]+)~/.exec(session)?.[1];
}

function wish() {
  if (!isFollowing) {
    isFollowing = true;
    for (const name of ['turn', 'fresh'])
      listen(name, () => {
        isOld = true;
        later(restMs);
      });
  }
  later(gatherMs);
}

/** @param {number} ms */
function later(ms) {
  if (!isOld || isDue) return;
  isDue = true;
  setTimeout(() => void read(), ms);
}

async function read() {
  isOld = false;
  try {
    const lists = await Promise.all(
      /** @type {const} */ (['active', 'archived', 'jobs']).map(of => client.conversations.list({ of })),
    );
    const rows = lists.flatMap(({ conversations }) => conversations);
    titles.value = new Map(rows.map(({ session, title }) => [session, title]));
  } catch (thrown) {
    // keys will do; not connected: `fresh` reads them again
    if (!(thrown instanceof Refused)) throw thrown;
  } finally {
    isDue = false;
    if (isOld) later(restMs);
  }
}
