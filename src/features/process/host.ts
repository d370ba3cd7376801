/** The host of the actors, with everything the features bring; and how they start and stop around it. */
import { createRegistry, type EffectSource, type Lookup, type Registry } from '../../actors/runtime/registry.ts';
import { createSystem, type System } from '../../actors/runtime/system.ts';
import type { Writer } from '../../ports/writer.ts';
import { type Feature, merged } from '../feature.ts';
import type { Supervision } from '../supervision/supervision.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Home } from './home.ts';

export interface Host {
  readonly system: System;
  readonly registry: Registry;
}

/** Throws an `Error` where a chart needs what no feature brings, or two features bring something under one name. */
export function openHost(
  home: Home,
  telemetry: Telemetry,
  supervision: Supervision,
  features: readonly Feature[],
): Host {
  const registry = createRegistry(
    features.flatMap(({ machines = [] }) => machines),
    merged<EffectSource>(features.map(({ effects }) => effects)),
    merged<Writer>(features.map(({ writers }) => writers)),
    merged<Lookup>(features.map(({ lookups }) => lookups)),
  );
  const { store, clock, boot, redactor, config } = home;
  const { lanes } = config;
  const system = createSystem({
    ...{ store, registry, clock, boot },
    redact: redactor.text,
    snapshotEvery: config.store.snapshotEvery,
    log: telemetry.log,
    surround: telemetry.surround,
    lanes: { model: lanes.models, tool: lanes.tools, delivery: lanes.deliveries },
    ...supervision.host,
  });
  return { system, registry };
}

export interface Lifecycle {
  readonly isStopping: boolean;
  start(): Promise<void>;
  /** Stops accepting, lets running work end for its grace, keeps the rest. */
  stop(): Promise<void>;
}

/** They are started and stopped in order, and closed the other way round: what others lean on is closed last. */
export function lifecycle(home: Home, system: System, features: readonly Feature[]): Lifecycle {
  let isStopping = false;
  return {
    get isStopping() {
      return isStopping;
    },
    async start() {
      for (const feature of features) await feature.start?.();
    },
    async stop() {
      if (isStopping) return;
      isStopping = true;
      for (const feature of features) await feature.stop?.();
      const left = await system.stop(home.config.shutdown.graceMs);
      home.log({ level: 'info', event: 'stopped', boot: home.boot, left });
      for (const feature of features.toReversed()) await feature.close?.();
      home.close();
    },
  };
}
