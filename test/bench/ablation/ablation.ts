/**
 * The budget table of the product: what each part of an agent adds to a turn of ten tool steps. A host with the charts
 * of sessions and tool calls and nothing else, then the same with one part more, and so on to the whole agent with an
 * open page; each is a process of its own. A stage is measured beside the one before it, two at a time: with all of
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
}

export const ablation: Bench = {
  name: 'ablation',
  title:
    'What each part adds to a turn of ten tool steps, in the order in which they are added, beside what it may add',
  async run({ rounds = usualRounds, print }) {
    const opened: { close(): void | Promise<void> }[] = [];
    try {
      const model = await modelPeer();
      opened.push(model);
      const stageWith = async (count: number): Promise<Stage> => {
        const { home, remove } = scratchHome();
        opened.unshift({ close: remove });
        const contender = await contenderOf('../ablation/side.ts', [String(count), home, model.url]);
        opened.unshift(contender);
        return { name: `the stage with ${parts[count - 1]?.name ?? 'no part'}`, contender };
      };
      const pairs: Pair[] = [];
      let before = await stageWith(0);
      for (const at of parts.keys()) {
        const after = await stageWith(at + 1);
        pairs.push(await measured(before, after, rounds));
        before = after;
      }
      for (const line of tableOf(parts, pairs)) print(line);
      return figuresOf(parts, pairs);
    } finally {
      for (const { close } of opened) await close();
    }
  },
};

async function measured(before: Stage, after: Stage, rounds: number): Promise<Pair> {
  const taken = { before: [] as Load[], after: [] as Load[] };
  for (const sessions of loads) {
    const turns = { name: 'ablation', steps: toolSteps, sessions, rounds };
    const [without = [], withIt = []] = await alternated([before, after], turns);
    taken.before.push({ sessions, rounds: without });
    taken.after.push({ sessions, rounds: withIt });
  }
  return taken;
}
