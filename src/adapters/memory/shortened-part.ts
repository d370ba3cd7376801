/** How a model answers with a part of the instructions that it has shortened (config/prompts/roles/shortening.md). */
import { z } from 'zod';

export const shortenedPart = z.object({ text: z.string().min(1).max(100_000) });
