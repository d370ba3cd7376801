/** What one turn writes to the disk must not grow with the conversation it belongs to. */
import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { loadConfig } from '../../config/load.ts';
import { compose } from '../../src/compose.ts';
import { scratchHome } from './bench-home.ts';
import type { Bench } from './figure.ts';
import { redoBytes } from './redo-bytes.ts';

const session = 'session:terminal:bytes';
/** So many turns are averaged at each place. */
const averaged = 40;

/** By then the tables are written out. */
const writtenOutMs = 1500;

export const bytes: Bench = {
  name: 'bytes',
  title: 'Bytes written per turn, at message 1 000 as a multiple of those at message 10',
  async run() {
    const { home, remove } = scratchHome();
    const loaded = loadConfig({ home, env: { OLLAMA_HOST: '127.0.0.1:9' } });
    if (!loaded.ok) throw new Error(loaded.message);
    const straylight = await compose(loaded.config, { reaching: false, server: false });
    await straylight.start();
    let turns = 0;
    const turn = async () => {
      turns += 1;
      await straylight.agent.sessions.say({
        id: session,
        clientId: `turn-${turns}`,
        text: `hello for the time number ${turns}`,
      });
      await straylight.system.quiet();
    };
    /** Two messages a turn: the owner's and the reply. */
    const until = async (message: number) => {
      while (turns * 2 < message) await turn();
    };
    const reader = new Database(`${home}/straylight.db`);
    const redo = redoBytes();
    /**
     * The records of the redo log, and the growth of the write-ahead log of SQLite. A reader that stays keeps that from
     * being begun anew. What a checkpoint copies into the file later is a share of the same pages and depends on when it
     * comes.
     */
    const perTurn = async () => {
      await setTimeout(writtenOutMs);
      reader.pragma('wal_checkpoint(TRUNCATE)');
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM actors').get();
      await turn();
      await setTimeout(writtenOutMs);
      const written = () => statSync(`${home}/straylight.db-wal`).size + redo();
      const before = written();
      for (let n = 0; n < averaged; n += 1) await turn();
      await setTimeout(writtenOutMs);
      const after = written();
      reader.exec('COMMIT');
      return (after - before) / averaged;
    };
    try {
      await until(10);
      const early = await perTurn();
      await until(1000);
      const late = await perTurn();
      const kilobytes = (count: number) => `${(count / 1024).toFixed(0)} KB`;
      return [
        {
          name: 'bytes written per turn at message 1 000',
          value: late / early,
          unit: '×',
          atMost: 1.2,
          yardstick: `${kilobytes(late)} a turn, ${kilobytes(early)} at message 10 (both logs)`,
        },
      ];
    } finally {
      reader.close();
      await straylight.stop();
      remove();
    }
  },
};
