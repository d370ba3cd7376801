/**
 * Recorded histories as an agent that can be looked at and not run: its rows and journals on a real file, and a spy in
 * place of all that acts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { fromPromise } from 'xstate';
import { agentState } from '../../src/actors/observation/agent-state.ts';
import { stateHash } from '../../src/actors/runtime/commit/state-hash.ts';
import { createRegistry, type EffectSource } from '../../src/actors/runtime/registry.ts';
import type { ActorExport } from '../../src/actors/runtime/replay.ts';
import { leafOf } from '../../src/actors/runtime/step.ts';
import { createSystem } from '../../src/actors/runtime/system.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import type { HostStore, JournalRecord } from '../../src/ports/store.ts';
import { coreWith } from '../actors/core.ts';
import { openStores, type Stores } from '../actors/stores.ts';
import { health } from '../actors/test-agent.ts';
import { machines as charts } from '../proof/journals.ts';
import { type StubAgent, stubAgent } from './stub-agent.ts';

const folder = join(import.meta.dirname, '../fixtures/journals');

/** Every actor of test/fixtures/journals. */
export function recordings(): readonly ActorExport[] {
  return readdirSync(folder).flatMap(name =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as ActorExport),
  );
}

export interface RecordedAgent extends Stores {
  readonly agent: StubAgent;
  /** Whatever was run, looked up or written for a chart; looking must leave it empty. */
  readonly acted: string[];
  /** How many rows each table of the host has. */
  counts(): Readonly<Record<string, number>>;
}

export interface RecordedOptions {
  /** Charts in place of the ones that recorded it. */
  readonly machines?: readonly AnyStateMachine[];
  /** What the disk says instead. */
  readonly change?: (entry: JournalRecord) => JournalRecord;
}

/** Puts these actors on a file and opens it. No two may have one address. */
export function recordedAgent(
  t: { after(close: () => void): void },
  files: readonly ActorExport[],
  { machines = [], change = entry => entry }: RecordedOptions = {},
): RecordedAgent {
  const stores = openStores(t);
  const { store, database, conversation } = stores;
  database.transaction(() => {
    for (const file of files) record(store, file, change);
  })();
  const acted: string[] = [];
  const all = [...charts.values()].map(({ machine }) => machines.find(({ id }) => id === machine.id) ?? machine);
  const names = (kind: 'actors' | 'actions') =>
    new Set(all.flatMap(({ implementations }) => Object.keys(implementations[kind])));
  const spy = (what: string) => () => void acted.push(what);
  const registry = createRegistry(
    all.map(machine => ({ machine })),
    Object.fromEntries([...names('actors')].map(name => [name, spiedSource(spy(`ran ${name}`))])),
    Object.fromEntries([...names('actions')].map(name => [name, spy(`wrote ${name}`)])),
  );
  const system = createSystem({ store, registry, clock: systemClock, boot: 'boot-1', redact: text => text });
  const reads = agentState(coreWith({ system, store, conversation }), () => health);
  const small = stubAgent();
  return {
    ...stores,
    acted,
    agent: { ...small, reader: { ...reads, machines: all } },
    counts: () =>
      Object.fromEntries(
        ['actors', 'journal', 'snapshots', 'effects', 'inbox', 'timers'].map(table => [
          table,
          (database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count,
        ]),
      ),
  };
}

function spiedSource(spy: () => void): EffectSource {
  return { logic: fromPromise(async () => spy()), policy: 'repeatable', lane: 'tool', timeoutMs: 1_000 };
}

function record(store: HostStore, file: ActorExport, change: (entry: JournalRecord) => JournalRecord): void {
  const { address, machine, version, parent, state, journal, start } = file;
  const last = journal.at(-1);
  if (!last) return;
  const [text, value] = [JSON.stringify(state), (state as { readonly value: never }).value];
  store.insertActor({
    address,
    machine,
    version,
    status: 'active',
    leaf: leafOf(value),
    tags: '[]',
    state: text,
    children: '{}',
    input: '{}',
    parent,
    childId: null,
    seq: last.seq,
    incarnation: 0,
    hash: stateHash(text),

    since: last.at,
    startedAt: journal[0]?.at ?? last.at,
    lastAt: last.at,
    lastEvent: last.event.type,
    problem: null,
  });
  if (start)
    store.insertSnapshot({
      address,
      seq: start.seq,
      version,
      state: JSON.stringify(start.state),
      children: JSON.stringify(start.children),
    });
  for (const { seq, at, event, value: to, effects, hash, code } of journal)
    store.insertJournal(
      change({
        address,
        seq,
        at,
        event: JSON.stringify(event),
        value: JSON.stringify(to),
        path: '[]',
        effects: JSON.stringify(effects),
        micros: 1,
        hash,
        code,
      }),
    );
}
