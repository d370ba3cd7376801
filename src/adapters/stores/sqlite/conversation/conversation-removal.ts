/** One conversation taken out of every table that holds it, in SQLite. */
import { forgottenText } from '../../../../domain/memory/forgetting.ts';
import type { ConversationRemoval } from '../../../../ports/ledgers/conversation-removal.ts';
import type { SqliteDatabase } from '../database.ts';

/** Its place in the index of words is taken out while its text can still be read. */
const removals = [
  `INSERT INTO messages_fts (messages_fts, rowid, text)
     SELECT 'delete', t.n, t.text FROM message_words t JOIN messages m ON m.n = t.n WHERE m.session = ?`,
  'DELETE FROM set_aside WHERE message IN (SELECT id FROM messages WHERE session = ?)',
  'DELETE FROM messages WHERE session = ?',
  'DELETE FROM deliveries WHERE session = ?',
  'DELETE FROM approvals WHERE session = ?',
  'DELETE FROM conversation_marks WHERE session = ?',
  'DELETE FROM session_models WHERE session = ?',
  'DELETE FROM verbose_sessions WHERE session = ?',
  'DELETE FROM observations WHERE session = ?',
  'DELETE FROM turn_keys WHERE session = ?',
  'DELETE FROM orders WHERE session = ?',
  'DELETE FROM compactions WHERE session = ?',
  'DELETE FROM part_summaries WHERE session = ?',
  'DELETE FROM session_profiles WHERE session = ?',
  'DELETE FROM conversation_agents WHERE session = ?',
  'DELETE FROM evictions WHERE session = ?',
  'DELETE FROM subscriptions WHERE session = ?',
  'DELETE FROM turn_tasks WHERE session = ?',
  // what a tool did is counted still, and so is what a turn has cost
  `UPDATE tool_calls SET reasons = '[]', unasked = NULL WHERE session = ?`,
  'UPDATE turns SET reply = NULL WHERE session = ?',
  `UPDATE tasks SET text = '${forgottenText}' WHERE session = ?`,
];

interface MessageRow {
  readonly body: string;
  readonly more: string | null;
  readonly text: string | null;
}

/** {@link ConversationRemoval} over one open database. */
export function sqliteConversationRemoval(database: SqliteDatabase): ConversationRemoval {
  const beneath = database
    .prepare<[string], string>(
      `WITH RECURSIVE tree (address, depth) AS (
         SELECT ?, 0 UNION SELECT a.address, tree.depth + 1 FROM actors a JOIN tree ON a.parent = tree.address)
       SELECT address FROM tree ORDER BY depth`,
    )
    .pluck();
  // the number behind it is that of the newest message it has read
  const observing = database
    .prepare<{ prefix: string }, string>(
      `SELECT address FROM actors WHERE substr(address, 1, length(@prefix)) = @prefix
         AND substr(address, length(@prefix) + 1) NOT GLOB '*[^0-9]*'`,
    )
    .pluck();
  const busy = database
    .prepare<[string], number>(`SELECT 1 FROM effects WHERE owner = ? AND status IN ('pending', 'running')`)
    .pluck();
  const said = database.prepare<[string], MessageRow>(
    `SELECT body, more, CASE json_type(body) WHEN 'text' THEN body ->> '$'
       ELSE (SELECT b.body FROM blobs b WHERE b.hash = messages.body ->> '$.blob') END AS text
     FROM messages WHERE session = ?`,
  );
  const statements = removals.map(sql => database.prepare(sql));
  return {
    actors: session => beneath.all(session),
    observers: session => observing.all({ prefix: `observer:${session.slice(session.indexOf(':') + 1)}~` }),
    isBusy: actors => actors.some(address => busy.get(address) !== undefined),
    remove(session) {
      const rows = said.all(session);
      for (const statement of statements) statement.run(session);
      return {
        messages: rows.length,
        texts: rows.flatMap(({ text, more }) => [...(text === null ? [] : [text]), ...textsIn(more)]),
        blobs: rows.flatMap(({ body, more }) => hashesIn(`${body} ${more ?? ''}`)),
      };
    },
  };
}

/** What was asked of tools, as far as it is stored in the row. */
function textsIn(more: string | null): readonly string[] {
  if (more === null) return [];
  const { toolCalls = [] } = JSON.parse(more) as { readonly toolCalls?: readonly { readonly arguments: unknown }[] };
  return toolCalls.flatMap(({ arguments: given }) => (typeof given === 'string' ? [given] : []));
}

function hashesIn(json: string): readonly string[] {
  return [...json.matchAll(/"blob":"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash);
}
