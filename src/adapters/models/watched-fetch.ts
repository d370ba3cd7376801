/** A `fetch` whose answer tells a watch of every chunk, pings and all that a client library swallows included. */
import type { ReadableBody } from './body-queue.ts';
import type { CallWatch } from './call-watch.ts';

/** The part of the global `fetch` that model clients need; {@link lightFetch} is one, the global one another. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** `fetch` for one watched call, with the watch's abort signal where the client brings none. */
export function watchedFetch(fetch: FetchLike, call: CallWatch): FetchLike {
  return async (input, init) => {
    const response = await fetch(input, { ...init, signal: init?.signal ?? call.signal });
    const seen = {
      status: response.status,
      statusText: response.statusText,
      ok: response.ok,
      url: response.url,
      headers: response.headers,
      body: response.body === null ? null : touching(response.body, call),
      text: () => response.text(),
      json: () => response.json(),
    };
    return seen as unknown as Response;
  };
}

/**
 * The options of one call for a client library that hands `fetchOptions` on to `fetch` as they are: the way for the
 * watch to reach the bytes of its own call. Its counterpart is {@link fetchOfCalls}.
 */
export function through(running: CallWatch): { readonly signal: AbortSignal; readonly fetchOptions: object } {
  return { signal: running.signal, fetchOptions: { straylightWatch: running } };
}

/** The `fetch` of such a library: each call made {@link through} a watch is watched. */
export function fetchOfCalls(fetch: FetchLike): FetchLike {
  return (input, init) => {
    const { straylightWatch: running } = (init ?? {}) as { readonly straylightWatch?: CallWatch };
    return (running === undefined ? fetch : watchedFetch(fetch, running))(input, init);
  };
}

function touching(body: AsyncIterable<Uint8Array> & { cancel(): Promise<void> }, call: CallWatch): ReadableBody {
  // Begun at the first reading: a body that is read as text or JSON must not be locked.
  let iterator: AsyncIterator<Uint8Array> | undefined;
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    iterator ??= body[Symbol.asyncIterator]();
    const result = await iterator.next();
    if (!result.done) call.touch();
    return result;
  };
  const cancel = async (): Promise<void> => {
    if (iterator === undefined) await body.cancel();
    else await iterator.return?.();
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      async return() {
        await cancel();
        return { done: true, value: undefined };
      },
    }),
    getReader: () => ({ read: next, releaseLock: () => {}, cancel }),
    cancel,
  };
}
