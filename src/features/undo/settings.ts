import { flag, section, whole } from '../../../config/fields.ts';

/** What is kept for undo. */
export function undoTables() {
  return {
    undo: section({
      enabled: flag().default(true),
      max_mb: whole(1, 1_000_000_000, 'megabytes').default(4_096),
      max_file_mb: whole(1, 1_000_000, 'megabytes').default(256),
      max_files: whole(100, 10_000_000, 'files').default(200_000),
      max_age_days: whole(1, 3_650, 'days').default(14),
    }),
  };
}
