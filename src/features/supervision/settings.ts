import { section, whole } from '../../../config/fields.ts';

/** When work counts as failing or stuck. */
export function supervisionTables() {
  return {
    breakers: section({
      failures: whole(1, 100, 'failures').default(5),
      window_ms: whole(1_000, 86_400_000, 'milliseconds').default(600_000),
      rest_ms: whole(1_000, 1_800_000, 'milliseconds').default(60_000),
      flaps: whole(2, 100, 'times').default(3),
    }),
    watchdog: section({
      every_ms: whole(100, 600_000, 'milliseconds').default(60_000),
      heartbeat_ms: whole(1_000, 600_000, 'milliseconds').default(30_000),
      stall_ms: whole(50, 60_000, 'milliseconds').default(500),
      disk_free_mb: whole(0, 1_000_000_000, 'megabytes').default(1_000),
      database_mb: whole(1, 1_000_000_000, 'megabytes').default(5_000),
      database_mb_per_day: whole(1, 1_000_000_000, 'megabytes').default(500),
      quiet_tokens_per_hour: whole(1, 10_000_000_000, 'tokens').default(250_000),
    }),
  };
}
