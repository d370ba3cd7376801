/**
 * The names a snapshot may mention: machines, effect sources, lookups and writers. It is filled before the host starts;
 * nothing adds to it later.
 */
import { createHash } from 'node:crypto';
import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import type { LetGo } from '../../domain/supervision/admin.ts';
import type { EffectPolicy, JournalRecord } from '../../ports/store.ts';
import type { Writer } from '../../ports/writer.ts';

/** One promise logic of src/actors, and how often it may run. */
export interface EffectSource {
  readonly logic: AnyActorLogic;
  readonly policy: EffectPolicy;
  /** Effects of one lane share its places. Without one it begins at once. */
  readonly lane?: string;
  /**
   * It lasts as long as the process (a poll), or belongs to what looks after the others: nothing waits for its end, it
   * is aborted first when the process stops, and goes on at the next boot.
   */
  readonly isService?: boolean;
  /** The deadline of one run; null: none. */
  readonly timeoutMs: number | null | ((input: never) => number | null);
  /** False: this process cannot run it (its channel is not set up here); it stays as it is for one that can. */
  readonly isPossible?: (input: never) => boolean;
  /**
   * A run gives a sign of life (any event it emits; {@link aliveEvent} says no more than that) at least so often; after
   * two intervals without one it counts as silent. Without it, or where it answers undefined, it may be silent.
   */
  readonly heartbeatMs?: number | ((input: never) => number | undefined);
  /** Names the act of a `once`: a second start under the same key runs nothing. Default: the effect's own address. */
  readonly key?: (input: never) => string;
  /**
   * How urgent a run is: of those that wait for a place the highest begins first, of equals the oldest. Without it 0.
   */
  readonly priority?: (input: never) => number;
  /**
   * What a run calls (`model:ollama/qwen3`, `tool:web_fetch`), by the name that admission counts its failures under.
   */
  readonly callee?: (input: never) => string | undefined;
  /**
   * What somebody has just asked for, by a name of its own: its run starts once even where its callee rests after
   * failures. Undefined: nobody has.
   */
  readonly insists?: (input: never) => string | undefined;
  /**
   * A domain write in the commit that starts it again: its process died while it was under way, or its owner was
   * restarted.
   */
  readonly onAgain?: (
    input: never,
    run: { readonly address: string; readonly attempt: number; readonly at: number },
  ) => void;
  /**
   * What a run does, in one sentence: reported to the owner if the outcome is unknown. Without it the chart sees to
   * that.
   */
  readonly about?: (input: never) => string;
}

/**
 * A look into rows of our own, which a chart invokes like an effect: it reads within the transaction of the step that
 * asks, and its answer is the next event of that transaction. So it needs no row, no commit and no deadline; it may
 * neither write nor wait.
 */
export type Lookup = (input: never) => unknown;

/** What every effect knows about itself, beside its own input. */
export interface EffectFacts {
  readonly address: string;
  readonly owner: string;
  readonly key: string;
  readonly attempt: number;
}

/** What an effect emits to say that it goes on, and nothing else; it is not shown. */
export const aliveEvent = { type: 'effect.alive' } as const;

/**
 * An effect's input as its logic sees it. `signal` aborts when its owner no longer waits or the deadline has passed.
 */
export type Work<Input> = Input & { readonly effect: EffectFacts; readonly signal: AbortSignal };

export interface MachineEntry {
  readonly machine: AnyStateMachine;
  /** A message to an address of this kind that has no row starts it; the answer is its input. */
  readonly startsWith?: (address: string) => object;
  /**
   * What still comes for one of this kind after its end is dropped: it is an answer that was too late, and its sender
   * knows.
   */
  readonly isShortLived?: boolean;
  /**
   * Events that may come for one of this kind after its end and mean nothing then. Of any other the owner is told that
   * it came too late.
   */
  readonly lateEvents?: readonly string[];
  /** It works in safe mode too: what the owner is notified and asked with. */
  readonly isVital?: boolean;
  /**
   * A domain write when the host ends one of this kind, so that no row of it is left open; `send`: to another actor, with
   * the same commit.
   */
  readonly onStopped?: (address: string, at: number, send: SendOnStop) => void;
  /**
   * A domain write when the host restarts one of this kind or rewinds it: what it no longer knows of must not look as
   * if it did.
   */
  readonly onRewound?: (rewound: Rewound) => void;
  /**
   * A domain write before the host restarts one of this kind: what it was about is released. The answer is added to its
   * input.
   */
  readonly onRestart?: (left: LeftBehind) => object;
  /** What a restart would release, for a preview. */
  readonly wouldRelease?: (left: LeftBehind) => LetGo;
  /** An older version's state becomes this version's, or undefined if it cannot. */
  readonly migrate?: (state: object, version: string) => object | undefined;
}

export type SendOnStop = (target: string, event: { readonly type: string; readonly [key: string]: unknown }) => void;

/** An actor that stands where it stood before, or begins again. */
export interface Rewound {
  readonly address: string;
  /** Its state from now on, as it is stored. */
  readonly state: string;
  /** The steps it no longer knows of; none if it was restarted: then it knows of nothing. */
  readonly since: readonly JournalRecord[];
  readonly at: number;
  /** Unique for ever. */
  readonly id: string;
  /** To the actor itself, with the same commit. */
  send(event: { readonly type: string; readonly [key: string]: unknown }): void;
  onCommitted(call: () => void): void;
}

/** An actor as it was before a restart. */
export interface LeftBehind {
  readonly address: string;
  /** As it was stored, also if this program cannot load it. */
  readonly state: string;
  /** Its children, by their ids, that are there and whose act has not begun. */
  readonly unbegun: readonly string[];
  /** Its children that have ended without its knowledge. */
  readonly over: readonly string[];
  readonly at: number;
  /** Unique for ever. */
  readonly id: string;
}

export interface Registry {
  /** By kind, which is the machine's id. */
  readonly machines: ReadonlyMap<string, RegisteredMachine>;
  readonly sources: ReadonlyMap<string, EffectSource>;
  readonly lookups: ReadonlyMap<string, Lookup>;
  readonly writers: ReadonlyMap<string, Writer>;
}

export interface RegisteredMachine extends MachineEntry {
  readonly kind: string;
  readonly version: string;
  /** Changes when anything of the chart does: structure, guards, actions. */
  readonly code: string;
}

/**
 * Checks that every name a chart mentions is there, so that a missing one stops the start and not an actor.
 * Throws an `Error` that lists every missing name.
 */
export function createRegistry(
  machines: readonly MachineEntry[],
  sources: Readonly<Record<string, EffectSource>>,
  writers: Readonly<Record<string, Writer>>,
  lookups: Readonly<Record<string, Lookup>> = {},
): Registry {
  const known = registered(machines);
  const missing: string[] = [];
  for (const { machine, kind } of known.values()) {
    const { actors, actions } = machine.implementations;
    for (const name of Object.keys(actors))
      if (!known.has(name) && !sources[name] && !lookups[name]) missing.push(`${kind} needs the actor ${name}`);
    for (const [name, action] of Object.entries(actions))
      if (typeof action === 'function' && !('resolve' in action) && !writers[name])
        missing.push(`${kind} needs the writer ${name}`);
  }
  if (missing.length > 0) throw new Error(`not provided: ${missing.join('; ')}`);
  return {
    machines: known,
    sources: new Map(Object.entries(sources)),
    lookups: new Map(Object.entries(lookups)),
    writers: new Map(Object.entries(writers)),
  };
}

/** The host is made with it, so that features can be given the host; `fill` takes what they bring, before the start. */
export interface OpenRegistry extends Registry {
  fill(all: Registry): void;
}

export function openRegistry(): OpenRegistry {
  const machines = new Map<string, RegisteredMachine>();
  const sources = new Map<string, EffectSource>();
  const lookups = new Map<string, Lookup>();
  const writers = new Map<string, Writer>();
  return {
    machines,
    sources,
    lookups,
    writers,
    fill(all) {
      for (const [name, one] of all.machines) machines.set(name, one);
      for (const [name, one] of all.sources) sources.set(name, one);
      for (const [name, one] of all.lookups) lookups.set(name, one);
      for (const [name, one] of all.writers) writers.set(name, one);
    },
  };
}

/** The machines by kind, each with its version and the hash of its code. */
export function registered(machines: readonly MachineEntry[]): ReadonlyMap<string, RegisteredMachine> {
  return new Map(
    machines.map(entry => {
      const { machine } = entry;
      return [machine.id, { ...entry, kind: machine.id, version: machine.version ?? '1', code: codeHash(machine) }];
    }),
  );
}

/** SHA-256 over the chart's structure and the text of its functions, 16 hex digits. */
function codeHash(machine: AnyStateMachine): string {
  const { guards, delays } = machine.implementations;
  const seen = new WeakSet<object>();
  const text = JSON.stringify([machine.config, guards, delays], (_key, value) => {
    if (typeof value === 'function') return [value.name, String(value), { ...value }];
    if (typeof value === 'object' && value !== null) {
      if (seen.has(value)) return null;
      seen.add(value);
    }
    return value;
  });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
