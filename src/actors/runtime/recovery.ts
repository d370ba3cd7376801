/** What comes back at boot, what cannot, and who is told. */
import { crashPoint } from '#crash-points';
import type { ActorRecord } from '../../ports/store.ts';
import { activate, type LiveActor, type StepHost } from './durable.ts';

/** Found when a boot began, before anything ran. The supervisor hears it as `system.started`. */
export interface RecoveryReport {
  /** Boots of the last five minutes that did not end by themselves. */
  readonly uncleanBoots: number;
  readonly actors: number;
  /** Messages that were accepted and not yet handled. */
  readonly waiting: number;
  /** Effects that run again, under the same key. */
  readonly again: number;
  /** Acts that were under way and may or may not have happened. */
  readonly unknown: readonly { readonly effect: string; readonly owner: string; readonly src: string }[];
  readonly quarantined: readonly { readonly actor: string; readonly problem: string }[];
  /** Actors that nothing will ever move. */
  readonly wedged: readonly string[];
}

/** Looks the house over in one transaction: counts what comes back, quarantines what this program cannot load. */
export function recover(host: StepHost): RecoveryReport {
  const { store, boot } = host;
  return store.transaction(() => {
    crashPoint('recover.begin');
    const quarantined = host.store.census().flatMap(group => {
      const [sample] = store.actorsIn(group.machine, group.version, group.leaf);
      const row = sample === undefined ? undefined : store.actor(sample);
      // one of a kind tells for all that stand in the same state of the same version
      const fits =
        row !== undefined &&
        host.registry.machines.get(row.machine)?.version === row.version &&
        'record' in restore(host, row);
      return fits
        ? []
        : store.actorsIn(group.machine, group.version, group.leaf).flatMap(address => quarantine(host, address));
    });
    const open = store.openEffects().filter(effect => effect.boot !== boot);
    crashPoint('recover.end');
    return {
      uncleanBoots: store.uncleanBoots(host.now() - 300_000),
      actors: store.census().reduce((sum, group) => sum + group.count, 0),
      waiting: store.inbox().length,
      again: open.filter(({ policy, status }) => policy !== 'once' || status === 'pending').length,
      unknown: open
        .filter(({ policy, status }) => policy === 'once' && status === 'running')
        .map(({ address, owner, src }) => ({ effect: address, owner, src })),
      quarantined,
      wedged: store.wedged(),
    };
  });
}

/** A row becomes a live actor again, through its machine's `migrate` where it is of an older version; or the reason why it cannot. */
export function restore(host: StepHost, row: ActorRecord): LiveActor | { readonly problem: string } {
  const entry = host.registry.machines.get(row.machine);
  if (!entry) return { problem: `there is no machine named ${row.machine} any more` };
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

function quarantine(host: StepHost, address: string): { actor: string; problem: string }[] {
  const row = host.store.actor(address);
  if (!row) return [];
  const actor = restore(host, row);
  if ('record' in actor) return [];
  host.store.updateActor({ ...row, status: 'quarantined', problem: actor.problem });
  return [{ actor: address, problem: actor.problem }];
}
