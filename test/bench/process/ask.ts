/** The whole of `straylight ask`, from its start to its end: with no agent running, and to one that runs. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { defined } from '../../../src/domain/text/json.ts';
import { scratchHome } from '../bench-home.ts';
import { type Bench, type Figure, median, spreadOf } from '../figure.ts';
import { runningAgent } from './running-agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const rounds = 9;

/** Says at the end what the process has held at most, in KB. */
const memoryHook = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.getBuiltinModule('node:fs').writeSync(3, String(process.resourceUsage().maxRSS)))",
)}`;

export const ask: Bench = {
  name: 'ask',
  title: 'The whole of straylight ask with the built-in model, on a used home',
  async run() {
    const { home, remove } = scratchHome();
    try {
      await lasted(home);
      const alone = await measured(home);
      const agent = await runningAgent(home);
      const there = await measured(home);
      await agent.stop();
      return [
        ...figures('no agent running', alone, { seconds: 0.35, megabytes: 100 }),
        ...figures('to a running agent', there, { seconds: 0.1, megabytes: 55 }),
      ];
    } finally {
      remove();
    }
  },
};

interface Measured {
  readonly seconds: readonly number[];
  readonly megabytes: readonly number[];
  /** Of an empty process, between them. */
  readonly bare: readonly number[];
}

async function measured(home: string): Promise<Measured> {
  const [seconds, megabytes, bare]: number[][] = [[], [], []];
  for (let round = -2; round < rounds; round += 1) {
    const took = (await lasted(home)).seconds;
    const held = (await lasted(home, memoryHook)).megabytes;
    const empty = await emptyProcess();
    if (round < 0) continue; // fills the compile cache
    seconds?.push(took);
    megabytes?.push(held);
    bare?.push(empty);
  }
  return { seconds: seconds ?? [], megabytes: megabytes ?? [], bare: bare ?? [] };
}

function figures(
  name: string,
  { seconds, megabytes, bare }: Measured,
  goal: { readonly seconds: number; readonly megabytes: number },
): readonly Figure[] {
  const yardstick = `an empty process ${median(bare).toFixed(2)} s`;
  return [
    { name, value: median(seconds), unit: 's', atMost: goal.seconds, yardstick, spread: spreadOf(seconds) },
    {
      name: `${name}: memory at its most`,
      value: median(megabytes),
      unit: 'MB',
      atMost: goal.megabytes,
      yardstick,
      spread: spreadOf(megabytes),
    },
  ];
}

async function lasted(home: string, hook?: string): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [launcher, 'ask', 'hello'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      STRAYLIGHT_HOME: home,
      OLLAMA_HOST: '127.0.0.1:9',
      ...defined({ NODE_OPTIONS: hook === undefined ? undefined : `--import=${hook}` }),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  let said = '';
  child.stdio[3]?.on('data', piece => {
    said += String(piece);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ask ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, megabytes: Number(said) / 1024 };
}

async function emptyProcess(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return (performance.now() - began) / 1000;
}
