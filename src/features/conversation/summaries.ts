/** Summaries of conversations, and parts of the instructions that are too long. */
import { createRequire } from 'node:module';
import { ownPrompt } from '../../../config/prompts.ts';
import type * as Compacting from '../../actors/context/compaction.ts';
import type * as CompactionParts from '../../actors/context/compaction-service.ts';
import type { Fullness } from '../../actors/context/fullness.ts';
import type * as PartSummaries from '../../actors/context/part-summaries.ts';
import type { RecentMessages } from '../../actors/conversation/recent-messages.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import type * as ShortenedPart from '../../adapters/memory/shortened-part.ts';
import type * as SummaryRequest from '../../adapters/memory/summary-request.ts';
import { later } from '../../adapters/process/later.ts';
import type { sqliteCompactionLedger } from '../../adapters/stores/sqlite/context/compactions.ts';
import type * as PartRows from '../../adapters/stores/sqlite/context/part-summaries.ts';
import type { LongPart } from '../../domain/context/capped.ts';
import type { CompactionService } from '../../domain/context/compaction.ts';
import type { Features } from '../feature.ts';

// With the first summary.
const load = createRequire(import.meta.url);

/** What an owner asks about summaries, loaded with the first question. */
export function lazyCompactions(
  ...given: readonly [Features['core'], ReturnType<typeof sqliteCompactionLedger>, RecentMessages]
): CompactionService {
  return later<CompactionService>(
    () => (load('../../actors/context/compaction-service.ts') as typeof CompactionParts).compactionService(...given),
    { look: true, ask: true, undo: true },
  );
}

/** Has parts of the instructions that are too long shortened; loaded with the first of them. */
export function lazyShortening(
  { core, calls }: Pick<Features, 'core' | 'calls'>,
  signal: AbortSignal,
): (long: LongPart) => void {
  const { config, database, system, clock, log } = core;
  let opened: ((long: LongPart) => void) | undefined;
  return long => {
    if (!system.isStarted) return;
    opened ??= (load('../../actors/context/part-summaries.ts') as typeof PartSummaries).shortening(
      {
        models: calls,
        schema: (load('../../adapters/memory/shortened-part.ts') as typeof ShortenedPart).shortenedPart,
        instructions: () => ownPrompt('shortening', config.paths.prompts),
        ledger: (load('../../adapters/stores/sqlite/context/part-summaries.ts') as typeof PartRows).sqlitePartSummaries(
          database,
        ),
        digest: sha256,
        perform: work => system.perform(work),
        clock,
        log,
      },
      signal,
    );
    opened(long);
  };
}

/** Its budget and its breaker are those of every model call beside a conversation. */
export function compactionEffect(
  { core, calls, hooks }: Pick<Features, 'core' | 'calls' | 'hooks'>,
  recent: RecentMessages,
  filling: Fullness,
): EffectSource {
  const { config, conversation } = core;
  return {
    get logic() {
      const { compaction } = load('../../actors/context/compaction.ts') as typeof Compacting;
      return compaction({
        recent,
        models: calls,
        schema: (load('../../adapters/memory/summary-request.ts') as typeof SummaryRequest).summaryAnswer,
        instructions: () => ownPrompt('summary', config.paths.prompts),
        read: conversation.read,
        language: config.owner.language,
        fullness: filling,
        refusal: hooks.beforeCompaction,
      });
    },
    policy: 'repeatable',
    lane: 'model',
    timeoutMs: 600_000,
  };
}
