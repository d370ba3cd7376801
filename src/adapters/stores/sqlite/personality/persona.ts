/** The table `persona_state`. */
import { axisNames, type PersonalityChoice } from '../../../../domain/personality/personality.ts';
import type { PersonaLedger } from '../../../../ports/ledgers/context/persona.ts';
import type { SqliteDatabase } from '../database.ts';

/** {@link PersonaLedger} over one open database. */
export function sqlitePersona(database: SqliteDatabase): PersonaLedger {
  const all = database.prepare<[], { readonly name: string; readonly value: string }>(
    'SELECT name, value FROM persona_state',
  );
  const set = database.prepare('INSERT OR REPLACE INTO persona_state (name, value, at) VALUES (?, ?, ?)');
  const clear = database.prepare('DELETE FROM persona_state');
  return {
    get(): PersonalityChoice {
      const rows = all.all();
      const axes = axisNames.flatMap(axis => {
        const value = Number(rows.find(({ name }) => name === axis)?.value ?? Number.NaN);
        return Number.isFinite(value) ? [[axis, value] as const] : [];
      });
      return { preset: rows.find(({ name }) => name === 'preset')?.value, axes: Object.fromEntries(axes) };
    },
    setAxis: (axis, value, at) => void set.run(axis, String(value), at),
    setPreset(name, at) {
      clear.run();
      set.run('preset', name, at);
    },
    clear: () => void clear.run(),
  };
}
