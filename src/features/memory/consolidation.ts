/** What puts memories in order: the chart of a run, and what it does. */
import { createRequire } from 'node:module';
import { ownPrompt } from '../../../config/prompts.ts';
import type * as Collection from '../../actors/memory/collection.ts';
import type * as Runs from '../../actors/memory/consolidation-runs.ts';
import type { ConsolidationRuns } from '../../actors/memory/consolidation-runs.ts';
import type * as Judgement from '../../actors/memory/judgement.ts';
import type * as Settling from '../../actors/memory/settling.ts';
import type * as ConsolidationRequest from '../../adapters/memory/consolidation-request.ts';
import { later } from '../../adapters/process/later.ts';
import type * as ConsolidationWriting from '../../adapters/stores/writers/consolidation.ts';
import { type ConsolidationWrites, noMoves } from '../../domain/memory/consolidation/plan.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import { type ConsolidationInput, consolidationMachine, type SettlementInput } from '../../machines/consolidation.ts';
import type { MemoryBatches } from '../../ports/memory/batches.ts';
import type { Episodes } from '../../ports/memory/episodes.ts';
import type { MemoryLinks } from '../../ports/memory/links.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import type { Writer, Writers } from '../../ports/writer.ts';
import type { Core, Feature } from '../feature.ts';

// With the first run.
const load = createRequire(import.meta.url);

export function consolidationFeature(
  { config, clock, redactor, system }: Core,
  {
    store: memories,
    batches,
    links,
    episodes,
    models,
  }: {
    readonly store: MemoryStore;
    readonly batches: MemoryBatches;
    readonly links: MemoryLinks;
    readonly episodes: Episodes;
    readonly models: ModelCalls;
  },
): Feature & { readonly runs: ConsolidationRuns } {
  const { archiveAfterDays, digest, budgetTokens } = config.memory;
  const looked = { memories, now: clock.now, archiveAfterDays };
  const pause = () => new Promise<void>(resolve => void clock.after(0, resolve));
  const judging = {
    memories,
    models,
    schema: () =>
      (load('../../adapters/memory/consolidation-request.ts') as typeof ConsolidationRequest).consolidationAnswer,
    instructions: () => ownPrompt('consolidation', config.paths.prompts),
  };
  const writing = () =>
    (load('../../adapters/stores/writers/consolidation.ts') as typeof ConsolidationWriting).consolidationWriters({
      memories,
      batches,
      links,
      redact: redactor.text,
    });
  const writers: Writers<ConsolidationWrites> = {
    consolidate: (params, context) => writing().consolidate(params, context),
    noteConsolidation: (params, context) => writing().noteConsolidation(params, context),
  };
  return {
    machines: [
      {
        machine: consolidationMachine,
        startsWith: (): ConsolidationInput => ({ language: config.owner.language, digest, budgetTokens }),
        isShortLived: true,
        onStopped: (run, at) => links.note({ run, outcome: 'cancelled', counts: noMoves, tokens: 0 }, at),
      },
    ],
    effects: {
      collection: {
        get logic() {
          const { collection } = load('../../actors/memory/collection.ts') as typeof Collection;
          return collection({ ...looked, links, episodes, pause });
        },
        policy: 'repeatable',
        lane: 'model',
        timeoutMs: 600_000,
      },
      judgement: {
        get logic() {
          return (load('../../actors/memory/judgement.ts') as typeof Judgement).judgement(judging);
        },
        policy: 'repeatable',
        lane: 'model',
        timeoutMs: 600_000,
      },
    },
    lookups: {
      settling: (found: SettlementInput) =>
        (load('../../actors/memory/settling.ts') as typeof Settling).settling(looked)(found),
    },
    writers: writers as Readonly<Record<string, Writer>>,
    runs: later<ConsolidationRuns>(
      () =>
        (load('../../actors/memory/consolidation-runs.ts') as typeof Runs).consolidationRuns({ system, links, clock }),
      { run: true, has: true, addressOf: true },
    ),
  };
}
