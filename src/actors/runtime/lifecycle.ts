/** The life of a host: it starts, leaves safe mode, comes to rest, and stops. */
import type { Clock } from '../../ports/clock.ts';
import type { HostStore } from '../../ports/store.ts';
import type { Admission } from './admission.ts';
import { type Arrivals, retryCommitMs } from './arrivals.ts';
import type { Launch } from './launch.ts';
import type { LogEntry } from './log-entry.ts';
import { type ResumeOptions, resumeEffect } from './recovery.ts';
import type { Mailboxes } from './running/mailboxes.ts';
import type { Phase } from './running/phase.ts';
import type { Timers } from './running/timers.ts';

export interface Lifecycle {
  start(options?: { readonly isSafe?: boolean }): void;
  go(): void;
  quiet(): Promise<void>;
  /** Wakes those that wait for rest, if it has come. */
  wake(): void;
  stop(graceMs: number): Promise<number>;
}

export interface LifecycleOptions extends ResumeOptions {
  readonly store: HostStore;
  readonly clock: Clock;
  readonly phase: Phase;
  readonly arrivals: Arrivals;
  readonly mailboxes: Mailboxes;
  readonly launch: Launch;
  readonly timers: Timers;
  readonly admission: Admission;
  readonly isHeld: (address: string) => boolean;
  readonly log: (entry: LogEntry) => void;
  readonly logFailure: (event: string, thrown: unknown) => void;
}

/** Clocks of a machine differ by less from one step to the next. */
const setBackMs = 1000;
/** A command is sent TERM when it is aborted, and KILL five seconds later. */
const abortMs = 7000;

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { store, phase, arrivals, mailboxes, launch, isHeld } = options;
  const { boot } = options;
  let endJumps = () => {};
  let waiting: (() => void)[] = [];

  return {
    start({ isSafe = false } = {}) {
      phase.isSafe = isSafe;
      mailboxes.load();
      mailboxes.wake();
      phase.isStarted = true;
      options.admission.load();
      shiftWaits(options);
      endJumps = options.clock.onJump?.(byMs => onJump(options, byMs)) ?? endJumps;
      for (const row of launch.inOrder(store.openEffects())) if (!isHeld(row.owner)) resumeEffect(options, row);
      options.timers.begin();
      arrivals.schedule();
    },
    go() {
      if (!phase.isSafe) return;
      const held = store.openEffects().filter(row => isHeld(row.owner));
      phase.isSafe = false;
      store.transaction(() => store.settleBoots(boot));
      for (const row of held) if (row.boot !== boot) resumeEffect(options, row);
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
      options.timers.end();
      return phase.isStarted ? stopRunning(options, graceMs) : Promise.resolve(stopIdle(options));
    },
  };
}

/** A clock that was set to an earlier time while nothing ran: every wait goes on from the last step that was made. */
function shiftWaits({ store, clock }: LifecycleOptions): void {
  const behind = clock.now() - (store.lastStepAt() ?? 0);
  if (behind < -setBackMs) store.transaction(() => store.shiftTimers(behind));
}

/**
 * Set to an earlier time, the clock says nothing of how long anything has waited: all waits move with it. Set forward,
 * what is due is due.
 */
function onJump({ store, arrivals, timers, log, logFailure }: LifecycleOptions, byMs: number): void {
  log({ level: 'warn', event: 'clock.set', byMs });
  const moved = byMs < 0 ? arrivals.perform(() => store.shiftTimers(byMs)) : Promise.resolve();
  void moved.catch(thrown => logFailure('timers.unmoved', thrown)).then(timers.begin);
}

/** Running effects have their grace to end, then they are aborted. Answers how many did not end. */
async function stopRunning({ clock, phase, arrivals, launch }: LifecycleOptions, graceMs: number): Promise<number> {
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
function stopIdle({ arrivals }: LifecycleOptions): number {
  const message = 'Straylight stopped before it was ready; try again when it runs';
  arrivals.refuseAll({ kind: 'unavailable', message });
  return 0;
}

function inTime(clock: Clock, work: Promise<void>, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const cancel = clock.after(ms, () => resolve(false));
    void work.then(() => {
      cancel();
      resolve(true);
    });
  });
}
