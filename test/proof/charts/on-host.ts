/**
 * One path through a chart, gone in a real host over a real store: messages are accepted, effects are begun and end as
 * the path says, lookups answer, timers fire when their instant has come. The journal must then tell the very path.
 */
import { type AnyStateMachine, assign, fromPromise, setup } from 'xstate';
import { writeBirth } from '../../../src/actors/runtime/commit/commit.ts';
import { createRegistry, type EffectSource, type Lookup } from '../../../src/actors/runtime/registry.ts';
import { createSystem } from '../../../src/actors/runtime/system.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../src/adapters/stores/sqlite/host/host.ts';
import { type Failure, fault } from '../../../src/domain/supervision/failure.ts';
import type { EffectPolicy, HostStore } from '../../../src/ports/store.ts';
import type { Writer } from '../../../src/ports/writer.ts';
import type { Stand } from '../../machines/play.ts';
import { createSchedule, settled } from '../simulation/schedule.ts';
import type { HostWays, Path } from './paths.ts';

/** Effects that are not simply repeated. */
const policies: Readonly<Record<string, EffectPolicy>> = {
  execution: 'once',
  consent: 'once',
  delivery: 'once',
  settlement: 'keyed',
  directive: 'keyed',
  remedy: 'keyed',
};

/** More than this never follows from one thing. */
const mostAtOnce = 500;

const base = setup({
  types: {
    context: {} as { readonly output: unknown },
    events: {} as { readonly type: 'other.ended'; readonly output: unknown },
    tags: {} as 'resting',
  },
});

/** Everybody else: takes whatever comes, and ends when it is told to, with what it is told. */
const otherMachine = (id: string) =>
  base.createMachine({
    id,
    version: '1',
    context: { output: null },
    initial: 'standing',
    states: {
      standing: {
        tags: ['resting'],
        on: {
          'other.ended': { target: 'ended', actions: assign({ output: ({ event }) => event.output }) },
          '*': {},
        },
      },
      ended: { type: 'final' },
    },
    output: ({ context }) => context.output,
  });

/** A sentence where the host went another way than the chart; undefined: it went this one. `change` breaks it. */
export async function goneOnHost(
  path: Path,
  { ways, lookups, machines }: HostWays,
  change: (store: HostStore) => HostStore = store => store,
): Promise<string | undefined> {
  const { machine, address, parent } = ways;
  const schedule = createSchedule(1_000_000);
  const life = {};
  const database = openDatabase({ file: ':memory:', synchronous: 'normal', now: schedule.now });
  const store = change(sqliteHostStore(database));
  const calls = new Map<string, PromiseWithResolvers<unknown>>();
  const found = path.steps.filter(({ move }, index) => {
    const before = path.steps[index - 1]?.to ?? path.birth;
    return lookups.has(before.children[move.id]?.src ?? '') && move.kind !== 'timer';
  });
  const answers = found.map(({ move }) => move.event);
  const lookup: Lookup = () => {
    const answer = answers.shift();
    if (!answer) throw new Error('the path does not say what is found');
    if ('error' in answer) throw faultOf(answer['error'] as Failure);
    return answer['output'];
  };
  const sources = Object.keys(machine.implementations.actors).filter(src => !lookups.has(src) && !machines.has(src));
  const kinds = [
    'supervisor',
    'session',
    'tool-call',
    'delegation',
    'plan',
    'approval',
    'approval-desk',
    'channel',
    'incident',
    'circuit-breaker',
  ];
  const registry = createRegistry(
    [
      { machine },
      ...kinds
        .filter(kind => kind !== machine.id)
        .map(kind => ({ machine: otherMachine(kind) as AnyStateMachine, startsWith: () => ({}), isShortLived: true })),
    ],
    Object.fromEntries(sources.map(src => [src, sourceOf(src, calls)])),
    Object.fromEntries(Object.keys(machine.implementations.actions).map(name => [name, (() => {}) as Writer])),
    Object.fromEntries([...lookups].map(name => [name, lookup])),
  );
  const system = createSystem({
    store,
    registry,
    clock: schedule.clock(life),
    boot: 'boot',
    redact: text => text,
    soon: schedule.soon(life),
    reportsTo: 'supervisor',
  });
  /** True: nothing is ready to happen any more. */
  const settle = async (): Promise<boolean> => {
    for (let happened = 0; happened < mostAtOnce; happened += 1) {
      await settled();
      if (schedule.ready === 0) return true;
      schedule.run(() => 0);
    }
    return false;
  };
  try {
    system.start();
    const entry = registry.machines.get(machine.id);
    if (!entry) throw new Error('the chart is not registered');
    const born = { entry, address, parent: parent ?? null, childId: parent ? 'under-test' : null, input: path.input };
    void system.perform(batch => void writeBirth(system.host, { ...born, at: schedule.now(), id: 'born' }, batch));
    await settle();
    let before = path.birth;
    for (const { move, to } of path.steps) {
      const child = before.children[move.id];
      if (move.kind === 'timer') {
        schedule.pass(Math.max(0, (before.timers[move.id]?.due ?? 0) - schedule.now()));
      } else if (move.kind === 'message') {
        const { at, id: _, ...said } = move.event;
        const { context } = JSON.parse(store.actor(address)?.state ?? '{}') as { context: Context };
        const event = { ...said, ...namesOnHost(said, before.context as Context, context) };
        if (typeof at === 'number') schedule.set(at - schedule.now());
        void system.accept({ target: address, event });
      } else if (child && machines.has(child.src)) {
        const target =
          (JSON.parse(store.actor(address)?.children ?? '{}') as Stand['children'])[move.id]?.address ?? '';
        void system.accept({ target, event: { type: 'other.ended', output: move.event['output'] } });
      } else if (child && !lookups.has(child.src)) {
        const effect = store
          .openEffects()
          .find(row => row.owner === address && row.childId === move.id && row.leftAt === null);
        const call = calls.get(effect?.address ?? '');
        if (!call) return `${before.leaf}: the effect ${move.id} is not under way`;
        if (move.kind === 'failure') call.reject(faultOf(move.event['error'] as Failure));
        else call.resolve(move.event['output']);
      }
      if (!(await settle())) return `${before.leaf} < ${move.event.type}: it does not come to rest`;
      before = to;
    }
    return difference(path, store.journalAfter(address, 0));
  } finally {
    schedule.drop(life);
    database.close();
  }
}

/** What events name by an id, of a conversation; other charts have no such. */
interface Context {
  readonly turn?: { readonly id?: unknown } | null;
  readonly open?: {
    readonly calls?: Readonly<Record<string, { readonly question?: unknown }>>;
    readonly later?: readonly { readonly id?: unknown }[];
  };
}

/** Ids are the host's own: what names the turn or a question of the path names the one that the host has made. */
function namesOnHost(said: Readonly<Record<string, unknown>>, path: Context, host: Context) {
  const asked = Object.entries(path.open?.calls ?? {}).find(([, { question }]) => question === said['question'])?.[0];
  const later = path.open?.later?.findIndex(({ id }) => id === said['turn']) ?? -1;
  const turn = said['turn'] === path.turn?.id ? host.turn?.id : host.open?.later?.[later]?.id;
  const more = 'turn' in said && turn !== undefined ? { turn } : {};
  const others = 'question' in said && asked !== undefined ? { question: host.open?.calls?.[asked]?.question } : {};
  return {
    ...more,
    ...others,
  };
}

function sourceOf(src: string, calls: Map<string, PromiseWithResolvers<unknown>>): EffectSource {
  return {
    logic: fromPromise(({ input }) => {
      const call = Promise.withResolvers<unknown>();
      calls.set((input as { readonly effect: { readonly address: string } }).effect.address, call);
      return call.promise;
    }),
    policy: policies[src] ?? 'repeatable',
    isService: true,
    timeoutMs: null,
  };
}

function faultOf({ kind, message, ...more }: Failure) {
  return fault(kind, message, more);
}

function difference(
  { birth, steps }: Path,
  rows: readonly { readonly event: string; readonly value: string; readonly path: string }[],
): string | undefined {
  const told = rows.map(({ event, value, path }) => `${JSON.parse(event).type} → ${value} ${path}`);
  const should = [
    { type: 'xstate.init', to: birth },
    ...steps.map(({ move, to }) => ({ type: move.event.type, to })),
  ].map(({ type, to }) => `${type} → ${JSON.stringify(to.snapshot.value)} ${JSON.stringify(to.path)}`);
  const at = should.findIndex((line, index) => line !== told[index]);
  if (at < 0 && told.length === should.length) return undefined;
  return `${should.slice(0, at).join('\n  ')}\n  should: ${should[at]}\n  did: ${told[at < 0 ? should.length : at]}`;
}
