/** A row that is changed otherwise than by a step of its chart. */
import type { ActorRecord, JournalRecord } from '../../../ports/store.ts';
import type { Event } from '../step.ts';
import type { Batch } from './batch.ts';
import { stateHash } from './state-hash.ts';
import type { StepHost } from './step-host.ts';

/** Writes the row and the journal entry that says what happened to it. Answers the row as written. */
export function writeNote(host: StepHost, row: ActorRecord, event: Event, batch: Batch): ActorRecord {
  const at = host.now();
  const seq = row.seq + 1;
  const written: ActorRecord = { ...row, hash: stateHash(row.state), seq, lastAt: at, lastEvent: event.type };
  const entry: JournalRecord = {
    address: row.address,
    seq,
    at,
    event: JSON.stringify({ ...event, at, id: `${row.address}#${seq}` }),
    value: JSON.stringify((JSON.parse(row.state) as { readonly value: unknown }).value),
    path: '[]',
    effects: '[]',
    micros: 0,
    hash: written.hash,
    code: host.registry.machines.get(row.machine)?.code ?? '',
  };
  host.store.updateActor(written);
  host.store.insertJournal(entry);
  if (host.watched()) batch.frames.push({ kind: 'step', row: written, entry });
  return written;
}
