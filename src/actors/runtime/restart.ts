/**
 * An actor set going again: from its first step, from where it stands, or from where it once stood.
 *
 * Nothing settled happens twice. What may run again is started anew, an act that was under way becomes `unknown`, and an act or a
 * child that has ended since gives its outcome once more.
 */

import { fault } from '../../domain/supervision/failure.ts';
import type { Json } from '../../domain/text/json.ts';
import type { ActorRecord, JournalRecord, TimerRecord } from '../../ports/store.ts';
import {
  activate,
  type Batch,
  cleanUp,
  commitStep,
  type LiveActor,
  type StepHost,
  startChild,
  stateHash,
  stopChild,
} from './durable.ts';
import { exportActor } from './export.ts';
import type { LeftBehind } from './registry.ts';
import { type Replayed, replay } from './replay.ts';
import { activeInvokes, activeTimers, type Children, type Event, firstStep, leafOf, recorder } from './step.ts';

/** Begins an actor again with the input it was born with. Its seq goes on; what waits for it stays. */
export function writeRestart(host: StepHost, row: ActorRecord, batch: Batch): void {
  const entry = host.registry.machines.get(row.machine);
  if (!entry) throw new Error(`there is no machine named ${row.machine} any more`);
  const began = host.elapsed();
  const at = host.now();
  const id = `${row.address}#${row.seq + 1}`;
  const letGo = entry.onBegunAnew?.(leftBehind(host, row, { at, id })) ?? {};
  cleanUp(host, row.address, JSON.parse(row.children) as Children, at, batch);
  // what was named by its address has begun: whoever begins anew has to know
  const hasActed = host.store.act(row.address) !== undefined;
  const input = { ...(JSON.parse(row.input) as object), at, ...(hasActed ? { hasActed } : {}), ...letGo };
  const record = recorder(row.address, row.parent);
  const step = firstStep(entry.machine, record, input);
  const again: ActorRecord = { ...row, status: 'active', leaf: '', incarnation: row.incarnation + 1, problem: null };
  const live: LiveActor = { entry, record, row: again, snapshot: step.snapshot, children: {} };
  const event = { type: 'host.restarted', input, at, id };
  commitStep(host, live, step, event, batch, began);
  const state = host.store.actor(row.address)?.state ?? row.state;
  entry.onSetBack?.({
    address: row.address,
    state,
    since: [],
    at,
    id,
    onCommitted: call => batch.committed.push(call),
  });
}

/** What such a beginning leaves behind, as it is before it. */
export function leftBehind(
  { store, registry }: Pick<StepHost, 'store' | 'registry'>,
  { address, state, children }: ActorRecord,
  { at, id }: Pick<LeftBehind, 'at' | 'id'>,
): LeftBehind {
  const all = Object.entries(JSON.parse(children) as Children).filter(([, { src }]) => registry.machines.has(src));
  const statusOf = (child: string) => store.actor(child)?.status;
  // an act that is recorded and has not begun is taken back with its actor
  const isUnbegun = (child: string) => {
    const status = statusOf(child);
    return status !== undefined && status !== 'done' && (store.act(child)?.status ?? 'pending') === 'pending';
  };
  const named = (are: (child: string) => boolean) => all.filter(([, child]) => are(child.address)).map(([one]) => one);
  return { address, state, at, id, unbegun: named(isUnbegun), over: named(one => statusOf(one) === 'done') };
}

/** Keeps the committed state and starts anew what that state waits for. */
export function writeReinvoked(host: StepHost, row: ActorRecord, batch: Batch): void {
  const children = JSON.parse(row.children) as Children;
  resume(host, row, { state: row.state, children, since: [] }, { type: 'host.reinvoked' }, batch);
}

/**
 * Takes an actor back to the state after step `to`, as the journal gives it, with the timers and children of then. Throws `invalid`
 * where the journal does not reach so far back, this program's chart would have gone another way, or an act that is named by its address
 * has begun since.
 */
export function writeRewound(host: StepHost, row: ActorRecord, to: number, batch: Batch): void {
  if (!Number.isInteger(to) || to < 1 || to >= row.seq)
    throw fault('invalid', `${row.address} can be taken back to a step from 1 to ${row.seq - 1}; ${to} is none`);
  const past = pastOf(host, row, to);
  if (past?.verified !== true || past.steps === 0)
    throw fault(
      'invalid',
      `the journal of ${row.address} does not lead to step ${to} on this version; restart it instead`,
    );
  const act = host.store.act(row.address);
  if (act && to < stepOf(act.address))
    throw fault('invalid', `what ${row.address} does had begun by then; it cannot be taken back to before that`);
  const at = host.now();
  const children = past.children;
  for (const [id, child] of Object.entries(JSON.parse(row.children) as Children))
    if (children[id]?.address !== child.address) stopChild(host, child, at, batch);
  host.store.removeTimers(row.address);
  for (const timer of past.timers) {
    host.store.setTimer(timer);
    batch.dues.push(timer.due);
  }
  const steps = host.store.journalAfter(row.address, to);
  const since = steps.map(({ event }) => JSON.parse(event) as Event);
  const state = JSON.stringify(past.state);
  resume(host, row, { state, children, since }, { type: 'host.rewound', to, state: past.state }, batch);
  host.registry.machines.get(row.machine)?.onSetBack?.({
    ...{ address: row.address, state, since: steps, at, id: `${row.address}#${row.seq + 1}` },
    onCommitted: call => batch.committed.push(call),
  });
}

/** The step of its owner that asked for an effect: `owner#seq.index`. */
function stepOf(effect: string): number {
  return Number.parseInt(effect.slice(effect.lastIndexOf('#') + 1), 10);
}

interface Standing {
  readonly state: string;
  readonly children: Children;
  /** Events it has had after that state. */
  readonly since: readonly Event[];
}

function resume(host: StepHost, row: ActorRecord, standing: Standing, note: Event, batch: Batch): void {
  const { store } = host;
  const { address } = row;
  const entry = host.registry.machines.get(row.machine);
  if (!entry) throw fault('invalid', `there is no machine named ${row.machine} any more`);
  const at = host.now();
  const seq = row.seq + 1;
  const actor = activate(entry, { ...row, state: standing.state, children: JSON.stringify(standing.children) });
  const last = store.journal(address, { limit: 1 })[0];
  const event: Event = { ...(last ? (JSON.parse(last.event) as Event) : { type: 'xstate.init' }), at };
  const invokes = new Map(activeInvokes(entry.machine, actor.snapshot, event).map(invoke => [invoke.childId, invoke]));
  const children: Record<string, { address: string; src: string }> = {};
  const asked: string[] = [];

  const begin = (childId: string, src: string, input: unknown) => {
    const id = `${address}#${seq}.${asked.length}`;
    const child = startChild(host, row, { childId, src, input }, id, at, batch);
    host.registry.sources.get(src)?.onAgain?.((input ?? {}) as never, { address: id, attempt: 1, at });
    children[childId] = { address: child, src };
    asked.push(`start ${childId} ${src} ${child}`);
  };
  const tell = (childId: string, child: string, end: Event) =>
    batch.mails.push({ target: address, child, event: { ...end, actorId: childId, from: child, at, id: host.id() } });
  const tellUnknown = (childId: string, child: string, message: string) =>
    tell(childId, child, { type: `xstate.error.actor.${childId}`, error: { kind: 'unknown', message } });

  for (const [childId, child] of Object.entries(standing.children)) {
    const invoke = invokes.get(childId);
    invokes.delete(childId);
    if (host.registry.lookups.has(child.src)) {
      if (invoke) begin(childId, child.src, invoke.input);
      continue;
    }
    const ended = standing.since.findLast(past => past['from'] === child.address && past['actorId'] === childId);
    if (host.registry.machines.has(child.src)) {
      children[childId] = child;
      if (store.actor(child.address)?.status === 'active') continue;
      if (ended) tell(childId, child.address, ended);
      else if (store.actor(child.address) === undefined)
        tellUnknown(childId, child.address, `${child.address} is no longer there`);
      continue;
    }
    const effect = store.effect(child.address);
    const source = host.registry.sources.get(child.src);
    if (source?.policy === 'once' && effect?.status !== 'pending') {
      children[childId] = child;
      if (ended) tell(childId, child.address, ended);
      else if (effect?.status === 'running') {
        const mail = host.settle(
          child.address,
          { kind: 'failed', failure: { kind: 'unknown', message: `${address} was restarted while it was under way` } },
          batch,
        );
        if (mail) batch.mails.push(mail);
        batch.aborts.push(child.address);
      } else tellUnknown(childId, child.address, `what became of ${child.src} is not known`);
      continue;
    }
    const input = effect ? (JSON.parse(effect.input) as unknown) : invoke?.input;
    if (effect) stopChild(host, child, at, batch);
    if (effect || invoke) begin(childId, child.src, input);
    else {
      children[childId] = child;
      tellUnknown(childId, child.address, `what became of ${child.src} is not known`);
    }
  }
  for (const { childId, src, input } of invokes.values()) begin(childId, src, input);

  const armed = new Set(store.timersOf(address).map(({ id }) => id));
  for (const { id, delayMs } of activeTimers(entry.machine, actor.snapshot, event))
    if (!armed.has(id)) {
      const timer: TimerRecord = {
        owner: address,
        id,
        target: address,
        event: JSON.stringify({ type: id }),
        due: at + delayMs,
      };
      store.setTimer(timer);
      batch.dues.push(timer.due);
    }

  const { value } = JSON.parse(standing.state) as { readonly value: Json };
  const hash = stateHash(standing.state);
  const leaf = leafOf(value);
  const again: ActorRecord = {
    ...row,
    version: entry.version,
    status: 'active',
    leaf,
    tags: JSON.stringify([...actor.snapshot.tags]),
    state: standing.state,
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
    effects: JSON.stringify(asked),
    micros: 0,
    hash,
    code: entry.code,
  };
  store.updateActor(again);
  store.insertJournal(written);
  if (host.watched()) batch.frames.push({ kind: 'step', row: again, entry: written });
}

/** The state after step `to`; undefined where the journal does not reach so far back. */
function pastOf({ store, registry }: StepHost, { address }: ActorRecord, to: number): Replayed | undefined {
  const file = exportActor(store, address);
  return file && (file.start?.seq ?? 0) < to ? replay(file, registry.machines, to) : undefined;
}
