/** What was done in a span of time, read from turns, calls, runs of jobs and memories. */
import type { Activity, ActivityRecords } from '../../../../ports/ledgers/context/records.ts';
import type { SqliteDatabase } from '../database.ts';

/** So many of each are named. */
const most = 20;
const longestOpening = 120;

/** {@link ActivityRecords} over one open database. */
export function sqliteRecords(database: SqliteDatabase): ActivityRecords {
  const span = { from: 0, to: 0 };
  const conversations = database.prepare<typeof span, Activity['conversations'][number]>(
    `SELECT t.session, count(*) AS turns,
       (SELECT substr(CASE json_type(m.body) WHEN 'text' THEN m.body ->> '$'
          ELSE coalesce((SELECT b.body FROM blobs b WHERE b.hash = m.body ->> '$.blob'), '') END, 1, ${longestOpening})
        FROM messages m WHERE m.session = t.session AND m.role = 'owner' AND m.taint = 'owner'
          AND m.at >= @from AND m.at < @to AND m.more ->> '$.isAside' IS NULL ORDER BY m.n LIMIT 1) AS opening
     FROM turns t WHERE t.started_at >= @from AND t.started_at < @to
       AND t.session NOT GLOB 'session:job:*' AND t.session NOT GLOB 'session:agent:*'
     GROUP BY t.session ORDER BY turns DESC, t.session LIMIT ${most}`,
  );
  const calls = database.prepare<typeof span, Activity['calls'][number]>(
    `SELECT tool, CASE WHEN outcome = 'done' AND failed THEN 'failed' ELSE outcome END AS outcome, count(*) AS count
     FROM tool_calls WHERE ended_at >= @from AND ended_at < @to GROUP BY 1, 2 ORDER BY count DESC, tool LIMIT ${most}`,
  );
  const jobs = database.prepare<
    typeof span,
    { readonly name: string; readonly state: string; readonly runs: number; readonly isOutside: number }
  >(
    `SELECT coalesce(j.name, r.job) AS name, r.state, count(*) AS runs,
       max(coalesce(j.spec ->> '$.taint', 'external') <> 'owner') AS isOutside
     FROM job_runs r LEFT JOIN jobs j ON j.id = r.job
     WHERE r.at >= @from AND r.at < @to GROUP BY 1, 2 ORDER BY runs DESC, 1 LIMIT ${most}`,
  );
  const memories = database
    .prepare<typeof span, number>('SELECT count(*) FROM memories WHERE created_at >= @from AND created_at < @to')
    .pluck();
  return {
    between(from, to) {
      const during = { from, to };
      return {
        conversations: conversations.all(during).map(row => ({ ...row, opening: row.opening ?? undefined })),
        calls: calls.all(during),
        jobs: jobs.all(during).map(row => ({ ...row, isOutside: row.isOutside === 1 })),
        memories: memories.get(during) ?? 0,
      };
    },
  };
}
