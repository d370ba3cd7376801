/** Up to when the owner has seen the reports of a conversation in a terminal, so that none is told twice. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface SeenReports {
  /** UTC epoch ms; 0: nothing of it was seen. */
  readonly until: (session: string) => number;
  /** All of it up to then was seen. A disk that is full loses that, and the report is told once more. */
  readonly note: (session: string, at: number) => void;
}

const most = 200;

/** In a file of the home: an object of instants by conversation. */
export function seenReports(file: string): SeenReports {
  return {
    until: session => read(file).get(session) ?? 0,
    note(session, at) {
      const seen = read(file);
      if (at <= (seen.get(session) ?? 0)) return;
      seen.delete(session);
      seen.set(session, at);
      try {
        writeFileSync(`${file}.new`, JSON.stringify([...seen].slice(-most)), { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch {
        // it is a convenience
      }
    },
  };
}

function read(file: string): Map<string, number> {
  try {
    const rows: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return new Map((Array.isArray(rows) ? rows : []).filter(isRow));
  } catch {
    return new Map();
  }
}

function isRow(row: unknown): row is [string, number] {
  return Array.isArray(row) && typeof row[0] === 'string' && Number.isFinite(row[1]);
}
