/**
 * What the owner wrote: drafts, and what is on its way. Both stay in this tab over a reload and go with it.
 *
 * Each message has an id of its own from the first try on, and Straylight takes an id once: so it is tried again for as
 * long as it is not known whether it arrived, and is never said twice.
 */
import { signal } from '@preact/signals';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { isLive } from '../../live/link.js';
import { filesFor, setFiles } from './attaching.js';
import { dropAnswers } from './slash.js';

/** @import { AttachedFile } from './attaching.js' */

/**
 * @typedef {object} OutgoingMessage
 * @property {string} session
 * @property {string} clientId
 * @property {string} text
 * @property {readonly AttachedFile[]} [files]
 * @property {boolean} [isTaken] Straylight has it
 * @property {string} [trouble] Straylight does not take it
 */

const places = { drafts: 'straylight.drafts', outgoing: 'straylight.letters', notes: 'straylight.notes' };

/** In the order they were written. */
export const outgoing = signal(/** @type {readonly OutgoingMessage[]} */ (kept(places.outgoing, [])));

/** What Straylight did to a message before it was kept, by the message's own id; it stands beneath it. */
const notes = signal(/** @type {Readonly<Record<string, string>>} */ (kept(places.notes, {})));

/** @type {Record<string, string>} */
const drafts = kept(places.drafts, {});

/** @param {string} session */
export function draftOf(session) {
  return drafts[session] ?? '';
}

/** @param {string} session @param {string} text */
export function keepDraft(session, text) {
  if (text === '') delete drafts[session];
  else drafts[session] = text;
  keep(places.drafts, drafts);
}

/** @param {string} session @param {string} text @param {readonly AttachedFile[]} [files] */
export function post(session, text, files = []) {
  const named = files.length > 0 && { files };
  dropAnswers(session);
  setOutgoing([...outgoing.peek(), { session, clientId: crypto.randomUUID(), text, ...named }]);
  void sendAll();
}

/** Gives up a message that Straylight does not take; its words and files come back. @param {OutgoingMessage} message */
export function takeBack({ clientId, session, text, files = [] }) {
  if (files.length > 0) setFiles(session, [...files, ...filesFor(session)]);
  setOutgoing(outgoing.peek().filter(one => one.clientId !== clientId));
  return [text, draftOf(session)].filter(Boolean).join('\n');
}

/** What Straylight said of a message when it came. @param {string} messageId */
export function noteOf(messageId) {
  return notes.value[messageId.slice(messageId.lastIndexOf(':') + 1)];
}

/** Those that stand in the conversation by now are removed. @param {(clientId: string) => boolean} isThere */
export function dropArrived(isThere) {
  const left = outgoing.peek().filter(({ clientId, isTaken }) => !isTaken || !isThere(clientId));
  if (left.length < outgoing.peek().length) setOutgoing(left);
}

let isSending = false;

/** What is not there yet, in order; while the page is not connected it waits. */
async function sendAll() {
  if (isSending) return;
  isSending = true;
  try {
    for (let next = unsent(); next && isLive.peek(); next = unsent()) {
      const { session, clientId, text, files = [] } = next;
      const named = files.map(one => ({ clientId: one.clientId, name: one.name }));
      try {
        const { note } = await client.sessions.say({
          id: session,
          clientId,
          text,
          files: named.length > 0 ? named : undefined,
        });
        if (note !== undefined) {
          notes.value = { ...notes.peek(), [clientId]: note };
          keep(places.notes, notes.peek());
        }
        change(clientId, { isTaken: true });
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown;
        const mayCome = thrown.status === 0 || thrown.status === 401 || thrown.status === 429 || thrown.status >= 500;
        if (!mayCome) change(clientId, { trouble: thrown.message });
        else if (isLive.peek()) await new Promise(resolve => setTimeout(resolve, 1_000));
      }
    }
  } finally {
    isSending = false;
  }
}

isLive.subscribe(live => {
  if (live) void sendAll();
});

function unsent() {
  return outgoing.peek().find(({ isTaken, trouble }) => !isTaken && trouble === undefined);
}

/** @param {string} clientId @param {Partial<OutgoingMessage>} facts */
function change(clientId, facts) {
  setOutgoing(outgoing.peek().map(message => (message.clientId === clientId ? { ...message, ...facts } : message)));
}

/** @param {readonly OutgoingMessage[]} next */
function setOutgoing(next) {
  outgoing.value = next;
  keep(places.outgoing, next);
}

/** @param {string} place @param {unknown} value */
function keep(place, value) {
  try {
    sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    // no room: it is on the screen all the same
  }
}

/**
 * @template T
 * @param {string} place
 * @param {T} otherwise
 * @returns {T}
 */
function kept(place, otherwise) {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}
