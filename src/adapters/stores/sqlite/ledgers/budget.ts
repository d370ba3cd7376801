/** {@link BudgetLedger} over one open database that has migrations 009 and 016. */
import { newSession, nothing, type OpenCall, type SessionSpend } from '../../../../domain/budget/budget.ts';
import { windowMessages } from '../../../../domain/conversation/context-window.ts';
import type { BudgetLedger, ModelSpend, QuarterSpend } from '../../../../ports/ledgers/budget.ts';
import type { SqliteDatabase } from '../database.ts';

interface Sums {
  readonly tokens: number;
  readonly micros: number;
}

export function sqliteBudgetLedger(database: SqliteDatabase): BudgetLedger {
  return {
    ...sessionSpends(database),
    ...totals(database),
    ...callSpends(database),
    ...callsUnderWay(database),
    ...saidText(database),
  };
}

interface SessionRow {
  readonly session: string;
  readonly state: string;
}

type Refused = 'refused' | 'hasLaterRun';

/** The table `spend_sessions`: what each conversation has spent, its open call, and why its last call was not made. */
function sessionSpends(database: SqliteDatabase): Pick<BudgetLedger, 'session' | 'saveSession' | 'open' | Refused> {
  const one = database.prepare<[string], SessionRow>('SELECT session, state FROM spend_sessions WHERE session = ?');
  const save = database.prepare(
    'INSERT INTO spend_sessions (session, state) VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET state = excluded.state',
  );
  const open = database.prepare<[], SessionRow>(
    `SELECT session, state FROM spend_sessions WHERE state ->> '$.open' IS NOT NULL`,
  );
  const refused = database.prepare<[number, number], SessionRow>(
    `SELECT session, state FROM spend_sessions WHERE state ->> '$.refused' IS NOT NULL
       AND (state ->> '$.refused.cap' = 'session' OR state ->> '$.refused.until' > ?) ORDER BY session LIMIT ?`,
  );
  // `session:job:NAME~N`; after the digits of a number comes `:`
  const laterRun = database.prepare<[{ runs: string; number: number }], unknown>(
    `SELECT 1 FROM spend_sessions WHERE session BETWEEN @runs AND @runs || ':'
       AND instr(substr(session, length(@runs) + 1), '~') = 0
       AND CAST(substr(session, length(@runs) + 1) AS INTEGER) > @number LIMIT 1`,
  );
  const spendOf = ({ state }: SessionRow) => JSON.parse(state) as SessionSpend;

  return {
    session(of) {
      const row = one.get(of);
      return row ? spendOf(row) : newSession;
    },
    saveSession: (of, spend) => void save.run(of, JSON.stringify(spend)),
    open: () => open.all().map(row => ({ session: row.session, spend: spendOf(row) })),
    refused: (limit, now) =>
      refused.all(now, limit).flatMap(row => {
        const { refused: why } = spendOf(row);
        return why ? [{ session: row.session, refused: why }] : [];
      }),
    hasLaterRun(session) {
      const at = session.lastIndexOf('~') + 1;
      return laterRun.get({ runs: session.slice(0, at), number: Number(session.slice(at)) }) !== undefined;
    },
  };
}

/** The table `spend_totals`: what each day has cost, and the highest warning given. */
function totals(database: SqliteDatabase): Pick<BudgetLedger, 'total' | 'add' | 'warned'> {
  const one = database.prepare<[string], Sums & { readonly warned: number }>(
    'SELECT tokens, micros, warned FROM spend_totals WHERE key = ?',
  );
  const add = database.prepare(
    `INSERT INTO spend_totals (key, tokens, micros, warned) VALUES (?, ?, ?, 0)
     ON CONFLICT (key) DO UPDATE SET tokens = tokens + excluded.tokens, micros = micros + excluded.micros`,
  );
  const warned = database.prepare('UPDATE spend_totals SET warned = max(warned, ?) WHERE key = ?');

  return {
    total(key) {
      const row = one.get(key);
      return row
        ? { key, spent: { tokens: row.tokens, micros: row.micros }, warned: row.warned }
        : { key, spent: nothing, warned: 0 };
    },
    add: (key, { tokens, micros }) => void add.run(key, tokens, micros),
    warned: (key, percent) => void warned.run(percent, key),
  };
}

/** The table `spend`: each model call that has ended. */
function callSpends(database: SqliteDatabase): Pick<BudgetLedger, 'insert' | 'byModel' | 'byQuarter' | 'bySession'> {
  const insert = database.prepare(
    `INSERT OR IGNORE INTO spend (day, at, id, session, turn, model, state, usage, keys, tokens, micros)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byModel = database.prepare<[string], Sums & Omit<ModelSpend, 'spent'>>(
    `SELECT model, sum(tokens) AS tokens, sum(micros) AS micros, count(*) AS calls, sum(state = 'lost') AS lost,
       sum(coalesce(usage ->> '$.estimated', 0)) AS estimated
     FROM spend WHERE day = ? GROUP BY model ORDER BY micros DESC, tokens DESC`,
  );
  // a day of an owner is at most so far from the day of UTC; the key begins with it
  const byQuarter = database.prepare<[{ from: number; to: number }], Sums & Omit<QuarterSpend, 'spent'>>(
    `SELECT at / 900000 * 900000 AS at, model, substr(session, 1, instr(session || ':', ':') - 1) AS purpose,
       sum(tokens) AS tokens, sum(micros) AS micros, count(*) AS calls
     FROM spend
     WHERE day BETWEEN date(@from / 1000 - 86400, 'unixepoch') AND date(@to / 1000 + 86400, 'unixepoch')
       AND at >= @from AND at < @to
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  const bySession = database.prepare<[string, number], Sums & { readonly session: string }>(
    `SELECT session, sum(tokens) AS tokens, sum(micros) AS micros
     FROM spend WHERE day = ? GROUP BY session ORDER BY micros DESC, tokens DESC LIMIT ?`,
  );

  return {
    insert(row, day) {
      const { at, id, session, turn, model, state, usage, keys, amount } = row;
      insert.run(
        ...[day, at, id, session, turn, model, state],
        ...[JSON.stringify(usage), JSON.stringify(keys), amount.tokens, amount.micros],
      );
    },
    byModel: day => byModel.all(day).map(({ tokens, micros, ...row }) => ({ ...row, spent: { tokens, micros } })),
    byQuarter: (from, to) =>
      byQuarter.all({ from, to }).map(({ tokens, micros, ...row }) => ({ ...row, spent: { tokens, micros } })),
    bySession: (day, limit) =>
      bySession.all(day, limit).map(({ session, tokens, micros }) => ({ session, spent: { tokens, micros } })),
  };
}

/** The table `spend_calls`: calls under way that belong to no conversation. */
function callsUnderWay(database: SqliteDatabase): Pick<BudgetLedger, 'openCall' | 'closeCall' | 'openCalls'> {
  const open = database.prepare('INSERT INTO spend_calls (id, heading, call) VALUES (?, ?, ?)');
  const close = database.prepare('DELETE FROM spend_calls WHERE id = ?');
  const all = database.prepare<[], { readonly heading: string; readonly call: string }>(
    'SELECT heading, call FROM spend_calls ORDER BY id',
  );
  return {
    openCall: (heading, call) => void open.run(call.id, heading, JSON.stringify(call)),
    closeCall: id => void close.run(id),
    openCalls: () => all.all().map(({ heading, call }) => ({ heading, call: JSON.parse(call) as OpenCall })),
  };
}

/** How much was said in a conversation since a message. */
function saidText(database: SqliteDatabase): Pick<BudgetLedger, 'saidSince'> {
  // a text is JSON with quotes around it; a body in a blob says its size; a message for the owner alone is never sent
  const since = database.prepare<
    [string, number],
    { readonly upTo: number | null; readonly characters: number | null }
  >(
    `SELECT max(n) AS upTo,
       sum(CASE WHEN substr(body, 1, 1) = '{' THEN body ->> 'bytes' ELSE length(body) END + coalesce(length(more), 0)) AS characters
     FROM messages WHERE session = ? AND n > ? AND more ->> '$.isAside' IS NULL`,
  );
  const windowStart = database.prepare<[string], { readonly n: number }>(
    `SELECT n FROM messages WHERE session = ? AND more ->> '$.isAside' IS NULL ORDER BY n DESC LIMIT 1 OFFSET ${windowMessages}`,
  );

  return {
    saidSince(session, upTo) {
      // the first call of a session that is older than its budget
      const start = upTo > 0 ? undefined : windowStart.get(session)?.n;
      const row = since.get(session, start ?? upTo);
      return { upTo: row?.upTo ?? upTo, characters: row?.characters ?? 0 };
    },
  };
}
