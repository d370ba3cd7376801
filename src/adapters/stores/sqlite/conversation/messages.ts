/** The tables `messages`, `set_aside` (what a model no longer sees) and `turn_keys` (which message asks for a work). */

import type { Body } from '../../../../domain/conversation/body.ts';
import type { Message, ReadMessage } from '../../../../domain/conversation/message.ts';
import { defined } from '../../../../domain/text/json.ts';
import type { MessageStore } from '../../../../ports/conversation-store.ts';
import { standingCompaction } from '../context/compactions.ts';
import type { SqliteDatabase } from '../database.ts';

interface MessageRow {
  readonly n: number;
  readonly id: string;
  readonly session: string;
  readonly turn: string;
  readonly role: Message['role'];
  readonly body: string;
  readonly taint: Message['taint'];
  readonly more: string | null;
  readonly at: number;
  readonly isSetAside: 0 | 1;
}

export function messageTable(database: SqliteDatabase): MessageStore {
  const read = bodyReader(database);
  return { ...messageRows(database, read), read, ...messageWrites(database), ...workClaims(database) };
}

/** Texts as they stand, or from their blobs. */
function bodyReader(database: SqliteDatabase): MessageStore['read'] {
  const blob = database.prepare<[string], { readonly body: string }>('SELECT body FROM blobs WHERE hash = ?');
  return body => {
    if (typeof body === 'string') return body;
    return blob.get(body.blob)?.body ?? `[a text of ${body.bytes} bytes that is no longer kept]`;
  };
}

function messageRows(
  database: SqliteDatabase,
  read: MessageStore['read'],
): Pick<MessageStore, 'message' | 'messages' | 'stretch' | 'forModel' | 'outside'> {
  const columns = 'm.*, EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id) AS isSetAside FROM messages m';
  const one = database.prepare<[string], MessageRow>(`SELECT ${columns} WHERE m.id = ?`);
  const newest = database.prepare<[string, number, number], MessageRow>(
    `SELECT ${columns} WHERE m.session = ? AND m.n < ? ORDER BY m.n DESC LIMIT ?`,
  );
  const standing = database.prepare<{ session: string }, { readonly summary: string; readonly up_to: number }>(
    standingCompaction,
  );
  const newestForModel = database.prepare<[string, number, number], MessageRow>(
    `SELECT m.*, 0 AS isSetAside FROM messages m WHERE m.session = ? AND m.n > ? AND m.more ->> '$.isAside' IS NULL
       AND m.more ->> '$.isSummary' IS NULL AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id)
     ORDER BY m.n DESC LIMIT ?`,
  );

  const between = database.prepare<{ session: string; from: string; to: string }, MessageRow>(
    `SELECT ${columns} WHERE m.session = @session AND m.more ->> '$.isAside' IS NULL
       AND (m.more ->> '$.isSummary' IS NULL OR @from = @to) AND m.n BETWEEN
       (SELECT n FROM messages WHERE id = @from) AND (SELECT n FROM messages WHERE id = @to) ORDER BY m.n`,
  );
  const outside = `FROM messages m WHERE m.session = ? AND m.at > ? AND m.role <> 'assistant'
       AND (m.taint <> 'owner' OR m.more ->> '$.attachments' IS NOT NULL) AND m.more ->> '$.isAside' IS NULL
       AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id)`;
  const newestOutside = database.prepare<[string, number, number], MessageRow>(
    `SELECT m.*, 0 AS isSetAside ${outside} ORDER BY m.n DESC LIMIT ?`,
  );
  const countOutside = database.prepare<[string, number], { readonly n: number }>(`SELECT count(*) AS n ${outside}`);

  function toMessage(row: MessageRow): ReadMessage {
    const { n: _, body, more, isSetAside, ...message } = row;
    const others = more === null ? {} : JSON.parse(more);
    const rest = { ...others, ...defined({ isSetAside: isSetAside === 1 ? true : undefined }) };
    return { ...message, ...rest, text: read(JSON.parse(body) as Body) };
  }

  return {
    message(id) {
      const row = one.get(id);
      return row && toMessage(row);
    },
    messages(session, { before, limit }) {
      const from = before === undefined ? undefined : one.get(before)?.n;
      return newest
        .all(session, from ?? Number.MAX_SAFE_INTEGER, limit)
        .reverse()
        .map(toMessage);
    },
    stretch: (session, from, to) => between.all({ session, from, to }).map(toMessage),
    forModel(session, limit) {
      const { summary, up_to: after = 0 } = standing.get({ session }) ?? {};
      const first = summary === undefined ? undefined : one.get(summary);
      return [...(first ? [first] : []), ...newestForModel.all(session, after, limit).reverse()].map(toMessage);
    },
    outside: (session, since, limit) => ({
      newest: newestOutside.all(session, since, limit).reverse().map(toMessage),
      count: countOutside.get(session, since)?.n ?? 0,
    }),
  };
}

function messageWrites(database: SqliteDatabase): Pick<MessageStore, 'appendMessage' | 'setAside'> {
  const append = database.prepare(
    'INSERT OR IGNORE INTO messages (id, session, turn, role, body, taint, more, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  // a value and no `INSERT … SELECT`, which opens a savepoint: there SQLite writes out the words of the message before
  const index = database.prepare(
    'INSERT INTO messages_fts (rowid, text) VALUES (@n, (SELECT text FROM message_words WHERE n = @n))',
  );
  const setAside = database.prepare('INSERT OR IGNORE INTO set_aside (message, at) VALUES (?, ?)');
  const takeBack = database.prepare('DELETE FROM set_aside WHERE message = ?');
  return {
    appendMessage({ id, session, turn, role, body, taint, at, ...more }) {
      const rest = Object.keys(more).length === 0 ? null : JSON.stringify(more);
      const appended = append.run(id, session, turn, role, JSON.stringify(body), taint, rest, at);
      if (appended.changes !== 1) return takeBack.run(id).changes === 1;
      if (role === 'owner' || role === 'assistant') index.run({ n: appended.lastInsertRowid });
      return true;
    },
    setAside(messages, at) {
      for (const message of messages) setAside.run(message, at);
    },
  };
}

function workClaims(database: SqliteDatabase): Pick<MessageStore, 'claimWork'> {
  // a message that is not there yet has its turn before it
  const claimed = database.prepare<[string, string], { readonly message: string }>(
    `SELECT k.message FROM turn_keys k LEFT JOIN messages m ON m.id = k.message LEFT JOIN turns t ON t.id = m.turn
     WHERE k.session = ? AND k.key = ? AND (m.id IS NULL OR t.outcome = 'running')`,
  );
  const claim = database.prepare('INSERT OR REPLACE INTO turn_keys (session, key, message) VALUES (?, ?, ?)');
  return {
    claimWork(session, work, message) {
      const before = claimed.get(session, work);
      if (before) return before.message;
      claim.run(session, work, message);
      return message;
    },
  };
}
