import { z } from 'zod';
import { flag, section, whole } from '../../../config/fields.ts';

/** What is learned from conversations, and how memories are put in order. */
export function learningTables() {
  return {
    learning: section({
      enabled: flag().default(true),
      promotion_mode: z.enum(['auto', 'suggest', 'off'], { error: '"auto", "suggest" or "off"' }).default('auto'),
      auto_promote_threshold: whole(1, 100, 'times').default(3),
      idle_ms: whole(100, 86_400_000, 'milliseconds').default(120_000),
    }),
    memory: section({
      auto_ingest: flag().default(true),
      archive_after_days: whole(0, 36_500, 'days').default(180),
      digest: flag().default(false),
      budget_tokens: whole(1_000, 10_000_000, 'tokens').default(50_000),
    }),
  };
}
