/**
 * What the owner wrote: drafts, and what is on its way. Both stay in this tab over a reload and go with it.
 *
 * Each message has an id of its own from the first try on, and Straylight takes an id once: so it is tried again for as
 * long as nobody knows whether it came, and is never said twice.
 */
import { signal } from '@preact/signals';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { isLive } from '../../live/link.js';

/**
 * @typedef {object} Letter
 * @property {string} session
 * @property {string} clientId
 * @property {string} text
 * @property {boolean} [isTaken] Straylight has it
 * @property {string} [trouble] Straylight does not take it
 */

const places = { drafts: 'straylight.drafts', letters: 'straylight.letters', notes: 'straylight.notes' };

/** In the order they were written. */
export const letters = signal(/** @type {readonly Letter[]} */ (kept(places.letters, [])));

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

/** @param {string} session @param {string} text */
export function post(session, text) {
  setLetters([...letters.peek(), { session, clientId: crypto.randomUUID(), text }]);
  void sendAll();
}

/** Gives up a letter that Straylight does not take; its words come back. @param {Letter} letter */
export function takeBack({ clientId, session, text }) {
  setLetters(letters.peek().filter(one => one.clientId !== clientId));
  return [text, draftOf(session)].filter(Boolean).join('\n');
}

/** What Straylight said of a message when it came. @param {string} messageId */
export function noteOf(messageId) {
  return notes.value[messageId.slice(messageId.lastIndexOf(':') + 1)];
}

/** Those that stand in the conversation by now are no letters any more. @param {(clientId: string) => boolean} isThere */
export function strike(isThere) {
  const left = letters.peek().filter(({ clientId, isTaken }) => !isTaken || !isThere(clientId));
  if (left.length < letters.peek().length) setLetters(left);
}

let isSending = false;

/** What is not there yet, in order; where Straylight is not heard it waits until it is. */
async function sendAll() {
  if (isSending) return;
  isSending = true;
  try {
    for (let next = unsent(); next && isLive.peek(); next = unsent()) {
      const { session, clientId, text } = next;
      try {
        const { note } = await client.sessions.say({ id: session, clientId, text });
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
  return letters.peek().find(({ isTaken, trouble }) => !isTaken && trouble === undefined);
}

/** @param {string} clientId @param {Partial<Letter>} facts */
function change(clientId, facts) {
  setLetters(letters.peek().map(letter => (letter.clientId === clientId ? { ...letter, ...facts } : letter)));
}

/** @param {readonly Letter[]} next */
function setLetters(next) {
  letters.value = next;
  keep(places.letters, next);
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
