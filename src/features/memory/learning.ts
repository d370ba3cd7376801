/** What is learned from conversations: the runs of the observer, and what starts them. */
import { createRequire } from 'node:module';
import type { Config } from '../../../config/load.ts';
import { ownPrompt } from '../../../config/prompts.ts';
import type * as Comparison from '../../actors/memory/comparison.ts';
import type * as Extraction from '../../actors/memory/extraction.ts';
import { idleWatch } from '../../actors/memory/idle-watch.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import type * as ObserverRequest from '../../adapters/memory/observer-request.ts';
import { sqliteObservations } from '../../adapters/stores/sqlite/memories/observations.ts';
import { observerWriters } from '../../adapters/stores/writers/observer.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { LearningState } from '../../domain/memory/service.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { type ComparisonInput, type ObserverInput, observerMachine } from '../../machines/observer.ts';
import type { OrderLedger } from '../../ports/ledgers/order.ts';
import type { MemoryBatches } from '../../ports/memory/batches.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import type { Writer } from '../../ports/writer.ts';
import type { Core, Feature } from '../feature.ts';

// With the first run.
const load = createRequire(import.meta.url);

/** A run that began before it was switched off goes on; no other begins. */
export function learningFeature(
  { config, database, clock, redactor, log, system }: Core,
  store: MemoryStore,
  batches: MemoryBatches,
  models: ModelCalls,
  orders: OrderLedger,
  partitionOf: (session: string) => string | undefined,
): Feature & { readonly state: () => LearningState; readonly look: (session: string, upTo: string) => void } {
  const { enabled, promotionMode, idleMs } = config.learning;
  const observations = sqliteObservations(database);
  const watch = idleWatch({
    observations,
    system,
    clock,
    idleMs,
    onFailure: thrown => log({ level: 'warn', event: 'learning', error: redactor.text(toFailure(thrown).message) }),
  });
  const isOn = enabled && promotionMode !== 'off';
  const extracting: EffectSource = {
    get logic() {
      return (load('../../actors/memory/extraction.ts') as typeof Extraction).extraction({
        observations,
        models,
        schema: (load('../../adapters/memory/observer-request.ts') as typeof ObserverRequest).observerAnswer,
        instructions: () => ownPrompt('observer', config.paths.prompts),
      });
    },
    policy: 'repeatable',
    lane: 'model',
    timeoutMs: 600_000,
  };
  return {
    machines: [{ machine: observerMachine, startsWith: () => observerInput(config), isShortLived: true }],
    effects: { extraction: extracting },
    lookups: {
      comparison: (found: ComparisonInput) =>
        (load('../../actors/memory/comparison.ts') as typeof Comparison).comparison(store, observations, orders)(found),
    },
    writers: observerWriters({
      memories: store,
      batches,
      observations,
      orders,
      partitionOf,
      redact: redactor.text,
    }) as Readonly<Record<string, Writer>>,
    start: isOn ? watch.start : undefined,
    stop: watch.stop,
    look: isOn ? watch.look : () => {},
    state: () => ({ mode: isOn ? promotionMode : 'off', ...observations.last() }),
  };
}

function observerInput({ learning, owner }: Config): ObserverInput {
  const { promotionMode, autoPromoteThreshold: threshold } = learning;
  return { promotion: promotionMode === 'auto' ? 'auto' : 'suggest', threshold, language: owner.language };
}
