/**
 * What the host does to a row from outside its chart: each is one transaction and a journal entry of its own, which a replay follows.
 *
 * A suspended or quarantined actor is delivered nothing; its inbox and timers are kept and its running effects end. Resumed,
 * it goes on where it stood.
 */

import { type Failure, fault } from '../../domain/supervision/failure.ts';
import type { ActorRecord } from '../../ports/store.ts';
import type { Batch } from './commit/batch.ts';
import { writeStop } from './commit/ending.ts';
import { restore } from './commit/live-actor.ts';
import { writeNote } from './commit/note.ts';
import { writeReinvoked } from './commit/reinvoke.ts';
import { writeRestart } from './commit/restart.ts';
import { writeRewound } from './commit/rewind.ts';
import type { Event } from './step.ts';
import type { System } from './system.ts';

/** `rev`: the step of the actor that the one who asks has seen; where it has moved since, nothing is done. */
export interface Directives {
  suspend(address: string, reason: string, rev?: number): Promise<void>;
  /** As `suspend`, for an actor that is not to be trusted as it stands. */
  quarantine(address: string, reason: string, rev?: number): Promise<void>;
  /** Undoes `suspend`. */
  resume(address: string, rev?: number): Promise<void>;
  /** Undoes a quarantine; refused while this program still cannot load the actor. */
  release(address: string, rev?: number): Promise<void>;
  /** Hands the messages that were buried for it over again. */
  retry(address: string, rev?: number): Promise<void>;
  /**
   * `checkpoint`: its state stays and what that state waits for is started anew. `fresh`: it begins again with the input it was born with;
   * effects, timers and children are cancelled. What waits for it is kept either way. Only `fresh` brings back one that was stopped, and
   * only where a message would have begun it.
   */
  restart(address: string, from: 'checkpoint' | 'fresh', rev?: number): Promise<void>;
  /** Takes it back to the state after one of its steps; then as from a checkpoint. */
  rewind(address: string, seq: number, rev?: number): Promise<void>;
  /** Ends a running effect: its owner hears of the failure. An act that was under way is `unknown`. */
  fail(effect: string, failure: Failure): Promise<void>;
  /** Ends it and all beneath it; its parent is told `cancelled`, or `unknown` where its own act had begun. Refused for what the house lives on. */
  stop(address: string): Promise<void>;
  /** The same, each done at most once for ever under this name: a repeat after a crash does nothing. */
  named(act: string): Directives;
}

const living = ['active', 'suspended', 'quarantined'] as const;
const livingOrStopped = [...living, 'stopped'] as const;

/** All of them reject with `invalid` where there is no such actor or its status does not allow it, and `invalid` with cause `changed` where it has moved. */
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
    work: (row: ActorRecord, batch: Batch) => void,
  ): Promise<void> {
    await once(batch => {
      const row = host.store.actor(address);
      if (!row) throw fault('invalid', `there is no actor ${address}`);
      if (rev !== undefined && row.seq > rev)
        throw fault('invalid', `${address} has moved since you looked (step ${row.seq} now); look again`, {
          cause: 'changed',
        });
      const mayBeginAnew = row.parent === null && host.registry.machines.get(row.machine)?.startsWith !== undefined;
      if (row.status === 'stopped' && mayBeginAnew && !allowed.includes('stopped'))
        throw fault(
          'invalid',
          `${address} was stopped; it can only begin anew: straylight actors restart ${address} --fresh`,
        );
      if (!allowed.includes(row.status) || (row.status === 'stopped' && !mayBeginAnew))
        throw fault('invalid', `${address} is ${row.status}; this needs it ${allowed.join(' or ')}`);
      host.forget(address, batch);
      work(row, batch);
    });
    system.refresh(address);
  }

  return {
    suspend: (address, reason, rev) =>
      direct(address, ['active'], rev, (row, batch) => {
        writeNote(host, { ...row, status: 'suspended', problem: reason }, { type: 'host.suspended', reason }, batch);
      }),
    quarantine: (address, reason, rev) =>
      direct(address, ['active', 'suspended'], rev, (row, batch) => {
        writeNote(
          host,
          { ...row, status: 'quarantined', problem: reason },
          { type: 'host.quarantined', reason },
          batch,
        );
      }),
    resume: (address, rev) =>
      direct(address, ['suspended'], rev, (row, batch) => {
        writeNote(host, { ...row, status: 'active', problem: null }, { type: 'host.resumed' }, batch);
      }),
    release: (address, rev) =>
      direct(address, ['quarantined'], rev, (row, batch) => {
        const actor = restore(host.registry, row);
        if (!('record' in actor))
          throw fault('invalid', `${address} still cannot be loaded: ${actor.problem}; restart it instead`);
        writeNote(host, { ...row, status: 'active', problem: null }, { type: 'host.released' }, batch);
      }),
    retry: (address, rev) =>
      direct(address, living, rev, (_row, batch) => {
        const letters = host.store.takeDeadLetters(address);
        if (letters.length === 0)
          throw fault('invalid', `no message for ${address} was buried; there is nothing to try again`);
        for (const { event, child } of letters)
          batch.mails.push({ target: address, event: JSON.parse(event) as Event, child });
      }),
    restart: (address, from, rev) =>
      direct(address, from === 'fresh' ? livingOrStopped : living, rev, (row, batch) =>
        (from === 'fresh' ? writeRestart : writeReinvoked)(host, row, batch),
      ),
    rewind: (address, seq, rev) => direct(address, living, rev, (row, batch) => writeRewound(host, row, seq, batch)),
    fail: (effect, failure) =>
      once(batch => {
        const row = host.store.effect(effect);
        if (row?.status !== 'pending' && row?.status !== 'running')
          throw fault('invalid', `there is no effect ${effect} under way`);
        const kind = row.policy === 'once' && row.status === 'running' ? 'unknown' : failure.kind;
        const mail = host.settle(effect, { kind: 'failed', failure: { ...failure, kind } }, batch);
        if (mail) batch.mails.push(mail);
        batch.aborts.push(effect);
      }),
    stop: address =>
      direct(address, living, undefined, (row, batch) => {
        const never = host.whyNeverStopped(address);
        if (never !== undefined) throw fault('invalid', never);
        const at = host.now();
        const act = host.store.act(address)?.status;
        const stopped = writeStop(host, row, at, batch);
        writeNote(host, stopped, { type: 'host.stopped' }, batch);
        if (row.parent === null || row.childId === null) return;
        // an act of its own that has begun may or may not have happened
        const output = { outcome: act === 'running' || act === 'unknown' ? 'unknown' : 'cancelled' };
        const type = `xstate.done.actor.${row.childId}`;
        batch.mails.push({
          target: row.parent,
          event: { type, output, actorId: row.childId, from: address, at, id: `${address}#${stopped.seq + 1}` },
          child: address,
        });
      }),
    named: name => directives(system, name),
  };
}
