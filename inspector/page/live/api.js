/** Requests to Straylight: each carries the token and fails with a `Refused` that can be shown. */
import { say } from '../words/say.js';
import { doubt, provenToken, Unproved } from './proof.js';
import { dropToken, token } from './token.js';

/** What Straylight, or the way to it, said instead of an answer. `message` is a sentence for the owner. */
export class Refused extends Error {
  /**
   * @param {number} status 0: there was no answer.
   * @param {{ code?: string, message?: string, [more: string]: unknown }} error the `error` of the answer
   */
  constructor(status, error) {
    super(error.message ?? say('Straylight is not responding.'));
    this.status = status;
    this.code = error.code ?? 'unreachable';
    this.error = error;
  }
}

/**
 * One request and its answer. `path` begins with `/api/`; its parts must be percent-encoded. What is an operation goes
 * by client.js.
 * @param {string} path
 * @param {{ method?: string, body?: object, signal?: AbortSignal, cache?: RequestCache }} [options] `cache`: for what never changes
 * @returns {Promise<any>}
 */
export async function send(path, { body, ...init } = {}) {
  const content = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await request(path, { ...init, ...content });
  return response.json();
}

/**
 * A request with the token; its body is not read yet. Throws `Refused` for anything but an answer.
 * @param {string} path
 * @param {RequestInit & { headers?: Record<string, string> }} init
 */
export async function request(path, init) {
  if (token.peek() === undefined) throw new Refused(401, { code: 'auth', message: say('This tab has no token.') });
  const known = await proven();
  const response = await fetch(path, {
    cache: 'no-store',
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${known}` },
  }).catch(thrown => {
    if (init.signal?.aborted) throw thrown;
    doubt();
    throw new Refused(0, {});
  });
  if (response.ok) return response;
  if (response.status === 401) {
    // Straylight may have been started again since: then this tab has another token now
    doubt();
    if ((await proven()) !== known) return request(path, init);
    dropToken(known);
  }
  const { error = {} } = await response.json().catch(() => ({}));
  throw new Refused(response.status, error);
}

function proven() {
  return provenToken().catch(thrown => {
    if (!(thrown instanceof Unproved)) throw thrown;
    throw new Refused(0, thrown.isForeign ? { code: 'foreign', message: thrown.message } : {});
  });
}
