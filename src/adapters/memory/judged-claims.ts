/** The forms in which the models of the roles `detector` and `validator` answer. */
import { z } from 'zod';

export const found = z.object({
  claims: z.array(z.object({ sentence: z.string().max(4_000), deed: z.string().max(40) })).max(40),
});

export const judged = z.object({
  verdicts: z
    .array(
      z.object({
        claim: z.number().int(),
        verdict: z.enum(['confirmed', 'refuted', 'unclear']),
        why: z.string().max(1_000).default(''),
      }),
    )
    .max(40),
});
