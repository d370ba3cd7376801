/**
 * Moves pages from SQLite's own log to the file, in a thread that starts when it is first needed: with all that the disk
 * has to do for it, it takes long, and meanwhile this thread goes on.
 */
import type { Worker } from 'node:worker_threads';
import { threadEnv } from '../../../process/thread-env.ts';
import type { CheckpointWork } from './checkpoint-worker.ts';

export interface Checkpointer {
  /**
   * Moves what can be moved; `done` is called when that has ended, whether it succeeded or not. Not called again before.
   */
  start(done: () => void): void;
  /** Waits until nothing is moved any more. */
  close(): void;
}

/** Longer than this nobody waits for the thread; SQLite's locks keep the file right all the same. */
const mostWaitMs = 10_000;

export function checkpointer(file: string): Checkpointer {
  const busy = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const flag = new Int32Array(busy);
  let worker: Worker | undefined;
  let waiting: (() => void) | undefined;

  function ended(): void {
    Atomics.store(flag, 0, 0);
    const done = waiting;
    waiting = undefined;
    done?.();
  }

  function started(): Worker {
    const threads = process.getBuiltinModule('node:worker_threads');
    const workerData: CheckpointWork = { file, busy };
    const url = new URL('./checkpoint-worker.ts', import.meta.url);
    const thread = new threads.Worker(url, { env: threadEnv(), name: 'checkpoint', workerData });
    thread.unref();
    thread.on('message', ended);
    thread.on('error', () => {}); // its end follows
    thread.on('exit', () => {
      if (worker === thread) worker = undefined;
      ended();
    });
    return thread;
  }

  return {
    start(done) {
      waiting = done;
      Atomics.store(flag, 0, 1);
      try {
        worker ??= started();
        worker.postMessage('move');
      } catch {
        ended();
      }
    },
    close() {
      waiting = undefined;
      Atomics.wait(flag, 0, 1, mostWaitMs);
      void worker?.terminate();
      worker = undefined;
    },
  };
}
