/** The host of the actors, with everything the features bring; and how they start and stop around it. */
import {
  createRegistry,
  type EffectSource,
  type Lookup,
  openRegistry,
  type Registry,
} from '../../actors/runtime/registry.ts';
import { createSystem } from '../../actors/runtime/system.ts';
import { type OpenToolbox, openToolbox } from '../../adapters/toolbox/live-toolbox.ts';
import type { Writer } from '../../ports/writer.ts';
import { type Core, type Feature, merged, value } from '../feature.ts';
import { ownerReports } from './reports.ts';

export interface Host {
  readonly core: Core & { readonly toolbox: OpenToolbox };
  readonly registry: Registry;
  /**
   * Takes what the features bring. Throws an `Error` where a chart needs what no feature brings, or two features bring
   * something under one name.
   */
  fill(features: readonly Feature[]): void;
}

declare module '../feature.ts' {
  interface Features {
    readonly host: Host;
  }
}

/** The host is there before the features, which are given it; it is empty until they are all there. */
export const openHost = value('host', ['home', 'telemetry', 'supervision'], ({ home, telemetry, supervision }) => {
  const registry = openRegistry();
  const { store, clock, boot, redactor, config } = home;
  const { lanes } = config;
  const system = createSystem({
    store,
    registry,
    clock,
    boot,
    redact: redactor.text,
    snapshotEvery: config.store.snapshotEvery,
    log: telemetry.log,
    surround: telemetry.surround,
    lanes: { model: lanes.models, tool: lanes.tools, delivery: lanes.deliveries },
    ...supervision.host,
  });
  return {
    core: { ...home, owner: config.owner, system, toolbox: openToolbox(), report: ownerReports(home, system) },
    registry,
    fill: (features: readonly Feature[]) =>
      registry.fill(
        createRegistry(
          features.flatMap(({ machines = [] }) => machines),
          merged<EffectSource>(features.map(({ effects }) => effects)),
          merged<Writer>(features.map(({ writers }) => writers)),
          merged<Lookup>(features.map(({ lookups }) => lookups)),
        ),
      ),
  };
});

export const openCore = value('core', ['host'], ({ host }) => host.core);

export interface Lifecycle {
  start(): Promise<void>;
  /** Stops accepting, lets running work end for its grace, keeps the rest. */
  stop(): Promise<void>;
}

/** They are started and stopped in order, and closed the other way round: what others lean on is closed last. */
export function lifecycle(core: Core, features: readonly Feature[]): Lifecycle {
  const { system, config, log, boot } = core;
  let isStopping = false;
  return {
    async start() {
      for (const feature of features) await feature.start?.(core);
    },
    async stop() {
      if (isStopping) return;
      isStopping = true;
      for (const feature of features) await feature.stop?.();
      const left = await system.stop(config.shutdown.graceMs);
      log({ level: 'info', event: 'stopped', boot, left });
      for (const feature of features.toReversed()) await feature.close?.();
      core.close();
    },
  };
}
