/**
 * The server proves that it is Straylight before the page sends it anything: the token, a message, a decision.
 * While Straylight is down, another user of this computer can take its port.
 *
 * At first agent and link know the same token. Then this tab is given a key of its own, which stays in its memory and
 * never travels: with it the two know each other again after a restart, when there is another token (../../proof.ts has
 * the other side).
 */
import { say } from '../words/say.js';
import { dropToken, keepToken, token } from './token.js';

/** Nothing answers, or something that is not Straylight. `isForeign`: the latter. */
export class Unproved extends Error {
  /** @param {boolean} isForeign */
  constructor(isForeign) {
    super(
      isForeign ? say('The program at this address is not your Straylight.') : say('Straylight is not responding.'),
    );
    this.isForeign = isForeign;
  }
}

/** The token that was proved since the connection was last lost. @type {string | undefined} */
let proved;
/** How this tab goes on. `of`: the token it came with. @type {{ of: string, key: string, secret: CryptoKey } | undefined} */
let way;
/** @type {Promise<string> | undefined} */
let running;

/** From now on the server has to prove itself again. */
export function doubt() {
  proved = undefined;
}

/** This tab may find its agent again though it has no token now. */
export function mayGoOn() {
  return way !== undefined;
}

/**
 * The token, for Straylight that has proved itself. Rejects with `Unproved`; where somebody else answers, the token is
 * dropped.
 * @returns {Promise<string>}
 */
export function provenToken() {
  const known = token.peek();
  if (known !== undefined && known === proved) return Promise.resolve(known);
  running ??= prove(known).finally(() => {
    running = undefined;
  });
  return running;
}

/**
 * Whether Straylight at this address knows the token; it is not sent. Rejects with `Unproved` where nothing answers.
 * @param {string} given
 */
export async function isKnownHere(given) {
  return (await challenge(await secretOf(given))) !== undefined;
}

/** @param {string | undefined} known */
async function prove(known) {
  // a link that was opened since brings a token of its own
  if (way && (known === undefined || known === way.of)) return goOn(way, known);
  if (known === undefined) throw new Unproved(false);
  if (!(await isKnownHere(known))) throw foreign(known);
  const { key, secret } = await send('/api/continuations', {}, known);
  way = { of: known, key, secret: await secretOf(secret) };
  proved = known;
  return known;
}

/**
 * @param {NonNullable<typeof way>} mine
 * @param {string | undefined} known
 */
async function goOn(mine, known) {
  const challenged = await challenge(mine.secret, mine.key);
  if (!challenged) throw foreign(known);
  const answer = await mac(mine.secret, 'page', challenged.nonce, challenged.start);
  const { token: given } = await send('/continue', { key: mine.key, nonce: challenged.nonce, answer });
  way = { ...mine, of: given };
  proved = given;
  if (given !== token.peek()) keepToken(given);
  return given;
}

/**
 * What Straylight proved itself with; undefined: it did not.
 * @param {CryptoKey} secret
 * @param {string} [key]
 */
async function challenge(secret, key) {
  const nonce = crypto.randomUUID();
  const { start, proofs } = await send('/prove', key === undefined ? { nonce } : { nonce, key });
  const expected = await mac(secret, 'server', nonce, String(start));
  return Array.isArray(proofs) && proofs.includes(expected) ? { nonce, start: String(start) } : undefined;
}

/** @param {string | undefined} known */
function foreign(known) {
  if (known !== undefined) dropToken(known);
  return new Unproved(true);
}

/** @param {string} text */
function secretOf(text) {
  const bytes = new TextEncoder().encode(text);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/**
 * As src/domain/security/page-proof.ts has it.
 * @param {CryptoKey} secret
 * @param {'server' | 'page'} side
 * @param {string} nonce
 * @param {string} start
 */
async function mac(secret, side, nonce, start) {
  const said = new TextEncoder().encode(`straylight ${side}\n${location.host}\n${nonce}\n${start}`);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', secret, said));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * @param {string} path
 * @param {object} body
 * @param {string} [bearer]
 */
async function send(path, body, bearer) {
  /** @type {Record<string, string>} */
  const authorization = bearer ? { Authorization: `Bearer ${bearer}` } : {};
  const response = await fetch(path, {
    method: 'POST',
    cache: 'no-store',
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!response) throw new Unproved(false);
  // what is no answer of Straylight proves nothing
  return response.ok ? response.json().catch(() => ({})) : {};
}
