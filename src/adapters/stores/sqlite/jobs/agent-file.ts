/** The tables `agent_file_writes` and `agent_file_jobs`. */
import type { WrittenEntry } from '../../../../domain/jobs/agent-file.ts';
import type { AgentFileLedger } from '../../../../ports/ledgers/agent-file.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link AgentFileLedger} over one open database that has migration 026. */
export function sqliteAgentFileLedger(database: SqliteDatabase): AgentFileLedger {
  const note = database.prepare(
    'INSERT OR REPLACE INTO agent_file_writes (hash, taint, given_by, at) VALUES (?, ?, ?, ?)',
  );
  const written = database.prepare<[string], WrittenEntry>(
    'SELECT taint, given_by AS "by" FROM agent_file_writes WHERE hash = ?',
  );
  const taken = database.prepare<[string], { readonly hash: string }>(
    'SELECT hash FROM agent_file_jobs WHERE name = ?',
  );
  const names = database.prepare<[], { readonly name: string }>('SELECT name FROM agent_file_jobs ORDER BY name');
  const take = database.prepare('INSERT OR REPLACE INTO agent_file_jobs (name, hash, at) VALUES (?, ?, ?)');
  const drop = database.prepare('DELETE FROM agent_file_jobs WHERE name = ?');
  return {
    note: (hash, { taint, by }, at) => void note.run(hash, taint, by, at),
    written: hash => written.get(hash),
    taken: name => taken.get(name)?.hash,
    names: () => names.all().map(({ name }) => name),
    take: (name, hash, at) => void take.run(name, hash, at),
    drop: name => void drop.run(name),
  };
}
