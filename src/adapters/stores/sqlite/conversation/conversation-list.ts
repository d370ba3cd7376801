/** The conversations there are, in SQLite. */
import { agentChannel } from '../../../../domain/agents/agent.ts';
import type { Body } from '../../../../domain/conversation/body.ts';
import { jobChannel } from '../../../../domain/jobs/job.ts';
import type { ConversationList, ConversationRow } from '../../../../ports/ledgers/conversation-list.ts';
import type { SqliteDatabase } from '../database.ts';

interface Row {
  readonly session: string;
  readonly first: string | null;
  readonly at: number;
  readonly title: string | null;
  readonly pinned: number | null;
  readonly archived: number | null;
}

/** Each conversation is one step through the index of the messages, so the number of messages does not count. */
const everySession = `
  WITH RECURSIVE spoken (session) AS (
    SELECT min(session) FROM messages
    UNION ALL
    SELECT (SELECT min(session) FROM messages WHERE session > spoken.session) FROM spoken WHERE session IS NOT NULL)`;

const columns = `
  SELECT s.session, k.title, k.pinned, k.archived,
    (SELECT body FROM messages WHERE session = s.session AND role = 'owner' ORDER BY n LIMIT 1) AS first,
    (SELECT at FROM messages WHERE session = s.session AND role <> 'notice' ORDER BY n DESC LIMIT 1) AS at`;

/** {@link ConversationList} over one open database. */
export function sqliteConversationList(database: SqliteDatabase): ConversationList {
  const all = database.prepare<[string, number], Row>(`${everySession}
    ${columns} FROM spoken s LEFT JOIN conversation_marks k ON k.session = s.session
    WHERE s.session IS NOT NULL AND at IS NOT NULL AND ? IN ('all', CASE
      WHEN s.session GLOB 'session:${jobChannel}:*' OR s.session GLOB 'session:${agentChannel}:*' THEN 'jobs'
      WHEN coalesce(k.archived, 0) = 1 THEN 'archived' ELSE 'active' END)
    ORDER BY coalesce(k.pinned, 0) DESC, at DESC LIMIT ?`);
  const one = database.prepare<[string], Row>(`
    ${columns} FROM (SELECT ? AS session) s LEFT JOIN conversation_marks k ON k.session = s.session
    WHERE at IS NOT NULL`);
  const mark = database.prepare(`
    INSERT INTO conversation_marks (session, title, pinned, archived) VALUES (?, ?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET title = excluded.title, pinned = excluded.pinned, archived = excluded.archived`);
  return {
    rows: (list, limit) => all.all(list, limit).map(rowOf),
    row(session) {
      const found = one.get(session);
      return found && rowOf(found);
    },
    mark: (session, { title, isPinned, isArchived }) =>
      void mark.run(session, title, Number(isPinned), Number(isArchived)),
  };
}

function rowOf({ session, first, at, title, pinned, archived }: Row): ConversationRow {
  return {
    session,
    first: first === null ? undefined : (JSON.parse(first) as Body),
    at,
    title,
    isPinned: pinned === 1,
    isArchived: archived === 1,
  };
}
