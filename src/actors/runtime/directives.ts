/**
 * What the host does to a row from outside its chart: each is one transaction and a journal entry of its own, which a
 * replay follows.
 *
 * A suspended or quarantined actor is delivered nothing; its inbox and timers are kept and its running effects end.
 * Resumed, it goes on where it stood.
 */

import { says } from '../../domain/policy/sentence.ts';
import { type Failure, fault } from '../../domain/supervision/failure.ts';
import type { Directives } from '../../ports/host.ts';
import type { ActorRecord } from '../../ports/store.ts';
import type { Batch } from './commit/batch.ts';
import { writeStop } from './commit/ending.ts';
import { restore } from './commit/live-actor.ts';
import { writeNote } from './commit/note.ts';
import { writeReinvoked } from './commit/reinvoke.ts';
import { writeRestart } from './commit/restart.ts';
import { writeRewound } from './commit/rewind.ts';
import type { StepHost } from './commit/step-host.ts';
import type { Event } from './step.ts';
import type { System } from './system.ts';

const living = ['active', 'suspended', 'quarantined'] as const;
const livingOrStopped = [...living, 'stopped'] as const;

/** The directives of a host; with `act` each is done at most once for ever under this name. */
export function directives(system: System, act?: string): Directives {
  const { host } = system;

  async function once(work: (batch: Batch) => void): Promise<void> {
    await system.perform(batch => {
      if (act === undefined || host.store.accept(`directive:${act}`, host.now())) work(batch);
    });
  }

  async function direct(
    address: string,
    allowed: readonly ActorRecord['status'][],
    rev: number | undefined,
    work: (host: StepHost, row: ActorRecord, batch: Batch) => void,
  ): Promise<void> {
    await once(batch => {
      const row = checkedRow(host, address, allowed, rev);
      host.forget(address, batch);
      work(host, row, batch);
    });
    system.refresh(address);
  }

  return {
    suspend: (address, reason, rev) =>
      direct(address, ['active'], rev, (_host, row, batch) => {
        writeNote(host, { ...row, status: 'suspended', problem: reason }, { type: 'host.suspended', reason }, batch);
      }),
    quarantine: (address, reason, rev) =>
      direct(address, ['active', 'suspended'], rev, (_host, row, batch) => {
        const aside = { ...row, status: 'quarantined', problem: reason } as const;
        writeNote(host, aside, { type: 'host.quarantined', reason }, batch);
      }),
    resume: (address, rev) =>
      direct(address, ['suspended'], rev, (_host, row, batch) => {
        writeNote(host, { ...row, status: 'active', problem: null }, { type: 'host.resumed' }, batch);
      }),
    release: (address, rev) => direct(address, ['quarantined'], rev, writeReleased),
    retry: (address, rev) => direct(address, living, rev, sendDeadLetters),
    restart: (address, from, rev) =>
      from === 'fresh'
        ? direct(address, livingOrStopped, rev, writeRestart)
        : direct(address, living, rev, writeReinvoked),
    rewind: (address, seq, rev) =>
      direct(address, living, rev, (_host, row, batch) => writeRewound(host, row, seq, batch)),
    fail: (effect, failure) => once(batch => failEffect(host, effect, failure, batch)),
    stop: address => direct(address, living, undefined, writeStopped),
    named: name => directives(system, name),
  };
}

/**
 * The row of an actor that takes a directive now. Throws `invalid`, with the cause `changed` if it has moved since step
 * `rev`.
 */
function checkedRow(
  { store, registry }: StepHost,
  address: string,
  allowed: readonly ActorRecord['status'][],
  rev: number | undefined,
): ActorRecord {
  const row = store.actor(address);
  if (!row) throw fault('invalid', says`there is no actor ${address}`);
  if (rev !== undefined && row.seq > rev)
    throw fault('invalid', says`${address} has changed since you looked (step ${row.seq} now); look again`, {
      cause: 'changed',
    });
  const mayRestart = row.parent === null && registry.machines.get(row.machine)?.startsWith !== undefined;
  if (row.status === 'stopped' && mayRestart && !allowed.includes('stopped'))
    throw fault(
      'invalid',
      `${address} was stopped; it can only be restarted from its beginning: straylight actors restart ${address} --fresh`,
    );
  if (!allowed.includes(row.status) || (row.status === 'stopped' && !mayRestart))
    throw fault('invalid', says`${address} is ${row.status}; for this it has to be ${allowed.join(' or ')}`);
  return row;
}

function writeReleased(host: StepHost, row: ActorRecord, batch: Batch): void {
  const actor = restore(host.registry, row);
  if (!('record' in actor))
    throw fault('invalid', `${row.address} still cannot be loaded: ${actor.problem}; restart it instead`);
  writeNote(host, { ...row, status: 'active', problem: null }, { type: 'host.released' }, batch);
}

/** Sends the dead letters of an actor once more. */
function sendDeadLetters({ store }: StepHost, { address }: ActorRecord, batch: Batch): void {
  const letters = store.takeDeadLetters(address);
  if (letters.length === 0) throw fault('invalid', says`${address} has no failed messages to retry`);
  for (const { event, child } of letters)
    batch.mails.push({ target: address, event: JSON.parse(event) as Event, child });
}

function failEffect(host: StepHost, effect: string, failure: Failure, batch: Batch): void {
  const row = host.store.effect(effect);
  if (row?.status !== 'pending' && row?.status !== 'running')
    throw fault('invalid', `there is no effect ${effect} under way`);
  const kind = row.policy === 'once' && row.status === 'running' ? 'unknown' : failure.kind;
  const mail = host.settle(effect, { kind: 'failed', failure: { ...failure, kind } }, batch);
  if (mail) batch.mails.push(mail);
  batch.aborts.push(effect);
}

/** Ends an actor from outside; its parent is notified. */
function writeStopped(host: StepHost, row: ActorRecord, batch: Batch): void {
  const { address, parent, childId } = row;
  const never = host.whyNeverStopped(address);
  if (never !== undefined) throw fault('invalid', never);
  const at = host.now();
  const act = host.store.act(address)?.status;
  const stopped = writeStop(host, row, at, batch);
  writeNote(host, stopped, { type: 'host.stopped' }, batch);
  if (parent === null || childId === null) return;
  // an act of its own that has begun may or may not have happened
  const output = { outcome: act === 'running' || act === 'unknown' ? 'unknown' : 'cancelled' };
  const type = `xstate.done.actor.${childId}`;
  batch.mails.push({
    target: parent,
    event: { type, output, actorId: childId, from: address, at, id: `${address}#${stopped.seq + 1}` },
    child: address,
  });
}
