/** What is learned from conversations: the runs of the observer, and what starts them. */
import { ownPrompt } from '../../../config/prompts.ts';
import { comparison } from '../../actors/memory/comparison.ts';
import { extraction } from '../../actors/memory/extraction.ts';
import { idleWatch } from '../../actors/memory/idle-watch.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import type { System } from '../../actors/runtime/system.ts';
import { observerAnswer } from '../../adapters/memory/observer-request.ts';
import { sqliteObservations } from '../../adapters/stores/sqlite/memories/observations.ts';
import { observerWriters } from '../../adapters/stores/writers/observer.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import type { LearningState } from '../../domain/memory/service.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { type ObserverInput, observerMachine } from '../../machines/observer.ts';
import type { MemoryBatches } from '../../ports/memory/batches.ts';
import type { ModelCalls } from '../../ports/model-call.ts';
import type { Writer } from '../../ports/writer.ts';
import type { Feature } from '../feature.ts';
import type { Home } from '../process/home.ts';

export interface LearningServices {
  readonly home: Home;
  readonly system: () => Pick<System, 'accept' | 'isSafe'>;
  readonly store: MemoryStore;
  readonly batches: MemoryBatches;
  readonly models: Pick<ModelCalls, 'value'>;
}

/** A run that began before it was switched off goes on; no other begins. */
export function learningFeature({
  home,
  system,
  store,
  batches,
  models,
}: LearningServices): Feature & { readonly state: () => LearningState } {
  const { config, database, clock, redactor, log } = home;
  const { enabled, promotionMode, idleMs } = config.learning;
  const observations = sqliteObservations(database);
  const watch = idleWatch({
    ...{ observations, system, clock, idleMs },
    onFailure: thrown => log({ level: 'warn', event: 'learning', error: redactor.text(toFailure(thrown).message) }),
  });
  const isOn = enabled && promotionMode !== 'off';
  const extracting: EffectSource = {
    logic: extraction({
      ...{ observations, models, schema: observerAnswer },
      instructions: () => ownPrompt('observer', config.paths.prompts),
    }),
    ...{ policy: 'repeatable', lane: 'model', timeoutMs: 600_000 },
  };
  return {
    machines: [{ machine: observerMachine, startsWith: () => observerInput(config), isShortLived: true }],
    effects: { extraction: extracting },
    lookups: { comparison: comparison(store, observations) },
    writers: observerWriters({
      ...{ memories: store, batches, observations },
      redact: redactor.text,
    }) as Readonly<Record<string, Writer>>,
    ...(isOn ? { start: watch.start } : {}),
    stop: watch.stop,
    state: () => ({ mode: isOn ? promotionMode : 'off', ...observations.last() }),
  };
}

function observerInput({ learning, owner }: Home['config']): ObserverInput {
  const { promotionMode, autoPromoteThreshold: threshold } = learning;
  return { promotion: promotionMode === 'auto' ? 'auto' : 'suggest', threshold, language: owner.language };
}
