/**
 * What the host does to a row from outside its chart: each is one transaction and a journal entry of its own, which a replay follows.
 *
 * A suspended or quarantined actor is delivered nothing; its inbox and timers are kept and its running effects end. Resumed,
 * it goes on where it stood.
 */
import type { ActorRecord } from '../../adapters/store.ts';
import { fault } from '../../machines/domain/failure.ts';
import { type Batch, writeNote, writeRestart, writeStop } from './durable.ts';
import { restore } from './recovery.ts';
import type { System } from './system.ts';

export interface Directives {
  suspend(address: string, reason: string): Promise<void>;
  /** Undoes `suspend`. */
  resume(address: string): Promise<void>;
  /** Undoes a quarantine; refused while this program still cannot load the actor. */
  release(address: string): Promise<void>;
  /** Begins again with the input it was born with: effects, timers and children are cancelled; what waits for it is kept. */
  restart(address: string): Promise<void>;
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
    restart: address =>
      direct(address, ['active', 'suspended', 'quarantined'], (row, batch) => writeRestart(host, row, batch)),
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
