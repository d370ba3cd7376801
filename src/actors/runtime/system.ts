/**
 * The host: accepts events, steps actors, starts what they asked for, and forgets those that idle.
 *
 * Whatever arrives within one tick shares one transaction: accepted events, outcomes of effects, fired timers, and the
 * messages actors send each other meanwhile. Nothing of it becomes visible, and no effect starts, before the commit.
 */

import type { Sentence } from '../../domain/policy/sentence.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feed, Host } from '../../ports/host.ts';
import type { EffectRecord, HostStore } from '../../ports/store.ts';
import { kindOf } from './address.ts';
import { type Admission, admitAll } from './admission.ts';
import { type Arrivals, createArrivals, keptUntilWritten } from './arrivals.ts';
import { cleaned } from './cleaned.ts';
import type { Batch } from './commit/batch.ts';
import { stepsPerBatch } from './commit/dispatch.ts';
import type { StepHost } from './commit/step-host.ts';
import { createFeed } from './feed.ts';
import { createLaunch, type Lanes, type Launch } from './launch.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import type { LogEntry } from './log-entry.ts';
import { recordOutcome } from './outcomes.ts';
import { publish } from './publication.ts';
import type { Registry } from './registry.ts';
import type { HostBase } from './running/base.ts';
import type { Silence } from './running/effects.ts';
import { createLiveActors, type LiveActors } from './running/live-actors.ts';
import { createMailboxes, type Mailboxes } from './running/mailboxes.ts';
import { newPhase, type Phase } from './running/phase.ts';
import type { HostPieces } from './running/pieces.ts';
import { createStays, type Stays } from './running/stays.ts';
import { createTimers } from './running/timers.ts';
import type { Event } from './step.ts';
import { createTransaction, type LongCommit, type Transaction } from './transaction.ts';

export interface SystemOptions {
  readonly store: HostStore;
  readonly registry: Registry;
  readonly clock: Clock;
  /** Names this process among all that opened the store. */
  readonly boot: string;
  /** The redactor, on every text that enters from outside a chart. */
  readonly redact: (text: string) => string;
  /** How many effects of a lane run at once, by its name; a lane that is not named has no limit. */
  readonly lanes?: Lanes;
  /** The actor that is sent what the host finds: acts with an unknown outcome, dead letters, quarantined actors. */
  readonly reportsTo?: string;
  /** Whether an effect may start now; without it every one may. */
  readonly admission?: Admission;
  /** Why an actor is never stopped from outside, and what to do instead; without it every one may be. */
  readonly whyNeverStopped?: (address: string) => Sentence | undefined;
  readonly snapshotEvery?: number;
  /** So many actors are kept in memory; the ones longest untouched go first. */
  readonly liveActors?: number;
  readonly log?: (entry: LogEntry) => void;
  /** Runs a call soon, after what arrived together has arrived. */
  readonly soon?: (call: () => void) => void;
  /**
   * Runs the work of an effect within what libraries take for its surroundings; it calls `work` once, at once, and
   * throws nothing.
   */
  readonly surround?: ((row: EffectRecord, work: () => void) => void) | undefined;
}

/** Our host: the port, and what supervision and the host's own writes use beside it. */
export interface System extends Host {
  readonly host: StepHost;
  /**
   * Runs a write of the host's own in the next transaction; what `work` puts into the batch happens after the commit.
   */
  perform<Result>(work: (batch: Batch) => Result): Promise<Result>;
  /** From `start` until everything has come to its end in a stop. */
  readonly isStarted: boolean;
  /** Running effects that give no sign of life. */
  silent(): readonly Silence[];
  /** What runs, and the last that began since the last call: source and owner. Services are left out. */
  underWay(): readonly string[];
  /** The last commit that took long. */
  readonly lastCommit: LongCommit | undefined;
  /** How long actors usually stay in a leaf, as this process has seen it. */
  readonly stays: Stays;
  /** Drops a live actor, so that its row is read again, and delivers what waits for it. */
  refresh(address: string): void;
  readonly liveCount: number;
}

export function createSystem(options: SystemOptions): System {
  const { store, registry, clock, boot, redact, lanes = {}, admission = admitAll, liveActors = 256 } = options;
  const { log = () => {}, soon = setImmediate } = options;
  const phase = newPhase();
  const logFailure = (event: string, thrown: unknown) =>
    log({ level: 'error', event, error: redact(toFailure(thrown).message) });
  const safely = guarded(logFailure);
  const feed = createFeed(error => log({ level: 'error', event: 'feed.defect', error: toFailure(error).message }));
  const stays = createStays();
  const isHeld = (address: string) => phase.isSafe && !registry.machines.get(kindOf(address))?.isVital;
  const stamp = (event: Event): Event => ({ ...event, at: clock.now(), id: clock.id() });
  const live = createLiveActors(liveActors);
  const mailboxes = createMailboxes({ store, live: live.actors, isHeld });
  const host = stepHost(options, feed, isHeld, {
    reserve: lane => !phase.isStopping && launch.hasRoom(lane),
    underWay: effect => launch.runner.isRunning(effect),
    forget: address => void live.actors.delete(address),
  });
  const base: HostBase = {
    store,
    registry,
    boot,
    isHeld,
    clean: host.clean,
    settle: host.settle,
    clock,
    phase,
    admission,
    feed,
    stamp,
    redact,
    log,
    logFailure,
    safely,
  };
  const arrivals: Arrivals = createArrivals(base, soon, () => transaction.flush());
  const launch: Launch = createLaunch(base, arrivals, lanes, () => transaction.open, options.surround);
  const timers = createTimers({
    clock,
    nextDue: store.nextDue,
    onDue: now => fireTimers(store, arrivals, stamp, now),
    onTrouble: thrown => logFailure('timers.unread', thrown),
  });
  const pieces: HostPieces = { ...base, arrivals, launch, live, mailboxes, stays, timers };
  const lifecycle = createLifecycle(pieces);
  const transaction: Transaction = createTransaction(host, pieces, written => {
    publish(pieces, written);
    lifecycle.wake();
  });
  const parts = { arrivals, live, mailboxes, launch, transaction, lifecycle };
  return systemOf({ feed, host, stays, phase }, parts);
}

/** What writing a step needs. */
function stepHost(
  {
    store,
    registry,
    clock,
    boot,
    redact,
    snapshotEvery = 50,
    reportsTo,
    whyNeverStopped = () => undefined,
  }: SystemOptions,
  feed: Feed,
  isHeld: StepHost['isHeld'],
  running: Pick<StepHost, 'reserve' | 'underWay'> & { forget(address: string): void },
): StepHost {
  const putBlob = (hash: string, body: string) => store.putBlob(hash, body, clock.now());
  const host: StepHost = {
    store,
    registry,
    boot,
    snapshotEvery,
    reportsTo,
    whyNeverStopped,
    isHeld,
    now: clock.now,
    elapsed: clock.elapsed,
    id: clock.id,
    clean: value => cleaned(value, redact, putBlob),
    watched: () => feed.watched,
    reserve: running.reserve,
    underWay: running.underWay,
    settle: (address, outcome, batch) => recordOutcome(host, redact, { address, outcome }, batch),
    forget(address, batch) {
      running.forget(address);
      for (let index = batch.touched.length - 1; index >= 0; index -= 1)
        if (batch.touched[index]?.row.address === address) batch.touched.splice(index, 1);
    },
  };
  return host;
}

/** Timers that are due arrive. */
function fireTimers(store: HostStore, arrivals: Arrivals, stamp: (event: Event) => Event, now: number): void {
  for (const { owner, id, target, event, due } of store.timersDue(now, stepsPerBatch))
    arrivals.add({
      record: () =>
        store.takeTimer(owner, id, due) ? { target, event: stamp(JSON.parse(event) as Event), child: null } : undefined,
      ...keptUntilWritten,
    });
  arrivals.schedule();
}

/** What a system is made of. */
function systemOf(
  { feed, host, stays, phase }: Pick<System, 'feed' | 'host' | 'stays'> & { readonly phase: Readonly<Phase> },
  {
    arrivals,
    live,
    mailboxes,
    launch,
    transaction,
    lifecycle,
  }: {
    readonly arrivals: Arrivals;
    readonly live: LiveActors;
    readonly mailboxes: Mailboxes;
    readonly launch: Launch;
    readonly transaction: Transaction;
    readonly lifecycle: Lifecycle;
  },
): System {
  const { runner } = launch;
  return {
    feed,
    host,
    stays,
    accept: arrivals.accept,
    perform: arrivals.perform,
    start: lifecycle.start,
    go: lifecycle.go,
    get isSafe() {
      return phase.isSafe;
    },
    get isStarted() {
      return phase.isStarted;
    },
    stop: lifecycle.stop,
    quiet: lifecycle.quiet,
    abort: runner.abort,
    silent: runner.silent,
    underWay: runner.underWay,
    get lastCommit() {
      return transaction.lastLong;
    },
    refresh(address) {
      live.actors.delete(address);
      mailboxes.wake([address]);
      arrivals.schedule();
    },
    get liveCount() {
      return live.actors.size;
    },
    get trouble() {
      return transaction.trouble;
    },
  };
}

/** Makes a call, and tells of its failure. */
function guarded(logFailure: (event: string, thrown: unknown) => void) {
  return (event: string, call: () => void): boolean => {
    try {
      call();
      return true;
    } catch (thrown) {
      logFailure(event, thrown);
      return false;
    }
  };
}
