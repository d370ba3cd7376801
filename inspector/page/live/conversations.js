/** What the conversations are called, as the page has read it; a conversation has one name on every screen. */
import { signal } from '@preact/signals';
import { say } from '../words/say.js';
import { Refused } from './api.js';
import { client } from './client.js';
import { listen } from './events.js';

/** @import { ListedConversation } from '../../../src/domain/conversation/listed-conversation.ts' */

/** The page's own chat. */
export const webChat = 'session:web:main';

/** The conversation that is shown when the address names none. */
export const currentSession = signal(/** @type {string | undefined} */ (undefined));

/** As they were read last; by address. */
const known = signal(/** @type {ReadonlyMap<string, ListedConversation>} */ (new Map()));

/** The conversation whose field is to be written in as soon as it is there. */
export const wantedField = signal(/** @type {string | undefined} */ (undefined));

/** Begins a new one, to write in it; answers its address. */
export async function beginConversation() {
  const { session } = await client.sessions.begin({ id: webChat });
  currentSession.value = session.session;
  wantedField.value = session.session;
  return session.session;
}

/**
 * What a conversation is called: the name its owner gave it, else the begin of its first message, else its key; with the
 * agent that it belongs to. Asked while something is drawn, it is drawn again when that changes.
 * @param {string} session
 */
export function conversationName(session) {
  const row = known.value.get(session);
  if (row === undefined) wish();
  if (row?.title) return row.agent === undefined ? row.title : `${row.title} (${row.agent})`;
  return session === currentSession.value && row === undefined
    ? say('New conversation')
    : session.replace(/^session:/, '');
}

/** The job whose run this conversation is; undefined: it is none. @param {string} session */
export function jobOf(session) {
  return /^session:job:([a-z0-9_-]+)~/.exec(session)?.[1];
}

/** @param {string} session */
export function conversationOf(session) {
  return known.value.get(session);
}

/** All that are known. */
export function knownConversations() {
  return [...known.value.values()];
}

/** Takes what was read or changed. @param {readonly ListedConversation[]} rows */
export function keepConversations(rows) {
  known.value = new Map([...known.peek(), ...rows.map(row => /** @type {const} */ ([row.session, row]))]);
}

/** One that is no more. @param {string} session */
export function dropConversation(session) {
  known.value = new Map([...known.peek()].filter(([id]) => id !== session));
}

/** Between two readings of the names. */
const restMs = 2_000;

let isDue = false;
let isFollowing = false;
/** There was a turn since they were read. */
let isOld = true;

/** A name is missed: all are read, and again after a turn and with each connection. */
function wish() {
  if (!isFollowing) {
    isFollowing = true;
    for (const name of ['turn', 'fresh'])
      listen(name, () => {
        isOld = true;
        later(restMs);
      });
  }
  later(0);
}

/** @param {number} ms */
function later(ms) {
  if (!isOld || isDue) return;
  isDue = true;
  setTimeout(() => void readConversationNames(), ms);
}

/** Reads them now. */
export async function readConversationNames() {
  isOld = false;
  try {
    const { conversations } = await client.conversations.list({ of: 'all', limit: 2_000 }, { canWait: true });
    known.value = new Map(conversations.map(row => [row.session, row]));
  } catch (thrown) {
    // keys will do; not connected: `fresh` reads them again
    if (!(thrown instanceof Refused)) throw thrown;
  } finally {
    isDue = false;
    if (isOld) later(restMs);
  }
}
