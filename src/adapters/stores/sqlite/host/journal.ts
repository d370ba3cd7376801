/** The tables `journal` (every step) and `snapshots` (a state now and then, to replay from). */
import type { JournalRecord, JournalStore, SnapshotRecord } from '../../../../ports/store.ts';
import type { Statements } from '../statements.ts';
import type { ActorNumbers } from './actor-numbers.ts';

export function journalTable({ one, all, run }: Statements, numbers: ActorNumbers): JournalStore {
  const insert = run(
    `INSERT INTO journal (actor, seq, at, event, value, path, effects, micros, hash, code)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const steps = `SELECT a.address, j.seq, j.at, j.event, j.value, j.path, j.effects, j.micros, j.hash, j.code
     FROM journal j JOIN actors a ON j.actor = a.n`;
  // the host writes steps in their order, so the last rows are the last steps
  const last = all<JournalRecord>(`${steps} ORDER BY j.rowid DESC LIMIT ?`);
  const page = all<JournalRecord>(`${steps} WHERE a.address = ? AND j.seq < ? ORDER BY j.seq DESC LIMIT ?`);
  const after = all<JournalRecord>(`${steps} WHERE a.address = ? AND j.seq > ? AND j.seq <= ? ORDER BY j.seq`);
  const lastAt = one<{ at: number }>('SELECT at FROM journal ORDER BY rowid DESC LIMIT 1');
  const insertSnapshot = run(
    'INSERT OR REPLACE INTO snapshots (address, seq, version, state, children) VALUES (?, ?, ?, ?, ?)',
  );

  return {
    insertJournal: row =>
      void insert(
        ...[numbers.numberOf(row.address), row.seq, row.at, row.event, row.value, row.path, row.effects],
        ...[row.micros, row.hash, row.code],
      ),
    journal: (address, { before, limit }) => page(address, before ?? Number.MAX_SAFE_INTEGER, limit).reverse(),
    journalAfter: (address, seq, until = Number.MAX_SAFE_INTEGER) => after(address, seq, until),
    lastSteps: limit => last(limit).reverse(),
    lastStepAt: () => lastAt()?.at,
    insertSnapshot: row => void insertSnapshot(row.address, row.seq, row.version, row.state, row.children),
    snapshotAt: one<SnapshotRecord>('SELECT * FROM snapshots WHERE address = ? AND seq <= ? ORDER BY seq DESC LIMIT 1'),
  };
}
