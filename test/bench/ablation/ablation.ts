/**
 * The budget table of the product: what each part of an agent adds to a turn of ten tool steps. A host with the charts
 * of sessions and tool calls and nothing else, then the same with one part more, and so on to the whole agent with an
 * open page; each is a process of its own. A stage is measured beside the one before it, both as fresh: with all of
 * them in turn each would rest until it gives memory back, and the turns that wake it are dearer.
 */
import { scratchHome } from '../bench-home.ts';
import type { Bench } from '../figure.ts';
import { alternated } from '../process/alternated.ts';
import { type Contender, contenderOf, modelPeer } from '../process/processes.ts';
import { parts } from './parts.ts';
import { figuresOf, type Load, type Pair, tableOf } from './table.ts';

const toolSteps = 10;
const loads = [1, 16] as const;
const usualRounds = 20;

interface Stage {
  readonly name: string;
  readonly contender: Contender;
  close(): Promise<void>;
}

export const ablation: Bench = {
  name: 'ablation',
  title:
    'What each part adds to a turn of ten tool steps, in the order in which they are added, beside what it may add',
  async run({ rounds = usualRounds, print }) {
    const model = await modelPeer();
    try {
      const pairs: Pair[] = [];
      for (const at of parts.keys()) pairs.push(await measured(at, rounds, model.url));
      for (const line of tableOf(parts, pairs)) print(line);
      return figuresOf(parts, pairs);
    } finally {
      await model.close();
    }
  },
};

/** The stage with the first `count` parts and the one with the next, both as fresh. */
async function measured(count: number, rounds: number, url: string): Promise<Pair> {
  const [before, after] = await Promise.all([stageWith(count, url), stageWith(count + 1, url)]);
  const taken = { before: [] as Load[], after: [] as Load[] };
  try {
    for (const sessions of loads) {
      const turns = { name: 'ablation', steps: toolSteps, sessions, rounds };
      const [without = [], withIt = []] = await alternated([before, after], turns);
      taken.before.push({ sessions, rounds: without });
      taken.after.push({ sessions, rounds: withIt });
    }
    return taken;
  } finally {
    for (const stage of [before, after]) await stage.close();
  }
}

async function stageWith(count: number, url: string): Promise<Stage> {
  const { home, remove } = scratchHome();
  const contender = await contenderOf('../ablation/side.ts', [String(count), home, url]);
  return {
    name: `the stage with ${parts[count - 1]?.name ?? 'no part'}`,
    contender,
    async close() {
      await contender.close();
      remove();
    },
  };
}
