/** One request to the process that holds the home, over its loopback port. */

import { randomBytes } from 'node:crypto';
import type { Agent, IncomingMessage } from 'node:http';
import { type Form, type Part, says } from '../../domain/policy/sentence.ts';
import { type Failure, type FailureKind, Fault, failureKinds, fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { http } from '../process/node-http.ts';
import { proved } from './proof.ts';

export interface RemoteAddress {
  /** `http://127.0.0.1:8420` */
  readonly url: string;
  readonly token: string;
}

/** What came back: the value of a 2xx answer, else the fault and what the body said beside it. */
export type RemoteAnswer =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly status: number;
      readonly fault: Fault;
      readonly error: Readonly<Record<string, unknown>>;
    };

/**
 * Sends a request and reads the answer to its end. Throws a `Fault` when nobody answers, in time or in our language.
 */
export async function remoteCall(
  address: RemoteAddress,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options: { readonly body?: unknown; readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<RemoteAnswer> {
  const response = await remoteOpen(address, method, path, { timeoutMs: 35_000, ...options });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch (thrown) {
    throw lost(address, thrown);
  }
  return answered(address, response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'));
}

/**
 * Sends a request and answers as soon as the head is there; after `timeoutMs` of silence the connection is cut. Before
 * anything of ours is sent, the server proves on the same connection that it knows the token (proof.ts).
 */
export async function remoteOpen(
  address: RemoteAddress,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  options: { readonly body?: unknown; readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<IncomingMessage> {
  const agent = oneConnection();
  try {
    const nonce = randomBytes(16).toString('base64url');
    const answered = await send(agent, address, 'POST', '/prove', { ...options, body: { nonce }, headers: {} });
    const chunks: Buffer[] = [];
    for await (const chunk of answered) chunks.push(chunk as Buffer);
    proved(address, nonce, Buffer.concat(chunks).toString('utf8'));
  } catch (thrown) {
    agent.destroy();
    const { failure } = lost(address, thrown);
    // nothing of ours was sent
    throw new Fault({ ...failure, cause: failure.cause === 'ECONNREFUSED' ? failure.cause : unsent });
  }
  // Straylight-Origin names us in the audit, and allows to decide by key alone, as a typed command does.
  const headers = { Authorization: `Bearer ${address.token}`, 'Straylight-Origin': 'cli', Connection: 'close' };
  return send(agent, address, method, path, { ...options, headers });
}

/** The cause of a fault where surely nothing of a request arrived. */
const unsent = 'unsent';

/** Whether a request that failed with it surely never arrived. */
export function isUnsent({ cause }: Failure): boolean {
  return cause === 'ECONNREFUSED' || cause === unsent;
}

/** Opens a single connection and never another one: a token goes to the server that proved itself on it, or nowhere. */
function oneConnection(): Agent {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const connect = agent.createConnection.bind(agent);
  let isOpened = false;
  agent.createConnection = (options, done) => {
    if (!isOpened) {
      isOpened = true;
      return connect(options, done);
    }
    done?.(new Error('the connection was lost'), undefined as never);
    return undefined;
  };
  return agent;
}

interface Sending {
  readonly body?: unknown;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

function send(
  agent: Agent,
  address: RemoteAddress,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, timeoutMs, signal, headers }: Sending,
): Promise<IncomingMessage> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const typed =
    text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      new URL(path, address.url),
      { method, agent, signal, headers: { ...headers, ...typed } },
      resolve,
    );
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(silence(address, timeoutMs)));
    outgoing.on('error', thrown => reject(lost(address, thrown)));
    outgoing.end(text);
  });
}

/** The answer of a status and a body. */
export function answered({ url }: RemoteAddress, status: number, text: string): RemoteAnswer {
  let value: unknown;
  try {
    value = text === '' ? {} : JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (status >= 200 && status < 300 && value !== undefined) return { ok: true, value };
  const error = record(record(value)['error']);
  const { kind, message, retryAfterMs } = error;
  if (!failureKinds.includes(kind as FailureKind) || typeof message !== 'string')
    throw fault(
      'unavailable',
      says`expected Straylight at ${url}, but another program answers there; has the port changed?`,
      {
        cause: `HTTP ${status}`,
      },
    );
  const more = {
    cause: `HTTP ${status}`,
    ...defined({ retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined }),
  };
  const sentence =
    status === 401
      ? says`the Straylight that runs at ${url} does not know the token in run/token; was it started with another home?`
      : (formIn(error['said']) ?? message);
  return { ok: false, status, error, fault: fault(kind as FailureKind, sentence, more) };
}

/** What an answer says as data; undefined: nothing. */
function formIn(value: unknown): Form | undefined {
  const { form, values = [] } = record(value);
  const isPart = (part: unknown): part is Part => typeof part === 'string' || formIn(part) !== undefined;
  return typeof form === 'string' && Array.isArray(values) && values.every(isPart) ? { form, values } : undefined;
}

/** A JSON object, or an empty one in place of anything else. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function silence({ url }: RemoteAddress, ms: number): Fault {
  return fault(
    'timeout',
    says`expected an answer of the Straylight at ${url} within ${Math.round(ms / 1000)} s, got none`,
  );
}

/** Why nothing came back, as a `Fault`; one that is thrown already passes as it is. */
export function lost({ url }: RemoteAddress, thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return fault('cancelled', says`the command ended before the answer came`);
  const cause = (thrown as NodeJS.ErrnoException).code ?? 'unknown';
  return fault(
    'unavailable',
    cause === 'ECONNREFUSED'
      ? { form: 'Straylight does not answer at {1}; start it with `straylight start`', values: [url] }
      : says`the connection to the Straylight at ${url} was lost before the answer; it may have stopped`,
    { cause },
  );
}
