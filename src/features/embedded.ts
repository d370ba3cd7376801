/** The features of an embedding program, opened with what they may use. */
import type { Config } from '../../config/load.ts';
import { sqliteTables } from '../adapters/stores/sqlite/tables.ts';
import type { Check } from '../commands/doctor/doctor.ts';
import { fault } from '../domain/supervision/failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelCalls } from '../ports/model-call.ts';
import {
  type Core,
  type Feature,
  type FeatureCheckServices,
  type FeatureEntry,
  type FeatureServices,
  value,
} from './feature.ts';

declare module './feature.ts' {
  interface Features {
    readonly embedded: readonly Feature[];
  }
}

/** Throws `invalid` where a feature has settings and `loadConfig` was not given it. */
export const openEmbedded = value('embedded', ['core', 'calls', 'options'], ({ core, calls, options }) => {
  const { features: entries = [] } = options;
  return Promise.all(entries.map(entry => entry.open(servicesOf(core, calls, entry))));
});

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

function servicesOf(core: Core, models: ModelCalls, entry: FeatureEntry): FeatureServices {
  const { config, database, clock, log, system, report } = core;
  const { name } = entry;
  return {
    ...checkServicesOf(config, clock, entry),
    tables: sqliteTables(database),
    models,
    log: (level, text, facts) => log({ level, event: name, text, ...facts }),
    async send(target, event, dedupe) {
      await system.accept({ target, event, dedupe: dedupe === undefined ? undefined : `${name}:${dedupe}` });
    },
    tell: text => report(name, 'completed', text),
  };
}
