/** What the wire to a model costs: a turn on one against the other, and how soon its first words are seen. */
import { scratchHome, type Wire } from '../bench-home.ts';
import { type Bench, type Figure, median, middleHalf } from '../figure.ts';
import { contender, modelPeer, type Took } from '../process/processes.ts';
import { firstWords } from './first-words.ts';

const rounds = 60;
const warmRounds = 10;

export const models: Bench = {
  name: 'models',
  title: 'A turn on each wire, and the way of its first words',
  async run() {
    return [...(await turnsOnBothWires()), ...(await firstWords())];
  },
};

/** The same turns of ten tool steps, in turns, each side in a process of its own. */
async function turnsOnBothWires(): Promise<readonly Figure[]> {
  const sides = await Promise.all([side('anthropic'), side('openai')]);
  try {
    const took: readonly Took[][] = [[], []];
    for (let round = -warmRounds; round < rounds; round += 1)
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const request = { name: `round-${round + warmRounds}`, sessions: 1, turns: 1, text: '10 steps, please' };
        const one = await sides[at]?.agent.run(request);
        if (one && round >= 0) took[at]?.push(one);
      }
    return [
      figure('processor of a turn, openai against anthropic', 'cpuMs', took, 1.05),
      figure('time of a turn', 'ms', took),
    ];
  } finally {
    await Promise.all(sides.map(({ close }) => close()));
  }
}

async function side(wire: Wire) {
  const { home, remove } = scratchHome();
  const peer = await modelPeer(wire);
  const agent = await contender(wire === 'openai' ? 'openai' : 'agent', home, peer.url);
  const close = async () => {
    await Promise.all([agent.close(), peer.close()]);
    remove();
  };
  return { agent, close };
}

function figure(name: string, measure: 'ms' | 'cpuMs', took: readonly Took[][], atMost?: number): Figure {
  const [anthropic = [], openai = []] = took.map(side => side.map(one => one[measure]));
  const ratios = openai.map((value, index) => value / (anthropic[index] ?? Number.NaN));
  return {
    name,
    value: median(openai) / median(anthropic),
    unit: '×',
    spread: middleHalf(ratios),
    atMost,
    yardstick: `10 tool steps: openai ${median(openai).toFixed(2)} ms, anthropic ${median(anthropic).toFixed(2)} ms`,
  };
}
