/** How a model answers what pairs of memories are to each other (config/prompts/roles/consolidation.md). */
import { z } from 'zod';

export const consolidationAnswer = z.object({
  pairs: z
    .array(
      z.object({
        pair: z.number().int().min(0),
        verdict: z.enum(['same', 'contradicts', 'related', 'different']),
        text: z.string().max(2000).optional(),
      }),
    )
    .max(200),
});
