/** The address and what it means: `#/`, `#/approvals`, `#/actor/session%3Aweb%3Amain`. */
import { view } from './store.js';
/** @import { Route } from './store.js' */

/** Follows the address from now on. */
export function openRouter() {
  addEventListener('hashchange', follow);
  follow();
}

/**
 * The address of a screen, for links: `href('actor', row.id)`.
 * @param {string} name
 * @param {readonly string[]} params
 */
export function href(name, ...params) {
  return name === 'overview'
    ? '#/'
    : `#/${[name, ...params].map(part => encodeURIComponent(part.toWellFormed())).join('/')}`;
}

/**
 * Goes there, so that the browser's way back leads here.
 * @param {string} name
 * @param {readonly string[]} params
 */
export function go(name, ...params) {
  location.hash = href(name, ...params);
}

/** Where one came from, else the Overview. */
export function back() {
  if (steps > 0) history.back();
  else go('overview');
}

let steps = -1;

/**
 * What the address says from now on of the screen that is shown, to be copied or loaded again: no way back
 * leads here, and nothing moves. One that leads elsewhere by now stays as it is.
 * @param {string} name
 * @param {readonly string[]} params the first says of what the screen is
 */
export function nameAddress(name, ...params) {
  const now = routeOf(location.hash);
  if (now.name !== name || now.params[0] !== params[0]) return;
  const address = href(name, ...params);
  if (location.hash !== address) history.replaceState(null, '', address);
}

function follow() {
  steps += 1;
  view.trigger.routed({ route: routeOf(location.hash) });
}

/**
 * @param {string} hash
 * @returns {Route}
 */
function routeOf(hash) {
  const [name = '', ...params] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  return name === '' ? { name: 'overview', params: [] } : { name, params };
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
