/** The features of an embedding program, opened with what they may use. */
import type { System } from '../actors/runtime/system.ts';
import { sqliteTables } from '../adapters/stores/sqlite/tables.ts';
import type { MoreOperations } from '../api/service.ts';
import { fault } from '../domain/supervision/failure.ts';
import { type EmbeddedFeature, type FeatureEntry, type FeatureServices, merged } from './feature.ts';
import type { Home } from './process/home.ts';
import type { Report } from './process/reports.ts';

/** Throws `invalid` where a feature has settings and `loadConfig` was not given it. */
export function openEmbedded(
  home: Home,
  entries: readonly FeatureEntry[],
  system: () => System,
  report: Report,
): Promise<readonly EmbeddedFeature[]> {
  return Promise.all(entries.map(entry => entry.open(servicesOf(home, entry, system, report))));
}

/** Throws an `Error` where two of them bring operations of one subject. */
export function mergedOperations(features: readonly EmbeddedFeature[]): MoreOperations {
  return merged(features.map(({ operations }) => operations));
}

function servicesOf(
  { config, database, clock, log }: Home,
  { name, settings }: FeatureEntry,
  system: () => System,
  report: Report,
): FeatureServices {
  if (settings && !Object.hasOwn(config.sections, name))
    throw fault(
      'invalid',
      `the settings were loaded without the feature ${name}; give it to loadConfig({ sections }) too`,
    );
  return {
    settings: config.sections[name],
    tables: sqliteTables(database),
    clock,
    language: config.owner.language,
    log: (level, text, facts) => log({ level, event: name, text, ...facts }),
    async send(target, event, dedupe) {
      await system().accept({ target, event, ...(dedupe === undefined ? {} : { dedupe: `${name}:${dedupe}` }) });
    },
    tell: text => report(name, 'completed', text),
  };
}
