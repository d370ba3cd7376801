/** The table `observations`, and the messages since. */
import { agentChannel } from '../../../../domain/agents/agent.ts';
import { jobChannel } from '../../../../domain/jobs/job.ts';
import type { News, Observations, ObservedMessage } from '../../../../ports/memory/observations.ts';
import type { SqliteDatabase } from '../database.ts';

/** So many messages are looked through at once, the newest. */
const mostMessages = 80;

export function sqliteObservations(database: SqliteDatabase): Observations {
  const rested = database.prepare<[number, number], News>(`
    SELECT m.session, coalesce(o.upto, 0) AS after, max(m.n) AS upto
    FROM messages m LEFT JOIN observations o ON o.session = m.session
    WHERE m.at >= ? AND m.role = 'owner' AND m.n > coalesce(o.upto, 0) AND m.session NOT GLOB 'session:${jobChannel}:*'
      AND m.session NOT GLOB 'session:${agentChannel}:*'
    GROUP BY m.session
    HAVING (SELECT max(l.at) FROM messages l WHERE l.session = m.session) <= ?
      AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.session = m.session AND t.outcome = 'running')`);
  const upTo = database.prepare<{ session: string; message: string; since: number }, News>(`
    SELECT m.session, coalesce(o.upto, 0) AS after, max(m.n) AS upto
    FROM messages m LEFT JOIN observations o ON o.session = m.session
    WHERE m.session = @session AND m.at >= @since AND m.role = 'owner' AND m.n > coalesce(o.upto, 0)
      AND m.n <= (SELECT n FROM messages WHERE id = @message) AND m.session NOT GLOB 'session:${jobChannel}:*'
      AND m.session NOT GLOB 'session:${agentChannel}:*'
    GROUP BY m.session`);
  const read = database.prepare<[string, number, number, number], ObservedMessage>(`
    SELECT m.id, m.role, t.text, m.taint FROM messages m JOIN message_texts t ON t.n = m.n
    WHERE m.session = ? AND m.n > ? AND m.n <= ? AND (m.role = 'owner' OR m.taint <> 'external')
      AND m.more ->> '$.isAside' IS NULL AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id)
    ORDER BY m.n DESC LIMIT ?`);
  const observed = database.prepare<[string, string]>(
    'SELECT 1 FROM observations o JOIN messages m ON m.id = ? WHERE o.session = ? AND m.n <= o.upto',
  );
  const last = database.prepare<[], ReturnType<Observations['last']>>(
    `SELECT (SELECT max(at) FROM observations) AS lookedAt,
       (SELECT max(at) FROM memory_batches WHERE kind = 'observer' AND undone_at IS NULL) AS learnedAt`,
  );
  const mark = database.prepare(`
    INSERT INTO observations (session, upto, at) VALUES (?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET upto = max(upto, excluded.upto), at = excluded.at`);
  return {
    rested: (before, since) => rested.all(since, before),
    newsUpTo: (session, message, since) => upTo.get({ session, message, since }),
    read: ({ session, after, upto }) => read.all(session, after, upto, mostMessages).reverse(),
    last: () => last.get() ?? { lookedAt: null, learnedAt: null },
    isObserved: (session, message) => observed.get(message, session) !== undefined,
    mark: (session, upto, at) => void mark.run(session, upto, at),
  };
}
