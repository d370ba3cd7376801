/**
 * Ten thousand live actors, a thousand of them in mid-turn when Straylight died: how soon after its start it works
 * again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { benchConfig, peerKey } from '../bench-home.ts';
import { type Bench, median, spreadOf } from '../figure.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));
const maker = fileURLToPath(new URL('recovery-home.ts', import.meta.url));
const resting = 9000;
const busy = 1000;
/** Model calls that run at once; the others wait for a place. */
const places = 32;
const rounds = 5;

export const recovery: Bench = {
  name: 'recovery',
  title: `${(resting + busy).toLocaleString('en')} live actors, ${busy.toLocaleString('en')} of them in mid-turn, killed: from the start of the process until it works again`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
    const [full, small] = [join(folder, 'full'), join(folder, 'small')];
    try {
      await made(full, resting, busy);
      await made(small, 0, 1);
      const first: number[] = [];
      const all: number[] = [];
      const alone: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const times = await backAtWork(full, join(folder, `round-${round}`), places);
        const [time = 0] = await backAtWork(small, join(folder, `alone-${round}`), 1);
        if (round < 0) continue; // the first round fills the compile cache
        first.push(times[0] ?? 0);
        all.push(times.at(-1) ?? 0);
        alone.push(time);
      }
      const yardstick = `an agent with one session, in mid-turn: ${median(alone).toFixed(2)} s`;
      return [
        { name: 'first turn goes on', value: median(first), unit: 's', atMost: 1, yardstick, spread: spreadOf(first) },
        { name: `all ${places} places taken again`, value: median(all), unit: 's', yardstick, spread: spreadOf(all) },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function made(home: string, idle: number, turns: number): Promise<void> {
  benchConfig(home, 'http://127.0.0.1:9');
  const child = spawn(process.execPath, [maker, home, String(idle), String(turns)], { stdio: 'inherit' });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`the home was not made: ${signal}`);
}

/**
 * Seconds from the start of the process to each of its first `calls` of the model. It is ended before any is answered.
 */
async function backAtWork(home: string, copy: string, calls: number): Promise<readonly number[]> {
  cpSync(home, copy, { recursive: true });
  const times: number[] = [];
  const enough = Promise.withResolvers<void>();
  let began = 0;
  const model = await anthropicPeer({
    key: peerKey,
    script: () => {
      times.push((performance.now() - began) / 1000);
      if (times.length === calls) enough.resolve();
      return { fault: 'hang' };
    },
  });
  began = performance.now();
  const child = spawn(process.execPath, [launcher, 'start'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: copy,
      STRAYLIGHT_HOME: copy,
      ANTHROPIC_API_KEY: peerKey,
      ANTHROPIC_BASE_URL: model.url,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await Promise.race([enough.promise, endedEarly(child)]);
    return times.slice(0, calls);
  } finally {
    child.kill('SIGKILL');
    await model.close();
  }
}

async function endedEarly(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`Straylight ended with ${code} before it was back`);
}
