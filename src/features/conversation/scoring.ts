/** Which turns leave a full conversation, chosen by the model of the role `scorer`; where none is set, nothing of it is there. */
import { createRequire } from 'node:module';
import { ownPrompt } from '../../../config/prompts.ts';
import type * as ScoringWork from '../../actors/context/scoring.ts';
import type * as ScorerAnswer from '../../adapters/memory/scorer-answer.ts';
import { later } from '../../adapters/process/later.ts';
import type * as Rows from '../../adapters/stores/sqlite/context/scored-turns.ts';
import type { Features } from '../feature.ts';

// With the first request of a home that has set the role.
const load = createRequire(import.meta.url);

export function openScoring(
  { core, models, calls, memories }: Pick<Features, 'core' | 'models' | 'calls' | 'memories'>,
  stopped: AbortSignal,
): ScoringWork.Scoring | undefined {
  if (models.settings.roles['scorer'] === undefined) return undefined;
  const { config, conversation, database, system, clock, log } = core;
  return later<ScoringWork.Scoring>(
    () =>
      (load('../../actors/context/scoring.ts') as typeof ScoringWork).scoring(
        {
          models: calls,
          schema: (load('../../adapters/memory/scorer-answer.ts') as typeof ScorerAnswer).scorerAnswer,
          instructions: () => ownPrompt('scorer', config.paths.prompts),
          ledger: (load('../../adapters/stores/sqlite/context/scored-turns.ts') as typeof Rows).sqliteScoredTurns(
            database,
          ),
          read: conversation.read,
          remember: memories.look,
          perform: work => system.perform(work),
          clock,
          log,
        },
        stopped,
      ),
    { of: true, onLeft: true },
  );
}
