/**
 * One actor's step, written down: the snapshot, the journal, the messages, the timers, the children and the effects it asks
 * for go into the transaction that is open. Nothing here becomes visible; `Batch` collects what does, once it is committed.
 */
import { hash as hashed } from 'node:crypto';
import type { AnyMachineSnapshot } from 'xstate';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { ActorRecord, EffectRecord, HostStore, JournalRecord } from '../../ports/store.ts';
import type { Outcome } from './effects.ts';
import type { FeedFrame } from './feed.ts';
import type { Lane, Lookup, RegisteredMachine, Registry } from './registry.ts';
import {
  type Children,
  type Event,
  firstStep,
  leafOf,
  load,
  nextStep,
  persisted,
  type Recorder,
  recorder,
  type Step,
  type Target,
  withChildren,
} from './step.ts';

/** A cache in front of a row: evicting it loses nothing. */
export interface LiveActor {
  readonly entry: RegisteredMachine;
  readonly record: Recorder;
  row: ActorRecord;
  snapshot: AnyMachineSnapshot;
  children: Children;
}

/** A message on its way to an actor. `child`: the address of the child whose end it tells. */
export interface Mail {
  readonly target: string;
  readonly event: Event;
  readonly child: string | null;
}

/** What one transaction will make visible when it is committed. */
export interface Batch {
  /** Has each part of it a savepoint of its own? Without, one that fails takes all of it down, and it is made again with them. */
  readonly isApart: boolean;
  readonly mails: Mail[];
  readonly begins: EffectRecord[];
  readonly aborts: string[];
  readonly frames: FeedFrame[];
  readonly touched: LiveActor[];
  readonly dues: number[];
  readonly facts: Event[];
  /** What memory takes over from the rows, once they stand. */
  readonly committed: (() => void)[];
  /** Leaves that actors have left, and how long they were there. */
  readonly left: { readonly machine: string; readonly leaf: string; readonly ms: number }[];
  /** Addresses of effects whose outcome is recorded in it. */
  readonly settled: string[];
}

export function newBatch(isApart: boolean): Batch {
  return {
    isApart,
    mails: [],
    begins: [],
    aborts: [],
    frames: [],
    touched: [],
    dues: [],
    facts: [],
    committed: [],
    left: [],
    settled: [],
  };
}

export interface StepHost {
  readonly store: HostStore;
  readonly registry: Registry;
  readonly boot: string;
  readonly snapshotEvery: number;
  now(): number;
  elapsed(): number;
  /** A fresh random id. */
  id(): string;
  /** A value as it may be stored: without secrets, long texts by their names. */
  clean<Value>(value: Value): Value;
  /** A step must be shown to somebody. */
  watched(): boolean;
  /** Takes a place in the lane for an effect of this batch; without one it waits as `pending`. */
  reserve(lane: Lane): boolean;
  /** It waits until the owner has said go. */
  isHeld(address: string): boolean;
  /** Is this effect's promise under way in this process? */
  underWay(effect: string): boolean;
  /** Records what an effect became; answers what its owner is to hear, if it still waits. */
  settle(effect: string, outcome: Outcome, batch: Batch): Mail | undefined;
  /** Drops what is known of an actor, here and in the batch: its row was changed by other means than a step. */
  forget(address: string, batch: Batch): void;
}

/** Writes the next step of a live actor. Throws what the chart or a write throws; the caller's savepoint then undoes it. */
export function writeStep(host: StepHost, live: LiveActor, event: Event, batch: Batch): void {
  const began = host.elapsed();
  const step = nextStep(live.entry.machine, live.record, live.snapshot, event, live.children);
  commitStep(host, live, step, event, batch, began);
}

/** Writes a new actor with its first step. `input` is plain data. */
export function writeBirth(
  host: StepHost,
  born: {
    readonly entry: RegisteredMachine;
    readonly address: string;
    readonly parent: string | null;
    readonly childId: string | null;
    readonly input: object;
    readonly at: number;
    readonly id: string;
  },
  batch: Batch,
): LiveActor {
  const began = host.elapsed();
  const { entry, address, parent, childId, at, id } = born;
  const input = { ...born.input, address, at, id };
  const record = recorder(address, parent);
  const row: ActorRecord = {
    address,
    machine: entry.kind,
    version: entry.version,
    status: 'active',
    leaf: '',
    tags: '[]',
    state: '{}',
    children: '{}',
    input: JSON.stringify(input),
    parent,
    childId,
    seq: 0,
    incarnation: 0,
    hash: '',
    since: at,
    startedAt: at,
    lastAt: at,
    lastEvent: '',
    problem: null,
  };
  const step = firstStep(entry.machine, record, input);
  const live: LiveActor = { entry, record, row, snapshot: step.snapshot, children: {} };
  commitStep(
    host,
    live,
    step,
    { type: 'xstate.init', input, at, id, ...(parent === null ? {} : { from: parent }) },
    batch,
    began,
  );
  return live;
}

/** Makes a live actor of its row. Throws where the machine does not know the state. */
export function activate(entry: RegisteredMachine, row: ActorRecord): LiveActor {
  const record = recorder(row.address, row.parent);
  const children = JSON.parse(row.children) as Children;
  for (const [id, child] of Object.entries(children))
    if (!(child.src in entry.machine.implementations.actors))
      throw new Error(`its child ${id} is a ${child.src}, which the chart no longer knows`);
  return { entry, record, row, children, snapshot: load(entry.machine, record, JSON.parse(row.state), children) };
}

/** SHA-256 over the stored state, 16 hex digits: value, context and status in one. */
export function stateHash(state: string): string {
  return hashed('sha256', state).slice(0, 16);
}

/** The address of a child machine: its kind and 8 base62 characters of the SHA-256 of `owner#seq.index`. */
function childAddress(kind: string, id: string, isTaken: (address: string) => boolean): string {
  const digest = hashed('sha256', id, 'buffer');
  for (let offset = 0; offset + 6 <= digest.length; offset += 6) {
    let number = digest.readUIntBE(offset, 6);
    let key = '';
    for (let place = 0; place < 8; place += 1) {
      key += base62[number % 62];
      number = Math.floor(number / 62);
    }
    if (!isTaken(`${kind}:${key}`)) return `${kind}:${key}`;
  }
  throw new Error(`no free address for ${id}`);
}

/** Ends an actor and all beneath it: effects, timers, waiting messages, children. Its parent is not told. */
export function writeStop(host: StepHost, row: ActorRecord, at: number, batch: Batch): ActorRecord {
  if (row.status === 'done' || row.status === 'stopped') return row;
  host.forget(row.address, batch);
  cleanUp(host, row.address, JSON.parse(row.children) as Children, at, batch);
  host.registry.machines.get(row.machine)?.onStopped?.(row.address, at);
  host.store.dropInbox(row.address);
  const stopped: ActorRecord = { ...row, status: 'stopped', lastAt: at };
  host.store.updateActor(stopped);
  if (host.watched()) batch.frames.push({ kind: 'row', row: stopped });
  return stopped;
}

/** Writes a row that was changed otherwise than by a step, and the journal entry that says so. Answers the row as written. */
export function writeNote(host: StepHost, row: ActorRecord, event: Event, batch: Batch): ActorRecord {
  const at = host.now();
  const seq = row.seq + 1;
  const written: ActorRecord = { ...row, hash: stateHash(row.state), seq, lastAt: at, lastEvent: event.type };
  const entry: JournalRecord = {
    address: row.address,
    seq,
    at,
    event: JSON.stringify({ ...event, at, id: `${row.address}#${seq}` }),
    value: JSON.stringify((JSON.parse(row.state) as { readonly value: unknown }).value),
    path: '[]',
    effects: '[]',
    micros: 0,
    hash: written.hash,
    code: host.registry.machines.get(row.machine)?.code ?? '',
  };
  host.store.updateActor(written);
  host.store.insertJournal(entry);
  if (host.watched()) batch.frames.push({ kind: 'step', row: written, entry });
  return written;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function commitStep(
  host: StepHost,
  live: LiveActor,
  step: Step,
  event: Event,
  batch: Batch,
  began: number,
): void {
  const { store, registry } = host;
  const { entry } = live;
  const { address } = live.row;
  const { machine } = entry;
  const seq = live.row.seq + 1;
  const at = event.at as number;
  const children: Record<string, { address: string; src: string }> = { ...live.children };
  const asked: string[] = [];

  const resolve = (target: Target): string => {
    if ('address' in target) return target.address;
    const child = children[target.child];
    if (!child) throw new Error(`${address} sent a message to ${target.child}, which it does not have`);
    return child.address;
  };

  for (const [index, effect] of step.effects.entries()) {
    const id = `${address}#${seq}.${index}`;
    switch (effect.kind) {
      case 'start': {
        const child = startChild(host, live.row, effect, id, at, batch);
        children[effect.childId] = { address: child, src: effect.src };
        asked.push(`start ${effect.childId} ${effect.src} ${child}`);
        break;
      }
      case 'stop': {
        const child = children[effect.childId];
        if (!child) break;
        stopChild(host, child, at, batch);
        delete children[effect.childId];
        asked.push(`stop ${effect.childId}`);
        break;
      }
      case 'send': {
        const target = resolve(effect.to);
        if (target.includes('#')) {
          abortEffect(host, target, effect.event, at, batch);
          asked.push(`abort ${target}`);
          break;
        }
        batch.mails.push({ target, event: { ...effect.event, at, id, from: address }, child: null });
        asked.push(`send ${target} ${effect.event.type}`);
        break;
      }
      case 'schedule': {
        const due = at + effect.delayMs;
        const timer = effect.id ?? id;
        store.setTimer({
          owner: address,
          id: timer,
          target: resolve(effect.to),
          event: JSON.stringify(effect.event),
          due,
        });
        batch.dues.push(due);
        asked.push(`schedule ${timer}`);
        break;
      }
      case 'cancel':
        store.removeTimer(address, effect.id);
        break;
      case 'emit':
        if (host.watched()) batch.frames.push({ kind: 'emit', address, event: effect.event });
        break;
      case 'write': {
        const write = registry.writers.get(effect.name);
        if (!write) throw new Error(`${entry.kind} asked for the write ${effect.name}, which nobody provides`);
        write(effect.params as never, { address, at, id, onCommitted: call => batch.committed.push(call) });
        asked.push(`write ${effect.name}${named(effect.params)}`);
        break;
      }
    }
  }
  const { snapshot } = step;
  for (const id of Object.keys(children)) if (!(id in snapshot.children)) delete children[id];

  const done = snapshot.status !== 'active';
  if (done) {
    cleanUp(host, address, children, at, batch);
    if (live.row.parent !== null && live.row.childId !== null) {
      const type = `xstate.done.actor.${live.row.childId}`;
      const end: Event = {
        type,
        output: snapshot.output,
        actorId: live.row.childId,
        from: address,
        at,
        id: `${address}#${seq}`,
      };
      batch.mails.push({ target: live.row.parent, event: end, child: address });
    }
  }

  const state = JSON.stringify(persisted(machine, snapshot));
  const value = JSON.stringify(snapshot.value);
  const leaf = leafOf(snapshot.value);
  const hash = stateHash(state);
  const row: ActorRecord = {
    ...live.row,
    version: entry.version,
    status: done ? 'done' : 'active',
    leaf,
    tags: JSON.stringify([...snapshot.tags]),
    state,
    children: JSON.stringify(done ? {} : children),
    seq,
    hash,
    since: leaf === live.row.leaf ? live.row.since : at,
    lastAt: at,
    lastEvent: event.type,
  };
  if (seq === 1) store.insertActor(row);
  else store.updateActor(row);
  const entryRow: JournalRecord = {
    address,
    seq,
    at,
    event: JSON.stringify(event),
    value,
    path: JSON.stringify(step.path),
    effects: asked.length === 0 ? '[]' : JSON.stringify(asked),
    micros: Math.round((host.elapsed() - began) * 1000),
    hash,
    code: entry.code,
  };
  store.insertJournal(entryRow);
  if (seq % host.snapshotEvery === 0)
    store.insertSnapshot({ address, seq, version: entry.version, state, children: row.children });
  if (host.watched()) batch.frames.push({ kind: 'step', row, entry: entryRow });

  if (seq > 1 && leaf !== live.row.leaf)
    batch.left.push({ machine: entry.kind, leaf: live.row.leaf, ms: at - live.row.since });

  // in memory last: up to here a throw leaves the live actor as it was
  live.row = row;
  live.children = children;
  live.snapshot = withChildren(snapshot, children);
  batch.touched.push(live);
}

/** Which row a write is about, for whoever reads the feed: the `id` or `turn` among its params. */
function named(params: unknown): string {
  const { id, turn } = (params ?? {}) as { readonly id?: unknown; readonly turn?: unknown };
  const name = id ?? turn;
  return typeof name === 'string' ? ` ${name}` : '';
}

/** Starts a child: an actor with its first step, a lookup with its answer, an effect with its row. Answers its address. */
export function startChild(
  host: StepHost,
  owner: ActorRecord,
  effect: { readonly childId: string; readonly src: string; readonly input: unknown },
  id: string,
  at: number,
  batch: Batch,
): string {
  const entry = host.registry.machines.get(effect.src);
  if (entry) {
    const address = childAddress(entry.kind, id, candidate => host.store.actor(candidate) !== undefined);
    writeBirth(
      host,
      // its address follows from its place, but what it is born with is random: an approval's nonce comes from it
      {
        entry,
        address,
        parent: owner.address,
        childId: effect.childId,
        input: (effect.input ?? {}) as object,
        at,
        id: host.id(),
      },
      batch,
    );
    return address;
  }
  const lookup = host.registry.lookups.get(effect.src);
  if (lookup) {
    batch.mails.push(answerOf(host, lookup, owner, effect, id, at));
    return id;
  }
  const source = host.registry.sources.get(effect.src);
  if (!source) throw new Error(`${owner.machine} asked for ${effect.src}, which nobody provides`);
  const input = effect.input ?? {};
  // `running` is written with the intent, so a `once` needs no second commit before it starts
  const runsNow = (source.isPossible?.(input as never) ?? true) && host.reserve(source.lane);
  const row: EffectRecord = {
    address: id,
    owner: owner.address,
    childId: effect.childId,
    src: effect.src,
    policy: source.policy,
    key: source.key?.(input as never) ?? id,
    input: JSON.stringify(input),
    status: 'pending',
    leftAt: null,
    boot: host.boot,
    attempt: 1,
    outcome: null,
    at,
  };
  const fenced = source.policy === 'once' ? host.store.act(row.key) : undefined;
  const running = runsNow && source.policy === 'once' && !fenced;
  const written: EffectRecord = running ? { ...row, status: 'running' } : row;
  host.store.insertEffect(written);
  batch.begins.push(written);
  return id;
}

/** What a lookup found, as the end of a child; what it throws is how the child failed. */
function answerOf(
  host: StepHost,
  lookup: Lookup,
  owner: ActorRecord,
  { childId, input }: { readonly childId: string; readonly input: unknown },
  id: string,
  at: number,
): Mail {
  const end = (kind: 'done' | 'error', result: object): Mail => ({
    target: owner.address,
    child: id,
    event: { type: `xstate.${kind}.actor.${childId}`, ...result, actorId: childId, from: id, at, id: host.id() },
  });
  try {
    return end('done', { output: host.clean(lookup((input ?? {}) as never)) });
  } catch (error) {
    return end('error', { error: host.clean(toFailure(error)) });
  }
}

/** Ends a child: an actor with all beneath it; an effect is no longer waited for. */
export function stopChild(
  host: StepHost,
  child: { readonly address: string; readonly src: string },
  at: number,
  batch: Batch,
): void {
  if (host.registry.lookups.has(child.src)) return;
  if (host.registry.sources.has(child.src)) {
    leaveEffect(host, child.address, at, batch);
    return;
  }
  const row =
    batch.touched.findLast(live => live.row.address === child.address)?.row ?? host.store.actor(child.address);
  if (row) writeStop(host, row, at, batch);
}

/**
 * `sendTo` an effect, the one message it takes: `effect.aborted` gives it its abort signal, and its owner goes on waiting for what it
 * became. One that has not begun is over at once.
 */
function abortEffect(host: StepHost, address: string, event: Event, at: number, batch: Batch): void {
  if (event.type !== 'effect.aborted')
    throw new Error(`${address} is an effect; it takes effect.aborted and not ${event.type}`);
  const row = host.store.effect(address);
  if (row?.status !== 'pending' && row?.status !== 'running') return;
  const begun = batch.begins.findIndex(effect => effect.address === address);
  if (row.status === 'running' || host.underWay(address)) {
    if (begun < 0) {
      batch.aborts.push(address);
      return;
    }
  }
  if (begun >= 0) batch.begins.splice(begun, 1);
  host.store.removeEffect(address);
  const error = { kind: 'cancelled', message: 'it was cancelled before it began', cause: 'unrun' };
  const type = `xstate.error.actor.${row.childId}`;
  batch.mails.push({
    target: row.owner,
    child: address,
    event: { type, error, actorId: row.childId, from: address, at, id: host.id() },
  });
}

/** The owner no longer waits: an effect that has not begun is forgotten, a `once` that has stays until it is known what it became. */
function leaveEffect(host: StepHost, address: string, at: number, batch: Batch): void {
  if (batch.settled.includes(address)) return; // its own end is why it is left
  const row = host.store.effect(address);
  if (!row || (row.status !== 'pending' && row.status !== 'running')) return;
  const begun = batch.begins.findIndex(effect => effect.address === address);
  if (begun >= 0) batch.begins.splice(begun, 1);
  if (row.policy === 'once' && row.status === 'running' && begun < 0) host.store.updateEffect({ ...row, leftAt: at });
  else host.store.removeEffect(address);
  if (host.underWay(address)) batch.aborts.push(address);
}

/** Ends all that an actor has: its timers, effects and children. */
export function cleanUp(host: StepHost, address: string, children: Children, at: number, batch: Batch): void {
  host.store.removeTimers(address);
  for (const child of Object.values(children)) stopChild(host, child, at, batch);
}
