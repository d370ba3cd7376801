/** An actor in memory: a cache in front of its row. Evicting it loses nothing. */
import type { AnyMachineSnapshot } from 'xstate';
import type { ActorRecord } from '../../../ports/store.ts';
import type { RegisteredMachine, Registry } from '../registry.ts';
import { type Children, load, type Recorder, recorder } from '../step.ts';
import { stateHash } from './state-hash.ts';

export interface LiveActor {
  readonly entry: RegisteredMachine;
  readonly record: Recorder;
  row: ActorRecord;
  snapshot: AnyMachineSnapshot;
  children: Children;
}

/** Makes a live actor of its row. Throws if the machine does not know the state. */
export function activate(entry: RegisteredMachine, row: ActorRecord): LiveActor {
  const record = recorder(row.address, row.parent);
  const children = JSON.parse(row.children) as Children;
  for (const [id, child] of Object.entries(children))
    if (!(child.src in entry.machine.implementations.actors))
      throw new Error(`its child ${id} is a ${child.src}, which the chart no longer knows`);
  return { entry, record, row, children, snapshot: load(entry.machine, record, JSON.parse(row.state), children) };
}

/**
 * A row becomes a live actor again, through its machine's `migrate` if it is of an older version; or the reason why it
 * cannot.
 */
export function restore(registry: Registry, row: ActorRecord): LiveActor | { readonly problem: string } {
  const entry = registry.machines.get(row.machine);
  if (!entry) return { problem: `there is no machine named ${row.machine} any more` };
  if (row.hash !== '' && row.hash !== stateHash(row.state))
    return { problem: 'its stored state is damaged: it does not fit its hash; take it back to an earlier step' };
  try {
    if (row.version === entry.version) return activate(entry, row);
    const state = entry.migrate?.(JSON.parse(row.state) as object, row.version);
    if (!state)
      return {
        problem: `it was saved by ${row.machine} version ${row.version}, this is version ${entry.version}, and there is no migration`,
      };
    return activate(entry, { ...row, version: entry.version, state: JSON.stringify(state) });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
