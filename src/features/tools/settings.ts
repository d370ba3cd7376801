import { z } from 'zod';
import { flag, section } from '../../../config/fields.ts';

/** What tools need of this machine. */
export function toolsTables() {
  return {
    browser: section({
      enabled: flag().default(true),
      executable: z
        .string({ error: 'the path of a Chromium' })
        .startsWith('/', { error: 'the path of a Chromium, from / on' })
        .optional(),
    }),
  };
}
