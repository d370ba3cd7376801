/** A durable turn against a bare loop that does the same: alone and with sixteen sessions at once. */
import { scratchHome } from './bench-home.ts';
import { type Bench, type Figure, median, spreadOf } from './figure.ts';
import { contender, modelPeer } from './processes.ts';

interface Case {
  readonly name: string;
  readonly steps: number;
  readonly sessions: number;
  readonly turns: number;
  readonly rounds: number;
  /** The conversation goes on from round to round, until the window of a request is full. */
  readonly long?: boolean;
  readonly atMost?: number;
}

const cases: readonly Case[] = [
  { name: 'turn without tools, alone', steps: 0, sessions: 1, turns: 60, rounds: 9 },
  { name: 'turn with 3 tool steps, alone', steps: 3, sessions: 1, turns: 30, rounds: 9 },
  { name: 'turn with 10 tool steps, alone', steps: 10, sessions: 1, turns: 15, rounds: 15, atMost: 2 },
  {
    name: 'turn with 10 tool steps, alone, long conversation',
    steps: 10,
    sessions: 1,
    turns: 5,
    rounds: 15,
    long: true,
  },
  { name: 'turn without tools, 16 sessions at once', steps: 0, sessions: 16, turns: 10, rounds: 9 },
  { name: 'turn with 10 tool steps, 16 sessions at once', steps: 10, sessions: 16, turns: 2, rounds: 15, atMost: 1.3 },
];

export const turn: Bench = {
  name: 'turn',
  title: 'A durable turn, as a multiple of a bare loop with one committed row per message (both synchronous=FULL)',
  async run() {
    const peer = await modelPeer();
    const house = scratchHome();
    const bare = scratchHome();
    const sides = {
      house: await contender('house', house.home, peer.url),
      bare: await contender('bare', bare.home, peer.url),
    };

    /** Milliseconds a turn. A conversation of its own for each turn, so that all requests of a case are alike. */
    async function time(side: 'house' | 'bare', { steps, sessions, turns, long }: Case, name: string): Promise<number> {
      let ms = 0;
      const text = `${steps} steps, please`;
      if (long) ms = (await sides[side].run({ name: 'long', sessions, turns, text })).ms;
      else
        for (let turn = 0; turn < turns; turn += 1)
          ms += (await sides[side].run({ name: `${name}-${turn}`, sessions, turns: 1, text })).ms;
      return ms / turns / sessions;
    }

    async function measure(it: Case, index: number): Promise<Figure> {
      const ratios: number[] = [];
      const millis: { house: number[]; bare: number[] } = { house: [], bare: [] };
      // the first rounds are for compilers and caches, and fill the window of a long conversation
      const warm = it.long ? 3 : 2;
      for (let round = -warm; round < it.rounds; round += 1) {
        const order = round % 2 === 0 ? (['house', 'bare'] as const) : (['bare', 'house'] as const);
        const took = { house: 0, bare: 0 };
        for (const side of order) took[side] = await time(side, it, `c${index}r${round + warm}`);
        if (round < 0) continue;
        ratios.push(took.house / took.bare);
        millis.house.push(took.house);
        millis.bare.push(took.bare);
      }
      return {
        name: it.name,
        value: median(ratios),
        unit: '×',
        ...(it.atMost === undefined ? {} : { atMost: it.atMost }),
        yardstick: `house ${median(millis.house).toFixed(2)} ms, bare ${median(millis.bare).toFixed(2)} ms a turn`,
        spread: spreadOf(ratios),
      };
    }

    try {
      await sameRequests(sides);
      const figures: Figure[] = [];
      for (const [index, it] of cases.entries()) figures.push(await measure(it, index));
      return figures;
    } finally {
      await Promise.all([sides.house.close(), sides.bare.close(), peer.close()]);
      house.remove();
      bare.remove();
    }
  },
};

/** The last request of a turn must be as long on both sides, give or take what an id weighs. */
async function sameRequests(sides: Record<'house' | 'bare', Awaited<ReturnType<typeof contender>>>): Promise<void> {
  const weights: number[] = [];
  for (const side of ['house', 'bare'] as const) {
    const { replies } = await sides[side].run({
      name: 'weigh',
      sessions: 1,
      turns: 1,
      text: '10 steps, and weigh them',
    });
    weights.push(Number(/had (\d+) characters/.exec(replies[0] ?? '')?.[1]));
  }
  const [house = 0, bare = 0] = weights;
  if (!(Math.abs(house / bare - 1) < 0.02))
    throw new Error(`the house's request had ${house} characters, the bare loop's ${bare}: this would compare nothing`);
}
