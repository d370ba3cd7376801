/** {@link BudgetLedger} over one open database that has migration 009. */
import { newSession, nothing, type SessionSpend, type Total } from '../../../../domain/budget/budget.ts';
import { windowMessages } from '../../../../domain/conversation/context-window.ts';
import type { BudgetLedger, ModelSpend } from '../../../../ports/ledgers/budget.ts';
import type { SqliteDatabase } from '../database.ts';

interface Sums {
  readonly tokens: number;
  readonly micros: number;
}

export function sqliteBudgetLedger(database: SqliteDatabase): BudgetLedger {
  const prepare = (sql: string) => database.prepare(sql);
  const session = prepare('SELECT state FROM spend_sessions WHERE session = ?');
  const saveSession = prepare(
    'INSERT INTO spend_sessions (session, state) VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET state = excluded.state',
  );
  const total = prepare('SELECT tokens, micros, warned FROM spend_totals WHERE key = ?');
  const add = prepare(
    `INSERT INTO spend_totals (key, tokens, micros, warned) VALUES (?, ?, ?, 0)
     ON CONFLICT (key) DO UPDATE SET tokens = tokens + excluded.tokens, micros = micros + excluded.micros`,
  );
  const warned = prepare('UPDATE spend_totals SET warned = max(warned, ?) WHERE key = ?');
  const insert = prepare(
    `INSERT OR IGNORE INTO spend (day, at, id, session, turn, model, state, usage, keys, tokens, micros)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // a text is JSON with quotes around it; what was stored apart says its size; what is for the owner alone is never
  // sent
  const saidSince = prepare(
    `SELECT max(n) AS upTo,
       sum(CASE WHEN substr(body, 1, 1) = '{' THEN body ->> 'bytes' ELSE length(body) END + coalesce(length(more), 0)) AS characters
     FROM messages WHERE session = ? AND n > ? AND more ->> '$.isAside' IS NULL`,
  );
  const windowStart = prepare(
    `SELECT n FROM messages WHERE session = ? AND more ->> '$.isAside' IS NULL ORDER BY n DESC LIMIT 1 OFFSET ${windowMessages}`,
  );
  const byModel = prepare(
    `SELECT model, sum(tokens) AS tokens, sum(micros) AS micros, count(*) AS calls, sum(state = 'lost') AS lost
     FROM spend WHERE day = ? GROUP BY model ORDER BY micros DESC, tokens DESC`,
  );
  const bySession = prepare(
    `SELECT session, sum(tokens) AS tokens, sum(micros) AS micros
     FROM spend WHERE day = ? GROUP BY session ORDER BY micros DESC, tokens DESC LIMIT ?`,
  );
  const open = prepare(`SELECT session, state FROM spend_sessions WHERE state ->> '$.open' IS NOT NULL`);
  const refused = prepare(
    `SELECT session, state FROM spend_sessions WHERE state ->> '$.refused' IS NOT NULL ORDER BY session LIMIT ?`,
  );

  return {
    session(of) {
      const row = session.get(of) as { readonly state: string } | undefined;
      return row ? (JSON.parse(row.state) as SessionSpend) : newSession;
    },
    saveSession: (of, spend) => void saveSession.run(of, JSON.stringify(spend)),
    total(key): Total {
      const row = total.get(key) as (Sums & { readonly warned: number }) | undefined;
      return row
        ? { key, spent: { tokens: row.tokens, micros: row.micros }, warned: row.warned }
        : { key, spent: nothing, warned: 0 };
    },
    add: (key, { tokens, micros }) => void add.run(key, tokens, micros),
    warned: (key, percent) => void warned.run(percent, key),
    insert(row, day) {
      const { at, id, session: of, turn, model, state, usage, keys, amount } = row;
      insert.run(
        day,
        at,
        id,
        of,
        turn,
        model,
        state,
        JSON.stringify(usage),
        JSON.stringify(keys),
        amount.tokens,
        amount.micros,
      );
    },
    saidSince(of, upTo) {
      // the first call of a session that is older than its budget
      const start = upTo > 0 ? undefined : (windowStart.get(of) as { readonly n: number } | undefined);
      const row = saidSince.get(of, start?.n ?? upTo) as {
        readonly upTo: number | null;
        readonly characters: number | null;
      };
      return { upTo: row.upTo ?? upTo, characters: row.characters ?? 0 };
    },
    byModel: day =>
      (byModel.all(day) as (Sums & Omit<ModelSpend, 'spent'>)[]).map(({ tokens, micros, ...row }) => ({
        ...row,
        spent: { tokens, micros },
      })),
    bySession: (day, limit) =>
      (bySession.all(day, limit) as (Sums & { readonly session: string })[]).map(({ session: of, tokens, micros }) => ({
        session: of,
        spent: { tokens, micros },
      })),
    refused: limit =>
      (refused.all(limit) as { readonly session: string; readonly state: string }[]).flatMap(row => {
        const { refused: why } = JSON.parse(row.state) as SessionSpend;
        return why ? [{ session: row.session, refused: why }] : [];
      }),
    open: () =>
      (open.all() as { readonly session: string; readonly state: string }[]).map(row => ({
        session: row.session,
        spend: JSON.parse(row.state) as SessionSpend,
      })),
  };
}
