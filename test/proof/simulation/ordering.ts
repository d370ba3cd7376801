/** What puts the memories of a simulated agent in order: its chart and writes are the real ones, what it finds is luck. */
import { collection } from '../../../src/actors/memory/collection.ts';
import { judgement } from '../../../src/actors/memory/judgement.ts';
import { settling } from '../../../src/actors/memory/settling.ts';
import type { System } from '../../../src/actors/runtime/system.ts';
import { consolidationAnswer } from '../../../src/adapters/memory/consolidation-request.ts';
import { sqliteEpisodes } from '../../../src/adapters/stores/sqlite/memories/episodes.ts';
import { memoryBatches } from '../../../src/adapters/stores/sqlite/memories/memory-batches.ts';
import { memoryLinks } from '../../../src/adapters/stores/sqlite/memories/memory-links.ts';
import { consolidationWriters } from '../../../src/adapters/stores/writers/consolidation.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { consolidationMachine } from '../../../src/machines/consolidation.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { CallReply, ModelCalls } from '../../../src/ports/model-call.ts';
import type { Luck } from './chance.ts';
import type { Ground } from './ground.ts';
import type { Life } from './life.ts';
import type { Outside } from './outside.ts';

/** Between two runs. */
const everyMs = 600_000;
const verdicts = ['same', 'contradicts', 'related', 'different'] as const;

export function orderingOf(
  { database, memories }: Pick<Ground, 'database' | 'memories'>,
  life: Life,
  { outside, luck, clock, system }: { outside: Outside; luck: Luck; clock: Clock; system: System },
) {
  const links = memoryLinks(database);
  const models = {
    value: () =>
      new Promise((resolve, reject) =>
        life.later(() => {
          if (!outside.isCalm && luck.once(4)) return reject(fault('unavailable', 'the model is away'));
          const pairs = [{ pair: 0, verdict: luck.pick(verdicts), text: 'my office is in room 7' }];
          const usage = { inputTokens: 400, outputTokens: 40, cacheReadTokens: 0, cacheWriteTokens: 0 };
          resolve({ value: { pairs }, usage } as unknown as CallReply<unknown>);
        }),
      ),
  } as unknown as Pick<ModelCalls, 'value'>;
  const looked = { memories, now: clock.now, archiveAfterDays: 1 };
  let cancel = () => {};

  function begin(): void {
    cancel = clock.after(everyMs, begin);
    if (system.isSafe) return;
    const target = `consolidation:${Math.floor(clock.now() / everyMs)}`;
    system.accept({ target, event: { type: 'consolidation.requested' }, dedupe: target }).catch(() => {});
  }

  return {
    machine: {
      machine: consolidationMachine,
      startsWith: () => ({ language: 'en', digest: true, budgetTokens: 800 }),
      isShortLived: true,
    },
    collection: collection({ ...looked, links, episodes: sqliteEpisodes(database), pause: async () => {} }),
    judgement: judgement({ memories, models, schema: () => consolidationAnswer, instructions: String }),
    settling: settling(looked),
    writers: consolidationWriters({ memories, batches: memoryBatches(database), links, redact: String }),
    watch: {
      start: () => {
        cancel = clock.after(everyMs, begin);
      },
      stop: () => cancel(),
    },
  };
}
