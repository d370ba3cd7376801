/**
 * From starting the process to the answer of its first turn, with the built-in model: on a new home, and on one that is
 * used.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scratchHome } from '../bench-home.ts';
import { type Bench, type Figure, median, spreadOf } from '../figure.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const rounds = 7;
const goalSeconds = 0.7;

export const firstTurn: Bench = {
  name: 'first-turn',
  title: 'The first turn of a process: from its start to its answer on the screen',
  async run() {
    const fresh: number[] = [];
    const used: number[] = [];
    const bare: number[] = [];
    const older: number[] = [];
    const system = process.env['npm_node_execpath'] ?? '';
    for (let round = -1; round < rounds; round += 1) {
      const { home, remove } = scratchHome();
      try {
        const first = await answered(process.execPath, home, 'remember that my bike is green');
        const second = await answered(process.execPath, home, 'what colour is my bike?');
        const empty = await lasted(process.execPath, ['-e', '0']);
        if (round < 0) continue; // the first round fills the compile cache
        fresh.push(first);
        used.push(second);
        bare.push(empty);
        if (existsSync(system) && system !== process.execPath)
          older.push(await answered(system, home, 'what colour is my bike?'));
      } finally {
        remove();
      }
    }
    const yardstick = `an empty process ${median(bare).toFixed(2)} s`;
    const figure = (name: string, seconds: readonly number[], atMost?: number): Figure => ({
      name,
      value: median(seconds),
      unit: 's',
      atMost,
      yardstick,
      spread: spreadOf(seconds),
    });
    return [
      figure('first turn on a new home', fresh, goalSeconds),
      figure('first turn on a used home', used, goalSeconds),
      ...(older.length > 0 ? [figure('the same, started by the Node of the system', older)] : []),
    ];
  },
};

/** Seconds until `ask` has printed the answer. Rejects where it ends without one. */
function answered(node: string, home: string, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(node, [launcher, 'ask', text], {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        STRAYLIGHT_HOME: `${home}/agent`,
        OLLAMA_HOST: '127.0.0.1:9',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let seconds: number | undefined;
    child.stdout.once('data', () => {
      seconds = (performance.now() - began) / 1000;
    });
    child.once('error', reject);
    child.once('exit', code => {
      if (code === 0 && seconds !== undefined) resolve(seconds);
      else reject(new Error(`ask ended with ${code} and ${seconds === undefined ? 'no answer' : 'an answer'}`));
    });
  });
}

/** Seconds a process takes from start to end. */
function lasted(node: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(node, [...args], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', () => resolve((performance.now() - began) / 1000));
  });
}
