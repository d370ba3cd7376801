/** What a call of a small tool costs in a warm sandbox, against one that is built for the call. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/cold.ts';
import type { ExecutorOptions } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { Command, Executor } from '../../../src/ports/executor.ts';
import { scratchHome } from '../bench-home.ts';
import { type Bench, type Figure, median, middleHalf } from '../figure.ts';

const rounds = 100;
const coldRounds = 20;

export const countWords = `
import json, sys
given = json.load(sys.stdin)
json.dump({"words": len(given["text"].split())}, sys.stdout)
`;

export const warmTool: Bench = {
  name: 'warm-tool',
  title: `A small tool and a shell's true in a warm sandbox, ${rounds} calls each`,
  async run() {
    const { home, remove } = scratchHome();
    const options = {
      workspace: join(home, 'workspace'),
      scripts: join(home, 'scripts'),
      limits: defaultLimits,
      clock: systemClock,
    };
    for (const folder of [options.workspace, options.scripts]) mkdirSync(folder);
    writeFileSync(join(options.scripts, 'count_words.py'), countWords);
    try {
      return await figuresOf('bubblewrap', options, bubblewrapExecutor, async (options, command) => {
        const cold = coldBubblewrapExecutor(options);
        const times = await timed(cold, command, coldRounds).finally(cold.close);
        return `a sandbox for the call: ${median(times).toFixed(0)} ms`;
      });
    } finally {
      remove();
    }
  },
};

/** The two figures of one kind of executor. `yardstick` says what the same call costs without a warm runner. */
export async function figuresOf(
  kind: string,
  options: ExecutorOptions,
  open: (options: ExecutorOptions) => Executor,
  yardstick: (options: ExecutorOptions, command: Command) => Promise<string>,
): Promise<readonly Figure[]> {
  const executor = open(options);
  const signal = new AbortController().signal;
  const shell: Command = { command: 'true', timeoutMs: 10_000, signal };
  const tool: Command = {
    ...shell,
    command: 'count_words',
    argv: ['python3', `${executor.folders.scripts}/count_words.py`],
    stdin: JSON.stringify({ text: 'the sky above the port' }),
  };
  try {
    const figures: Figure[] = [];
    for (const [name, command, atMost] of [
      [`${kind}: a Python tool, JSON in, JSON out`, tool, 25],
      [`${kind}: a shell's true`, shell, 5],
    ] as const) {
      await timed(executor, command, 5);
      const times = await timed(executor, command, rounds);
      const beside = await yardstick(options, command);
      figures.push({ name, value: median(times), unit: 'ms', atMost, yardstick: beside, spread: middleHalf(times) });
    }
    return figures;
  } finally {
    await executor.close();
  }
}

async function timed(executor: Executor, command: Command, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const begun = performance.now();
    const { exitCode, stderr } = await executor.execute(command);
    times.push(performance.now() - begun);
    if (exitCode !== 0) throw new Error(`${command.command} ended with ${exitCode}: ${stderr}`);
  }
  return times;
}
