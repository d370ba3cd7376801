/** The tables `skills_loads` and `skills_offers`. */
import type { SkillUse } from '../../../../domain/skills/skill.ts';
import type { SkillLedger } from '../../../../ports/ledgers/skill.ts';
import type { FeatureMigration, SqliteDatabase } from '../database.ts';

export const skillMigrations: readonly FeatureMigration[] = [
  {
    number: 1,
    name: 'uses',
    sql: `
-- A skill that was loaded by a tool call.
CREATE TABLE skills_loads (
  call    TEXT PRIMARY KEY,             -- the address of the call
  skill   TEXT NOT NULL,
  hash    TEXT NOT NULL,                -- of its content
  session TEXT NOT NULL,
  turn    TEXT NOT NULL,
  at      INTEGER NOT NULL
) STRICT;
CREATE INDEX skills_loads_session ON skills_loads (session, turn);
CREATE INDEX skills_loads_skill ON skills_loads (skill);
-- In how many requests to a model each stood.
CREATE TABLE skills_offers (
  skill   TEXT PRIMARY KEY,
  offered INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
  },
];

/** {@link SkillLedger} over one open database. */
export function sqliteSkillLedger(database: SqliteDatabase): SkillLedger {
  const use = database.prepare<[string, string], SkillUse>(
    `SELECT coalesce((SELECT offered FROM skills_offers WHERE skill = ?), 0) AS offered,
       count(DISTINCT l.turn) AS loaded, count(DISTINCT CASE WHEN t.outcome = 'done' THEN l.turn END) AS useful,
       max(l.at) AS lastAt
     FROM skills_loads l LEFT JOIN turns t ON t.id = l.turn WHERE l.skill = ?`,
  );
  const loaded = database.prepare('INSERT OR IGNORE INTO skills_loads VALUES (?, ?, ?, ?, ?, ?)');
  const offered = database.prepare(
    'INSERT INTO skills_offers VALUES (?, ?) ON CONFLICT (skill) DO UPDATE SET offered = offered + excluded.offered',
  );
  const active = database.prepare<[string], { skill: string; hash: string }>(
    `SELECT l.skill, l.hash FROM skills_loads l JOIN turns t ON t.id = l.turn
     WHERE l.session = ? AND t.outcome = 'running' GROUP BY l.skill, l.hash ORDER BY max(l.at) DESC, max(l.rowid) DESC`,
  );
  return {
    use: skill => use.get(skill, skill) ?? { offered: 0, loaded: 0, useful: 0, lastAt: null },
    loaded: ({ call, skill, hash, session, turn, at }) => void loaded.run(call, skill, hash, session, turn, at),
    offered: (skill, times) => void offered.run(skill, times),
    active: session => active.all(session),
  };
}
