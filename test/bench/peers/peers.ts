/**
 * Straylight beside other ways to run an agent, on the same script: a lean loop, the AI SDK in memory, and what also
 * keeps a turn through a crash. Each side is a process of its own; Restate's server is counted with it.
 *
 * What imports the packages of peers lies in sides/: `npm run check` leaves it out, `tsc -p test/bench/peers` checks it
 * where they are installed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenFile, scratchHome } from '../bench-home.ts';
import type { Bench } from '../figure.ts';
import { alternated } from '../process/alternated.ts';
import { type Contender, contender, contenderOf, instructionsOf, modelPeer } from '../process/processes.ts';
import { missingPackages } from './installed.ts';
import { figuresOf, type Side, type Taken, tableOf } from './table.ts';

const folder = import.meta.dirname;
const loads = [1, 16] as const;
const toolSteps = [0, 3, 10] as const;
const usualRounds = 30;

const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const version = (name: string) => dependencies[name] ?? '';

interface Started extends Side {
  start(home: string, url: string): Promise<Contender>;
}

const peer = (module: string) => (home: string, url: string) => contenderOf(`../peers/sides/${module}`, [home, url]);

/** The first is asked for the instructions that all are given. */
const sides: readonly Started[] = [
  { name: 'Straylight (feed)', kind: 'straylight', start: (home, url) => contender('agent', home, url) },
  { name: 'Straylight (say)', kind: 'straylight', start: (home, url) => contender('say', home, url) },
  { name: 'lean loop', kind: 'lean', start: (home, url) => contender('lean', home, url) },
  { name: `AI SDK ${version('ai')}, in memory`, kind: 'in memory', start: peer('ai-sdk.ts') },
  { name: `LangGraph ${version('@langchain/langgraph')}, SQLite`, kind: 'durable', start: peer('langgraph.ts') },
  { name: `Restate ${version('@restatedev/restate-server')}`, kind: 'durable', start: peer('restate.ts') },
];

export const peers: Bench = {
  name: 'peers',
  title: 'Straylight and its peers, on the same script, all that is kept written through to the disk',
  missing() {
    if (process.platform !== 'linux') return 'Linux alone counts what a server of another program takes.';
    const names = missingPackages(folder);
    if (names.length === 0) return undefined;
    return `${names.join(', ')}: not installed as test/bench/peers/package.json names it. Install them with: npm ci --prefix test/bench/peers`;
  },
  async run({ rounds = usualRounds, print }) {
    const opened: { close(): void | Promise<void> }[] = [];
    try {
      const model = await modelPeer();
      opened.push(model);
      const running: (Started & { readonly contender: Contender })[] = [];
      let given = '';
      for (const side of sides) {
        const { home, remove } = scratchHome();
        opened.unshift({ close: remove });
        if (given !== '') writeFileSync(join(home, givenFile), given);
        const one = await side.start(home, model.url);
        opened.unshift(one);
        running.push({ ...side, contender: one });
        if (given === '') given = await instructionsOf(one);
      }
      const taken: Taken[] = [];
      for (const steps of toolSteps)
        for (const sessions of loads) {
          const took = await alternated(running, { name: 'peers', steps, sessions, rounds });
          taken.push({ steps, sessions, sides: running.map((side, at) => ({ side, rounds: took[at] ?? [] })) });
        }
      for (const line of tableOf(taken)) print(line);
      return figuresOf(taken);
    } finally {
      for (const { close } of opened) await close();
    }
  },
};
