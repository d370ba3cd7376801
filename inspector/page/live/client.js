/**
 * The operations of src/api as functions: `client.approvals.list({ state: 'pending' })`. Types, paths and methods come
 * from one declaration, so a wrong name or input fails `npm run check`. Each rejects with a `Refused`.
 */
import { Refused, send } from './api.js';
import { operations } from './operations.js';

/** @import { Client } from '../../../src/api/client/client.ts' */

/**
 * What there is none of is a `Refused` with status 404 here, not `undefined`.
 * @template Ask
 * @typedef {Ask extends (...args: infer Args) => Promise<infer Answer> ? (...args: [...Args, options?: Options]) => Promise<Exclude<Answer, undefined>> : never} PageAsk
 */
/** @typedef {{ readonly signal?: AbortSignal, readonly canWait?: boolean }} Options `canWait`: a question may wait a moment, to go with others in one request */
/** @typedef {{ readonly [Name in keyof Client]: { readonly [Op in keyof Client[Name]]: PageAsk<Client[Name][Op]> } }} PageClient */

export const client = /** @type {PageClient} */ (
  /** @type {unknown} */ (
    Object.fromEntries(
      Object.entries(operations).map(([subject, acts]) => [
        subject,
        Object.fromEntries(Object.entries(acts).map(([name, route]) => [name, callOf(...route)])),
      ]),
    )
  )
);

/**
 * Each `{name}` of the path is a field of the input; the others are the query of a GET, else the body. An act gets a new
 * id with each call, so a request that the browser repeats is done once.
 * @param {string} method
 * @param {string} path
 * @param {boolean} [takesId]
 */
function callOf(method, path, takesId = false) {
  return (
    /** @type {Readonly<Record<string, unknown>>} */ input = {},
    /** @type {Options} */ { canWait, ...options } = {},
  ) => {
    const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
      const value = encodeURIComponent(String(left.get(name)));
      left.delete(name);
      return value;
    });
    if (method !== 'GET') {
      const ids = takesId && newId();
      return send(address, { ...options, method, body: { ...ids, ...Object.fromEntries(left) } });
    }
    const query = new URLSearchParams([...left].map(([name, value]) => [name, String(value)])).toString();
    const whole = query === '' ? address : `${address}?${query}`;
    return canWait ? sendWithOthers(whole) : send(whole, { ...options, method });
  };
}

const gatherMs = 50;
/** As many as the server takes in one request. */
const mostGathered = 8;
/** @type {{ address: string, resolve: (value: unknown) => void, reject: (thrown: unknown) => void }[]} */
let gathered = [];

/** @param {string} address */
function sendWithOthers(address) {
  return new Promise((resolve, reject) => {
    const count = gathered.push({ address, resolve, reject });
    if (count === 1) setTimeout(() => void sendGathered(), gatherMs);
    else if (count === mostGathered) void sendGathered();
  });
}

async function sendGathered() {
  const requests = gathered;
  gathered = [];
  const [first] = requests;
  if (first === undefined) return;
  try {
    if (requests.length === 1) return first.resolve(await send(first.address));
    const query = new URLSearchParams(requests.map(({ address }) => ['of', address]));
    const { answers } = await send(`/api/several?${query}`);
    for (const [at, { resolve, reject }] of requests.entries()) {
      const { status, value, error } = answers[at];
      if (error) reject(new Refused(status, error));
      else resolve(value);
    }
  } catch (thrown) {
    for (const { reject } of requests) reject(thrown);
  }
}

function newId() {
  return { commandId: crypto.randomUUID() };
}
