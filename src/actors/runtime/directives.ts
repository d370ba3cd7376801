/**
 * What the host does to a row from outside its chart: each is one transaction and a journal entry of its own, which a replay follows.
 *
 * A suspended or quarantined actor is delivered nothing; its inbox and timers are kept and its running effects end. Resumed,
 * it goes on where it stood.
 */
import type { ActorRecord } from '../../adapters/store.ts';
import { type Failure, fault } from '../../machines/domain/failure.ts';
import { type Batch, writeNote, writeStop } from './durable.ts';
import { restore } from './recovery.ts';
import { writeReinvoked, writeRestart, writeRewound } from './restart.ts';
import type { Event } from './step.ts';
import type { System } from './system.ts';

export interface Directives {
  suspend(address: string, reason: string): Promise<void>;
  /** As `suspend`, for an actor that is not to be trusted as it stands. */
  quarantine(address: string, reason: string): Promise<void>;
  /** Undoes `suspend`. */
  resume(address: string): Promise<void>;
  /** Undoes a quarantine; refused while this program still cannot load the actor. */
  release(address: string): Promise<void>;
  /** Puts the messages that were buried for it back; answers how many. */
  retry(address: string): Promise<number>;
  /**
   * `checkpoint`: its state stays and what that state waits for is started anew. `fresh`: it begins again with the input it was born with;
   * effects, timers and children are cancelled. What waits for it is kept either way.
   */
  restart(address: string, from?: 'checkpoint' | 'fresh'): Promise<void>;
  /** Takes it back to the state after one of its steps; then as from a checkpoint. */
  rewind(address: string, seq: number): Promise<void>;
  /** Ends a running effect: its owner hears of the failure. An act that was under way is `unknown`. */
  fail(effect: string, failure: Failure): Promise<void>;
  /** Ends it and all beneath it; its parent is told that it was cancelled. */
  stop(address: string): Promise<void>;
}

/** All of them reject with `invalid` where there is no such actor or its status does not allow it. */
export function directives(system: System): Directives {
  const { host } = system;

  async function direct(
    address: string,
    allowed: readonly ActorRecord['status'][],
    work: (row: ActorRecord, batch: Batch) => void,
  ): Promise<void> {
    await system.perform(batch => {
      const row = host.store.actor(address);
      if (!row) throw fault('invalid', `there is no actor ${address}`);
      if (!allowed.includes(row.status))
        throw fault('invalid', `${address} is ${row.status}; this needs it ${allowed.join(' or ')}`);
      host.forget(address, batch);
      work(row, batch);
    });
    system.refresh(address);
  }

  return {
    suspend: (address, reason) =>
      direct(address, ['active'], row =>
        writeNote(host, { ...row, status: 'suspended', problem: reason }, { type: 'host.suspended', reason }),
      ),
    quarantine: (address, reason) =>
      direct(address, ['active', 'suspended'], row =>
        writeNote(host, { ...row, status: 'quarantined', problem: reason }, { type: 'host.quarantined', reason }),
      ),
    resume: address =>
      direct(address, ['suspended'], row =>
        writeNote(host, { ...row, status: 'active', problem: null }, { type: 'host.resumed' }),
      ),
    release: address =>
      direct(address, ['quarantined'], row => {
        const actor = restore(host, row);
        if (!('record' in actor))
          throw fault('invalid', `${address} still cannot be loaded: ${actor.problem}; restart it instead`);
        writeNote(host, { ...row, status: 'active', problem: null }, { type: 'host.released' });
      }),
    async retry(address) {
      let count = 0;
      await direct(address, ['active', 'suspended', 'quarantined'], (_row, batch) => {
        const letters = host.store.takeDeadLetters(address);
        count = letters.length;
        if (count === 0) throw fault('invalid', `no message for ${address} was buried; there is nothing to try again`);
        for (const { event, child } of letters)
          batch.mails.push({ target: address, event: JSON.parse(event) as Event, child });
      });
      return count;
    },
    restart: (address, from = 'fresh') =>
      direct(address, ['active', 'suspended', 'quarantined'], (row, batch) =>
        (from === 'fresh' ? writeRestart : writeReinvoked)(host, row, batch),
      ),
    rewind: (address, seq) =>
      direct(address, ['active', 'suspended', 'quarantined'], (row, batch) => writeRewound(host, row, seq, batch)),
    fail: (effect, failure) =>
      system.perform(batch => {
        const row = host.store.effect(effect);
        if (row?.status !== 'pending' && row?.status !== 'running')
          throw fault('invalid', `there is no effect ${effect} under way`);
        const wasRunning = row.policy === 'once' && row.status === 'running';
        const kind = wasRunning ? 'unknown' : failure.kind;
        const mail = host.settle(effect, { kind: 'failed', failure: { ...failure, kind } }, batch);
        if (mail) batch.mails.push(mail);
        batch.aborts.push(effect);
      }),
    stop: address =>
      direct(address, ['active', 'suspended', 'quarantined'], (row, batch) => {
        const at = host.now();
        const stopped = writeStop(host, row, at, batch);
        writeNote(host, stopped, { type: 'host.stopped' });
        if (row.parent === null || row.childId === null) return;
        const output = { outcome: 'cancelled' };
        const type = `xstate.done.actor.${row.childId}`;
        batch.mails.push({
          target: row.parent,
          event: { type, output, actorId: row.childId, from: address, at, id: `${address}#${stopped.seq + 1}` },
          child: address,
        });
      }),
  };
}
