/** How many of what there is at this moment, for the metrics. */
import type { Census } from '../../../telemetry/metrics.ts';
import type { SqliteDatabase } from '../database.ts';

/** Counts afresh each time it is asked. */
export function sqliteCensus(database: SqliteDatabase): Census {
  const actors = database.prepare<[], { kind: string; state: string; count: number }>(`
    SELECT machine AS kind, CASE status WHEN 'active' THEN leaf ELSE status END AS state, count(*) AS count
    FROM actors WHERE status NOT IN ('done', 'stopped') GROUP BY 1, 2`);
  const effects = database.prepare<[], { effect: string; address: string }>(`
    SELECT src AS effect, address FROM effects WHERE status IN ('pending', 'running')`);
  const breakers = database.prepare<[], { subject: string; state: string }>(`
    SELECT substr(address, length('circuit-breaker:') + 1) AS subject, leaf AS state
    FROM actors WHERE machine = 'circuit-breaker' AND status = 'active'`);
  return { actors: () => actors.all(), effects: () => effects.all(), breakers: () => breakers.all() };
}
