/**
 * Runs what was committed, and reports back. An effect is an actor of its own around one promise logic; it knows nothing of
 * rows. What it becomes goes to `settle`, which commits it together with the message to its owner.
 */
import { type AnyActorLogic, createActor } from 'xstate';
import { crashPoint } from '#crash-points';
import { type Failure, isRetryable, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EffectRecord } from '../../ports/store.ts';
import { aliveEvent, type EffectFacts, type EffectSource, type Lane } from './registry.ts';
import type { Event } from './step.ts';

export type Outcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** How many effects of a lane run at once; `service` has no limit. */
export type Lanes = Readonly<Record<Exclude<Lane, 'service'>, number>>;

export interface EffectRunnerOptions {
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly source: (name: string) => EffectSource;
  /** `isAborted`: it had been told to stop. */
  readonly settle: (row: EffectRecord, outcome: Outcome, ms: number, isAborted: boolean) => void;
  readonly onProgress: (row: EffectRecord, event: Event) => void;
  /** A place became free in a lane. */
  readonly onRoom: (lane: Lane) => void;
  /** Runs the work of an effect within what libraries take for its surroundings. Without it nothing surrounds it. */
  readonly surround?: ((row: EffectRecord, work: () => void) => void) | undefined;
}

export interface EffectRunner {
  /** Is there a place for one more, `asked` being already promised away? */
  hasRoom(lane: Lane, asked: number): boolean;
  isRunning(effect: string): boolean;
  begin(row: EffectRecord): void;
  /** Gives the effect its abort signal. What it then becomes is still reported. */
  abort(effect: string): void;
  /** Effects that have given no sign of life for two of their intervals, and for how long. */
  silent(): readonly Silence[];
  /** What runs, and the last that began since this was asked before: source and owner. Services are left out. */
  underWay(): readonly string[];
  /** Aborts every effect of the service lane, or all. */
  abortAll(lane?: Lane): void;
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
  readonly lane: Lane;
  readonly heartbeatMs: number | undefined;
  /** When it was last heard of. */
  heardAt: number;
  stop(): void;
}

export function createEffectRunner({
  clock,
  lanes,
  source,
  settle,
  onProgress,
  onRoom,
  surround = (_, work) => work(),
}: EffectRunnerOptions): EffectRunner {
  const running = new Map<string, Running>();
  const used = new Map<Lane, number>();
  const waiters: (() => void)[] = [];
  let lately: string[] = [];

  function begin(row: EffectRecord): void {
    const { logic, lane, timeoutMs, policy, heartbeatMs: every } = source(row.src);
    const facts: EffectFacts = { address: row.address, owner: row.owner, key: row.key, attempt: row.attempt };
    const input = JSON.parse(row.input) as object;
    const deadlineMs = typeof timeoutMs === 'function' ? timeoutMs(input as never) : timeoutMs;
    const began = clock.elapsed();
    const stoppedMs = clock.stoppedMs?.() ?? 0;
    let cancelDeadline = () => {};
    let ended = false;
    let isAborted = false;

    const end = (outcome: Outcome) => {
      if (ended) return;
      ended = true;
      cancelDeadline();
      running.delete(row.address);
      used.set(lane, (used.get(lane) ?? 1) - 1);
      crashPoint(`effect.end ${row.src}`);
      const isStopped = (clock.stoppedMs?.() ?? 0) > stoppedMs;
      settle(row, isStopped ? cutByStandstill(outcome) : outcome, clock.elapsed() - began, isAborted);
      onRoom(lane);
      if (running.size === 0) for (const wake of waiters.splice(0)) wake();
    };

    const abort = new AbortController();
    const stop = () => {
      isAborted = true;
      abort.abort(cancelled());
    };
    used.set(lane, (used.get(lane) ?? 0) + 1);
    const heartbeatMs = typeof every === 'function' ? every(input as never) : every;
    const me: Running = { row, lane, heartbeatMs, heardAt: began, stop };
    running.set(row.address, me);
    if (lane !== 'service') lately = [...lately.slice(1 - mostLately), nameOf(row)];
    crashPoint(`effect.start ${row.src}`);
    surround(row, () =>
      runEffect(
        logic,
        { ...input, effect: facts, signal: abort.signal },
        event => {
          me.heardAt = clock.elapsed();
          if (event.type !== aliveEvent.type) onProgress(row, event);
        },
        end,
      ),
    );
    const arm = (ms: number, waitMs: number) => {
      cancelDeadline = clock.after(waitMs, () => {
        // a process that was stopped has not waited meanwhile
        const leftMs = Math.ceil(ms - (clock.elapsed() - began));
        if (leftMs > 1) return arm(ms, leftMs);
        abort.abort(cancelled());
        const seconds = Math.round(ms / 1000);
        const failure: Failure =
          policy === 'once'
            ? {
                kind: 'unknown',
                message: `${row.src} did not answer within ${seconds} s; it may or may not have happened`,
              }
            : { kind: 'timeout', message: `${row.src} did not answer within ${seconds} s` };
        end({ kind: 'failed', failure });
      });
    };
    if (deadlineMs !== null && !ended) arm(deadlineMs, deadlineMs);
  }

  return {
    hasRoom: (lane, asked) => lane === 'service' || (used.get(lane) ?? 0) + asked < lanes[lane],
    isRunning: effect => running.has(effect),
    begin,
    abort: effect => running.get(effect)?.stop(),
    silent() {
      const now = clock.elapsed();
      return [...running.values()].flatMap(({ row, heartbeatMs, heardAt }) =>
        heartbeatMs !== undefined && now - heardAt > 2 * heartbeatMs
          ? [{ row, silentMs: now - heardAt, heartbeatMs }]
          : [],
      );
    },
    underWay() {
      const names = [...running.values()].filter(({ lane }) => lane !== 'service').map(({ row }) => nameOf(row));
      return [...new Set([...lately.splice(0), ...names])];
    },
    abortAll(lane) {
      for (const effect of [...running.values()]) if (lane === undefined || effect.lane === lane) effect.stop();
    },
    get size() {
      return running.size;
    },
    get busy() {
      return running.size - (used.get('service') ?? 0);
    },
    idle: () =>
      running.size === 0
        ? Promise.resolve()
        : new Promise(resolve => {
            waiters.push(resolve);
          }),
  };
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
 * Runs one promise logic as a small actor. Its signal comes with its input and not from XState: an aborted promise is still
 * heard, because what a started act became must be known.
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
