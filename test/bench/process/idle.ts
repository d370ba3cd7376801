/** Ten thousand sessions that rest: what they cost in memory and at boot, over an agent that has none. */

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { loadConfig } from '../../../config/load.ts';
import { compose } from '../../../src/compose.ts';
import { scratchHome } from '../bench-home.ts';
import { type Bench, median, spreadOf } from '../figure.ts';
import { ended, started } from './processes.ts';

const sessions = 10_000;
const rounds = 5;

export const idle: Bench = {
  name: 'idle',
  title: `${sessions.toLocaleString('en')} idle sessions, over an agent without any`,
  async run() {
    const empty = scratchHome();
    const full = scratchHome();
    try {
      await lived(empty.home);
      await lived(full.home);
      copySessions(join(full.home, 'straylight.db'));
      const megabytes: number[] = [];
      const seconds: number[] = [];
      const boots: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const without = await booted(empty.home);
        const withAll = await booted(full.home);
        megabytes.push((withAll.rss - without.rss) / 2 ** 20);
        seconds.push((withAll.ms - without.ms) / 1000);
        boots.push(without.ms / 1000);
      }
      const yardstick = `Straylight without them boots in ${median(boots).toFixed(2)} s`;
      return [
        { name: 'memory', value: median(megabytes), unit: 'MB', atMost: 50, yardstick, spread: spreadOf(megabytes) },
        { name: 'boot', value: median(seconds), unit: 's', atMost: 1, yardstick, spread: spreadOf(seconds) },
      ];
    } finally {
      empty.remove();
      full.remove();
    }
  },
};

/** A home whose one session has had a turn. */
async function lived(home: string): Promise<void> {
  const loaded = loadConfig({ home, env: { OLLAMA_HOST: '127.0.0.1:9' } });
  if (!loaded.ok) throw new Error(loaded.message);
  const straylight = await compose(loaded.config, { reaching: false, server: false });
  await straylight.start();
  await straylight.agent.sessions.say({
    id: 'session:terminal:0',
    clientId: '0',
    text: 'remember that my bike is green',
  });
  await straylight.system.quiet();
  await straylight.stop();
}

/** The rows of that session under ten thousand more names: actor, journal, messages, turn. */
function copySessions(file: string): void {
  const database = new Database(file);
  const named = (column: string) => `replace(${column}, 'session:terminal:0', 'session:terminal:' || @n)`;
  const first = 'session:terminal:0';
  const columnsOf = (table: string, but: readonly string[]) =>
    (database.pragma(`table_info(${table})`) as { name: string }[])
      .map(({ name }) => name)
      .filter(name => !but.includes(name));
  const copyOf = (table: string, but: readonly string[], renamed: Readonly<Record<string, string>>, where: string) => {
    const columns = columnsOf(table, but);
    const values = columns.map(name => renamed[name] ?? name);
    return database.prepare(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${where}`);
  };
  const copies = [
    copyOf(
      'actors',
      ['n'],
      { address: named('address'), state: named('state'), input: named('input') },
      `address = '${first}'`,
    ),
    copyOf(
      'journal',
      [],
      {
        actor: `(SELECT n FROM actors WHERE address = '${first.slice(0, -1)}' || @n)`,
        event: named('event'),
        effects: named('effects'),
      },
      `actor = (SELECT n FROM actors WHERE address = '${first}')`,
    ),
    copyOf('messages', ['n'], { id: `id || '/' || @n`, session: named('session') }, `session = '${first}'`),
  ];
  database.transaction(() => {
    for (let n = 1; n <= sessions; n += 1) for (const copy of copies) copy.run({ n });
  })();
  database.close();
}

async function booted(home: string): Promise<{ readonly rss: number; readonly ms: number }> {
  const { child, first } = await started<{ rss: number; ms: number }>('idle-agent.ts', [home], ['--expose-gc']);
  await ended(child);
  return first;
}
