/** The observer of a simulated agent: its chart and writes are the real ones, what it finds is luck. */
import { comparison } from '../../../src/actors/memory/comparison.ts';
import { extraction } from '../../../src/actors/memory/extraction.ts';
import { idleWatch } from '../../../src/actors/memory/idle-watch.ts';
import type { System } from '../../../src/actors/runtime/system.ts';
import { observerAnswer } from '../../../src/adapters/memory/observer-request.ts';
import { memoryBatches } from '../../../src/adapters/stores/sqlite/memories/memory-batches.ts';
import { sqliteObservations } from '../../../src/adapters/stores/sqlite/memories/observations.ts';
import { sqliteOrderLedger } from '../../../src/adapters/stores/sqlite/orders/orders.ts';
import { observerWriters } from '../../../src/adapters/stores/writers/observer.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { observerMachine } from '../../../src/machines/observer.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { CallReply, ModelCalls } from '../../../src/ports/model-call.ts';
import type { Luck } from './chance.ts';
import type { Ground } from './ground.ts';
import type { Life } from './life.ts';
import type { Outside } from './outside.ts';

const idleMs = 120_000;
const things = ['my office is in room 5', 'my office is in room 7', 'I like tea', 'my cat is called Mo'];

export function learningOf(
  { database, memories }: Pick<Ground, 'database' | 'memories'>,
  life: Life,
  { outside, luck, clock, system }: { outside: Outside; luck: Luck; clock: Clock; system: System },
) {
  const observations = sqliteObservations(database);
  const orders = sqliteOrderLedger(database);
  const models = {
    value: () =>
      new Promise((resolve, reject) =>
        life.later(() => {
          if (!outside.isCalm && luck.once(6)) return reject(fault('unavailable', 'the model is away'));
          const content = things[luck.between(0, things.length - 1)] ?? '';
          const items = luck.once(3) ? [] : [{ kind: 'fact', content, correction: luck.once(5), message: 0 }];
          resolve({ value: { items } } as unknown as CallReply<unknown>);
        }),
      ),
  } as unknown as Pick<ModelCalls, 'value'>;
  return {
    machine: {
      machine: observerMachine,
      startsWith: (address: string) => ({
        promotion: address.length % 2 === 0 ? 'auto' : 'suggest',
        threshold: 2,
        language: 'en',
      }),
      isShortLived: true,
    },
    extraction: extraction({ observations, models, schema: observerAnswer, instructions: String }),
    comparison: comparison(memories, observations, orders),
    writers: observerWriters({ memories, batches: memoryBatches(database), observations, orders, redact: String }),
    watch: idleWatch({ observations, system, clock, idleMs, onFailure: () => {} }),
  };
}
