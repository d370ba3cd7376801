/** The table `workers_works`. */
import type { Body } from '../../domain/conversation/body.ts';
import type { WorkStat } from '../../domain/workers/worker.ts';
import type { Tables } from '../../ports/tables.ts';
import type { KeptWork, WorkLedger } from '../../ports/workers/work-ledger.ts';

interface WorkRow extends Omit<KeptWork, 'task' | 'stat'> {
  readonly task: string;
  readonly stat: string | null;
}

const columns =
  'id, address, worker, folder, session, task, state, thread, started_at AS startedAt, ended_at AS endedAt, stat FROM workers_works';

/** {@link WorkLedger} over the table of the migration `works` (src/features/built-in-tables.ts). */
export function workLedger(tables: Tables): WorkLedger {
  const found = (where: string, value: string | number) =>
    tables.all<WorkRow>(`SELECT ${columns} WHERE ${where} = ?`, value).map(workOf)[0];
  const set = (column: string, value: string, address: string) =>
    tables.run(`UPDATE workers_works SET ${column} = ? WHERE address = ? AND ended_at IS NULL`, value, address);
  return {
    open({ address, worker, folder, session, task, startedAt }) {
      tables.run(
        "INSERT INTO workers_works (address, worker, folder, session, task, state, started_at) VALUES (?, ?, ?, ?, ?, 'preparing', ?)",
        ...[address, worker, folder, session, JSON.stringify(task), startedAt],
      );
    },
    move: (address, state) => void set('state', state, address),
    thread: (address, thread) => void set('thread', thread, address),
    diff: (address, stat) => void set('stat', JSON.stringify(stat), address),
    end(address, state, at) {
      tables.run(
        'UPDATE workers_works SET state = ?, ended_at = ? WHERE address = ? AND ended_at IS NULL',
        ...[state, at, address],
      );
    },
    get: id => found('id', id),
    at: address => found('address', address),
    list: limit =>
      tables.all<WorkRow>(`SELECT ${columns} ORDER BY ended_at IS NULL DESC, id DESC LIMIT ?`, limit).map(workOf),
    underWay: () => countOf(tables, 'WHERE ended_at IS NULL'),
    hasAny: () => tables.all('SELECT 1 FROM workers_works LIMIT 1').length > 0,
  };
}

function countOf(tables: Tables, where: string): number {
  return tables.all<{ count: number }>(`SELECT count(*) AS count FROM workers_works ${where}`)[0]?.count ?? 0;
}

function workOf({ task, stat, ...row }: WorkRow): KeptWork {
  return { ...row, task: JSON.parse(task) as Body, stat: stat === null ? null : (JSON.parse(stat) as WorkStat) };
}
