/**
 * The tabs of this browser: one of them, the one that holds the Web Lock, reads the stream and passes its events on.
 * A browser allows six connections to one place and lets the seventh hang in silence.
 *
 * Only pages of this origin can read the channel, so the token may pass to a new tab.
 */
import { takeToken, token } from './token.js';

/** @import { AgentEvent } from './events.js' */

/**
 * @typedef {{ readonly actors: readonly string[], readonly feed: boolean }} Want what a tab wants to see beside the rows
 * @typedef {{ readonly state: 'starting' | 'live' | 'lost', readonly since: number, readonly retryAt?: number | undefined }} Link
 * @typedef {{ type: 'event', event: AgentEvent }
 *   | { type: 'link', link: Link }
 *   | { type: 'leads', cursor: string }
 *   | { type: 'watching', want: Want }
 *   | { type: 'want', tab: string, want: Want }
 *   | { type: 'bye', tab: string }
 *   | { type: 'ask' }
 *   | { type: 'token', token: string }
 *   | { type: 'try' }} TabMessage
 */

const channel = new BroadcastChannel('straylight.inspector');

/** This tab, among the others. */
export const tabId = crypto.randomUUID();

/** @param {TabMessage} message */
export function postToTabs(message) {
  channel.postMessage(message);
}

/**
 * Calls back for what other tabs say.
 * @param {(message: TabMessage) => void} listener
 */
export function onTabMessage(listener) {
  channel.addEventListener('message', ({ data }) => listener(data));
}

/** Asks the others for the token where this tab has none, and gives it to those that ask. */
export function shareToken() {
  onTabMessage(message => {
    const known = token.peek();
    if (message.type === 'ask' && known !== undefined) postToTabs({ type: 'token', token: known });
    if (message.type === 'token') takeToken(message.token);
  });
  token.subscribe(known => postToTabs(known === undefined ? { type: 'ask' } : { type: 'token', token: known }));
}
