/** The body of a response on its way from the socket to its one reader. */

/** Fed by the socket, read by the client of a response. */
export interface BodyQueue {
  /** Adds a chunk; answers how many bytes wait for the reader now. */
  push(chunk: Uint8Array): number;
  /** Nothing more comes; with an error the reader gets it after the chunks before it. Only the first call counts. */
  end(error?: Error): void;
  /** What the response shows as `body`: to iterate, to read, to cancel. One reader. */
  readonly body: ReadableBody;
}

/** The part of a `ReadableStream` that clients use. */
export interface ReadableBody extends AsyncIterable<Uint8Array> {
  getReader(): { read(): Promise<IteratorResult<Uint8Array>>; releaseLock(): void; cancel(): Promise<void> };
  cancel(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: IteratorResult<Uint8Array>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Makes an empty queue. `drained` is called when the reader has taken the last waiting chunk, `cancelled` when the
 * reader leaves before the end.
 */
export function bodyQueue(on: { readonly drained: () => void; readonly cancelled: () => void }): BodyQueue {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let ended = false;
  let failure: Error | undefined;
  let reader: Waiting | undefined;

  const next = (): Promise<IteratorResult<Uint8Array>> => {
    const chunk = chunks.shift();
    if (chunk !== undefined) {
      bytes -= chunk.byteLength;
      if (bytes === 0) on.drained();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (failure !== undefined) return Promise.reject(failure);
    if (ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      reader = { resolve, reject };
    });
  };
  const cancel = async (): Promise<void> => {
    if (!ended) on.cancelled();
    chunks.length = 0;
  };
  return {
    push(chunk) {
      if (ended) return 0;
      if (reader === undefined) {
        chunks.push(chunk);
        bytes += chunk.byteLength;
        return bytes;
      }
      const { resolve } = reader;
      reader = undefined;
      resolve({ done: false, value: chunk });
      return 0;
    },
    end(error) {
      if (ended) return;
      ended = true;
      failure = error;
      if (error === undefined) reader?.resolve({ done: true, value: undefined });
      else reader?.reject(error);
      reader = undefined;
    },
    body: {
      [Symbol.asyncIterator]: () => ({
        next,
        async return() {
          await cancel();
          return { done: true, value: undefined };
        },
      }),
      getReader: () => ({ read: next, releaseLock: () => {}, cancel }),
      cancel,
    },
  };
}
