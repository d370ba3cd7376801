/** What a turn begins with, of the rows: what earlier conversations, the owner's profile and the ends of this program leave for it, and the table `session_profiles`. */
import { type ProfileName, profileNames } from '../../../../domain/context/profiles.ts';
import type { EarlierRows } from '../../../../ports/ledgers/context/earlier.ts';
import type { SessionProfiles } from '../../../../ports/ledgers/context/session-profiles.ts';
import type { SqliteDatabase } from '../database.ts';
import { knownEmpty } from '../known-empty.ts';
import { standingCompaction } from './compactions.ts';

/** {@link EarlierRows} over one open database. */
export function sqliteEarlier(database: SqliteDatabase): EarlierRows {
  // memories that say who the owner is, by what they are about
  const profile = database
    .prepare<[number], string>(
      `SELECT id FROM memories WHERE (subject GLOB 'owner*' OR subject IN (
         'my name', 'my home', 'my work', 'my job', 'my language', 'my birthday', 'my family',
         'mein name', 'meine arbeit', 'mein beruf', 'meine sprache', 'mein geburtstag', 'meine familie'))
       AND status = 'active' AND partition = 'global' AND taint = 'owner' AND sensitivity = 'normal'
       AND (expires_at IS NULL OR expires_at > unixepoch() * 1000)
       ORDER BY importance DESC, updated_at DESC LIMIT ?`,
    )
    .pluck();
  const text = `CASE json_type(m.body) WHEN 'text' THEN m.body ->> '$'
    ELSE coalesce((SELECT b.body FROM blobs b WHERE b.hash = m.body ->> '$.blob'), '') END`;
  const summary = database
    .prepare<{ session: string }, string>(
      `SELECT ${text} FROM (${standingCompaction}) c JOIN messages m ON m.id = c.summary WHERE m.taint = 'owner'`,
    )
    .pluck();
  const shown = `m.session = ? AND m.role = 'owner' AND m.taint = 'owner' AND m.more ->> '$.isAside' IS NULL
    AND NOT EXISTS (SELECT 1 FROM set_aside s WHERE s.message = m.id)`;
  const said = database
    .prepare<[string, number], string>(`SELECT ${text} FROM messages m WHERE ${shown} ORDER BY m.n DESC LIMIT ?`)
    .pluck();
  const first = database
    .prepare<[string], string>(`SELECT ${text} FROM messages m WHERE ${shown} ORDER BY m.n LIMIT 1`)
    .pluck();
  const crashed = database
    .prepare<{ since: number; boot: string }, number>(
      `SELECT 1 FROM boots WHERE ended_at IS NULL AND id <> @boot
       AND started_at = (SELECT max(started_at) FROM boots WHERE started_at <= @since)`,
    )
    .pluck();
  // all requests of a turn ask the same, and what ended before this program began changes no more
  let latest: { readonly since: number; readonly boot: string; readonly isCrashed: boolean } | undefined;
  return {
    profile: limit => profile.all(limit),
    summary: session => summary.get({ session }),
    said: (session, limit) => said.all(session, limit).toReversed(),
    title: session => first.get(session),
    isCrashed(since, boot) {
      if (latest?.since !== since || latest.boot !== boot)
        latest = { since, boot, isCrashed: crashed.get({ since, boot }) !== undefined };
      return latest.isCrashed;
    },
  };
}

/** {@link SessionProfiles} over one open database. */
export function sqliteSessionProfiles(database: SqliteDatabase): SessionProfiles {
  const one = database.prepare<[string], string>('SELECT profile FROM session_profiles WHERE session = ?').pluck();
  const set = database.prepare('INSERT OR REPLACE INTO session_profiles (session, profile, at) VALUES (?, ?, ?)');
  const drop = database.prepare('DELETE FROM session_profiles WHERE session = ?');
  const empty = knownEmpty(database, 'session_profiles');
  return {
    get(session): ProfileName | undefined {
      const name = empty.unlessNone(session, () => one.get(session), undefined);
      return profileNames.find(known => known === name);
    },
    set(session, profile, at) {
      empty.forget(session);
      if (profile === undefined) drop.run(session);
      else set.run(session, profile, at);
    },
  };
}
