/** The life of a host: it starts, leaves safe mode, comes to rest, and stops. */
import type { Clock } from '../../ports/clock.ts';
import { retryCommitMs } from './arrivals.ts';
import { resumeEffect } from './recovery.ts';
import type { HostPieces } from './running/pieces.ts';

export interface Lifecycle {
  start(options?: { readonly isSafe?: boolean }): void;
  go(): void;
  quiet(): Promise<void>;
  /** Wakes those that wait for rest, if it has come. */
  wake(): void;
  stop(graceMs: number): Promise<number>;
}

/** Clocks of a machine differ by less from one step to the next. */
const setBackMs = 1000;
/** A command is sent TERM when it is aborted, and KILL five seconds later. */
const abortMs = 7000;

export function createLifecycle(pieces: HostPieces): Lifecycle {
  const { store, phase, arrivals, mailboxes, launch, isHeld, boot } = pieces;
  let endJumps = () => {};
  let waiting: (() => void)[] = [];

  return {
    start({ isSafe = false } = {}) {
      phase.isSafe = isSafe;
      mailboxes.load();
      mailboxes.wake();
      phase.isStarted = true;
      pieces.admission.load();
      shiftWaits(pieces);
      endJumps = pieces.clock.onJump?.(byMs => onJump(pieces, byMs)) ?? endJumps;
      for (const row of launch.inOrder(store.openEffects())) if (!isHeld(row.owner)) resumeEffect(pieces, row);
      pieces.timers.begin();
      arrivals.schedule();
    },
    go() {
      if (!phase.isSafe) return;
      const held = store.openEffects().filter(row => isHeld(row.owner));
      phase.isSafe = false;
      store.transaction(() => store.settleBoots(boot));
      for (const row of held) if (row.boot !== boot) resumeEffect(pieces, row);
      for (const row of held) if (row.boot === boot) launch.begin(row);
      mailboxes.wake();
      arrivals.schedule();
    },
    quiet: () =>
      new Promise(resolve => {
        waiting.push(resolve);
        arrivals.schedule();
      }),
    wake() {
      const isBusy = arrivals.waiting > 0 || mailboxes.ready.size > 0 || launch.parked > 0 || launch.runner.busy > 0;
      if (isBusy) return;
      const woken = waiting;
      waiting = [];
      for (const resolve of woken) resolve();
    },
    stop(graceMs) {
      phase.isStopping = true;
      endJumps();
      pieces.timers.end();
      return phase.isStarted ? stopRunning(pieces, graceMs) : Promise.resolve(stopIdle(pieces));
    },
  };
}

/** A clock that was set to an earlier time while nothing ran: every wait goes on from the last step that was made. */
function shiftWaits({ store, clock }: HostPieces): void {
  const behind = clock.now() - (store.lastStepAt() ?? 0);
  if (behind < -setBackMs) store.transaction(() => store.shiftTimers(behind));
}

/**
 * Set to an earlier time, the clock says nothing of how long anything has waited: all waits move with it. Set forward,
 * what is due is due.
 */
function onJump({ store, arrivals, timers, log, logFailure }: HostPieces, byMs: number): void {
  log({ level: 'warn', event: 'clock.set', byMs });
  const moved = byMs < 0 ? arrivals.perform(() => store.shiftTimers(byMs)) : Promise.resolve();
  void moved.catch(thrown => logFailure('timers.unmoved', thrown)).then(timers.begin);
}

/** Running effects have their grace to end, then they are aborted. Answers how many did not end. */
async function stopRunning({ clock, phase, arrivals, launch }: HostPieces, graceMs: number): Promise<number> {
  const { runner } = launch;
  runner.abortServices();
  /** Everything that arrived is committed. */
  const settled = async () => {
    while (arrivals.waiting > 0 || arrivals.isScheduled) await new Promise<void>(resolve => clock.after(1, resolve));
  };
  const ended = async () => {
    await runner.idle();
    await settled();
  };
  if (!(await inTime(clock, ended(), graceMs))) {
    phase.isCutOff = true;
    runner.abortAll();
    await inTime(clock, ended(), Math.min(abortMs, graceMs));
  }
  await inTime(clock, settled(), retryCommitMs * 3);
  phase.isStarted = false;
  return runner.size;
}

/** It never began to work: what it was given is not accepted. */
function stopIdle({ arrivals }: HostPieces): number {
  const message = 'Straylight stopped before it was ready; try again when it runs';
  arrivals.refuseAll({ kind: 'unavailable', message });
  return 0;
}

/** Whether it has ended after so long at the latest. */
export function inTime(clock: Pick<Clock, 'after'>, work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const cancel = clock.after(ms, () => resolve(false));
    void work.then(() => {
      cancel();
      resolve(true);
    });
  });
}
