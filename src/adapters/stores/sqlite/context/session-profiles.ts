/** The table `session_profiles`. */
import { type ProfileName, profileNames } from '../../../../domain/context/profiles.ts';
import type { SessionProfiles } from '../../../../ports/ledgers/context/session-profiles.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link SessionProfiles} over one open database. */
export function sqliteSessionProfiles(database: SqliteDatabase): SessionProfiles {
  const one = database.prepare<[string], string>('SELECT profile FROM session_profiles WHERE session = ?').pluck();
  const set = database.prepare('INSERT OR REPLACE INTO session_profiles (session, profile, at) VALUES (?, ?, ?)');
  const drop = database.prepare('DELETE FROM session_profiles WHERE session = ?');
  return {
    get(session): ProfileName | undefined {
      const name = one.get(session);
      return profileNames.find(known => known === name);
    },
    set: (session, profile, at) => void (profile === undefined ? drop.run(session) : set.run(session, profile, at)),
  };
}
