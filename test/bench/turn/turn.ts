/**
 * A durable turn against two loops without a host: alone, in a long conversation, and with sixteen sessions at once.
 * The lean loop, which the goals are multiples of, has none of our code in it; the bare one asks the same requests
 * through the same adapter, so what lies between them is the price of the adapter.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { givenFile, scratchHome } from '../bench-home.ts';
import { type Bench, type Figure, mean, median, middleHalf } from '../figure.ts';
import { type Contender, contender, instructionsOf, modelPeer, type Took } from '../process/processes.ts';

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
  /** Goals, each a multiple of the lean loop. */
  readonly goal?: { readonly ms: number; readonly cpuMs?: number; readonly bytes?: number };
}

const cases: readonly Case[] = [
  { name: '10 tool steps, alone', steps: 10, sessions: 1, rounds: 100, goal: { ms: 2.5, cpuMs: 4, bytes: 1.5 } },
  { name: '3 tool steps, alone', steps: 3, sessions: 1, rounds: 3 },
  { name: 'no tool step, alone', steps: 0, sessions: 1, rounds: 120, goal: { ms: 2.5 } },
  { name: '10 tool steps, alone, in a long conversation', steps: 10, sessions: 1, rounds: 50, long: true },
  { name: '10 tool steps, 16 sessions at once', steps: 10, sessions: 16, rounds: 20, goal: { ms: 2, cpuMs: 3 } },
  { name: '3 tool steps, 16 sessions at once', steps: 3, sessions: 16, rounds: 20 },
  { name: 'no tool step, 16 sessions at once', steps: 0, sessions: 16, rounds: 30, goal: { ms: 2 } },
  { name: '10 tool steps, alone, a disk 1 ms slower', steps: 10, sessions: 1, rounds: 30, slowDiskMs: 1 },
  { name: '10 tool steps, 16 sessions, a disk 1 ms slower', steps: 10, sessions: 16, rounds: 10, slowDiskMs: 1 },
];

/** Before a case is timed: for compilers and caches, and to fill the window of a long conversation. */
const warmRounds = 10;

const names = ['agent', 'bare', 'lean'] as const;
type Side = (typeof names)[number];
type Sides = Record<Side, Contender>;

export const turn: Bench = {
  name: 'turn',
  title: 'A durable turn, as a multiple of a lean loop that commits one row a message (all with synchronous = FULL)',
  async run({ profile, rounds }) {
    const homes = { agent: scratchHome(), bare: scratchHome(), lean: scratchHome() };
    const peer = await modelPeer();
    const profiled = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const agent = await contender('agent', homes.agent.home, peer.url, profiled);
    const given = await instructionsOf(agent);
    for (const { home } of [homes.bare, homes.lean]) writeFileSync(join(home, givenFile), given);
    const bare = await contender('bare', homes.bare.home, peer.url);
    const lean = await contender('lean', homes.lean.home, peer.url);
    try {
      await sameRequests({ agent, bare });
      const figures: Figure[] = [commitOfOneRow(homes.bare.home)];
      for (const it of cases)
        figures.push(...(await measured({ ...it, rounds: rounds ?? it.rounds }, { agent, bare, lean })));
      return figures;
    } finally {
      await Promise.all([agent.close(), bare.close(), lean.close(), peer.close()]);
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

type Measure = 'ms' | 'cpuMs' | 'bytes';

async function measured(
  { name, steps, sessions, rounds, long, slowDiskMs = 0, goal }: Case,
  sides: Sides,
): Promise<readonly Figure[]> {
  const took: Record<Side, Took[]> = { agent: [], bare: [], lean: [] };
  for (let round = -warmRounds; round < rounds; round += 1) {
    const conversation = long ? name : `${name} ${round + warmRounds}`;
    const request = {
      name: conversation.replaceAll(/\W+/g, '-'),
      sessions,
      turns: 1,
      text: `${steps} steps, please`,
      slowDiskMs,
    };
    // a side finds the machine as the one before has left it: each is first, second and third in turn
    for (const at of names.keys()) {
      const side = names[(at + round + warmRounds) % names.length] ?? 'agent';
      const one = await sides[side].run(request);
      if (round >= 0) took[side].push(one);
    }
  }
  const each = (side: Side, measure: Measure) => took[side].map(one => one[measure] / sessions);
  const middle = (side: Side, measure: Measure) => median(each(side, measure));
  const ratio = (measure: Measure): Pick<Figure, 'value' | 'unit' | 'spread'> => {
    const yardstick = each('lean', measure);
    const ratios = each('agent', measure).map((value, index) => value / (yardstick[index] ?? Number.NaN));
    return { value: middle('agent', measure) / middle('lean', measure), unit: '×', spread: middleHalf(ratios) };
  };
  const texts: Record<Measure, (side: Side) => string> = {
    ms: side => `${middle(side, 'ms').toFixed(2)} ms`,
    cpuMs: side => `${middle(side, 'cpuMs').toFixed(2)} ms`,
    bytes: side => `${(mean(each(side, 'bytes')) / 1024).toFixed(0)} KB`,
  };
  const yardstick = (measure: Measure) =>
    `${texts[measure]('agent')} a turn, lean ${texts[measure]('lean')}, bare ${texts[measure]('bare')}`;
  const atMost = (most: number | undefined) => (most === undefined ? {} : { atMost: most });
  return [
    { name, ...ratio('ms'), ...atMost(goal?.ms), yardstick: yardstick('ms') },
    ...(goal?.cpuMs === undefined
      ? []
      : [{ name: `${name}: processor`, ...ratio('cpuMs'), ...atMost(goal.cpuMs), yardstick: yardstick('cpuMs') }]),
    ...(goal?.bytes === undefined || middle('lean', 'bytes') === 0
      ? []
      : [{ name: `${name}: bytes written`, ...bytesRatio(), ...atMost(goal.bytes), yardstick: yardstick('bytes') }]),
  ];

  /** Of the means: a checkpoint writes much in one round of many. */
  function bytesRatio(): Pick<Figure, 'value' | 'unit'> {
    return { value: mean(each('agent', 'bytes')) / mean(each('lean', 'bytes')), unit: '×' };
  }
}

/** Both sides must send the same, in a new conversation and where the window is full. */
async function sameRequests(sides: Pick<Sides, 'agent' | 'bare'>): Promise<void> {
  for (const turnsBefore of [0, 12]) {
    const conversation = { name: `compared-${turnsBefore}`, sessions: 1 };
    const requests = { agent: '', bare: '' };
    for (const side of ['agent', 'bare'] as const) {
      if (turnsBefore > 0) await sides[side].run({ ...conversation, turns: turnsBefore, text: '10 steps, please' });
      const { replies } = await sides[side].run({ ...conversation, turns: 1, text: '10 steps, and show the request?' });
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
