/** The tool with which a model looks up facts about Straylight. */
import type { AgentState } from '../../actors/observation/agent-state.ts';
import { type AgentStatusSources, agentStatusTool } from '../../adapters/tools/agent-status.ts';
import type { BudgetService } from '../../domain/budget/view.ts';
import type { Core, Feature } from '../feature.ts';
import type { JobsFeature } from '../jobs/jobs.ts';

const mostJobs = 100;

/** `owner`: what waits for them. */
export function ownFacts(
  { config, clock }: Core,
  budget: BudgetService,
  jobs: JobsFeature,
  owner: Pick<AgentState, 'needs' | 'isFromOutside'>,
): Feature {
  const { home, workspace, configFile, database, scripts, logs, backups } = config.paths;
  return {
    tools: [
      agentStatusTool({
        budget: () => budget,
        needs: () => owner.needs().map(need => ({ ...need, isOutside: owner.isFromOutside(need) })),
        jobs: () => ownersJobs(jobs.service),
        now: clock.now,
        places: () => [
          ['home', home],
          ['files', workspace],
          ['settings', configFile],
          ['database', database],
          ['tools', scripts],
          ['logs', logs],
          ['copies', backups],
        ],
      }),
    ],
  };
}

/** Without those that Straylight itself brings. */
function ownersJobs(service: JobsFeature['service']): ReturnType<AgentStatusSources['jobs']> {
  return service.list({ limit: mostJobs, order: 'next' }).jobs.flatMap(({ name, does, next, timeZone, failures }) => {
    const spec = service.find(name)?.spec;
    if (spec?.action.kind === 'builtin') return [];
    return { name, does, next, timeZone, hasFailed: failures > 0, isOutside: spec?.taint === 'external' };
  });
}
