/** The forms in which models answer that are asked about plans (config/prompts/planner.md and verifier.md). */
import { z } from 'zod';
import { checkOutcomes } from '../../domain/goals/check.ts';

export const plannerAnswer = z.object({ canBeDone: z.boolean(), advice: z.string().max(4_000) });

export const verifierAnswer = z.object({ verdict: z.enum(checkOutcomes), why: z.string().max(400) });
