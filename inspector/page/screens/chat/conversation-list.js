/** What the list of conversations is made of: read from Straylight, with the one the page speaks in. */
import { computed, signal } from '@preact/signals';
import { actorSignal, roster } from '../../live/actors.js';
import { isLoaded } from '../../live/agent.js';
import { client } from '../../live/client.js';
import {
  conversationOf,
  currentSession,
  dropConversation,
  keepConversations,
  webChat,
} from '../../live/conversations.js';

/** @import { ConversationListName } from '../../../../src/domain/conversation/listed-conversation.ts' */

/** What was read early counts for so long. */
const earlyMs = 5_000;

/** Which of them are shown. */
export const shownList = signal(/** @type {ConversationListName} */ ('active'));

/** The sessions there are: where another one appears, the list is read again. */
export const sessionsThere = computed(() =>
  roster.value
    .filter(({ kind }) => kind === 'session')
    .map(({ id }) => id)
    .sort()
    .join(),
);

/**
 * Whether there is such a conversation, though nothing was said in it yet. Before the list was read nobody knows, and
 * it may be.
 * @param {string} session
 */
export function mayExist(session) {
  if (currentSession.value === undefined || session === currentSession.value || session === webChat) return true;
  // looked at so that a session that appears is seen
  void roster.value;
  const status = actorSignal(session)?.value.status;
  return conversationOf(session) !== undefined || (status !== undefined && status !== 'stopped');
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
  dropConversation(session);
  if (currentSession.peek() === session) currentSession.value = (await client.sessions.list({ id: webChat })).current;
}

/** @param {string} session */
function isOfPage(session) {
  return session === webChat || session.startsWith(`${webChat}~`);
}
