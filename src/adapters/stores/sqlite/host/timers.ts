/** The table `timers`: events that are due at an instant of the wall clock. */
import type { TimerRecord, TimerStore } from '../../../../ports/store.ts';
import type { Statements } from '../statements.ts';

export function timerTable({ one, all, run }: Statements): TimerStore {
  const set = run('INSERT OR REPLACE INTO timers (owner, id, target, event, due) VALUES (?, ?, ?, ?, ?)');
  const remove = run('DELETE FROM timers WHERE owner = ? AND id = ?');
  const take = run('DELETE FROM timers WHERE owner = ? AND id = ? AND due = ?');
  const removeAll = run('DELETE FROM timers WHERE owner = ?');
  const nextDue = one<{ due: number | null }>('SELECT min(due) AS due FROM timers');
  const shift = run('UPDATE timers SET due = due + ?');

  return {
    setTimer: row => void set(row.owner, row.id, row.target, row.event, row.due),
    removeTimer: (owner, id) => void remove(owner, id),
    takeTimer: (owner, id, due) => take(owner, id, due).changes === 1,
    removeTimers: owner => void removeAll(owner),
    timersDue: all<TimerRecord>('SELECT * FROM timers WHERE due <= ? ORDER BY due LIMIT ?'),
    nextDue: () => nextDue()?.due ?? undefined,
    timersOf: all<TimerRecord>('SELECT * FROM timers WHERE owner = ? ORDER BY due'),
    shiftTimers: byMs => void shift(byMs),
  };
}
