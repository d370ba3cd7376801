import { z } from 'zod';
import { flag, section, whole } from '../../../config/fields.ts';

/** What is learned from conversations. */
export function learningTables() {
  return {
    learning: section({
      enabled: flag().default(true),
      promotion_mode: z.enum(['auto', 'suggest', 'off'], { error: '"auto", "suggest" or "off"' }).default('auto'),
      auto_promote_threshold: whole(1, 100, 'times').default(3),
      idle_ms: whole(100, 86_400_000, 'milliseconds').default(120_000),
    }),
  };
}
