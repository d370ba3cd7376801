/**
 * One actor's step, written down: the snapshot, the journal, the messages, the timers, the children and the effects it
 * asks for go into the transaction that is open. Nothing here becomes visible; `Batch` collects what does, once it is
 * committed.
 */

import type { JournalRequest } from '../../../domain/supervision/journal-request.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ActorRecord, JournalRecord } from '../../../ports/store.ts';
import { childAddress, isEffect, requestId } from '../address.ts';
import type { RegisteredMachine } from '../registry.ts';
import {
  type Effect,
  type Event,
  firstStep,
  leafOf,
  nextStep,
  persisted,
  recorder,
  type Step,
  type Target,
  withChildren,
} from '../step.ts';
import type { Batch } from './batch.ts';
import { abortEffect, answerOf, insertEffect, type Start } from './effect-rows.ts';
import { cleanUp, stopChild } from './ending.ts';
import type { LiveActor } from './live-actor.ts';
import { stateHash } from './state-hash.ts';
import type { StepHost } from './step-host.ts';

/**
 * Writes the next step of a live actor. Throws what the chart or a write throws; the caller's savepoint then undoes it.
 */
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
  const event = { type: 'xstate.init', input, at, id, ...defined({ from: parent ?? undefined }) };
  commitStep(host, live, step, event, batch, began);
  return live;
}

/**
 * Starts a child: an actor with its first step, a lookup with its answer, an effect with its row. Answers its address.
 */
export function startChild(
  host: StepHost,
  owner: ActorRecord,
  effect: Start,
  { id, at }: { readonly id: string; readonly at: number },
  batch: Batch,
): string {
  const { childId, src } = effect;
  const entry = host.registry.machines.get(src);
  if (entry) {
    const address = childAddress(entry.kind, id, candidate => host.store.actor(candidate) !== undefined);
    const input = (effect.input ?? {}) as object;
    // its address follows from its place, but what it is born with is random: an approval's nonce comes from it
    writeBirth(host, { entry, address, parent: owner.address, childId, input, at, id: host.id() }, batch);
    return address;
  }
  const lookup = host.registry.lookups.get(src);
  if (lookup) {
    batch.mails.push(answerOf(host, lookup, owner, effect, { id, at }, batch));
    return id;
  }
  const source = host.registry.sources.get(src);
  if (!source) throw new Error(`${owner.machine} asked for ${src}, which is not provided`);
  insertEffect(host, source, { owner, effect, id, at }, batch);
  return id;
}

/** A step while what it asked for is written. */
interface Writing {
  readonly host: StepHost;
  readonly batch: Batch;
  readonly live: LiveActor;
  readonly at: number;
  /** The children it has so far. */
  readonly children: Record<string, { address: string; src: string }>;
  /** What the journal says of it. */
  readonly requests: JournalRequest[];
}

/** Writes a step that was made: all it asked for, its row, its journal entry. */
export function commitStep(
  host: StepHost,
  live: LiveActor,
  step: Step,
  event: Event,
  batch: Batch,
  began: number,
): void {
  const at = event['at'] as number;
  const { address, leaf: before, since } = live.row;
  const seq = live.row.seq + 1;
  const writing: Writing = { host, batch, live, at, children: { ...live.children }, requests: [] };
  for (const [index, effect] of step.effects.entries()) fulfil(writing, effect, requestId(address, seq, index));
  const { children } = writing;
  for (const id of Object.keys(children)) if (!(id in step.snapshot.children)) delete children[id];
  if (step.snapshot.status !== 'active') end(writing, step, seq);

  const row = rowAfter(writing, step, event, seq);
  if (seq === 1) host.store.insertActor(row);
  else host.store.updateActor(row);
  const entry = entryOf(writing, step, event, row, began);
  host.store.insertJournal(entry);
  if (seq % host.snapshotEvery === 0) {
    const { version, state } = row;
    host.store.insertSnapshot({ address, seq, version, state, children: row.children });
  }
  if (host.watched()) batch.frames.push({ kind: 'step', row, entry });
  if (seq > 1 && row.leaf !== before) batch.left.push({ machine: live.entry.kind, leaf: before, ms: at - since });

  // in memory last: up to here a throw leaves the live actor as it was
  live.row = row;
  live.children = children;
  live.snapshot = withChildren(step.snapshot, children);
  batch.touched.push(live);
}

/** Writes one thing a step asks for. */
function fulfil(writing: Writing, effect: Effect, id: string): void {
  const { host, batch, live, at, children, requests } = writing;
  switch (effect.kind) {
    case 'start': {
      const child = startChild(host, live.row, effect, { id, at }, batch);
      children[effect.childId] = { address: child, src: effect.src };
      requests.push({ start: effect.childId, src: effect.src, address: child });
      return;
    }
    case 'stop': {
      const child = children[effect.childId];
      if (!child) return;
      stopChild(host, child, at, batch);
      delete children[effect.childId];
      requests.push({ stop: effect.childId });
      return;
    }
    case 'send':
      send(writing, effect, id);
      return;
    case 'schedule':
      schedule(writing, effect, id);
      return;
    case 'cancel':
      host.store.removeTimer(live.row.address, effect.id);
      return;
    case 'emit':
      if (host.watched()) batch.frames.push({ kind: 'emit', address: live.row.address, event: effect.event });
      return;
    case 'write':
      write(writing, effect, id);
  }
}

function send({ host, batch, live, at, children, requests }: Writing, effect: Effect & { kind: 'send' }, id: string) {
  const { address } = live.row;
  const target = addressOf(address, children, effect.to);
  if (isEffect(target)) {
    abortEffect(host, target, effect.event, at, batch);
    requests.push({ abort: target });
    return;
  }
  batch.mails.push({ target, event: { ...effect.event, at, id, from: address }, child: null });
  requests.push({ send: target, event: effect.event.type });
}

function schedule(writing: Writing, effect: Effect & { kind: 'schedule' }, id: string): void {
  const { host, batch, live, at, children, requests } = writing;
  const { address } = live.row;
  const due = at + effect.delayMs;
  const timer = effect.id ?? id;
  host.store.setTimer({
    owner: address,
    id: timer,
    target: addressOf(address, children, effect.to),
    event: JSON.stringify(effect.event),
    due,
  });
  batch.dues.push(due);
  requests.push({ schedule: timer });
}

function write({ host, batch, live, at, requests }: Writing, { name, params }: Effect & { kind: 'write' }, id: string) {
  const writer = host.registry.writers.get(name);
  if (!writer) throw new Error(`${live.entry.kind} asked for the write ${name}, which is not provided`);
  const { address } = live.row;
  writer(params as never, { address, at, id, onCommitted: call => batch.committed.push(call) });
  requests.push({ write: name, ...rowOf(params) });
}

function addressOf(address: string, children: Writing['children'], target: Target): string {
  if ('address' in target) return target.address;
  const child = children[target.child];
  if (!child) throw new Error(`${address} sent a message to ${target.child}, which it does not have`);
  return child.address;
}

/** Which row a write is about, for readers of the feed: the `id` or `turn` among its params. */
function rowOf(params: unknown): { readonly row?: string } {
  const { id, turn } = (params ?? {}) as { readonly id?: unknown; readonly turn?: unknown };
  const row = id ?? turn;
  return typeof row === 'string' ? { row } : {};
}

/** The actor has reached a final state: all beneath it ends, and its parent is sent its output. */
function end({ host, batch, live, at, children }: Writing, { snapshot }: Step, seq: number): void {
  const { address, parent, childId } = live.row;
  cleanUp(host, address, children, at, batch);
  if (parent === null || childId === null) return;
  const event: Event = {
    type: `xstate.done.actor.${childId}`,
    output: snapshot.output,
    actorId: childId,
    from: address,
    at,
    id: `${address}#${seq}`,
  };
  batch.mails.push({ target: parent, event, child: address });
}

function rowAfter({ live, at, children }: Writing, { snapshot }: Step, { type }: Event, seq: number): ActorRecord {
  const { entry, row } = live;
  const isDone = snapshot.status !== 'active';
  const state = JSON.stringify(persisted(entry.machine, snapshot));
  const leaf = leafOf(snapshot.value);
  return {
    ...row,
    version: entry.version,
    status: isDone ? 'done' : 'active',
    leaf,
    tags: JSON.stringify([...snapshot.tags]),
    state,
    children: JSON.stringify(isDone ? {} : children),
    seq,
    hash: stateHash(state),
    since: leaf === row.leaf ? row.since : at,
    lastAt: at,
    lastEvent: type,
  };
}

function entryOf(
  { host, live, at, requests }: Writing,
  { snapshot, path }: Step,
  event: Event,
  { address, seq, hash }: ActorRecord,
  began: number,
): JournalRecord {
  return {
    address,
    seq,
    at,
    event: JSON.stringify(event),
    value: JSON.stringify(snapshot.value),
    path: JSON.stringify(path),
    effects: requests.length === 0 ? '[]' : JSON.stringify(requests),
    micros: Math.round((host.elapsed() - began) * 1000),
    hash,
    code: live.entry.code,
  };
}
