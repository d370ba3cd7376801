/** The tools with which a model keeps goals, looks up facts about Straylight, and undoes what it did in the workspace. */
import { agentStatusTool } from '../../adapters/tools/agent-status.ts';
import { undoTurnTool } from '../../adapters/tools/undo-turn.ts';
import type { BudgetService } from '../../domain/budget/view.ts';
import type { UndoService } from '../../domain/undo/undo.ts';
import type { Tool } from '../../ports/tool.ts';
import type { Home } from '../process/home.ts';

const mostWaiting = 20;

export function ownFacts(
  { config, conversation }: Pick<Home, 'config' | 'conversation'>,
  {
    budget,
    undo,
    goals,
  }: {
    readonly budget: Pick<BudgetService, 'look'>;
    readonly undo: { readonly service: UndoService };
    readonly goals: { readonly tool: Tool };
  },
): readonly Tool[] {
  const { home, workspace, configFile, database, scripts, logs, backups } = config.paths;
  return [
    goals.tool,
    undoTurnTool(undo.service),
    agentStatusTool({
      budget: () => budget,
      waiting: () =>
        conversation
          .approvals('pending', mostWaiting)
          .map(({ id, card }) => ({ id: id.replace(/^approval:/, ''), intent: card.intent })),
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
