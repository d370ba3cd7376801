/**
 * Messages find their actors, within one open transaction.
 *
 * A message is stepped in the transaction that records it; it gets an inbox row only where something waits before it, where its
 * actor is suspended, or where its step failed. A step that fails is undone alone; after three attempts its message is buried.
 */
import { crashPoint } from '#crash-points';
import { type Failure, toFailure } from '../../domain/supervision/failure.ts';
import type { ActorRecord, InboxRecord } from '../../ports/store.ts';
import { type Batch, type LiveActor, type Mail, type StepHost, writeBirth, writeNote, writeStep } from './durable.ts';
import { restore } from './recovery.ts';
import type { Event } from './step.ts';

/** After so many attempts an event is buried. */
const attemptsPerEvent = 3;
/** A transaction that has made so many steps ends, so that others get their turn. */
export const stepsPerBatch = 256;

const supervisorAddress = 'supervisor';

export interface Dispatch {
  /** Hands over one message and all that follow from it, as far as the batch has steps left. */
  post(mail: Mail): void;
  /** Handles the waiting messages of one actor. */
  work(address: string): void;
  /** Sends out what writes of the host's own left to be told. */
  flush(): void;
  /** Mailboxes as they are once this transaction is committed; only those that changed. */
  readonly boxes: ReadonlyMap<string, readonly InboxRecord[]>;
}

export interface DispatchOptions {
  readonly host: StepHost;
  readonly batch: Batch;
  readonly live: Map<string, LiveActor>;
  /** The mirror of the inbox as the last commit left it. */
  readonly mailboxes: ReadonlyMap<string, readonly InboxRecord[]>;
  readonly stamp: (event: Event) => Event;
  readonly onFailedStep: (mail: Mail, failure: Failure, attempts: number) => void;
  readonly onBuried: (mail: Mail, failure: Failure, letter: number) => void;
}

export function createDispatch({
  host,
  batch,
  live,
  mailboxes,
  stamp,
  onFailedStep,
  onBuried,
}: DispatchOptions): Dispatch {
  const { store, registry } = host;
  const boxes = new Map<string, InboxRecord[]>();
  let steps = 0;

  /** The mailbox of an actor, to be changed. */
  function box(address: string): InboxRecord[] {
    const mine = boxes.get(address) ?? [...(mailboxes.get(address) ?? [])];
    boxes.set(address, mine);
    return mine;
  }

  function waitsBefore(address: string): boolean {
    return (boxes.get(address) ?? mailboxes.get(address) ?? []).length > 0;
  }

  function post(mail: Mail): void {
    batch.mails.push(mail);
    drain();
  }

  function drain(): void {
    for (;;) {
      const mail = batch.mails.shift() ?? factMail();
      if (!mail) return;
      if (waitsBefore(mail.target) || steps >= stepsPerBatch || !deliver(mail)) keep(mail, 0);
    }
  }

  /** What the host has to tell the supervisor goes out as messages of its own. */
  function factMail(): Mail | undefined {
    const fact = batch.facts.shift();
    return fact && registry.machines.has(supervisorAddress)
      ? { target: supervisorAddress, event: stamp(fact), child: null }
      : undefined;
  }

  /** False: the actor takes nothing now. A failed step leaves its message in the mailbox. */
  function deliver(mail: Mail): boolean {
    steps += 1;
    try {
      return within(host, batch, () => step(mail));
    } catch (error) {
      if (isOver(host, batch, error)) throw error;
      failed(mail, error, 1);
      keep(mail, 1);
      return true;
    }
  }

  function work(address: string): void {
    const waiting = box(address);
    for (let row = waiting[0]; row && steps < stepsPerBatch; row = waiting[0]) {
      const { id } = row;
      steps += 1;
      const mail: Mail = { target: row.target, event: JSON.parse(row.event) as Event, child: row.child };
      try {
        const taken = within(host, batch, () => {
          const handled = step(mail);
          if (handled) store.dequeue(id);
          return handled;
        });
        if (!taken) return;
        waiting.shift();
      } catch (error) {
        if (isOver(host, batch, error)) throw error;
        const attempts = row.attempts + 1;
        const failure = failed(mail, error, attempts);
        if (attempts < attemptsPerEvent) {
          store.countAttempt(id);
          waiting[0] = { ...row, attempts };
          return;
        }
        store.dequeue(id);
        waiting.shift();
        bury(mail, attempts, failure);
      }
      drain();
    }
  }

  function step(mail: Mail): boolean {
    const actor = find(mail);
    if (actor === 'waits') return false;
    if (actor === 'nobody') return true;
    // a late answer of a child that was replaced: nobody asked for it any more
    if (mail.child !== null && !Object.values(actor.children).some(child => child.address === mail.child)) return true;
    crashPoint(`step ${actor.entry.kind}<${mail.event.type}`);
    writeStep(host, actor, mail.event, batch);
    return true;
  }

  /** The actor a message is for: the cached one, its row, or a new one where its kind starts with a message. */
  function find(mail: Mail): LiveActor | 'waits' | 'nobody' {
    if (host.isHeld(mail.target)) return 'waits';
    const fresh = batch.touched.findLast(actor => actor.row.address === mail.target);
    const cached = fresh ?? live.get(mail.target);
    if (cached?.row.status === 'active') return cached;
    const row = store.actor(mail.target);
    if (row?.status === 'active') {
      const actor = restore(host, row);
      if ('record' in actor) {
        if (actor.row.version !== row.version) {
          const { version, state } = actor.row;
          actor.row = writeNote(
            host,
            actor.row,
            {
              type: 'host.migrated',
              from: row.version,
              to: version,
              state: JSON.parse(state),
            },
            batch,
          );
        } else live.set(mail.target, actor); // it is the row as committed, whatever becomes of this step
        return actor;
      }
      const aside: ActorRecord = { ...row, status: 'quarantined', problem: actor.problem };
      store.updateActor(aside);
      if (host.watched()) batch.frames.push({ kind: 'row', row: aside });
      batch.facts.push({ type: 'actor.quarantined', actor: mail.target, problem: actor.problem });
      return 'waits';
    }
    if (row?.status === 'suspended' || row?.status === 'quarantined') return 'waits';
    const entry = registry.machines.get(kindOf(mail.target));
    if (!row && entry?.startsWith && mail.child === null) {
      const at = mail.event['at'] as number;
      const input = entry.startsWith(mail.target);
      return writeBirth(
        host,
        { entry, address: mail.target, parent: null, childId: null, input, at, id: `${mail.event['id']}~` },
        batch,
      );
    }
    // a parent may still speak to a child whose end is on its way to it, and the owner press a button that is no longer one
    const isLate = row && (row.parent === mail.event['from'] || entry?.isShortLived);
    if (mail.child === null && !isLate)
      bury(mail, 0, {
        kind: 'invalid',
        message: row ? `${mail.target} has ended (${row.status})` : `there is no actor ${mail.target}`,
      });
    return 'nobody';
  }

  function keep(mail: Mail, attempts: number): void {
    const row = { target: mail.target, event: JSON.stringify(mail.event), child: mail.child, attempts };
    box(mail.target).push({ ...row, id: store.enqueue(row) });
  }

  function failed(mail: Mail, error: unknown, attempts: number): Failure {
    const failure = toFailure(error);
    live.delete(mail.target); // its row is the truth
    onFailedStep(mail, failure, attempts);
    return failure;
  }

  function bury(mail: Mail, attempts: number, failure: Failure): void {
    const { target, child } = mail;
    const letter = store.bury({
      target,
      child,
      event: JSON.stringify(mail.event),
      attempts,
      failure: JSON.stringify(failure),
      at: host.now(),
    });
    onBuried(mail, failure, letter);
    const type = mail.event.type.replace('xstate.done.actor.', 'xstate.error.actor.');
    // an actor must not wait for ever for an end that it could not take: it hears of a failure instead, once
    if (child?.includes('#') && type !== mail.event.type) {
      const { output: _, ...event } = mail.event;
      batch.mails.push({
        target,
        child,
        event: { ...event, type, error: { kind: 'defect', message: failure.message } },
      });
    }
    if (target !== supervisorAddress)
      batch.facts.push({ type: 'message.buried', actor: target, event: mail.event.type, letter, failure });
  }

  return { post, work, flush: drain, boxes };
}

/** A part of a transaction failed that has no savepoints: all of it is to be made again with them. `cause`: what the part threw. */
export class PartFailed extends Error {}

/** Does a failed part end the whole transaction? */
export function isOver({ store }: StepHost, { isApart }: Batch, error: unknown): boolean {
  return !isApart || error instanceof PartFailed || !store.isOpen();
}

/**
 * One part of a transaction, which fails alone: its rows are undone, and what it has put into the batch is taken out again. Savepoints
 * cost a copy of every page that is written, and parts hardly ever fail: so the transaction is first made without them.
 */
export function within<Result>(host: StepHost, batch: Batch, work: () => Result): Result {
  if (!batch.isApart)
    try {
      return work();
    } catch (error) {
      if (error instanceof PartFailed || !host.store.isOpen()) throw error;
      throw new PartFailed('a part failed', { cause: error });
    }
  const lists = Object.values(batch).filter(Array.isArray) as unknown[][];
  const before = lists.map(list => [...list]);
  try {
    return host.store.savepoint(work);
  } catch (error) {
    for (const [index, list] of lists.entries()) list.splice(0, list.length, ...(before[index] ?? []));
    throw error;
  }
}

/** The first word of an address. */
export function kindOf(address: string): string {
  const colon = address.indexOf(':');
  return colon < 0 ? address : address.slice(0, colon);
}
