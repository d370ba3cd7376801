/**
 * The journal replayed: from an actor's first step, or its nearest snapshot, through every event to the state that is
 * stored.
 *
 * A replay runs nothing: effects come back as data and are dropped. It is what tests, the inspector and
 * `straylight actors replay` check an actor with.
 */
import type { AnyMachineSnapshot } from 'xstate';
import { asRequest, type JournalRequest } from '../../domain/supervision/journal-request.ts';
import { defined, type Json } from '../../domain/text/json.ts';
import type { TimerRecord } from '../../ports/store.ts';
import { stateHash } from './commit/state-hash.ts';
import type { RegisteredMachine } from './registry.ts';
import {
  type Children,
  type Effect,
  type Event,
  firstStep,
  load,
  nextStep,
  persisted,
  type Recorder,
  recorder,
  withChildren,
} from './step.ts';

/** One actor as a file: the fixture format of the tests. */
export interface ActorExport {
  readonly format: 'straylight.actor/1';
  readonly address: string;
  readonly machine: string;
  readonly version: string;
  readonly parent: string | null;
  /** Where the replay starts when the older journal was pruned; without it, at the first step. */
  readonly start?: { readonly seq: number; readonly state: Json; readonly children: Children };
  readonly journal: readonly {
    readonly seq: number;
    readonly at: number;
    readonly event: Event;
    readonly value: Json;
    /** What the step asked of the host; sentences in files of older versions. */
    readonly effects: readonly (JournalRequest | string)[];
    readonly hash: string;
    readonly code: string;
  }[];
  readonly state: Json;
}

export interface Divergence {
  readonly seq: number;
  readonly event: string;
  /** State value and hash as recorded, and as replayed now. */
  readonly recorded: { readonly value: Json; readonly hash: string };
  readonly replayed: { readonly value: Json; readonly hash: string } | { readonly error: string };
  /** The step was made by another version of the chart's code. */
  readonly codeChanged: boolean;
}

export type Verdict = boolean | 'code-changed' | 'forgotten';

export interface Replayed {
  /**
   * Every step gave the recorded hash. `code-changed`: it did not, and the chart is not the one that recorded it.
   * `forgotten`: texts of the journal were forgotten, so that hashes of states that held them cannot be given again.
   */
  readonly verified: Verdict;
  readonly steps: number;
  /** So many of them gave the recorded hash; the others differ, or held texts that were forgotten. */
  readonly matched: number;
  readonly firstDivergence?: Divergence;
  /** The state at the end of the replay. */
  readonly state: Json;
  /** The state one step earlier; null before the first. */
  readonly before: Json;
  readonly children: Children;
  /** The timers that were set; those of before a snapshot the replay starts from are not known. */
  readonly timers: readonly TimerRecord[];
}

/**
 * Replays an exported actor up to `until` (all of it by default). Throws an `Error` that says what is wrong with a file
 * that cannot be read.
 */
export function replay(
  file: ActorExport,
  machines: ReadonlyMap<string, RegisteredMachine>,
  until = Number.MAX_SAFE_INTEGER,
): Replayed {
  const entry = machines.get(file.machine);
  if (!entry) throw new Error(`the file is of a machine named ${file.machine}, which this version does not have`);
  const { machine } = entry;
  const record = recorder(file.address, file.parent);
  let children: Children = file.start?.children ?? {};
  let snapshot: AnyMachineSnapshot | undefined;
  // JSON: a long journal is compared by hash, and only its last two states are read
  let state = JSON.stringify(file.start?.state ?? null);
  let before = 'null';
  let steps = 0;
  let matched = 0;
  let firstDivergence: Divergence | undefined;
  const timers = new Map<string, TimerRecord>();
  // once a text is gone, states are what they were but for it, until the actor was put into one without it
  let isForgotten = marksForgotten(file.start?.state);
  let hasForgotten = false;
  if (file.start) snapshot = load(machine, record, unmarked(file.start.state), children);

  for (const { seq, event, value, effects, hash, code } of file.journal) {
    if (seq > until) break;
    if (file.start && seq <= file.start.seq) continue;
    steps += 1;
    before = state;
    isForgotten ||= marksForgotten(event);
    hasForgotten ||= isForgotten;
    const codeChanged = code !== entry.code;
    const diverged = (replayed: Divergence['replayed']) => {
      firstDivergence ??= { seq, event: event.type, recorded: { value, hash }, replayed, codeChanged };
    };
    let text: string;
    try {
      // a later forgetting may have taken words out of this note, too
      if (event.type === 'host.forgot') isForgotten = marksForgotten(event);
      if (standsBy.has(event.type)) {
        const { state: stands = JSON.parse(state) as Json, children: kept = children } = event as Kept;
        children = kept;
        text = JSON.stringify(stands);
        snapshot = load(machine, record, JSON.parse(text) as Json, children);
      } else if (event.type.startsWith('host.') && event.type !== 'host.restarted') {
        text = state; // a directive that leaves the state alone
      } else {
        const step = stepOf(machine, record, snapshot, event, children);
        followTimers(timers, file.address, seq, event, step.effects);
        children = childrenAfter(children, effects, step.snapshot);
        snapshot = withChildren(step.snapshot, children);
        text = JSON.stringify(persisted(machine, snapshot));
      }
    } catch (error) {
      if (isForgotten) continue;
      diverged({ error: error instanceof Error ? error.message : String(error) });
      break;
    }
    state = text;
    const replayed = stateHash(text);
    if (replayed !== hash) {
      if (isForgotten) continue;
      diverged({ value: (JSON.parse(text) as { readonly value: Json }).value, hash: replayed });
      break;
    }
    matched += 1;
  }
  const changed = firstDivergence?.codeChanged ? 'code-changed' : false;
  const verified = firstDivergence !== undefined ? changed : hasForgotten ? 'forgotten' : true;
  return {
    verified,
    steps,
    matched,
    state: JSON.parse(state) as Json,
    before: JSON.parse(before) as Json,
    children,
    timers: [...timers.values()],
    ...defined({ firstDivergence }),
  };
}

/** After these an actor stands in the state that they name, or in the one it had. */
const standsBy: ReadonlySet<string> = new Set(['host.migrated', 'host.rewound', 'host.reinvoked', 'host.forgot']);

/** Texts of it were forgotten. */
function marksForgotten(stored: unknown): boolean {
  return (stored as { readonly isForgotten?: boolean } | undefined)?.isForgotten === true;
}

function unmarked(state: Json): Json {
  const { isForgotten: _, ...rest } = structuredClone(state) as { readonly [key: string]: Json };
  return rest;
}

/** What a directive says of the state it left. */
interface Kept {
  readonly state?: Json;
  readonly children?: Children;
}

/** Timers as the host keeps them: set, cancelled, and gone once they have fired. */
function followTimers(
  timers: Map<string, TimerRecord>,
  address: string,
  seq: number,
  event: Event,
  effects: readonly Effect[],
): void {
  const at = event['at'] as number;
  if (event.type === 'host.restarted') timers.clear();
  for (const { id, event: text, due } of [...timers.values()])
    if ((JSON.parse(text) as Event).type === event.type && due <= at) timers.delete(id);
  for (const [index, effect] of effects.entries()) {
    if (effect.kind === 'cancel') timers.delete(effect.id);
    if (effect.kind !== 'schedule' || !('address' in effect.to)) continue;
    const id = effect.id ?? `${address}#${seq}.${index}`;
    const due = at + effect.delayMs;
    timers.set(id, { owner: address, id, target: effect.to.address, event: JSON.stringify(effect.event), due });
  }
}

function stepOf(
  machine: RegisteredMachine['machine'],
  record: Recorder,
  snapshot: AnyMachineSnapshot | undefined,
  event: Event,
  children: Children,
) {
  if (event.type === 'xstate.init' || event.type === 'host.restarted')
    return firstStep(machine, record, event['input']);
  if (!snapshot) throw new Error('the journal begins in the middle, and there is no snapshot to start from');
  return nextStep(machine, record, snapshot, event, children);
}

/** The journal says under which addresses children were started; that is the host's to know, not the chart's. */
function childrenAfter(
  children: Children,
  effects: readonly (JournalRequest | string)[],
  snapshot: AnyMachineSnapshot,
): Children {
  const after: Record<string, { address: string; src: string }> = { ...children };
  for (const request of effects.map(asRequest)) {
    if ('start' in request) after[request.start] = { address: request.address, src: request.src };
    if ('stop' in request) delete after[request.stop];
  }
  for (const id of Object.keys(after)) if (!(id in snapshot.children)) delete after[id];
  return after;
}
