/**
 * A start and an end of the process: what the last one left is recovered, the supervisor is told, and what is old is
 * pruned.
 */

import { recover } from '../../actors/runtime/recovery.ts';
import { recoveryLines } from '../../actors/supervision/health.ts';
import { openSafeMode } from '../../actors/supervision/safe-mode.ts';
import { texts } from '../../domain/text/texts.ts';
import { type Feature, feature } from '../feature.ts';

export interface Boot extends Feature {
  /** What the start found, a line each. */
  readonly recovery: readonly string[];
  /** The same without what a notice says of each call. */
  readonly unsaid: readonly string[];
}

declare module '../feature.ts' {
  interface Features {
    readonly boot: Boot;
  }
}

const dayMs = 86_400_000;
/** All rows are looked through for texts that are named: not while a start is waited for. */
const blobsAfterMs = 3_600_000;

const needed = ['core', 'audit', 'channels', 'sandbox', 'models', 'telemetry', 'process', 'options'] as const;

/** Where actors rest, none goes on and nothing is recovered; what was interrupted waits for the next start. */
export const bootFeature = feature('boot', needed, ({ core, audit, channels, sandbox, models, options }) => {
  const executor = sandbox.executor.kind;
  const model = models.chosen.name;
  const { config, store, clock, boot, version, log, system, report } = core;
  let recovery: readonly string[] = [];
  let unsaid: readonly string[] = [];
  let isStarted = false;
  let cancelPrune = () => {};
  let cancelPruneBlobs = () => {};
  let endWatch = () => {};
  const oldest = () => clock.now() - config.store.pruneAfterDays * dayMs;
  const prune = () => {
    cancelPrune = clock.after(dayMs, prune);
    store.prune(oldest());
  };
  const pruneBlobs = () => {
    cancelPruneBlobs = clock.after(dayMs, pruneBlobs);
    store.pruneBlobs(oldest());
  };
  return {
    get recovery() {
      return recovery;
    },
    get unsaid() {
      return unsaid;
    },
    async start() {
      if (options.resting) return system.start({ isSafe: true });
      prune();
      cancelPruneBlobs = clock.after(blobsAfterMs, pruneBlobs);
      const found = recover(system.host);
      audit.begin({ boot, program: version, executor, model });
      const { boots } = config.safeMode;
      const isSafe = boots > 0 && (found.uncleanBoots >= boots || openSafeMode(store) !== undefined);
      // what began with that many goes on with none
      const uncleanBoots = isSafe ? Math.max(boots, found.uncleanBoots) : found.uncleanBoots;
      store.beginBoot(boot, version, core.startedAt);
      recovery = recoveryLines(found, config.owner.language);
      // in safe mode nothing is ended as unknown yet, so there is no notice
      const unnamed = isSafe ? found.unknown : found.unknown.filter(({ about }) => about === undefined);
      unsaid = recoveryLines({ ...found, unknown: unnamed }, config.owner.language);
      log({ level: 'info', event: 'started', boot, model, executor, ...found });
      const { timeZone, language } = config.owner;
      // the supervisor learns of this boot's channels before anything is recovered: what is unknown is told on them
      const facts = { type: 'system.started', channels: channels.permanent, facts: { ...found, isSafe, uncleanBoots } };
      const accepted = system.accept({ target: 'supervisor', event: { ...facts, timeZone, language } });
      system.start({ isSafe });
      isStarted = true;
      await accepted;
      const { auditBroken } = texts(config.owner.language);
      endWatch = audit.watch(problem => report('audit', 'failed', auditBroken(problem)));
    },
    async stop() {
      cancelPrune();
      cancelPruneBlobs();
      endWatch();
      if (isStarted) await system.accept({ target: 'supervisor', event: { type: 'system.stopping' } }).catch(() => {});
    },
    close() {
      if (isStarted) store.endBoot(boot, clock.now());
    },
  };
});
