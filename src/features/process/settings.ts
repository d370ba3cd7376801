import { z } from 'zod';
import { choice, section, whole } from '../../../config/fields.ts';
import { languages } from '../../domain/text/catalog.ts';

/** The owner. */
export function ownerTables() {
  return {
    owner: section({
      name: z.string({ error: 'a text' }).trim().min(1, { error: 'a name of at least one character' }).optional(),
      language: choice(languages()).default('en'),
      time_zone: z
        .string({ error: 'a time zone as in "Europe/Berlin"' })
        .refine(isTimeZone, { error: 'a time zone of the IANA list, as in "Europe/Berlin"' })
        .optional(),
    }),
  };
}

/** What the process as a whole can be given. */
export function processTables() {
  return {
    store: section({
      synchronous: choice(['full', 'normal']).default('full'),
      snapshot_every: whole(1, 100_000, 'steps').default(50),
      prune_after_days: whole(1, 36_500, 'days').default(30),
    }),
    lanes: section({
      models: whole(1, 1_000, 'calls').default(32),
      tools: whole(1, 1_000, 'calls').default(16),
      deliveries: whole(1, 1_000, 'messages').default(16),
    }),
    safe_mode: section({
      boots: whole(0, 100, 'boots').default(3),
    }),
    logs: section({
      max_file_mb: whole(1, 1_024, 'megabytes').default(5),
      max_files: whole(1, 100, 'files').default(5),
    }),
    shutdown: section({
      grace_ms: whole(0, 600_000, 'milliseconds').default(30_000),
    }),
  };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
