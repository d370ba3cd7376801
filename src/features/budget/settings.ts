import { z } from 'zod';
import { dollars, flag, modelRef, orNone, section, whole } from '../../../config/fields.ts';

/** What may be spent, and what models cost. */
export function budgetTables() {
  return {
    budget: section({
      max_tokens_per_session: orNone(whole(1, 10_000_000_000, 'tokens, or "none"')).optional(),
      max_tokens_per_day: orNone(whole(1, 10_000_000_000, 'tokens, or "none"')).optional(),
      max_usd_per_session: orNone(dollars(1_000_000, ', or "none"')).default(5),
      max_usd_per_day: orNone(dollars(1_000_000, ', or "none"')).default(20),
      show_cost: flag().default(true),
      eur_per_usd: z
        .number({ error: 'what one US dollar is in euros, from 0.1 to 10' })
        .min(0.1, { error: 'what one US dollar is in euros, from 0.1 to 10' })
        .max(10, { error: 'what one US dollar is in euros, from 0.1 to 10' })
        .optional(),
    }),
    prices: z
      .record(
        modelRef(),
        section({
          input: dollars(100_000, ' per million tokens'),
          output: dollars(100_000, ' per million tokens'),
          cache_read: dollars(100_000, ' per million tokens').optional(),
          cache_write: dollars(100_000, ' per million tokens').optional(),
        }),
        { error: 'a table for each model, as in [prices."anthropic/claude-sonnet-5"]' },
      )
      .prefault({}),
  };
}
