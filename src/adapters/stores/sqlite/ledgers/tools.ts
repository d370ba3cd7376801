/** The records and the last runs of the agent's own tools. */
import { defined } from '../../../../domain/text/json.ts';
import { afterRun, newRecord, type ToolRecord, type ToolRun } from '../../../../domain/tools/health.ts';
import type { ToolLedger } from '../../../../ports/ledgers/tool.ts';
import type { SqliteDatabase } from '../database.ts';

/** Runs kept of each tool: enough for a median and a look back. */
const keptRuns = 100;

/** {@link ToolLedger} over one open database that has migration 005. */
export function sqliteToolLedger(database: SqliteDatabase): ToolLedger {
  const one = database.prepare<[string], Row>('SELECT * FROM tools WHERE name = ?');
  const every = database.prepare<[], Row>('SELECT * FROM tools ORDER BY name');
  const put = database.prepare(`
    INSERT INTO tools (${columns.join(', ')}) VALUES (${columns.map(column => `@${column}`).join(', ')})
    ON CONFLICT (name) DO UPDATE SET ${columns.map(column => `${column} = excluded.${column}`).join(', ')}`);
  const addRun = database.prepare(`
    INSERT INTO tool_runs (call, tool, hash, ok, ms, error, at) VALUES (@call, @tool, @hash, @ok, @ms, @error, @at)
    ON CONFLICT (call) DO NOTHING`);
  const trim = database.prepare(`
    DELETE FROM tool_runs WHERE tool = @tool
      AND id <= (SELECT id FROM tool_runs WHERE tool = @tool ORDER BY id DESC LIMIT 1 OFFSET ${keptRuns})`);
  const newest = database.prepare<[string, number], RunRow>(
    'SELECT * FROM tool_runs WHERE tool = ? ORDER BY id DESC LIMIT ?',
  );
  const forget = database.prepare('DELETE FROM tools WHERE name = ?');
  const forgetRuns = database.prepare('DELETE FROM tool_runs WHERE tool = ?');

  const get = (name: string) => recordOf(one.get(name)) ?? newRecord(name);
  return {
    get,
    all: () => every.all().flatMap(row => recordOf(row) ?? []),
    change: (name, facts) => void put.run(rowOf({ ...get(name), ...facts } as ToolRecord)),
    ran: database.transaction((run: ToolRun) => {
      const before = get(run.tool);
      if (addRun.run({ ...run, ok: run.ok ? 1 : 0, error: run.error ?? null }).changes === 0) return before;
      trim.run({ tool: run.tool });
      const after = afterRun(before, run);
      put.run(rowOf(after));
      return after;
    }),
    runs: (name, limit) => newest.all(name, limit).map(runOf),
    remove: database.transaction((name: string) => {
      forgetRuns.run(name);
      forget.run(name);
    }),
  };
}

/** Facts and their columns, in one table for both directions. */
const columnOf = {
  name: 'name',
  enabled: 'enabled',
  pinned: 'pinned',
  tested: 'tested',
  quarantined: 'quarantined',
  reason: 'reason',
  seen: 'seen',
  problem: 'problem',
  calls: 'calls',
  failures: 'failures',
  failuresInRow: 'failures_in_row',
  lastHash: 'last_hash',
  lastError: 'last_error',
  lastUsedAt: 'last_used_at',
  changedAt: 'changed_at',
  version: 'version',
  commit: 'commit_id',
} as const satisfies Record<keyof ToolRecord, string>;

const columns = Object.values(columnOf);
type Row = Readonly<Record<(typeof columns)[number], string | number | null>>;
type RunRow = Omit<ToolRun, 'ok' | 'error'> & {
  readonly id: number;
  readonly ok: number;
  readonly error: string | null;
};

function recordOf(row: Row | undefined): ToolRecord | undefined {
  if (!row) return undefined;
  const facts = Object.entries(columnOf)
    .map(([fact, column]) => [fact, row[column]] as const)
    .filter(([, value]) => value !== null);
  return { ...(Object.fromEntries(facts) as unknown as ToolRecord), enabled: row.enabled === 1 };
}

function rowOf(record: ToolRecord): Row {
  const facts = Object.entries(columnOf).map(([fact, column]) => {
    const value = record[fact as keyof ToolRecord];
    return [column, typeof value === 'boolean' ? Number(value) : (value ?? null)];
  });
  return Object.fromEntries(facts) as Row;
}

function runOf({ id: _, ok, error, ...run }: RunRow): ToolRun {
  return { ...run, ok: ok === 1, ...defined({ error: error ?? undefined }) };
}
