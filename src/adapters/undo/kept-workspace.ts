/**
 * The workspace, kept in a thread: what the rest of the program asks for, and what of it the owner has to be told.
 *
 * A look that fails never stops a call: the owner is told beneath the reply that this turn cannot be undone, and why.
 */
import { Worker } from 'node:worker_threads';
import { type Failure, Fault, fault, toFailure } from '../../machines/domain/failure.ts';
import type { UndoDesk, UndoDetails, UndoList, UndoOutcome } from '../../machines/domain/undo.ts';
import type { Clock } from '../clock.ts';
import type { WorkspaceKeeper } from '../workspace-keeper.ts';
import type { Keeper, UndoBounds } from './keeper.ts';

/** What the thread is given. */
export interface KeeperPlace {
  readonly workspace: string;
  readonly folder: string;
  readonly bounds: UndoBounds;
}

export interface KeeperOrder {
  readonly id: number;
  readonly name: keyof Keeper;
  readonly args: readonly unknown[];
}

export type KeeperAnswer =
  | { readonly alive: true }
  | { readonly id: number; readonly value: unknown; readonly recovered: readonly string[] }
  | { readonly id: number; readonly failure: Failure };

export interface KeptWorkspaceOptions extends KeeperPlace {
  readonly clock: Clock;
  /** How long a call waits until the workspace is kept. */
  readonly waitMs: number;
  /** Told of what nobody waits for: an undo that a crash had cut in two, a look that failed after a call. */
  readonly report: (text: string) => void;
}

export interface KeptWorkspace extends WorkspaceKeeper {
  readonly desk: UndoDesk;
  /** Keeps what is there now, so that the first call need not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

const mostListed = 50;
const mostTold = 100;
const closeMs = 5_000;

export function keptWorkspace({ clock, waitMs, report, ...place }: KeptWorkspaceOptions): KeptWorkspace {
  interface Waiting {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: Error) => void;
    readonly alive: () => void;
  }
  const waiting = new Map<number, Waiting>();
  const told = new Map<string, string[]>();
  let worker: Worker | undefined;
  let count = 0;

  function started(): Worker {
    if (worker) return worker;
    const thread = new Worker(new URL('./keeper-worker.ts', import.meta.url), {
      workerData: place,
      env: { PATH: '/usr/bin:/bin' },
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    thread.on('message', (answer: KeeperAnswer) => {
      if ('alive' in answer) {
        for (const { alive } of waiting.values()) alive();
        return;
      }
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('failure' in answer) asked?.reject(new Fault(answer.failure));
      else {
        answer.recovered.forEach(report);
        asked?.resolve(answer.value);
      }
    });
    const ended = (why: string) => {
      if (worker === thread) worker = undefined;
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(fault('unavailable', `the thread that keeps the workspace ended: ${why}`));
    };
    thread.on('error', error => ended(toFailure(error).message));
    thread.on('exit', code => ended(`exit code ${code}`));
    worker = thread;
    return thread;
  }

  function order<Value>(name: keyof Keeper, args: readonly unknown[], alive = () => {}): Promise<Value> {
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    const id = ++count;
    waiting.set(id, { resolve: value => resolve(value as Value), reject, alive });
    started().postMessage({ id, name, args } satisfies KeeperOrder);
    return promise;
  }

  /** Beneath the reply of this turn; each sentence once. */
  function tell(turn: string, notes: readonly string[]): void {
    if (notes.length === 0) return;
    told.set(turn, [...new Set([...(told.get(turn) ?? []), ...notes])]);
    if (told.size > mostTold) told.delete(told.keys().next().value ?? '');
  }

  function unkept(thrown: unknown): string {
    return `What this turn changes in the workspace may not be undone: ${toFailure(thrown).message}.`;
  }

  return {
    async begin(call, alive = () => {}) {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      const cancel = clock.after(waitMs, () =>
        resolve([
          unkept(fault('timeout', `it was not kept within ${waitMs / 1_000} s, and the call did not wait longer`)),
        ]),
      );
      order<readonly string[]>('begin', [call], alive).then(resolve, (thrown: unknown) => resolve([unkept(thrown)]));
      tell(call.turn, await promise);
      cancel();
    },
    end({ call, turn }) {
      order<readonly string[]>('end', [call]).then(
        notes => tell(turn, notes),
        (thrown: unknown) => report(unkept(thrown)),
      );
    },
    beneath: turn => told.get(turn) ?? [],
    warm() {
      order<readonly string[]>('keep', []).catch((thrown: unknown) => report(unkept(thrown)));
    },
    desk: {
      list: () => order<UndoList>('list', [mostListed]),
      show: id => order<UndoDetails | undefined>('show', [id]),
      apply: (id, { overwrite = false } = {}) => order<UndoOutcome>('apply', [id, overwrite]),
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
