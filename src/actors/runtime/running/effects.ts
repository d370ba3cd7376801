/**
 * Runs what was committed, and reports back. An effect is an actor of its own around one promise logic; it knows
 * nothing of rows. What it becomes goes to `settle`, which commits it together with the message to its owner.
 */

import { type AnyActorLogic, createActor } from 'xstate';
import { crashPoint } from '#crash-points';
import { says } from '../../../domain/policy/sentence.ts';
import { type Failure, failureOf, isRetryable, toFailure } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EffectRecord } from '../../../ports/store.ts';
import type { Outcome } from '../commit/outcome.ts';
import { aliveEvent, type EffectFacts, type EffectSource } from '../registry.ts';
import type { Event } from '../step.ts';

export interface EffectRunnerOptions {
  readonly clock: Clock;
  /** How many effects of a lane run at once; a lane that is not named has no limit. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly source: (name: string) => EffectSource;
  /** `isAborted`: it had its abort signal. */
  readonly settle: (row: EffectRecord, outcome: Outcome, ms: number, isAborted: boolean) => void;
  readonly onProgress: (row: EffectRecord, event: Event) => void;
  /** A place became free in a lane. */
  readonly onRoom: (lane: string) => void;
  /** Runs the work of an effect within what libraries take for its surroundings. Without it nothing surrounds it. */
  readonly surround?: ((row: EffectRecord, work: () => void) => void) | undefined;
}

export interface EffectRunner {
  /** Is there a place for one more, so many being already promised away? */
  hasRoom(lane: string, promised: number): boolean;
  isRunning(effect: string): boolean;
  begin(row: EffectRecord): void;
  /** Gives the effect its abort signal. What it then becomes is still reported. */
  abort(effect: string): void;
  /** Effects that have given no sign of life for two of their intervals, and for how long. */
  silent(): readonly Silence[];
  /** What runs, and the last that began since the last call: source and owner. Services are left out. */
  underWay(): readonly string[];
  abortServices(): void;
  abortAll(): void;
  /** How many run. */
  readonly size: number;
  /** How many run that are no service. */
  readonly busy: number;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

/** An effect that gives no sign of life. */
export interface Silence {
  readonly row: EffectRecord;
  readonly silentMs: number;
  /** How often it should have given one. */
  readonly heartbeatMs: number;
}

interface Running {
  readonly row: EffectRecord;
  readonly source: EffectSource;
  readonly heartbeatMs: number | undefined;
  readonly began: number;
  /** For how long this process had been stopped by then. */
  readonly stoppedMs: number;
  readonly abort: AbortController;
  /** When it gave its last sign of life. */
  aliveAt: number;
  isAborted: boolean;
  hasEnded: boolean;
  cancelDeadline(): void;
}

/** What runs, by address, and how many in each lane. */
interface Runs extends EffectRunnerOptions {
  readonly running: Map<string, Running>;
  readonly used: Map<string, number>;
  /** How many of them are services. */
  services: number;
  /** Those that wait until nothing runs. */
  readonly waiters: (() => void)[];
  /** The last that began since `underWay` was called before. */
  lately: string[];
}

export function createEffectRunner(options: EffectRunnerOptions): EffectRunner {
  const runs: Runs = { ...options, running: new Map(), used: new Map(), services: 0, waiters: [], lately: [] };
  const { running, used } = runs;
  return {
    hasRoom: (lane, promised) => (used.get(lane) ?? 0) + promised < (options.lanes[lane] ?? Number.POSITIVE_INFINITY),
    isRunning: effect => running.has(effect),
    begin: row => begin(runs, row),
    abort(effect) {
      const run = running.get(effect);
      if (run) abort(run);
    },
    silent() {
      const now = options.clock.elapsed();
      return [...running.values()].flatMap(({ row, heartbeatMs, aliveAt }) =>
        heartbeatMs !== undefined && now - aliveAt > 2 * heartbeatMs
          ? [{ row, silentMs: now - aliveAt, heartbeatMs }]
          : [],
      );
    },
    underWay() {
      const names = [...running.values()].filter(({ source }) => !source.isService).map(({ row }) => nameOf(row));
      return [...new Set([...runs.lately.splice(0), ...names])];
    },
    abortServices() {
      for (const run of [...running.values()]) if (run.source.isService) abort(run);
    },
    abortAll() {
      for (const run of [...running.values()]) abort(run);
    },
    get size() {
      return running.size;
    },
    get busy() {
      return running.size - runs.services;
    },
    idle: () =>
      running.size === 0
        ? Promise.resolve()
        : new Promise(resolve => {
            runs.waiters.push(resolve);
          }),
  };
}

function begin(runs: Runs, row: EffectRecord): void {
  const { clock } = runs;
  const source = runs.source(row.src);
  const { logic, lane, timeoutMs, heartbeatMs: every } = source;
  const facts: EffectFacts = { address: row.address, owner: row.owner, key: row.key, attempt: row.attempt };
  const input = JSON.parse(row.input) as object;
  const deadlineMs = typeof timeoutMs === 'function' ? timeoutMs(input as never) : timeoutMs;
  const began = clock.elapsed();
  const run: Running = {
    row,
    source,
    began,
    stoppedMs: clock.stoppedMs?.() ?? 0,
    abort: new AbortController(),
    aliveAt: began,
    isAborted: false,
    hasEnded: false,
    cancelDeadline() {},
    heartbeatMs: typeof every === 'function' ? every(input as never) : every,
  };
  runs.running.set(row.address, run);
  if (lane !== undefined) runs.used.set(lane, (runs.used.get(lane) ?? 0) + 1);
  if (source.isService) runs.services += 1;
  else runs.lately = [...runs.lately.slice(1 - mostLately), nameOf(row)];
  crashPoint(`effect.start ${row.src}`);
  const onEmitted = (event: Event) => {
    run.aliveAt = clock.elapsed();
    if (event.type !== aliveEvent.type) runs.onProgress(row, event);
  };
  const { surround = (_, work) => work() } = runs;
  surround(row, () =>
    runEffect(logic, { ...input, effect: facts, signal: run.abort.signal }, onEmitted, outcome =>
      end(runs, run, outcome),
    ),
  );
  if (deadlineMs !== null && !run.hasEnded) setDeadline(runs, run, deadlineMs, deadlineMs);
}

function end(runs: Runs, run: Running, outcome: Outcome): void {
  if (run.hasEnded) return;
  const { clock, running, used } = runs;
  const { row, source, began } = run;
  const { lane } = source;
  run.hasEnded = true;
  run.cancelDeadline();
  running.delete(row.address);
  if (lane !== undefined) used.set(lane, (used.get(lane) ?? 1) - 1);
  if (source.isService) runs.services -= 1;
  crashPoint(`effect.end ${row.src}`);
  const wasStopped = (clock.stoppedMs?.() ?? 0) > run.stoppedMs;
  runs.settle(row, wasStopped ? cutByStandstill(outcome) : outcome, clock.elapsed() - began, run.isAborted);
  if (lane !== undefined) runs.onRoom(lane);
  if (running.size === 0) for (const wake of runs.waiters.splice(0)) wake();
}

function abort(run: Running): void {
  run.isAborted = true;
  run.abort.abort(cancelled());
}

/** Ends a run that lasts longer than `ms`. */
function setDeadline(runs: Runs, run: Running, ms: number, waitMs: number): void {
  const { clock } = runs;
  run.cancelDeadline = clock.after(waitMs, () => {
    // a process that was stopped has not waited meanwhile
    const leftMs = Math.ceil(ms - (clock.elapsed() - run.began));
    if (leftMs > 1) return setDeadline(runs, run, ms, leftMs);
    run.abort.abort(cancelled());
    const { src } = run.row;
    const seconds = Math.round(ms / 1000);
    const failure: Failure =
      run.source.policy === 'once'
        ? failureOf('unknown', says`${src} did not answer within ${seconds} s; it may or may not have happened`)
        : failureOf('timeout', says`${src} did not answer within ${seconds} s`);
    end(runs, run, { kind: 'failed', failure });
  });
}

/** What broke off while this process was stopped. What the other side has said itself stays. */
function cutByStandstill(outcome: Outcome): Outcome {
  if (outcome.kind === 'done' || !isRetryable(outcome.failure)) return outcome;
  if (outcome.failure.cause?.startsWith('HTTP ')) return outcome;
  return { kind: 'failed', failure: { ...outcome.failure, cause: 'standstill' } };
}

const cancelled = () => new DOMException('it was cancelled', 'AbortError');

const mostLately = 16;

function nameOf({ src, owner }: EffectRecord): string {
  return `${src} of ${owner}`;
}

/**
 * Runs one promise logic as a small actor. Its signal comes with its input and not from XState: what an aborted promise
 * becomes is still received, because what a started act became must be known.
 */
function runEffect(
  logic: AnyActorLogic,
  input: object,
  onEmitted: (event: Event) => void,
  end: (outcome: Outcome) => void,
): void {
  const actor = createActor(logic, { input: input as never });
  actor.on('*' as never, onEmitted as never);
  actor.subscribe({
    error: error => end({ kind: 'failed', failure: toFailure(error) }),
    complete: () => end({ kind: 'done', output: actor.getSnapshot().output }),
  });
  actor.start();
}
