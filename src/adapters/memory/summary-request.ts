/** The form in which a model answers with a summary (config/prompts/roles/summary.md). */
import { z } from 'zod';

const entries = () => z.array(z.string().max(2_000)).max(200).default([]);

/** A model that is held to it cannot answer otherwise. */
export const summaryAnswer = z.object({
  goal: z.string().max(4_000),
  decisions: entries(),
  open: entries(),
  facts: entries(),
  files: entries(),
  next: z.string().max(4_000).default(''),
});
