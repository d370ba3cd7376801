/** An index of bits in a thread of its own, which starts with the first vector. */
import type { Worker } from 'node:worker_threads';
import { fault, toFailure } from '../../../../domain/supervision/failure.ts';
import { threadEnv } from '../../../process/thread-env.ts';
import type { BitAnswer, BitOrder } from './bit-index-worker.ts';

export interface BitIndex {
  /** `n` and `vectors` run along each other; `dimensions` are a multiple of 8. */
  add(dimensions: number, n: readonly number[], vectors: Int8Array): void;
  drop(n: readonly number[]): void;
  /** The numbers whose bits differ least, best first. Throws `unavailable` where the thread has ended. */
  near(vector: Int8Array, limit: number): Promise<readonly number[]>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (n: readonly number[]) => void;
  readonly reject: (thrown: unknown) => void;
}

export function bitIndex(): BitIndex {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lost: string | undefined;
  let count = 0;

  function ended(why: string): void {
    lost ??= why;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(gone());
  }

  const gone = () => fault('unavailable', `the thread of the vector index has ended: ${lost ?? 'it was closed'}`);

  function take(answer: BitAnswer): void {
    const request = waiting.get(answer.id);
    waiting.delete(answer.id);
    request?.resolve(answer.n);
  }

  function order(what: BitOrder): void {
    if (lost !== undefined) throw gone();
    if (!worker) {
      const threads = process.getBuiltinModule('node:worker_threads');
      worker = new threads.Worker(new URL('./bit-index-worker.ts', import.meta.url), {
        env: threadEnv(),
        name: 'vectors',
      });
      worker.unref();
      worker.on('message', take);
      worker.on('error', error => ended(toFailure(error).message));
      worker.on('exit', code => ended(`exit code ${code}`));
    }
    worker.postMessage(what);
  }

  return {
    add: (dimensions, n, vectors) => order({ name: 'add', dimensions, n, vectors }),
    drop: n => order({ name: 'drop', n }),
    near(vector, limit) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
      const id = ++count;
      order({ name: 'near', id, vector, limit });
      waiting.set(id, { resolve, reject });
      return promise;
    },
    async close() {
      lost ??= 'it was closed';
      ended(lost);
      await worker?.terminate();
    },
  };
}
