/**
 * The token: it comes in the link (`#t=…`), or for a code in it that is good once (`#o=…`), or is pasted, and stands in
 * this tab's session storage; never in a cookie, an address or a log. A new tab of the same browser gets it from one
 * that has it (tabs.js).
 */
import { signal } from '@preact/signals';

/** Undefined: none is known, or the one that was has been turned down. */
export const token = signal(/** @type {string | undefined} */ (undefined));

/** Straylight has turned the last one down. */
export const tokenRefused = signal(false);

const place = 'straylight.token';
/** @type {string | undefined} */
let turnedDown;
const inAddress = /^#(?:t=([\w-]{43,})|o=(\w{16,}))$/;

/**
 * Takes the token from this tab's memory, and from the address now and whenever a link is opened in this tab; it never
 * stays there.
 */
export function findToken() {
  const kept = sessionStorage.getItem(place);
  if (kept !== null) keepToken(kept);
  takeFromAddress();
  addEventListener('hashchange', takeFromAddress);
}

function takeFromAddress() {
  const found = inAddress.exec(location.hash);
  if (!found) return;
  history.replaceState(null, '', `${location.pathname}#/`);
  const [, given, code] = found;
  if (given !== undefined) keepToken(given);
  else if (code !== undefined) enter(code);
}

/**
 * The token for a code. Where Straylight does not take it, the page asks for the link.
 * @param {string} code
 */
async function enter(code) {
  const response = await fetch('/enter', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => undefined);
  if (response?.ok) keepToken((await response.json()).token);
  else if (token.peek() === undefined) tokenRefused.value = true;
}

/**
 * Keeps a token that was just given.
 * @param {string} given
 */
export function keepToken(given) {
  sessionStorage.setItem(place, given);
  tokenRefused.value = false;
  token.value = given;
}

/**
 * Takes one from another tab: where there is none, and not the one that was turned down.
 * @param {string} offered
 */
export function takeToken(offered) {
  if (token.peek() === undefined && offered !== turnedDown) keepToken(offered);
}

/**
 * Straylight does not take it (any more).
 * @param {string} refused
 */
export function dropToken(refused) {
  if (token.peek() !== refused) return;
  turnedDown = refused;
  sessionStorage.removeItem(place);
  token.value = undefined;
  tokenRefused.value = true;
}

/**
 * The token in what somebody pasted: a link of `straylight ui`, or the token alone.
 * @param {string} pasted
 * @returns {string | undefined}
 */
export function tokenIn(pasted) {
  const [, address, given] = /^(?:(http:\/\/\S+?)\/?#t=)?([\w-]{43,})$/.exec(pasted.trim()) ?? [];
  // a link of another address is for the server there
  return address === undefined || address === location.origin ? given : undefined;
}

/**
 * Resolves once there is a token.
 * @returns {Promise<string>}
 */
export function tokenKnown() {
  return new Promise(resolve => {
    const stop = token.subscribe(known => {
      if (known === undefined) return;
      resolve(known);
      queueMicrotask(() => stop());
    });
  });
}
