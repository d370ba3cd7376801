/**
 * A durable turn against a bare loop that does the same: alone, in a long conversation, and with sixteen sessions at
 * once.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { givenFile, scratchHome } from '../bench-home.ts';
import { type Bench, type Figure, median, middleHalf } from '../figure.ts';
import { type Contender, contender, modelPeer } from '../process/processes.ts';

interface Case {
  readonly name: string;
  readonly steps: number;
  readonly sessions: number;
  /** So many times each side has one turn per session, in turns. */
  readonly rounds: number;
  /** The same conversation from round to round, its window full from the start; else every turn begins a new one. */
  readonly long?: boolean;
  /** As on a disk that takes so much longer to write a commit through. */
  readonly slowDiskMs?: number;
  readonly atMost?: number;
}

const cases: readonly Case[] = [
  { name: '10 tool steps, alone', steps: 10, sessions: 1, rounds: 120, atMost: 2 },
  { name: '3 tool steps, alone', steps: 3, sessions: 1, rounds: 120 },
  { name: 'no tool step, alone', steps: 0, sessions: 1, rounds: 150 },
  { name: '10 tool steps, alone, in a long conversation', steps: 10, sessions: 1, rounds: 60, long: true },
  { name: '10 tool steps, 16 sessions at once', steps: 10, sessions: 16, rounds: 25, atMost: 1.3 },
  { name: '3 tool steps, 16 sessions at once', steps: 3, sessions: 16, rounds: 25 },
  { name: 'no tool step, 16 sessions at once', steps: 0, sessions: 16, rounds: 40 },
  { name: '10 tool steps, alone, a disk 1 ms slower', steps: 10, sessions: 1, rounds: 40, slowDiskMs: 1 },
  {
    name: '10 tool steps, 16 sessions, a disk 1 ms slower',
    steps: 10,
    sessions: 16,
    rounds: 12,
    slowDiskMs: 1,
  },
];

/** Before a case is timed: for compilers and caches, and to fill the window of a long conversation. */
const warmRounds = 10;

type Sides = Record<'agent' | 'bare', Contender>;

export const turn: Bench = {
  name: 'turn',
  title: 'A durable turn, as a multiple of a bare loop that commits one row a message (both synchronous = FULL)',
  async run() {
    const homes = { agent: scratchHome(), bare: scratchHome() };
    const peer = await modelPeer();
    const agent = await contender('agent', homes.agent.home, peer.url);
    writeFileSync(join(homes.bare.home, givenFile), await instructionsOf(agent));
    const bare = await contender('bare', homes.bare.home, peer.url);
    try {
      await sameRequests({ agent, bare });
      const figures: Figure[] = [commitOfOneRow(homes.bare.home)];
      for (const it of cases) figures.push(await measured(it, { agent, bare }));
      return figures;
    } finally {
      await Promise.all([agent.close(), bare.close(), peer.close()]);
      for (const { remove } of Object.values(homes)) remove();
    }
  },
};

/**
 * How much the ratios say depends on it: Straylight makes as many commits as the loop alone, and few with sixteen
 * sessions at once.
 */
function commitOfOneRow(home: string): Figure {
  const database = new Database(join(home, 'commits.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE rows (n INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  const insert = database.prepare('INSERT INTO rows (body) VALUES (?)');
  const body = 'x'.repeat(500);
  const ms = Array.from({ length: 500 }, () => {
    const began = performance.now();
    insert.run(body);
    return performance.now() - began;
  });
  database.close();
  return {
    name: 'a commit of one row on this disk',
    value: median(ms),
    unit: 'ms',
    yardstick: `${ms.length} rows of ${body.length} characters`,
    spread: middleHalf(ms),
  };
}

async function measured(
  { name, steps, sessions, rounds, long, slowDiskMs = 0, atMost }: Case,
  sides: Sides,
): Promise<Figure> {
  const ms = { agent: [] as number[], bare: [] as number[] };
  for (let round = -warmRounds; round < rounds; round += 1) {
    const conversation = long ? name : `${name} ${round + warmRounds}`;
    const request = {
      name: conversation.replaceAll(/\W+/g, '-'),
      sessions,
      turns: 1,
      text: `${steps} steps, please`,
      slowDiskMs,
    };
    // the second side finds the machine as the first has left it: each is second every other time
    for (const side of round % 2 === 0 ? (['agent', 'bare'] as const) : (['bare', 'agent'] as const)) {
      const took = await sides[side].run(request);
      if (round >= 0) ms[side].push(took.ms / sessions);
    }
  }
  const ratios = ms.agent.map((took, index) => took / (ms.bare[index] ?? Number.NaN));
  return {
    name,
    value: median(ratios),
    unit: '×',
    ...(atMost === undefined ? {} : { atMost }),
    yardstick: `${median(ms.agent).toFixed(2)} ms a turn, the bare loop ${median(ms.bare).toFixed(2)} ms`,
    spread: middleHalf(ratios),
  };
}

/** The instructions and tools that Straylight sends, as the scripted model got them. */
async function instructionsOf(agent: Contender): Promise<string> {
  const { replies } = await agent.run({ name: 'shown', sessions: 1, turns: 1, text: 'show' });
  return replies[0] ?? '';
}

/** Both sides must send the same, in a new conversation and where the window is full. */
async function sameRequests(sides: Sides): Promise<void> {
  for (const turnsBefore of [0, 12]) {
    const conversation = { name: `compared-${turnsBefore}`, sessions: 1 };
    const requests = { agent: '', bare: '' };
    for (const side of ['agent', 'bare'] as const) {
      if (turnsBefore > 0) await sides[side].run({ ...conversation, turns: turnsBefore, text: '10 steps, please' });
      const { replies } = await sides[side].run({ ...conversation, turns: 1, text: '10 steps, and show the request' });
      requests[side] = replies[0] ?? '';
    }
    if (requests.agent === requests.bare && requests.agent.includes('"messages"')) continue;
    const at = [...requests.agent].findIndex((character, index) => character !== requests.bare[index]);
    const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
    throw new Error(
      `After ${turnsBefore} turns the requests differ at character ${at}, so this would compare nothing.\n` +
        `Straylight:    …${around(requests.agent)}…\nthe bare loop: …${around(requests.bare)}…`,
    );
  }
}
