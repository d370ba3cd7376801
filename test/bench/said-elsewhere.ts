/** What each turn pays for being reminded of what the owner said elsewhere, however much that is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { sqliteEpisodes } from '../../src/adapters/stores/sqlite/memories/episodes.ts';
import { type Bench, median } from './figure.ts';

const few = 1_000;
const many = 100_000;
const looks = 40;

export const saidElsewhere: Bench = {
  name: 'said-elsewhere',
  title: `Recalling what was said, among ${many.toLocaleString('en')} messages that all share words with the question`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
    const database = openDatabase({ file: join(folder, 'bench.db'), synchronous: 'normal', now: Date.now });
    try {
      const episodes = sqliteEpisodes(database);
      const say = database.prepare(
        `INSERT INTO messages (id, session, turn, role, body, taint, more, at)
         VALUES (?, 'session:web:said', 'turn', 'owner', ?, 'owner', NULL, ?)`,
      );
      const index = database.prepare('INSERT INTO messages_fts (rowid, text) VALUES (?, ?)');
      let said = 0;
      const until = database.transaction((count: number) => {
        for (; said < count; said += 1) {
          const { lastInsertRowid } = say.run(`m${said}`, JSON.stringify(sentence(said)), said);
          index.run(lastInsertRowid, sentence(said));
          episodes.keep(`m${said}`);
        }
      });
      const find = (at: number) => {
        const from = process.cpuUsage();
        episodes.find({ words: sentence(at * 7), session: 'session:web:asking', limit: 3 });
        const { user, system } = process.cpuUsage(from);
        return (user + system) / 1000;
      };
      const among = (count: number) => {
        until(count);
        for (let at = 0; at < looks; at += 1) find(at); // warm
        return median(Array.from({ length: looks }, (_, at) => find(at)));
      };
      const early = among(few);
      const late = among(many);
      const yardstick = `processor time; ${early.toFixed(2)} ms among ${few.toLocaleString('en')}`;
      return [{ name: 'the middle one', value: late, unit: 'ms', atMost: 10, yardstick }];
    } finally {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function sentence(at: number): string {
  return `my sister lives in the house number ${at} of the long street`;
}
