/**
 * A `fetch` with little overhead, for clients that take one: undici's dispatcher without the fetch standard around it.
 *
 * It sends text and reads streams, which is what a model client does. It follows no redirect (a key would travel with
 * it), keeps no cookies, decodes no compression and caches nothing. Deadlines are the caller's; only connecting has one
 * of its own (10 s).
 */
import { lookup as resolve } from 'node:dns';
import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import type { Dispatcher, Agent as UndiciAgent } from 'undici';
import { isLoopbackName } from '../../domain/egress/loopback.ts';
import { type BodyQueue, bodyQueue } from './body-queue.ts';

// By its file: the whole of undici is 110 modules and 30 MB, the dispatcher 23 and 17.
const Agent = createRequire(import.meta.url)('undici/lib/dispatcher/agent.js') as typeof UndiciAgent;

/** A `fetch` that owns its connections; `close` lets running requests end and gives the connections back. */
export interface LightFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Bytes that may wait for the reader before the sender is held back. */
const highWater = 1 << 20;

/**
 * Makes the function. What fails before the response rejects as the network said it (an error with a `code`:
 * `ECONNREFUSED`,
 * `UND_ERR_SOCKET`, …), what fails later is thrown to the reader of the body, an abort is an error named `AbortError`.
 * The response has
 * `status`, `statusText`, `ok`, `url`, `headers`, `json()`, `text()` and a `body` to iterate, read or cancel; it is
 * good for one reading.
 */
export function lightFetch(
  options: { readonly dispatcher?: Dispatcher; readonly socketPath?: string | undefined } = {},
): LightFetch {
  const { socketPath } = options;
  const way = socketPath === undefined ? { lookup: loopbackFirst } : { socketPath };
  const dispatcher =
    options.dispatcher ??
    new Agent({
      allowH2: false,
      keepAliveTimeout: 30_000,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: 10_000, ...way },
    });
  const fetch = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const signal = init.signal ?? undefined;
      let running: Dispatcher.DispatchController | undefined;
      const queue = bodyQueue({ drained: () => running?.resume(), cancelled: () => stop(abortError()) });
      const finish = (error?: Error): void => {
        signal?.removeEventListener('abort', onAbort);
        queue.end(error);
        // Without effect once there was a response.
        if (error !== undefined) reject(error);
      };
      const stop = (error: Error): void => {
        finish(error);
        running?.abort(error);
      };
      const onAbort = (): void => stop(abortError());
      if (signal?.aborted) return reject(abortError());
      signal?.addEventListener('abort', onAbort, { once: true });
      const request = {
        origin: url.origin,
        path: url.pathname + url.search,
        method: init.method ?? 'GET',
        headers: headersOf(init.headers, url),
        body: bodyOf(init.body),
      };
      dispatcher.dispatch(request, {
        onRequestStart(controller) {
          running = controller;
          if (signal?.aborted) controller.abort(abortError());
        },
        onResponseStart(_controller, status, headers, statusText) {
          if (status >= 200) resolve(responseOf(status, statusText ?? '', headers, url, queue));
        },
        onResponseData(controller, chunk) {
          if (queue.push(chunk) > highWater) controller.pause();
        },
        onResponseEnd: () => finish(),
        onResponseError: (_controller, error) => finish(error),
      });
    });
  return Object.assign(fetch, { close: () => dispatcher.close() });
}

/**
 * Names that mean this machine are resolved here: by a resolver or a line of /etc/hosts they could lead to another one.
 */
const loopbackFirst: LookupFunction = (hostname, options, answer) => {
  if (!isLoopbackName(hostname)) return resolve(hostname, options, answer);
  const all = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ].filter(({ family }) => !options.family || Number(options.family) === family);
  if (options.all) return answer(null, all);
  return answer(null, all[0]?.address ?? '127.0.0.1', all[0]?.family);
};

/** An object with the members of a `Response` that clients of JSON and of streams use. */
function responseOf(
  status: number,
  statusText: string,
  raw: Readonly<Record<string, string | string[] | undefined>>,
  url: URL,
  queue: BodyQueue,
): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) if (value !== undefined) headers.set(name, String(value));
  const text = async (): Promise<string> => {
    const decoder = new TextDecoder();
    let whole = '';
    for await (const chunk of queue.body) whole += decoder.decode(chunk, { stream: true });
    return whole + decoder.decode();
  };
  const response = {
    status,
    statusText,
    ok: status < 300,
    url: url.href,
    headers,
    body: queue.body,
    text,
    json: async (): Promise<unknown> => JSON.parse(await text()),
  };
  return response as unknown as Response;
}

function headersOf(given: RequestInit['headers'], url: URL): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  const entries = given instanceof Headers || Array.isArray(given) ? given : Object.entries(given ?? {});
  for (const [name, value] of entries) if (name !== undefined) headers[name.toLowerCase()] = String(value);
  if (url.username !== '') {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization ??= `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return headers;
}

function bodyOf(body: RequestInit['body']): string | Uint8Array | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new TypeError('expected a request body of text or bytes');
}

function abortError(): Error {
  return new DOMException('This operation was aborted', 'AbortError');
}
