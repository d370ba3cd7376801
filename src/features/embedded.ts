/** The features of an embedding program, opened with what they may use. */
import type { Config } from '../../config/load.ts';
import type { System } from '../actors/runtime/system.ts';
import { sqliteTables } from '../adapters/stores/sqlite/tables.ts';
import type { MoreOperations } from '../api/service.ts';
import type { Check } from '../commands/doctor/doctor.ts';
import { fault } from '../domain/supervision/failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelCalls } from '../ports/model-call.ts';
import {
  type EmbeddedFeature,
  type FeatureCheckServices,
  type FeatureEntry,
  type FeatureServices,
  merged,
} from './feature.ts';
import type { Home } from './process/home.ts';
import type { Report } from './process/reports.ts';

export interface EmbeddingServices {
  readonly home: Home;
  readonly system: () => System;
  readonly models: ModelCalls;
  readonly report: Report;
}

/** Throws `invalid` where a feature has settings and `loadConfig` was not given it. */
export function openEmbedded(
  services: EmbeddingServices,
  entries: readonly FeatureEntry[],
): Promise<readonly EmbeddedFeature[]> {
  return Promise.all(entries.map(entry => entry.open(servicesOf(services, entry))));
}

/** Throws an `Error` where two of them bring operations of one subject. */
export function mergedOperations(features: readonly EmbeddedFeature[]): MoreOperations {
  return merged(features.map(({ operations }) => operations));
}

/** What a doctor asks of them. The home need not be open. Throws like {@link openEmbedded}. */
export function embeddedChecks(config: Config, clock: Clock, entries: readonly FeatureEntry[]): readonly Check[] {
  return entries.flatMap(entry => entry.checks?.(checkServicesOf(config, clock, entry)) ?? []);
}

function checkServicesOf(config: Config, clock: Clock, { name, settings }: FeatureEntry): FeatureCheckServices {
  if (settings && !Object.hasOwn(config.sections, name))
    throw fault(
      'invalid',
      `the settings were loaded without the feature ${name}; give it to loadConfig({ sections }) too`,
    );
  return { settings: config.sections[name], clock, language: config.owner.language };
}

function servicesOf({ home, system, models, report }: EmbeddingServices, entry: FeatureEntry): FeatureServices {
  const { config, database, clock, log } = home;
  const { name } = entry;
  return {
    ...checkServicesOf(config, clock, entry),
    tables: sqliteTables(database),
    models,
    log: (level, text, facts) => log({ level, event: name, text, ...facts }),
    async send(target, event, dedupe) {
      await system().accept({ target, event, ...(dedupe === undefined ? {} : { dedupe: `${name}:${dedupe}` }) });
    },
    tell: text => report(name, 'completed', text),
  };
}
