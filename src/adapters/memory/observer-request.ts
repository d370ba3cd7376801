/** The form in which a model answers what it has found in a conversation (config/prompts/roles/observer.md). */
import { z } from 'zod';

/** A model that is held to it cannot answer otherwise. */
export const observerAnswer = z.object({
  items: z
    .array(
      z.object({
        kind: z.enum(['fact', 'preference', 'procedure', 'order']),
        content: z.string().min(1).max(600),
        subject: z.string().max(120).optional(),
        correction: z.boolean().default(false),
        message: z.number().int().min(0),
      }),
    )
    .max(100),
});
