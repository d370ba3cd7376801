/** What the list of conversations is made of: read from Straylight, with the one the page speaks in. */
import { computed, signal } from '@preact/signals';
import { roster } from '../../live/actors.js';
import { isLoaded } from '../../live/agent.js';
import { client } from '../../live/client.js';

/** @import { ConversationListName, ListedConversation } from '../../../../src/domain/conversation/listed-conversation.ts' */

/** The page's own chat. */
export const webChat = 'session:web:main';

/** What was read early counts for so long. */
const earlyMs = 5_000;

/** Which of them are shown. */
export const shownList = signal(/** @type {ConversationListName} */ ('active'));

/** The conversation that is shown when the address names none. */
export const currentSession = signal(/** @type {string | undefined} */ (undefined));

/** As they were read last; by address. */
const known = signal(/** @type {ReadonlyMap<string, ListedConversation>} */ (new Map()));

/** The sessions there are: where another one appears, the list is read again. */
export const sessionsThere = computed(() =>
  roster.value
    .filter(({ kind }) => kind === 'session')
    .map(({ id }) => id)
    .sort()
    .join(),
);

/** What a conversation is called. @param {string} session */
export function nameOf(session) {
  return known.value.get(session)?.title || session.replace(/^session:/, '');
}

/** @param {string} session */
export function conversationOf(session) {
  return known.value.get(session);
}

/** Takes what was read or changed. @param {readonly ListedConversation[]} rows */
export function keepConversations(rows) {
  known.value = new Map([...known.peek(), ...rows.map(row => /** @type {const} */ ([row.session, row]))]);
}

const early = isLoaded.peek() ? undefined : readEarly();

/** Where the page is opened at the Chat, its list is read while everything else is, not after it. */
function readEarly() {
  const at = performance.now();
  const answer = client.conversations.list({ of: 'active' }).catch(() => undefined);
  return () => (performance.now() - at < earlyMs ? answer : undefined);
}

/** One list, in its order. The first time it also tells which conversation the page speaks in. */
export async function readConversations() {
  const first = currentSession.peek() === undefined && shownList.peek() === 'active' ? await early?.() : undefined;
  const { conversations } = first ?? (await client.conversations.list({ of: shownList.peek() }));
  keepConversations(conversations);
  currentSession.value ??=
    conversations.find(({ session, isCurrent }) => isCurrent && isOfPage(session))?.session ??
    (await client.sessions.list({ id: webChat })).current;
  return conversations;
}

/** One that is no more: the page speaks in another one from then on. @param {string} session */
export async function leaveConversation(session) {
  known.value = new Map([...known.peek()].filter(([id]) => id !== session));
  if (currentSession.peek() === session) currentSession.value = (await client.sessions.list({ id: webChat })).current;
}

/** @param {string} session */
function isOfPage(session) {
  return session === webChat || session.startsWith(`${webChat}~`);
}
