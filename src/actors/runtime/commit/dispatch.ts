/**
 * Messages find their actors, within one open transaction.
 *
 * A message is stepped in the transaction that records it; it gets an inbox row only if something waits before it, if
 * its actor is suspended, or if its step failed. A step that fails is undone alone; after three attempts its message is
 * a dead letter.
 */
import { crashPoint } from '#crash-points';
import { type Failure, toFailure } from '../../../domain/supervision/failure.ts';
import type { InboxRecord } from '../../../ports/store.ts';
import { isEffect } from '../address.ts';
import type { Event } from '../step.ts';
import { type Batch, inPart, isOver, type Mail } from './batch.ts';
import { writeStep } from './commit.ts';
import { findActor } from './find-actor.ts';
import type { LiveActor } from './live-actor.ts';
import type { StepHost } from './step-host.ts';

/** After so many attempts an event is a dead letter. */
const attemptsPerEvent = 3;
/** A transaction that has made so many steps ends, so that others get their turn. */
export const stepsPerBatch = 256;

export interface Dispatch {
  /** Hands over one message and all that follow from it, as far as the batch has steps left. */
  post(mail: Mail): void;
  /** Handles the waiting messages of one actor. */
  work(address: string): void;
  /** Sends out what the host's own writes left to be sent. */
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
  readonly onDeadLetter: (mail: Mail, failure: Failure, deadLetter: number) => void;
  readonly onLate: (mail: Mail) => void;
}

/** A dispatch, and what it has done so far. */
interface Dispatching extends DispatchOptions {
  readonly boxes: Map<string, InboxRecord[]>;
  steps: number;
}

export function createDispatch(options: DispatchOptions): Dispatch {
  const dispatching: Dispatching = { ...options, boxes: new Map(), steps: 0 };
  return {
    post(mail) {
      options.batch.mails.push(mail);
      drain(dispatching);
    },
    work: address => work(dispatching, address),
    flush: () => drain(dispatching),
    boxes: dispatching.boxes,
  };
}

/** The mailbox of an actor, to be changed. */
function box({ boxes, mailboxes }: Dispatching, address: string): InboxRecord[] {
  const mine = boxes.get(address) ?? [...(mailboxes.get(address) ?? [])];
  boxes.set(address, mine);
  return mine;
}

function waitsBefore({ boxes, mailboxes }: Dispatching, address: string): boolean {
  return (boxes.get(address) ?? mailboxes.get(address) ?? []).length > 0;
}

function drain(dispatching: Dispatching): void {
  for (;;) {
    const mail = dispatching.batch.mails.shift() ?? reportMail(dispatching);
    if (!mail) return;
    const mustWait = waitsBefore(dispatching, mail.target) || dispatching.steps >= stepsPerBatch;
    if (mustWait || !deliver(dispatching, mail)) keep(dispatching, mail, 0);
  }
}

/** What the host has to report goes out as messages of its own. */
function reportMail({ host, batch, stamp }: Dispatching): Mail | undefined {
  const fact = batch.facts.shift();
  const { reportsTo, registry } = host;
  return fact && reportsTo !== undefined && registry.machines.has(reportsTo)
    ? { target: reportsTo, event: stamp(fact), child: null }
    : undefined;
}

/** False: the actor takes nothing now. A failed step leaves its message in the mailbox. */
function deliver(dispatching: Dispatching, mail: Mail): boolean {
  const { host, batch } = dispatching;
  dispatching.steps += 1;
  try {
    return inPart(host.store, batch, () => step(dispatching, mail));
  } catch (error) {
    if (isOver(host.store, batch, error)) throw error;
    noteFailure(dispatching, mail, error, 1);
    keep(dispatching, mail, 1);
    return true;
  }
}

function work(dispatching: Dispatching, address: string): void {
  const waiting = box(dispatching, address);
  for (let row = waiting[0]; row && dispatching.steps < stepsPerBatch; row = waiting[0]) {
    dispatching.steps += 1;
    if (!take(dispatching, waiting, row)) return;
    drain(dispatching);
  }
}

/** Handles the first message of a mailbox. False: it stays there for now. */
function take(dispatching: Dispatching, waiting: InboxRecord[], row: InboxRecord): boolean {
  const { host, batch } = dispatching;
  const { id } = row;
  const mail: Mail = { target: row.target, event: JSON.parse(row.event) as Event, child: row.child };
  try {
    const isTaken = inPart(host.store, batch, () => {
      const isHandled = step(dispatching, mail);
      if (isHandled) host.store.dequeue(id);
      return isHandled;
    });
    if (!isTaken) return false;
    waiting.shift();
  } catch (error) {
    if (isOver(host.store, batch, error)) throw error;
    const attempts = row.attempts + 1;
    const failure = noteFailure(dispatching, mail, error, attempts);
    if (attempts < attemptsPerEvent) {
      host.store.countAttempt(id);
      waiting[0] = { ...row, attempts };
      return false;
    }
    host.store.dequeue(id);
    waiting.shift();
    giveUp(dispatching, mail, attempts, failure);
  }
  return true;
}

/** False: the actor takes nothing now. */
function step(dispatching: Dispatching, mail: Mail): boolean {
  const { host, batch, live } = dispatching;
  const actor = findActor(host, batch, live, mail);
  if (actor === 'waits') return false;
  if (actor === 'late') return true;
  if ('problem' in actor) {
    if (actor.hasEnded) comesLate(dispatching, mail);
    else giveUp(dispatching, mail, 0, { kind: 'invalid', message: actor.problem });
    return true;
  }
  // a late answer of a child that was replaced: nothing waits for it any more
  if (mail.child !== null && !Object.values(actor.children).some(child => child.address === mail.child)) return true;
  crashPoint(`step ${actor.entry.kind}<${mail.event.type}`);
  writeStep(host, actor, mail.event, batch);
  return true;
}

function keep(dispatching: Dispatching, mail: Mail, attempts: number): void {
  const row = { target: mail.target, event: JSON.stringify(mail.event), child: mail.child, attempts };
  box(dispatching, mail.target).push({ ...row, id: dispatching.host.store.enqueue(row) });
}

function noteFailure({ live, onFailedStep }: Dispatching, mail: Mail, error: unknown, attempts: number): Failure {
  const failure = toFailure(error);
  live.delete(mail.target); // its row is the truth
  onFailedStep(mail, failure, attempts);
  return failure;
}

/** Its actor has ended meanwhile: nothing could ever handle it, so it is no dead letter. */
function comesLate({ host, batch, onLate }: Dispatching, mail: Mail): void {
  const { target: actor, event } = mail;
  onLate(mail);
  if (actor !== host.reportsTo) batch.facts.push({ type: 'message.late', actor, event: event.type });
}

function giveUp({ host, batch, onDeadLetter }: Dispatching, mail: Mail, attempts: number, failure: Failure): void {
  const { target, child } = mail;
  const deadLetter = host.store.addDeadLetter({
    target,
    child,
    event: JSON.stringify(mail.event),
    attempts,
    failure: JSON.stringify(failure),
    at: host.now(),
  });
  onDeadLetter(mail, failure, deadLetter);
  const type = mail.event.type.replace('xstate.done.actor.', 'xstate.error.actor.');
  // an actor must not wait for ever for an end that it could not take: it is sent a failure instead, once
  if (child !== null && isEffect(child) && type !== mail.event.type) {
    const { output: _, ...event } = mail.event;
    batch.mails.push({ target, child, event: { ...event, type, error: { kind: 'defect', message: failure.message } } });
  }
  if (target !== host.reportsTo)
    batch.facts.push({ type: 'message.buried', actor: target, event: mail.event.type, letter: deadLetter, failure });
}
