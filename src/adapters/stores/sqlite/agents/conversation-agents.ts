/** The table `conversation_agents`, in memory from the first question on. */
import type { ConversationAgents } from '../../../../ports/agents/conversation-agents.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link ConversationAgents} over one open database. */
export function sqliteConversationAgents(database: SqliteDatabase): ConversationAgents {
  let kept: Map<string, string> | undefined;
  const all = () => {
    kept ??= new Map(
      database
        .prepare<[], { session: string; agent: string }>('SELECT session, agent FROM conversation_agents')
        .all()
        .map(({ session, agent }) => [session, agent]),
    );
    return kept;
  };
  return {
    of: session => all().get(session),
    set(session, agent, at) {
      if (agent === undefined) {
        database.prepare('DELETE FROM conversation_agents WHERE session = ?').run(session);
        all().delete(session);
        return;
      }
      database.prepare('INSERT OR REPLACE INTO conversation_agents VALUES (?, ?, ?)').run(session, agent, at);
      all().set(session, agent);
    },
    reload() {
      kept = undefined;
    },
  };
}
