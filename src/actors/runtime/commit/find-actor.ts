import type { ActorRecord } from '../../../ports/store.ts';
import { kindOf } from '../address.ts';
import type { Batch, Mail } from './batch.ts';
import { writeBirth } from './commit.ts';
import { type LiveActor, restore } from './live-actor.ts';
import { writeNote } from './note.ts';
import type { StepHost } from './step-host.ts';

/**
 * `waits`: it takes nothing now. `late`: it has ended, and that is known to the sender or of no matter. Else `problem`
 * says why there is none.
 */
export type Found = LiveActor | 'waits' | 'late' | { readonly problem: string; readonly hasEnded: boolean };

/** Finds the actor a message is for. `live`: the actors in memory; one that is read from its row is put there. */
export function findActor(host: StepHost, batch: Batch, live: Map<string, LiveActor>, mail: Mail): Found {
  if (host.isHeld(mail.target)) return 'waits';
  const fresh = batch.touched.findLast(actor => actor.row.address === mail.target);
  const cached = fresh ?? live.get(mail.target);
  if (cached?.row.status === 'active') return cached;
  const row = host.store.actor(mail.target);
  if (row?.status === 'active') return fromRow(host, batch, live, row);
  if (row?.status === 'suspended' || row?.status === 'quarantined') return 'waits';
  const entry = host.registry.machines.get(kindOf(mail.target));
  if (!row && entry?.startsWith && mail.child === null) {
    const at = mail.event['at'] as number;
    const born = { entry, address: mail.target, parent: null, childId: null, input: entry.startsWith(mail.target), at };
    return writeBirth(host, { ...born, id: `${mail.event['id']}~` }, batch);
  }
  // a parent may still send to a child whose end is on its way to it, and the owner press a button that is no longer
  // one
  const { type, from } = mail.event;
  const isLate = row && (row.parent === from || entry?.isShortLived || entry?.lateEvents?.includes(type));
  if (mail.child !== null || isLate) return 'late';
  // what comes for one that its owner has stopped is kept: it may be restarted, and takes that then
  if (row) return { problem: `${mail.target} has ended (${row.status})`, hasEnded: row.status === 'done' };
  return { problem: `there is no actor ${mail.target}`, hasEnded: false };
}

function fromRow(host: StepHost, batch: Batch, live: Map<string, LiveActor>, row: ActorRecord): LiveActor | 'waits' {
  const { address } = row;
  const actor = restore(host.registry, row);
  if (!('record' in actor)) {
    const { problem } = actor;
    const aside: ActorRecord = { ...row, status: 'quarantined', problem };
    host.store.updateActor(aside);
    if (host.watched()) batch.frames.push({ kind: 'row', row: aside });
    batch.facts.push({ type: 'actor.quarantined', actor: address, problem });
    return 'waits';
  }
  const { version, state } = actor.row;
  if (version !== row.version) {
    const event = { type: 'host.migrated', from: row.version, to: version, state: JSON.parse(state) as unknown };
    actor.row = writeNote(host, actor.row, event, batch);
  } else live.set(address, actor); // it is the row as committed, whatever becomes of this step
  return actor;
}
