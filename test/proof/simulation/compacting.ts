/** Summaries of a simulated agent: chart, cut and writes are the real ones; when one is due and what it says is luck. */
import { compaction } from '../../../src/actors/context/compaction.ts';
import type { RecentMessages } from '../../../src/actors/conversation/recent-messages.ts';
import { summaryAnswer } from '../../../src/adapters/memory/summary-request.ts';
import { sqliteCompactionLedger } from '../../../src/adapters/stores/sqlite/context/compactions.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import type { CallReply, ModelCalls } from '../../../src/ports/model-call.ts';
import type { Luck } from './chance.ts';
import type { Ground } from './ground.ts';
import type { Life } from './life.ts';
import type { Outside } from './outside.ts';

const openEnd = { decisions: [], open: [], facts: [], files: [], next: '' };

export function compactingOf(
  { database, conversation }: Pick<Ground, 'database' | 'conversation'>,
  life: Life,
  { outside, luck, recent }: { outside: Outside; luck: Luck; recent: RecentMessages },
) {
  const models = {
    value: () =>
      new Promise((resolve, reject) =>
        life.later(() => {
          if (!outside.isCalm && luck.once(5)) return reject(fault('unavailable', 'the model is away'));
          const goal = `it is about ${luck.between(1, 9)} things`;
          resolve({ value: { ...openEnd, goal } } as unknown as CallReply<unknown>);
        }),
      ),
  } as unknown as Pick<ModelCalls, 'value'>;
  return {
    compactions: sqliteCompactionLedger(database),
    isFull: () => luck.once(6),
    compaction: compaction({
      recent,
      models,
      schema: summaryAnswer,
      instructions: String,
      read: conversation.read,
      language: 'en',
      fullness: { noteFailure: () => {} },
    }),
  };
}
