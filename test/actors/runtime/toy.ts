/** A small host for the runtime's own tests: a toy chart, effects that tests steer by hand, a real SQLite file. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Admission } from '../../../src/actors/runtime/admission.ts';
import {
  createRegistry,
  type EffectSource,
  type MachineEntry,
  type Registry,
} from '../../../src/actors/runtime/registry.ts';
import { createSystem, type System, type SystemOptions } from '../../../src/actors/runtime/system.ts';
import { openDatabase, type SqliteDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { defined } from '../../../src/domain/text/json.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { HostStore } from '../../../src/ports/store.ts';
import type { Writer } from '../../../src/ports/writer.ts';
import { workerMachine } from '../../contracts/host-charts.ts';
import { type TestClock, testClock } from '../../contracts/host-clock.ts';
import { type Run, steeredRuns } from '../../contracts/host-runs.ts';

export interface Toy {
  readonly folder: string;
  readonly database: SqliteDatabase;
  readonly store: HostStore;
  readonly registry: Registry;
  readonly system: System;
  readonly clock: TestClock;
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
  readonly lookups: (toy: { readonly database: SqliteDatabase }) => Parameters<typeof createRegistry>[3];
  readonly system: Partial<SystemOptions>;
  readonly store: (store: HostStore) => HostStore;
  readonly admission: (store: HostStore, clock: Clock) => Admission;
  readonly start: Parameters<System['start']>[0];
  /** Before `start`. */
  readonly prepare: (toy: Toy) => void;
}

/** Opens a toy host on a fresh file. `close` removes it. */
export function openToy(options: Partial<ToyOptions> = {}): Toy {
  return boot(mkdtempSync(join(tmpdir(), 'straylight-toy-')), options, testClock());
}

function boot(folder: string, options: Partial<ToyOptions>, clock: TestClock): Toy {
  const database = openDatabase({ file: join(folder, 'toy.db'), synchronous: 'normal', now: clock.now });
  const store = (options.store ?? (plain => plain))(sqliteHostStore(database));
  const notes: string[] = [];
  const runs = steeredRuns();
  const { logic } = runs;
  let dead = false;
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
  const registry = createRegistry(machines, sources, { note, ...options.writers }, options.lookups?.({ database }));
  const system = createSystem({
    store,
    registry,
    clock,
    boot: clock.id(),
    redact: text => text.replaceAll('hunter2hunter2', '[secret:test]'),
    reportsTo: 'supervisor',
    ...defined({ admission: options.admission ? options.admission(store, clock) : undefined }),
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
    runs: runs.begun,
    run: runs.nth,
    send: (target, event, dedupe) => system.accept({ target, event, dedupe }),
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
