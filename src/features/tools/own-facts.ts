/** The tools with which a model keeps goals, looks up facts about Straylight, and undoes what it did in the workspace. */
import { type AgentStatusSources, agentStatusTool } from '../../adapters/tools/agent-status.ts';
import { undoTurnTool } from '../../adapters/tools/undo-turn.ts';
import type { BudgetService } from '../../domain/budget/view.ts';
import type { UndoService } from '../../domain/undo/undo.ts';
import type { Tool } from '../../ports/tool.ts';
import type { JobsFeature } from '../jobs/jobs.ts';
import type { Home } from '../process/home.ts';

const mostJobs = 100;

export function ownFacts(
  { config, clock }: Pick<Home, 'config' | 'clock'>,
  {
    budget,
    undo,
    goals,
    jobs,
    needs,
  }: {
    readonly budget: Pick<BudgetService, 'look'>;
    readonly undo: { readonly service: UndoService };
    readonly goals: { readonly tool: Tool };
    readonly jobs: () => Pick<JobsFeature, 'service'>;
    /** What waits for the owner. */
    readonly needs: AgentStatusSources['needs'];
  },
): readonly Tool[] {
  const { home, workspace, configFile, database, scripts, logs, backups } = config.paths;
  return [
    goals.tool,
    undoTurnTool(undo.service),
    agentStatusTool({
      budget: () => budget,
      needs,
      jobs: () => ownersJobs(jobs().service),
      now: clock.now,
      places: () => [
        ['home', home],
        ['files', workspace],
        ['settings', configFile],
        ['database, with all memories', database],
        ['tools', scripts],
        ['logs', logs],
        ['copies', backups],
      ],
    }),
  ];
}

/** Without those that Straylight itself brings. */
function ownersJobs(service: JobsFeature['service']): ReturnType<AgentStatusSources['jobs']> {
  return service.list({ limit: mostJobs, order: 'next' }).jobs.flatMap(({ name, does, next, timeZone, failures }) => {
    const spec = service.find(name)?.spec;
    if (spec?.action.kind === 'builtin') return [];
    return { name, does, next, timeZone, hasFailed: failures > 0, isOutside: spec?.taint === 'external' };
  });
}
