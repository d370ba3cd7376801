/** Sessions in the midst of their tools when the agent was killed: how soon all of them are done after its start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { benchConfig, scratchHome } from '../bench-home.ts';
import type { Bench, Figure } from '../figure.ts';
import { ended, modelPeer, started } from './processes.ts';

const maker = fileURLToPath(new URL('recovery-home.ts', import.meta.url));

const cases = [
  { sessions: 1_000, allSeconds: 2.5 },
  { sessions: 10_000, allSeconds: 20 },
];

export const resume: Bench = {
  name: 'resume',
  title: 'Sessions in mid-tool when the agent was killed: from the start of the process until each has ended its turn',
  async run() {
    const figures: Figure[] = [];
    for (const one of cases) figures.push(...(await resumed(one)));
    return figures;
  },
};

async function resumed({ sessions, allSeconds }: (typeof cases)[number]): Promise<readonly Figure[]> {
  const { home, remove } = scratchHome();
  const peer = await modelPeer();
  try {
    benchConfig(home, 'http://127.0.0.1:9');
    const child = spawn(process.execPath, [maker, home, '0', String(sessions), 'tool'], { stdio: 'inherit' });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error(`the home was not made: ${signal}`);
    const began = performance.now();
    const agent = await started<{ newcomerMs: number; rss: number }>('resume-agent.ts', [home, peer.url]);
    const seconds = (performance.now() - began) / 1000;
    await ended(agent.child);
    const yardstick = `${outcomesIn(home)}; ${Math.round(agent.first.rss / 2 ** 20)} MB resident`;
    const name = `${sessions.toLocaleString('en')} sessions`;
    return [
      { name: `${name}, all of them done`, value: seconds, unit: 's', atMost: allSeconds, yardstick },
      {
        name: `${name}, a new one's first turn meanwhile`,
        value: agent.first.newcomerMs / 1000,
        unit: 's',
        atMost: 1,
        yardstick: 'from the end of the start',
      },
    ];
  } finally {
    await peer.close();
    remove();
  }
}

/** How the turns stand in the end: a command that was under way is never run again, its turn says so. */
function outcomesIn(home: string): string {
  const database = new Database(join(home, 'straylight.db'), { readonly: true });
  const rows = database.prepare('SELECT outcome, count(*) AS turns FROM turns GROUP BY outcome').all() as readonly {
    readonly outcome: string;
    readonly turns: number;
  }[];
  database.close();
  return rows.map(({ outcome, turns }) => `${turns} ${outcome ?? 'open'}`).join(', ');
}
