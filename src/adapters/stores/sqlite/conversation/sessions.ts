/** The conversations of a chat in SQLite. */
import type { Body } from '../../../../domain/conversation/body.ts';
import type { SessionLedger } from '../../../../ports/ledgers/session.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link SessionLedger} over one open database. */
export function sqliteSessionLedger(database: SqliteDatabase): SessionLedger {
  const chatRow = database.prepare('SELECT current, newest FROM chats WHERE chat = ?');
  const setChat = database.prepare(
    'INSERT INTO chats (chat, current, newest) VALUES (?, ?, ?) ON CONFLICT (chat) DO UPDATE SET current = excluded.current, newest = excluded.newest',
  );
  const first = database.prepare("SELECT body FROM messages WHERE session = ? AND role = 'owner' ORDER BY n LIMIT 1");
  const last = database.prepare(
    "SELECT at FROM messages WHERE session = ? AND role <> 'notice' ORDER BY n DESC LIMIT 1",
  );
  const model = database.prepare<[string], { readonly model: string }>(
    'SELECT model FROM session_models WHERE session = ?',
  );
  const setModel = database.prepare(
    'INSERT INTO session_models (session, model, at) VALUES (?, ?, ?) ON CONFLICT (session) DO UPDATE SET model = excluded.model, at = excluded.at',
  );
  const dropModel = database.prepare('DELETE FROM session_models WHERE session = ?');
  const shown = database.prepare<[string], 0 | 1>('SELECT is_shown FROM verbose_sessions WHERE session = ?').pluck();
  const setVerbose = database.prepare(
    'INSERT OR REPLACE INTO verbose_sessions (session, at, is_shown) VALUES (?, ?, ?)',
  );
  return {
    showsSteps(session) {
      const is = shown.get(session);
      return is === undefined ? undefined : is === 1;
    },
    setVerbose: (session, isVerbose, at) => void setVerbose.run(session, at, isVerbose ? 1 : 0),
    model: session => model.get(session)?.model,
    setModel: (session, name, at) =>
      void (name === undefined ? dropModel.run(session) : setModel.run(session, name, at)),
    chat: chat =>
      (chatRow.get(chat) as { readonly current: number; readonly newest: number } | undefined) ?? {
        current: 1,
        newest: 1,
      },
    setChat: (chat, current, newest) => void setChat.run(chat, current, newest),
    summary(session) {
      const said = first.get(session) as { readonly body: string } | undefined;
      const newest = last.get(session) as { readonly at: number } | undefined;
      return said && newest && { first: JSON.parse(said.body) as Body, at: newest.at };
    },
  };
}
