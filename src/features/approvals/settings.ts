import { z } from 'zod';
import { choice, section, whole } from '../../../config/fields.ts';

/** How approvals wait. */
export function approvalsTables() {
  return {
    approvals: section({
      mode: choice(['continue', 'block']).default('continue'),
      expires_ms: z
        .union([z.literal('never'), z.int().min(1_000).max(31_536_000_000)], {
          error: 'a whole number of milliseconds from 1 000 to 31 536 000 000, or "never"',
        })
        .default(86_400_000),
      undo_window_s: whole(0, 600, 'seconds').default(5),
    }),
  };
}
