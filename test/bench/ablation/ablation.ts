/**
 * The budget table of the product: what each part of an agent adds to a turn of ten tool steps. A host with the charts
 * of sessions and tool calls and nothing else, then the same with one part more, and so on to the whole agent with an
 * open page; each is a process of its own.
 */
import { scratchHome } from '../bench-home.ts';
import type { Bench } from '../figure.ts';
import { alternated } from '../process/alternated.ts';
import { type Contender, contenderOf, modelPeer } from '../process/processes.ts';
import { parts } from './parts.ts';
import { figuresOf, type Load, tableOf } from './table.ts';

const toolSteps = 10;
const loads = [1, 16] as const;
const usualRounds = 20;

export const ablation: Bench = {
  name: 'ablation',
  title:
    'What each part adds to a turn of ten tool steps, in the order in which they are added, beside what it may add',
  async run({ rounds = usualRounds, print }) {
    const opened: { close(): void | Promise<void> }[] = [];
    try {
      const model = await modelPeer();
      opened.push(model);
      const stages: { readonly name: string; readonly contender: Contender }[] = [];
      for (let count = 0; count <= parts.length; count += 1) {
        const { home, remove } = scratchHome();
        opened.unshift({ close: remove });
        const one = await contenderOf('../ablation/side.ts', [String(count), home, model.url]);
        opened.unshift(one);
        stages.push({ name: `the stage with ${parts[count - 1]?.name ?? 'no part'}`, contender: one });
      }
      const taken = stages.map(() => [] as Load[]);
      for (const sessions of loads)
        for (const [at, took] of (
          await alternated(stages, { name: 'ablation', steps: toolSteps, sessions, rounds })
        ).entries())
          taken[at]?.push({ sessions, rounds: took });
      for (const line of tableOf(parts, taken)) print(line);
      return figuresOf(parts, taken);
    } finally {
      for (const { close } of opened) await close();
    }
  },
};
