/**
 * Conversations that have no row in a table that each request asks: most have none, and then it is not asked. A row that
 * was undone with its transaction costs a question more.
 */
import type { SqliteDatabase } from './database.ts';

export interface KnownEmpty {
  /** What `ask` finds; `none` where it is known to find nothing. */
  unlessNone<Found>(session: string, ask: () => Found, none: Found): Found;
  /** A row of this conversation is written; of any without it. */
  forget(session?: string): void;
}

const kept = new WeakMap<SqliteDatabase, Map<string, Set<string>>>();

/** One for all who read and write this table of the database. */
export function knownEmpty(database: SqliteDatabase, table: string): KnownEmpty {
  const tables = kept.get(database) ?? new Map<string, Set<string>>();
  kept.set(database, tables);
  const sessions = tables.get(table) ?? new Set<string>();
  tables.set(table, sessions);
  return {
    unlessNone(session, ask, none) {
      if (sessions.has(session)) return none;
      const found = ask();
      if (found === undefined || (Array.isArray(found) && found.length === 0)) {
        if (sessions.size >= mostKnown) sessions.clear();
        sessions.add(session);
      }
      return found;
    },
    forget: session => (session === undefined ? sessions.clear() : void sessions.delete(session)),
  };
}

const mostKnown = 512;
