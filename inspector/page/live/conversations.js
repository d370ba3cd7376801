/** What the conversations are called, as the page has read it; a conversation has one name on every screen. */
import { signal } from '@preact/signals';
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

/** What a conversation is called. @param {string} session */
export function conversationName(session) {
  const title = known.value.get(session)?.title;
  if (title) return title;
  return session === currentSession.value && !known.value.has(session)
    ? 'New conversation'
    : session.replace(/^session:/, '');
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

let isFollowing = false;

/** Reads the names for a screen that shows them beside other things, and again with each connection. */
export function followConversationNames() {
  if (isFollowing) return;
  isFollowing = true;
  listen('fresh', () => void readConversationNames());
  void readConversationNames();
}

/** Reads them now. */
export async function readConversationNames() {
  try {
    keepConversations((await client.conversations.list()).conversations);
  } catch (thrown) {
    // not connected: an address is a name too
    if (!(thrown instanceof Refused)) throw thrown;
  }
}
