/** The tool with which a model looks up facts about Straylight. */
import { createRequire } from 'node:module';
import type * as Records from '../../adapters/stores/sqlite/context/records.ts';
import { agentStatusTool, type StatusJob } from '../../adapters/tools/agent-status.ts';
import { type Feature, type Features, featureWithTools } from '../feature.ts';

declare module '../feature.ts' {
  interface Features {
    readonly facts: Feature;
  }
}

// With the first question about what was done.
const load = createRequire(import.meta.url);

const mostJobs = 100;

export const factsFeature = featureWithTools(
  'facts',
  ['core', 'budget', 'jobs', 'looks'],
  ({ core, budget, jobs, looks }) => {
    const { config, clock, database } = core;
    const { reads } = looks;
    const { home, workspace, configFile, database: databaseFile, scripts, logs, backups } = config.paths;
    return {
      tools: [
        agentStatusTool({
          budget: () => budget,
          needs: () => reads.needs().map(need => ({ ...need, isOutside: reads.isFromOutside(need) })),
          jobs: () => ownersJobs(jobs.service),
          now: clock.now,
          done: () =>
            (load('../../adapters/stores/sqlite/context/records.ts') as typeof Records).sqliteRecords(database),
          timeZone: config.owner.timeZone,
          isDeclared: tool => core.toolbox.declared.some(({ name }) => name === tool),
          places: () => [
            ['home', home],
            ['files', workspace],
            ['settings', configFile],
            ['database', databaseFile],
            ['tools', scripts],
            ['logs', logs],
            ['copies', backups],
          ],
        }),
      ],
    };
  },
);

/** Without those that Straylight itself brings. */
function ownersJobs(service: Features['jobs']['service']): readonly StatusJob[] {
  return service.list({ limit: mostJobs, order: 'next' }).jobs.flatMap(({ name, does, next, timeZone, failures }) => {
    const spec = service.find(name)?.spec;
    if (spec?.action.kind === 'builtin') return [];
    return { name, does, next, timeZone, hasFailed: failures > 0, isOutside: spec?.taint === 'external' };
  });
}
