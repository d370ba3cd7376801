/** Numbers about the whole agent, to find what goes wrong slowly. All of them are read, none is kept. */
import { statfsSync } from 'node:fs';
import type { AgentFacts, Spender } from '../../../../domain/supervision/patterns.ts';
import type { SqliteDatabase } from '../database.ts';

/** `tokens`: conversations that have used no more are left out. */
export function agentFacts({
  database,
  folder,
}: {
  readonly database: SqliteDatabase;
  /** A folder of the disk that is looked at. */
  readonly folder: string;
}) {
  // a day of the owner begins at most a day before the same instant elsewhere
  const spent = database.prepare<[string, number, number], Omit<Spender, 'ownerAt'>>(
    `SELECT session, sum(tokens) AS tokens, sum(micros) AS micros FROM spend
     WHERE day >= ? AND at >= ? GROUP BY session HAVING sum(tokens) > ? ORDER BY tokens DESC LIMIT 20`,
  );
  const spoken = database.prepare<[string], { readonly at: number }>(
    `SELECT at FROM messages WHERE session = ? AND role = 'owner' ORDER BY n DESC LIMIT 1`,
  );
  const size = database.prepare<[], { readonly bytes: number }>(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
  );

  return (now: number, tokens: number): Omit<AgentFacts, 'sizes'> => ({
    now,
    ...diskOf(folder),
    database: { bytes: size.get()?.bytes ?? 0 },
    spenders: spent
      .all(new Date(now - 2 * dayMs).toISOString().slice(0, 10), now - hourMs, tokens)
      .map(spender => ({ ...spender, ownerAt: spoken.get(spender.session)?.at ?? null })),
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Nothing where the file system does not say. */
function diskOf(folder: string): Pick<AgentFacts, 'disk'> {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return blocks > 0 ? { disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize } } : {};
  } catch {
    return {};
  }
}
