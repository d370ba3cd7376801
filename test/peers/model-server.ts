/**
 * The part of a model server that no wire format changes: listening, keys, recording, faults, writing a reply in
 * pieces.
 */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defined } from '../../src/domain/text/json.ts';
import type { Script, StatusFault, Turn } from './script.ts';

/** One request as it arrived; `body` is its JSON, `undefined` where there was none. */
export interface RecordedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Length of the body on the wire. */
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A running model server. */
export interface ModelPeer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Starts another script at its first turn. */
  play(script: Script): void;
  /** Resolves once this many requests have come (all paths count). */
  until(count: number): Promise<void>;
  /** Drops every connection and goes on listening. */
  dropAll(): void;
  /** Drops every connection and stops listening. */
  close(): Promise<void>;
}

export interface ModelPeerOptions {
  readonly script?: Script;
  /** The only key that is let in. */
  readonly key?: string;
  readonly port?: number;
  /** False for long runs: `requests` stays empty. */
  readonly remember?: boolean;
}

/** Answers one request; `undefined` from {@link serveModel}'s `route` means 404. */
export type Route = (request: RecordedRequest, response: ServerResponse) => Promise<void> | void;

/** Listens on 127.0.0.1 and hands each request that carries the key to its route. */
export async function serveModel(wire: {
  readonly options: ModelPeerOptions;
  readonly route: (method: string, path: string) => Route | undefined;
  readonly error: (fault: StatusFault) => string;
  readonly play: (script: Script) => void;
}): Promise<ModelPeer> {
  const { key, port = 0, remember = true } = wire.options;
  const requests: RecordedRequest[] = [];
  const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();
  let arrived = 0;

  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = message.method ?? 'GET';
    const path = (message.url ?? '/').split('?', 1)[0] ?? '/';
    const text = await bodyOf(message);
    const parsed = parse(text);
    const request: RecordedRequest = {
      method,
      path,
      headers: message.headers,
      body: parsed.ok ? parsed.value : undefined,
      bytes: Buffer.byteLength(text),
      at: Date.now(),
    };
    arrived += 1;
    if (remember) requests.push(request);
    for (const waiter of waiting) if (arrived >= waiter.count) waiter.resolve();

    const fail = (fault: StatusFault): void => sendFault(response, fault, wire.error);
    if (key !== undefined && keyOf(message.headers) !== key) return fail({ status: 401, message: 'invalid x-api-key' });
    if (!parsed.ok) return fail({ status: 400, message: 'the request body is not valid JSON' });
    const route = wire.route(method, path);
    if (route === undefined) return fail({ status: 404, message: `no such endpoint: ${method} ${path}` });
    await route(request, response);
  };

  const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (message, response) => {
    handle(message, response).catch(error => {
      if (message.destroyed && response.destroyed) return;
      sendFault(response, { status: 500, message: `the peer itself failed: ${String(error)}` }, wire.error);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: wire.play,
    until: count =>
      arrived >= count ? Promise.resolve() : new Promise(resolve => void waiting.add({ count, resolve })),
    dropAll: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends a turn that is an error status, a hang or a refusal; false where it is a reply after all. */
export function sendFaultOf(turn: Turn, response: ServerResponse, error: (fault: StatusFault) => string): boolean {
  if (turn.fault === undefined) return false;
  if (typeof turn.fault === 'object') sendFault(response, turn.fault, error);
  else if (turn.fault === 'refuse') response.destroy();
  else return turn.fault === 'hang';
  return true;
}

/** Writes the pieces of a streamed reply: in one write, or one by one where the turn asks for it or breaks half way. */
export async function sendPieces(
  response: ServerResponse,
  wirePieces: readonly string[],
  turn: Turn,
  errorPiece: string,
): Promise<void> {
  const broken = typeof turn.fault === 'string';
  if (!broken && turn.deltas === undefined && turn.between === undefined) {
    response.end(wirePieces.join(''));
    return;
  }
  const upTo = broken ? Math.max(1, Math.floor(wirePieces.length / 2)) : wirePieces.length;
  for (const [index, piece] of wirePieces.slice(0, upTo).entries()) {
    await new Promise<void>(resolve => void response.write(piece, () => resolve()));
    await new Promise<void>(resolve => void setImmediate(resolve));
    await turn.between?.(index);
  }
  if (turn.fault === 'stall') return;
  if (turn.fault === 'cut') response.destroy();
  else response.end(turn.fault === 'error-event' ? errorPiece : undefined);
}

/** Waits for the turn's think time, without a timer where there is none. */
export async function think(turn: Turn): Promise<void> {
  const { delayMs } = turn;
  if (delayMs !== undefined) await new Promise<void>(resolve => void setTimeout(resolve, delayMs));
}

/** Sends a value as a JSON body. */
export function sendJson(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Sends an HTTP error in the wire's own shape. */
export function sendFault(response: ServerResponse, fault: StatusFault, error: (fault: StatusFault) => string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(fault.status, {
    'content-type': 'application/json',
    ...defined({ 'retry-after': fault.retryAfter === undefined ? undefined : String(fault.retryAfter) }),
  });
  response.end(error(fault));
}

function bodyOf(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', chunk => chunks.push(chunk));
    message.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    message.once('error', reject);
  });
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  if (text === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

/** The key of a request, in either of the two headers that model servers take it from. */
function keyOf(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string') return own;
  return headers.authorization?.startsWith('Bearer ') ? headers.authorization.slice('Bearer '.length) : undefined;
}
