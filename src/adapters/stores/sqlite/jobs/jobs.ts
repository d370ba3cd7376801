/** The jobs and their runs. */
import type { JobRecord, JobRun } from '../../../../domain/jobs/job.ts';
import type { JobLedger } from '../../../../ports/ledgers/job.ts';
import type { SqliteDatabase } from '../database.ts';
import { knownEmpty } from '../known-empty.ts';

/** Runs kept of each job. */
const usualRuns = 500;
/** Jobs that are over are listed, and their names kept, for so long: longer than their actors are. */
const keptForMs = 60 * 86_400_000;

/** {@link JobLedger} over one open database that has migration 022. */
export function sqliteJobLedger(database: SqliteDatabase, keptRuns = usualRuns): JobLedger {
  const put = database.prepare(`
    INSERT INTO jobs (id, name, spec, state, next, failures, created_at, ended_at)
    VALUES (@id, @name, @spec, @state, @next, @failures, @at, @endedAt)
    ON CONFLICT (id) DO UPDATE SET spec = excluded.spec, state = excluded.state, next = excluded.next,
      failures = excluded.failures, ended_at = excluded.ended_at`);
  const forgetJobs = database.prepare('DELETE FROM jobs WHERE ended_at < ?');
  const forgetRuns = database.prepare('DELETE FROM job_runs WHERE job NOT IN (SELECT id FROM jobs)');
  const begin = database.prepare(`
    INSERT INTO job_runs (id, job, slot, until, count, attempt, cause, state, reason, at, ended_at, work, dedup_key)
    VALUES (@id, @job, @slot, @until, @count, @attempt, @trigger, @state, @reason, @at, @endedAt, @work, @dedupKey)`);
  const trim = database.prepare(`
    DELETE FROM job_runs WHERE job = @job AND state <> 'running'
      AND rowid < (SELECT rowid FROM job_runs WHERE job = @job ORDER BY rowid DESC LIMIT 1 OFFSET ${keptRuns})`);
  const end = database.prepare(
    'UPDATE job_runs SET state = @state, reason = @reason, result = @result, ended_at = @at WHERE id = @id',
  );
  const one = database.prepare<[string], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const named = database.prepare<[string], JobRow>('SELECT * FROM jobs WHERE name = ?');
  const live = database.prepare<[string, number], JobRow>(
    'SELECT * FROM jobs WHERE ended_at IS NULL AND id > ? ORDER BY id LIMIT ?',
  );
  const count = database.prepare<[], { readonly jobs: number }>(
    'SELECT count(*) AS jobs FROM jobs WHERE ended_at IS NULL',
  );
  const coming = database.prepare<[number], JobRow>(
    'SELECT * FROM jobs WHERE ended_at IS NULL AND next IS NOT NULL ORDER BY next LIMIT ?',
  );
  const none = knownEmpty(database, 'jobs');
  const every = database.prepare<[], JobRow>('SELECT * FROM jobs ORDER BY ended_at IS NOT NULL, ended_at DESC, id');
  const newest = database.prepare<[string, number], RunRow>(
    'SELECT * FROM job_runs WHERE job = ? ORDER BY rowid DESC LIMIT ?',
  );
  const under = database.prepare<[string, string, number]>(
    "SELECT 1 FROM job_runs WHERE job = ? AND dedup_key = ? AND at > ? AND state <> 'skipped' LIMIT 1",
  );
  return {
    put({ spec, ...job }, at) {
      none.forget();
      put.run({ ...job, name: spec.name, spec: JSON.stringify(spec), at });
      if (job.endedAt === null || forgetJobs.run(at - keptForMs).changes === 0) return;
      forgetRuns.run();
    },
    begin(run, at) {
      begin.run({ ...run, at, endedAt: run.state === 'running' ? null : at });
      trim.run({ job: run.job });
    },
    end: ({ result, ...run }, at) => void end.run({ ...run, result: JSON.stringify(result), at }),
    get: id => jobOf(one.get(id)),
    named: name => named.all(name).flatMap(row => jobOf(row) ?? []),
    list: (isWhole = false) => (isWhole ? every.all() : live.all('', -1)).flatMap(row => jobOf(row) ?? []),
    live: (after, limit) => live.all(after, limit).flatMap(row => jobOf(row) ?? []),
    count: () => count.get()?.jobs ?? 0,
    coming: limit => none.unlessNone('', () => coming.all(limit), []).flatMap(row => jobOf(row) ?? []),
    runs: (job, limit) => newest.all(job, limit).map(runOf),
    hasRunUnder: (job, key, since) => under.get(job, key, since) !== undefined,
  };
}

interface JobRow {
  readonly id: string;
  readonly name: string;
  readonly spec: string;
  readonly state: string;
  readonly next: number | null;
  readonly failures: number;
  readonly created_at: number;
  readonly ended_at: number | null;
}

function jobOf(row: JobRow | undefined): JobRecord | undefined {
  if (!row) return undefined;
  const { name: _, spec, state, created_at: createdAt, ended_at: endedAt, ...job } = row;
  return { ...job, spec: JSON.parse(spec), state: state as JobRecord['state'], createdAt, endedAt };
}

interface RunRow extends Omit<JobRun, 'trigger' | 'endedAt' | 'result' | 'dedupKey'> {
  readonly cause: string;
  readonly ended_at: number | null;
  readonly result: string | null;
  readonly dedup_key: string | null;
}

function runOf({ cause, ended_at: endedAt, result, dedup_key: dedupKey, ...run }: RunRow): JobRun {
  return {
    ...run,
    trigger: cause as JobRun['trigger'],
    endedAt,
    dedupKey,
    result: result === null ? null : JSON.parse(result),
  };
}
