/** The form in which a model answers which turns leave a conversation (config/prompts/roles/scorer.md). */
import { z } from 'zod';

const numbers = () => z.array(z.number().int().min(1).max(1_000)).max(500).default([]);

export const scorerAnswer = z.object({ evict: numbers(), keep: numbers() });
