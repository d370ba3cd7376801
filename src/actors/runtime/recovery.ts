/** What comes back at boot, what cannot, and the report of it. */

import { crashPoint } from '#crash-points';
import { says } from '../../domain/policy/sentence.ts';
import { failureOf } from '../../domain/supervision/failure.ts';
import type { RecoveryReport } from '../../ports/host.ts';
import type { EffectRecord } from '../../ports/store.ts';
import { keptUntilWritten } from './arrivals.ts';
import { restore } from './commit/live-actor.ts';
import type { StepHost } from './commit/step-host.ts';
import { aboutOf } from './outcomes.ts';
import type { HostPieces } from './running/pieces.ts';

/** Checks all actors in one transaction: counts what comes back, quarantines what this program cannot load. */
export function recover(host: Pick<StepHost, 'store' | 'registry' | 'boot' | 'now'>): RecoveryReport {
  const { store, registry, boot } = host;
  return store.transaction(() => {
    crashPoint('recover.begin');
    const quarantined = store.census().flatMap(group => {
      const addresses = () => store.actorsIn(group.machine, group.version, group.leaf);
      const [sample] = addresses();
      const row = sample === undefined ? undefined : store.actor(sample);
      // one of a kind stands for all that are in the same state of the same version
      const fits =
        row !== undefined &&
        registry.machines.get(row.machine)?.version === row.version &&
        'record' in restore(registry, row);
      return fits ? [] : addresses().flatMap(address => quarantine(host, address));
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
        .map(row => ({ effect: row.address, owner: row.owner, src: row.src, ...aboutOf(host, row) })),
      quarantined,
      wedged: store.wedged(),
    };
  });
}

function quarantine({ store, registry }: Pick<StepHost, 'store' | 'registry'>, address: string) {
  const row = store.actor(address);
  if (!row) return [];
  const actor = restore(registry, row);
  if ('record' in actor) return [];
  store.updateActor({ ...row, status: 'quarantined', problem: actor.problem });
  return [{ actor: address, problem: actor.problem }];
}

/**
 * Takes up an effect that another boot left unfinished: a `once` that ran is unknown, all else runs again under the
 * same key. One of a feature that this process was not given stays as it is, for a process that has the feature.
 */
export function resumeEffect(pieces: HostPieces, row: EffectRecord): void {
  if (!pieces.registry.sources.has(row.src)) return;
  if (row.policy !== 'once') runAgain(pieces, row);
  else if (row.status === 'running') endAsUnknown(pieces, row);
  else pieces.launch.begin(row);
}

function endAsUnknown({ arrivals, settle }: HostPieces, row: EffectRecord): void {
  const failure = failureOf(
    'unknown',
    says`Straylight died while ${row.src} was under way; it may or may not have happened`,
  );
  arrivals.add({
    record(batch) {
      crashPoint(`recover.unknown ${row.src}`);
      return settle(row.address, { kind: 'failed', failure }, batch);
    },
    ...keptUntilWritten,
  });
}

function runAgain({ store, registry, clock, boot, arrivals, launch }: HostPieces, row: EffectRecord): void {
  const again: EffectRecord = { ...row, boot, attempt: row.attempt + 1, status: 'pending' };
  arrivals.add({
    record() {
      crashPoint(`recover.again ${row.src}`);
      store.updateEffect(again);
      registry.sources.get(row.src)?.onAgain?.(JSON.parse(row.input) as never, { ...again, at: clock.now() });
      return undefined;
    },
    committed: () => launch.begin(again),
    failed: () => true,
  });
}
