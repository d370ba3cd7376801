/** What each turn pays for being reminded of what the owner said elsewhere, however much that is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { sqliteEpisodes } from '../../src/adapters/stores/sqlite/memories/episodes.ts';
import { benchConfig, scratchHome } from './bench-home.ts';
import { type Bench, type Figure, median } from './figure.ts';
import { modelPeer } from './process/processes.ts';
import { agentTurns } from './turn/agent-turns.ts';
import type { Turns } from './turn/turns.ts';

const few = 1_000;
const many = 100_000;
const looks = 40;
const warmRounds = 4;
const timedRounds = 9;
/** Of each round: enough for the mean of a turn to say something. */
const load = { sessions: 4, turns: 8 };

export const saidElsewhere: Bench = {
  name: 'said-elsewhere',
  title: `Recalling what was said, among ${many.toLocaleString('en')} messages that all share words with the question`,
  run: async () => [theLook(), await theTurn()],
};

function theLook(): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
  const database = opened(join(folder, 'bench.db'));
  try {
    const episodes = sqliteEpisodes(database);
    const until = sayer(database);
    const find = (at: number) => {
      const from = process.cpuUsage();
      episodes.find({ words: sentence(at * 7), session: 'session:web:asking', limit: 3 });
      return millisecondsSince(from);
    };
    const among = (count: number) => {
      until(count);
      for (let at = 0; at < looks; at += 1) find(at); // warm
      return median(Array.from({ length: looks }, (_, at) => find(at)));
    };
    const early = among(few);
    const late = among(many);
    const yardstick = `processor time; ${early.toFixed(2)} ms among ${few.toLocaleString('en')}`;
    return { name: 'the middle one', value: late, unit: 'ms', atMost: 10, yardstick };
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two agents in this process, asked by turns: one in an empty home, one that has heard all of it. */
async function theTurn(): Promise<Figure> {
  const model = await modelPeer();
  const homes = [scratchHome(), scratchHome()] as const;
  const agents: Turns[] = [];
  try {
    const full = opened(benchConfig(homes[1].home, model.url).paths.database);
    sayer(full)(many);
    full.close();
    for (const { home } of homes) agents.push(await agentTurns(home, model.url));
    const taken = agents.map(() => [] as number[]);
    for (let round = 0; round < warmRounds + timedRounds; round += 1)
      for (const [at, agent] of agents.entries()) {
        const from = process.cpuUsage();
        await agent.run({ name: `round-${round}`, ...load, text: sentence(round * 7) });
        if (round >= warmRounds) taken[at]?.push(millisecondsSince(from) / (load.sessions * load.turns));
      }
    const [empty = Number.NaN, heard = Number.NaN] = taken.map(median);
    const yardstick = `processor time; ${heard.toFixed(2)} ms, ${empty.toFixed(2)} ms in an empty home`;
    return { name: 'a whole turn ÷ one in an empty home', value: heard / empty, unit: '×', atMost: 1.2, yardstick };
  } finally {
    for (const agent of agents) await agent.close();
    for (const { remove } of homes) remove();
    await model.close();
  }
}

function opened(file: string): SqliteDatabase {
  return openDatabase({ file, synchronous: 'normal', now: Date.now });
}

/** Says sentences until there are so many of them. */
function sayer(database: SqliteDatabase): (count: number) => void {
  const episodes = sqliteEpisodes(database);
  const say = database.prepare(
    `INSERT INTO messages (id, session, turn, role, body, taint, more, at)
     VALUES (?, 'session:web:said', 'turn', 'owner', ?, 'owner', NULL, ?)`,
  );
  const index = database.prepare('INSERT INTO messages_fts (rowid, text) VALUES (?, ?)');
  let said = 0;
  return database.transaction((count: number) => {
    for (; said < count; said += 1) {
      const { lastInsertRowid } = say.run(`m${said}`, JSON.stringify(sentence(said)), said);
      index.run(lastInsertRowid, sentence(said));
      episodes.keep(`m${said}`);
    }
  });
}

function millisecondsSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

function sentence(at: number): string {
  return `my sister lives in the house number ${at} of the long street`;
}
