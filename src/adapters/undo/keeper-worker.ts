/** The thread that keeps the workspace: one order after the other. Started by keeper-thread.ts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '../../domain/supervision/failure.ts';
import { systemClock } from '../process/clock.ts';
import { sqliteUndoIndex } from '../stores/sqlite/undo/undo.ts';
import { contentSeal } from './content-seal.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import type { KeeperAnswer, KeeperOrder, KeeperPlace } from './keeper-thread.ts';
import { letInOf } from './let-in.ts';
import type { Notes } from './workspace-look.ts';

const { workspace, letIn, isDirect, folder, bounds, key } = workerData as KeeperPlace;
const seal = contentSeal(key);
const { now } = systemClock;
let aliveAt = now();
let keeper: Keeper | undefined;
let recovered: Notes = [];

function opened(): Keeper {
  if (keeper) return keeper;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const index = sqliteUndoIndex(join(folder, 'index.db'), seal.id);
  try {
    keeper = createKeeper({
      workspace,
      folder,
      seal,
      index,
      bounds,
      now,
      onAlive,
      letIn: letInOf(letIn, isDirect),
    });
    recovered = keeper.recover();
    return keeper;
  } catch (error) {
    keeper = undefined;
    index.close();
    throw error;
  }
}

function onAlive(): void {
  if (now() - aliveAt < 1_000) return;
  aliveAt = now();
  say({ alive: true });
}

function say(answer: KeeperAnswer): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', ({ id, name, args }: KeeperOrder) => {
  try {
    if (name === 'close') {
      keeper?.close();
      parentPort?.close();
      return;
    }
    const value = (opened()[name] as (...args: readonly unknown[]) => unknown)(...args);
    say({ id, value, recovered });
    recovered = [];
  } catch (error) {
    say({ id, failure: toFailure(error) });
  }
});
