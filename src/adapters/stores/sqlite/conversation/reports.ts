/** The table `reports`: what was reported to the supervisor. */
import type { ReportStore } from '../../../../ports/conversation-store.ts';
import type { SqliteDatabase } from '../database.ts';

export function reportTable(database: SqliteDatabase): ReportStore {
  const insert = database.prepare('INSERT INTO reports (at, kind, subject, text) VALUES (?, ?, ?, ?)');
  const newest = database.prepare<[number], ReturnType<ReportStore['reports']>[number]>(
    'SELECT at, kind, subject, text FROM reports ORDER BY n DESC LIMIT ?',
  );
  return {
    report: ({ at, kind, subject, text }) => void insert.run(at, kind, subject, text),
    reports: limit => newest.all(limit),
  };
}
