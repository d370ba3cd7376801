/** A small house for the runtime's own tests: a toy chart, effects that tests steer by hand, a real SQLite file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyActorLogic, assign, fromPromise, sendTo, setup } from 'xstate';
import type { Admission } from '../../../src/actors/runtime/admission.ts';
import {
  createRegistry,
  type EffectSource,
  type MachineEntry,
  type Registry,
  type Writer,
} from '../../../src/actors/runtime/registry.ts';
import { createSystem, type System, type SystemOptions } from '../../../src/actors/runtime/system.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openDatabase, type SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host.ts';
import { actorAt, needs } from '../../../src/machines/needs.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { HostStore } from '../../../src/ports/store.ts';

/** A worker: told to work it runs an effect, told to wait it sets a timer, told to hire it starts a child of its own kind. */
const worker = setup({
  types: {
    input: {} as { readonly address: string; readonly note?: string },
    context: {} as {
      readonly address: string;
      readonly done: readonly string[];
      readonly failures: readonly string[];
      readonly hires: number;
    },
    output: {} as { readonly outcome: string; readonly done: readonly string[] },
    events: {} as
      | { readonly type: 'work'; readonly what: string }
      | { readonly type: 'act'; readonly what: string }
      | { readonly type: 'wait'; readonly ms: number }
      | { readonly type: 'hire' }
      | { readonly type: 'tell'; readonly who: string; readonly word: string }
      | { readonly type: 'word'; readonly word: string }
      | { readonly type: 'write'; readonly text: string }
      | { readonly type: 'break' }
      | { readonly type: 'leave' }
      | { readonly type: 'end' }
      | { readonly type: 'xstate.done.actor.child'; readonly actorId: string; readonly output: unknown },
    tags: {} as 'resting' | 'busy',
  },
  actors: {
    effort: needs<string, { what: string }>('effort'),
    deed: needs<string, { what: string }>('deed'),
    worker: needs<{ outcome: string }, { note: string }>('worker'),
  },
  actions: {
    note: (_, _params: { readonly text: string }) => {},
    tell: sendTo(
      ({ event, system }) => actorAt((event as unknown as { who: string }).who)({ system }),
      ({ event }) => ({ type: 'word', word: (event as unknown as { word: string }).word }),
    ),
  },
  delays: { patience: 60_000 },
});

/** A chart with a fault: it cannot take this outcome. */
function wholesome(output: string): string {
  if (output === 'poison') throw new Error('it cannot be taken');
  return output;
}

export const workerMachine = worker.createMachine({
  id: 'worker',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({ address: input.address, done: input.note ? [input.note] : [], failures: [], hires: 0 }),
  output: ({ context }) => ({ outcome: 'done', done: context.done }),
  initial: 'idle',
  on: {
    'xstate.done.actor.*': {
      actions: assign(({ context, event }) => ({ done: [...context.done, `child ${event.actorId}`] })),
    },
    end: '.over',
  },
  states: {
    idle: {
      tags: ['resting'],
      on: {
        work: 'working',
        act: 'acting',
        wait: 'waiting',
        hire: {
          actions: [
            worker.spawnChild('worker', {
              id: ({ context }) => `w${context.hires + 1}`,
              input: ({ context }) => ({ note: `hired ${context.hires + 1}` }),
            }),
            assign({ hires: ({ context }) => context.hires + 1 }),
          ],
        },
        tell: { actions: 'tell' },
        word: { actions: assign({ done: ({ context, event }) => [...context.done, `heard ${event.word}`] }) },
        write: { actions: { type: 'note', params: ({ event }) => ({ text: event.text }) } },
        break: {
          actions: assign(() => {
            throw new Error('it broke');
          }),
        },
      },
    },
    working: {
      tags: ['busy'],
      invoke: {
        id: 'effort',
        src: 'effort',
        input: ({ event }) => ({ what: (event as { what: string }).what }),
        onDone: {
          target: 'idle',
          actions: assign({ done: ({ context, event }) => [...context.done, wholesome(event.output)] }),
        },
        onError: {
          target: 'idle',
          actions: assign({
            failures: ({ context, event }) => [...context.failures, (event.error as { kind: string }).kind],
          }),
        },
      },
      on: { leave: 'idle' },
    },
    acting: {
      tags: ['busy'],
      invoke: {
        id: 'deed',
        src: 'deed',
        input: ({ event }) => ({ what: (event as { what: string }).what }),
        onDone: { target: 'idle', actions: assign({ done: ({ context, event }) => [...context.done, event.output] }) },
        onError: {
          target: 'idle',
          actions: assign({
            failures: ({ context, event }) => [...context.failures, (event.error as { kind: string }).kind],
          }),
        },
      },
      on: { leave: 'idle' },
    },
    waiting: {
      after: { patience: { target: 'idle', actions: assign({ done: ({ context }) => [...context.done, 'waited'] }) } },
      on: { leave: 'idle' },
    },
    over: { type: 'final' },
  },
});

/** Hears what the host tells the supervisor; its journal is what was heard. */
export const listenerMachine = setup({}).createMachine({
  id: 'supervisor',
  version: '1',
  context: {},
  initial: 'idle',
  states: { idle: { tags: ['resting'] } },
});

/** One run of an effect, to be ended by the test. */
export interface Run {
  readonly src: string;
  readonly input: {
    readonly what: string;
    readonly effect: { readonly address: string; readonly key: string; readonly attempt: number };
  };
  readonly signal: AbortSignal;
  done(output: string): void;
  fail(failure: unknown): void;
}

export interface Toy {
  readonly folder: string;
  readonly database: SqliteDatabase;
  readonly store: HostStore;
  readonly registry: Registry;
  readonly system: System;
  readonly clock: ToyClock;
  readonly notes: string[];
  /** Effects that have begun, in order. */
  readonly runs: Run[];
  /** Waits for the n-th effect (from 1) to begin. */
  run(number: number): Promise<Run>;
  /** Sends an event and waits until it is committed. */
  send(
    target: string,
    event: { readonly type: string; readonly [key: string]: unknown },
    dedupe?: string,
  ): Promise<{ readonly duplicate: boolean }>;
  /** The rows of an actor's children, ended ones too. */
  childrenOf(address: string): readonly { readonly address: string }[];
  /** The stored context of an actor. */
  context(address: string): { readonly done: readonly string[]; readonly failures: readonly string[] };
  /** Everything that arrived is committed. */
  settled(): Promise<void>;
  /** As a crash: nothing is waited for, the file is opened again by a new system. */
  reboot(change?: Partial<ToyOptions>): Toy;
  close(): void;
}

export interface ToyOptions {
  readonly machines: readonly MachineEntry[];
  readonly sources: Readonly<Record<string, Partial<EffectSource>>>;
  readonly writers: Readonly<Record<string, Writer>>;
  readonly system: Partial<SystemOptions>;
  readonly store: (store: HostStore) => HostStore;
  readonly admission: (store: HostStore, clock: Clock) => Admission;
  readonly start: Parameters<System['start']>[0];
  /** Before `start`. */
  readonly prepare: (toy: Toy) => void;
}

/** A clock whose instants a test sets; waits still end, as soon as the time they are for has come. */
export interface ToyClock extends Clock {
  advance(ms: number): void;
  /** Nothing that waits will ever be called: the process is dead. */
  kill(): void;
}

export function toyClock(): ToyClock {
  let skipped = 0;
  const waits = new Set<{ readonly at: number; readonly call: () => void; cancel(): void }>();
  const now = () => systemClock.now() + skipped;
  return {
    ...systemClock,
    now,
    after(delayMs, call) {
      const cancel = systemClock.after(delayMs, () => {
        waits.delete(wait);
        call();
      });
      const wait = { at: now() + delayMs, call, cancel };
      waits.add(wait);
      return () => {
        waits.delete(wait);
        cancel();
      };
    },
    kill() {
      for (const wait of waits) wait.cancel();
      waits.clear();
    },
    advance(ms) {
      skipped += ms;
      for (const wait of [...waits])
        if (wait.at <= now()) {
          wait.cancel();
          waits.delete(wait);
          wait.call();
        }
    },
  };
}

/** Opens a toy house on a fresh file. `close` removes it. */
export function openToy(options: Partial<ToyOptions> = {}): Toy {
  return boot(mkdtempSync(join(tmpdir(), 'straylight-toy-')), options, toyClock());
}

function boot(folder: string, options: Partial<ToyOptions>, clock: ToyClock): Toy {
  const database = openDatabase({ file: join(folder, 'toy.db'), synchronous: 'normal', now: clock.now });
  const store = (options.store ?? (plain => plain))(sqliteHostStore(database));
  const notes: string[] = [];
  const runs: Run[] = [];
  const began: (() => void)[] = [];
  let dead = false;
  const logic = (src: string): AnyActorLogic =>
    fromPromise<string, object>(({ input }) => {
      const { signal, ...rest } = input as unknown as Run['input'] & { readonly signal: AbortSignal };
      return new Promise((resolve, reject) => {
        const run: Run = { src, input: rest, signal, done: resolve, fail: reject };
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        runs.push(run);
        for (const wake of began.splice(0)) wake();
      });
    });
  const sources: Record<string, EffectSource> = {
    effort: {
      logic: logic('effort'),
      policy: 'repeatable',
      lane: 'model',
      timeoutMs: null,
      ...options.sources?.['effort'],
    },
    deed: { logic: logic('deed'), policy: 'once', lane: 'tool', timeoutMs: null, ...options.sources?.['deed'] },
  };
  const machines = options.machines ?? [{ machine: workerMachine, startsWith: () => ({}) }];
  const note = ((params: { readonly text: string }) => void notes.push(params.text)) as Writer;
  const registry = createRegistry(machines, sources, { note, ...options.writers });
  const system = createSystem({
    store,
    registry,
    clock,
    boot: clock.id(),
    redact: text => text.replaceAll('hunter2hunter2', '[secret:test]'),
    reportsTo: 'supervisor',
    ...(options.admission ? { admission: options.admission(store, clock) } : {}),
    soon: call => void setImmediate(() => !dead && call()),
    ...options.system,
    lanes: { model: 32, tool: 16, ...options.system?.lanes },
  });
  const die = () => {
    clock.kill();
    if (!dead) database.close();
    dead = true;
  };
  const toy: Toy = {
    childrenOf: address =>
      database.prepare('SELECT * FROM actors WHERE parent = ? ORDER BY n').all(address) as { address: string }[],
    folder,
    database,
    store,
    registry,
    system,
    clock,
    notes,
    runs,
    async run(number) {
      while (runs.length < number) await new Promise<void>(resolve => began.push(resolve));
      return runs[number - 1] as Run;
    },
    send: (target, event, dedupe) => system.accept({ target, event, ...(dedupe === undefined ? {} : { dedupe }) }),
    context: address => (JSON.parse(store.actor(address)?.state ?? '{}') as { context: never }).context,
    settled: () => system.perform(() => {}),
    reboot(change = {}) {
      die();
      return boot(folder, { ...options, ...change }, clock);
    },
    close() {
      die();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  options.prepare?.(toy);
  system.start(options.start);
  return toy;
}
