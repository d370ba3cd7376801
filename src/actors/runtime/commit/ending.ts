/** Actors and effects that are ended from outside: by their parent, by its end, or by the host. */
import type { ActorRecord } from '../../../ports/store.ts';
import type { SendOnStop } from '../registry.ts';
import type { Children } from '../step.ts';
import type { Batch } from './batch.ts';
import { leaveEffect } from './effect-rows.ts';
import type { StepHost } from './step-host.ts';

/** Ends a child: an actor with all beneath it; an effect is no longer waited for. */
export function stopChild(
  host: StepHost,
  child: { readonly address: string; readonly src: string },
  at: number,
  batch: Batch,
): void {
  if (host.registry.lookups.has(child.src)) return;
  if (host.registry.sources.has(child.src)) {
    leaveEffect(host, child.address, at, batch);
    return;
  }
  const row =
    batch.touched.findLast(live => live.row.address === child.address)?.row ?? host.store.actor(child.address);
  if (row) writeStop(host, row, at, batch);
}

/** Ends all that an actor has: its timers, effects and children. */
export function cleanUp(host: StepHost, address: string, children: Children, at: number, batch: Batch): void {
  host.store.removeTimers(address);
  for (const child of Object.values(children)) stopChild(host, child, at, batch);
}

/** Ends an actor and all beneath it: effects, timers, waiting messages, children. Its parent is not notified. */
export function writeStop(host: StepHost, row: ActorRecord, at: number, batch: Batch): ActorRecord {
  if (row.status === 'done' || row.status === 'stopped') return row;
  host.forget(row.address, batch);
  cleanUp(host, row.address, JSON.parse(row.children) as Children, at, batch);
  const send: SendOnStop = (target, event) =>
    void batch.mails.push({ target, child: null, event: { ...event, at, id: host.id(), from: row.address } });
  host.registry.machines.get(row.machine)?.onStopped?.(row.address, at, send);
  host.store.dropInbox(row.address);
  const stopped: ActorRecord = { ...row, status: 'stopped', lastAt: at };
  host.store.updateActor(stopped);
  if (host.watched()) batch.frames.push({ kind: 'row', row: stopped });
  return stopped;
}
