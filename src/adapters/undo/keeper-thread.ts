/** The thread that keeps the workspace, started with the first request, and again after it has ended. */
import type { Worker } from 'node:worker_threads';
import type { Sentence } from '../../domain/policy/sentence.ts';
import { type Failure, Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import { threadEnv } from '../process/thread-env.ts';
import type { Keeper, UndoBounds } from './keeper.ts';

/** What the thread is given. */
export interface KeeperPlace {
  readonly workspace: string;
  /** Folders that stand in it and lie elsewhere. */
  readonly letIn?: readonly LetInFolder[];
  /** Those that are only for reading are kept too: no sandbox holds a command off them. */
  readonly isDirect?: boolean;
  readonly folder: string;
  readonly bounds: UndoBounds;
  /** What the kept contents are sealed with. */
  readonly key: string;
}

export interface KeeperOrder {
  readonly id: number;
  readonly name: keyof Keeper;
  readonly args: readonly unknown[];
}

export type KeeperAnswer =
  | { readonly alive: true }
  | { readonly id: number; readonly value: unknown; readonly recovered: readonly Sentence[] }
  | { readonly id: number; readonly failure: Failure };

export interface KeeperThread {
  /** Rejects with a `Fault`; `alive` is called from time to time while it takes long. */
  order<Value>(name: keyof Keeper, args: readonly unknown[], alive?: () => void): Promise<Value>;
  /** Lets what it is at end, for a few seconds. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly alive: () => void;
}

const closeMs = 5_000;

/** `report` is told of an undo that a crash had cut in two. */
export function keeperThread(place: KeeperPlace, clock: Clock, report: (said: Sentence) => void): KeeperThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let count = 0;

  function take(answer: KeeperAnswer): void {
    if ('alive' in answer) {
      for (const { alive } of waiting.values()) alive();
      return;
    }
    const pending = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failure' in answer) pending?.reject(new Fault(answer.failure));
    else {
      answer.recovered.forEach(report);
      pending?.resolve(answer.value);
    }
  }

  function started(): Worker {
    if (worker) return worker;
    const threads = process.getBuiltinModule('node:worker_threads');
    const thread = new threads.Worker(new URL('./keeper-worker.ts', import.meta.url), {
      workerData: place,
      env: threadEnv({ PATH: '/usr/bin:/bin' }),
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    const ended = (why: string) => {
      if (worker === thread) worker = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(fault('unavailable', `the thread that keeps the workspace ended: ${why}`));
    };
    thread.on('message', take);
    thread.on('error', error => ended(toFailure(error).message));
    thread.on('exit', code => ended(`exit code ${code}`));
    worker = thread;
    return thread;
  }

  return {
    order<Value>(name: keyof Keeper, args: readonly unknown[], alive = () => {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      const id = ++count;
      waiting.set(id, { resolve: value => resolve(value as Value), reject, alive });
      started().postMessage({ id, name, args } satisfies KeeperOrder);
      return promise;
    },
    async close() {
      const thread = worker;
      if (!thread) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      thread.once('exit', () => resolve());
      const cancel = clock.after(closeMs, resolve);
      thread.postMessage({ id: 0, name: 'close', args: [] } satisfies KeeperOrder);
      await promise;
      cancel();
      await thread.terminate();
    },
  };
}
