/**
 * An actor that goes on in a state it is put into: what that state waits for is started again.
 *
 * Nothing settled happens twice. What may run again is started again, an act that was under way becomes `unknown`, and
 * an act or a child that has ended since gives its outcome once more.
 */

import { fault } from '../../../domain/supervision/failure.ts';
import type { JournalRequest } from '../../../domain/supervision/journal-request.ts';
import type { Json } from '../../../domain/text/json.ts';
import type { ActorRecord, JournalRecord, TimerRecord } from '../../../ports/store.ts';
import { requestId } from '../address.ts';
import { activeInvokes, activeTimers, type Children, type Event, leafOf } from '../step.ts';
import type { Batch } from './batch.ts';
import { startChild } from './commit.ts';
import { stopChild } from './ending.ts';
import { activate, type LiveActor } from './live-actor.ts';
import { stateHash } from './state-hash.ts';
import type { StepHost } from './step-host.ts';

/** Where an actor is to stand. */
export interface Standing {
  readonly state: string;
  readonly children: Children;
  /** Events it has had after that state. */
  readonly since: readonly Event[];
}

/** Keeps the committed state and starts again what that state waits for. */
export function writeReinvoked(host: StepHost, row: ActorRecord, batch: Batch): void {
  const children = JSON.parse(row.children) as Children;
  reinvoke(host, row, { state: row.state, children, since: [] }, { type: 'host.reinvoked' }, batch);
}

/** Puts an actor into a state, and writes the journal entry that says so. */
export function reinvoke(host: StepHost, row: ActorRecord, standing: Standing, note: Event, batch: Batch): void {
  const entry = host.registry.machines.get(row.machine);
  if (!entry) throw fault('invalid', `there is no machine named ${row.machine} any more`);
  const at = host.now();
  const actor = activate(entry, { ...row, state: standing.state, children: JSON.stringify(standing.children) });
  const last = host.store.journal(row.address, { limit: 1 })[0];
  const lastEvent = last ? (JSON.parse(last.event) as Event) : { type: 'xstate.init' };
  const event: Event = { ...lastEvent, at };
  const going: Going = { host, row, batch, at, seq: row.seq + 1, since: standing.since, children: {}, requests: [] };
  const invokes = new Map(activeInvokes(entry.machine, actor.snapshot, event).map(invoke => [invoke.childId, invoke]));
  for (const [childId, child] of Object.entries(standing.children)) {
    takeUp(going, childId, child, invokes.get(childId));
    invokes.delete(childId);
  }
  for (const { childId, src, input } of invokes.values()) begin(going, childId, src, input);
  setTimers(going, actor, event);
  writeRow(going, actor, standing, note);
}

/** An actor while it is put into a state. */
interface Going {
  readonly host: StepHost;
  readonly row: ActorRecord;
  readonly batch: Batch;
  readonly at: number;
  readonly seq: number;
  readonly since: readonly Event[];
  readonly children: Record<string, { address: string; src: string }>;
  /** What the journal says of it. */
  readonly requests: JournalRequest[];
}

type Child = Children[string];

/**
 * A child it had in that state: still there, started again, or its end sent once more. `invoke`: what the state would
 * start.
 */
function takeUp(going: Going, childId: string, child: Child, invoke: { readonly input: unknown } | undefined): void {
  const { lookups, machines } = going.host.registry;
  if (lookups.has(child.src)) {
    if (invoke) begin(going, childId, child.src, invoke.input);
  } else if (machines.has(child.src)) takeUpActor(going, childId, child);
  else takeUpEffect(going, childId, child, invoke);
}

function takeUpActor(going: Going, childId: string, child: Child): void {
  const { store } = going.host;
  going.children[childId] = child;
  const status = store.actor(child.address)?.status;
  if (status === 'active') return;
  const ended = endOf(going, childId, child);
  if (ended) send(going, childId, child.address, ended);
  // an earlier rewind stopped it, and told nobody
  else if (status === 'stopped') sendStopped(going, childId, child.address);
  else if (store.actor(child.address) === undefined)
    sendUnknown(going, childId, child.address, `${child.address} is no longer there`);
}

function takeUpEffect(
  going: Going,
  childId: string,
  child: Child,
  invoke: { readonly input: unknown } | undefined,
): void {
  const { host, batch, at } = going;
  const { address, src } = child;
  const effect = host.store.effect(address);
  if (host.registry.sources.get(src)?.policy === 'once' && effect?.status !== 'pending') {
    going.children[childId] = child;
    takeUpAct(going, childId, child, effect?.status === 'running');
    return;
  }
  const input = effect ? (JSON.parse(effect.input) as unknown) : invoke?.input;
  if (effect) stopChild(host, child, at, batch);
  if (effect || invoke) begin(going, childId, src, input);
  else {
    going.children[childId] = child;
    sendUnknown(going, childId, address, `what became of ${src} is not known`);
  }
}

/** An act that has begun is never begun again. */
function takeUpAct(going: Going, childId: string, { address, src }: Child, isRunning: boolean): void {
  const { host, batch, row } = going;
  const ended = endOf(going, childId, { address, src });
  if (ended) send(going, childId, address, ended);
  else if (isRunning) {
    const message = `${row.address} was restarted while it was under way`;
    const mail = host.settle(address, { kind: 'failed', failure: { kind: 'unknown', message } }, batch);
    if (mail) batch.mails.push(mail);
    batch.aborts.push(address);
  } else sendUnknown(going, childId, address, `what became of ${src} is not known`);
}

/** How a child has ended after that state, if it has. */
function endOf({ since }: Going, childId: string, { address }: Child): Event | undefined {
  return since.findLast(past => past['from'] === address && past['actorId'] === childId);
}

function begin(going: Going, childId: string, src: string, input: unknown): void {
  const { host, row, batch, at, seq, children, requests } = going;
  const id = requestId(row.address, seq, requests.length);
  const child = startChild(host, row, { childId, src, input }, { id, at }, batch);
  host.registry.sources.get(src)?.onAgain?.((input ?? {}) as never, { address: id, attempt: 1, at });
  children[childId] = { address: child, src };
  requests.push({ start: childId, src, address: child });
}

function send({ host, row, batch, at }: Going, childId: string, child: string, end: Event): void {
  const event = { ...end, actorId: childId, from: child, at, id: host.id() };
  batch.mails.push({ target: row.address, child, event });
}

function sendUnknown(going: Going, childId: string, child: string, message: string): void {
  send(going, childId, child, { type: `xstate.error.actor.${childId}`, error: { kind: 'unknown', message } });
}

function sendStopped(going: Going, childId: string, child: string): void {
  const act = going.host.store.act(child)?.status;
  const output = { outcome: act === 'running' || act === 'unknown' ? 'unknown' : 'cancelled' };
  send(going, childId, child, { type: `xstate.done.actor.${childId}`, output });
}

/** Timers of its states that have no row are set again. */
function setTimers({ host, row, batch, at }: Going, { entry, snapshot }: LiveActor, event: Event): void {
  const { address } = row;
  const armed = new Set(host.store.timersOf(address).map(({ id }) => id));
  for (const { id, delayMs } of activeTimers(entry.machine, snapshot, event))
    if (!armed.has(id)) {
      const due = at + delayMs;
      const timer: TimerRecord = { owner: address, id, target: address, event: JSON.stringify({ type: id }), due };
      host.store.setTimer(timer);
      batch.dues.push(due);
    }
}

function writeRow(going: Going, { entry, snapshot }: LiveActor, { state }: Standing, note: Event): void {
  const { host, row, batch, at, seq, children, requests } = going;
  const { address } = row;
  const { value } = JSON.parse(state) as { readonly value: Json };
  const hash = stateHash(state);
  const again: ActorRecord = {
    ...row,
    version: entry.version,
    status: 'active',
    leaf: leafOf(value),
    tags: JSON.stringify([...snapshot.tags]),
    state,
    children: JSON.stringify(children),
    seq,
    hash,
    since: at,
    lastAt: at,
    lastEvent: note.type,
    problem: null,
  };
  const written: JournalRecord = {
    address,
    seq,
    at,
    event: JSON.stringify({ ...note, children, at, id: `${address}#${seq}` }),
    value: JSON.stringify(value),
    path: '[]',
    effects: JSON.stringify(requests),
    micros: 0,
    hash,
    code: entry.code,
  };
  host.store.updateActor(again);
  host.store.insertJournal(written);
  if (host.watched()) batch.frames.push({ kind: 'step', row: again, entry: written });
}
