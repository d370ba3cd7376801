/** Ten thousand jobs: what they cost at boot over an agent without any, and of a core while none of them runs. */
import { setTimeout as rest } from 'node:timers/promises';
import { loadConfig } from '../../../config/load.ts';
import { compose } from '../../../src/compose.ts';
import { scratchHome } from '../bench-home.ts';
import { type Bench, median, spreadOf } from '../figure.ts';
import { ended, started } from './processes.ts';

const jobs = 10_000;
const rounds = 3;
const restMs = 10_000;

export const manyJobs: Bench = {
  name: 'jobs',
  title: `${jobs.toLocaleString('en')} jobs of which none is due, over an agent without any`,
  async run() {
    const empty = scratchHome();
    const full = scratchHome();
    try {
      await lived(empty.home, 0);
      await lived(full.home, jobs);
      const seconds: number[] = [];
      const boots: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const without = await booted(empty.home);
        seconds.push((await booted(full.home)) - without);
        boots.push(without);
      }
      const share = (await atRest(full.home)) - (await atRest(empty.home));
      const yardstick = `Straylight without them boots in ${median(boots).toFixed(2)} s`;
      return [
        { name: 'boot', value: median(seconds), unit: 's', atMost: 0.3, yardstick, spread: spreadOf(seconds) },
        {
          name: 'at rest, of a core',
          value: share,
          unit: '%',
          atMost: 1,
          yardstick: `${restMs / 1000} s, less what Straylight takes without them`,
        },
      ];
    } finally {
      empty.remove();
      full.remove();
    }
  },
};

async function opened(home: string) {
  const loaded = loadConfig({ home, env: { OLLAMA_HOST: '127.0.0.1:9' } });
  if (!loaded.ok) throw new Error(loaded.message);
  const straylight = await compose(loaded.config, { reaching: false, server: false });
  await straylight.start();
  return straylight;
}

/** A home with so many jobs, spread over the days of a year that is not soon. */
async function lived(home: string, many: number): Promise<void> {
  const straylight = await opened(home);
  const define = (n: number) =>
    straylight.operations.call(
      'jobs.define',
      { name: `job-${n}`, schedule: `0 ${n % 60} ${n % 24} ${(n % 28) + 1} 6 * 2099`, say: 'now', notify: 'never' },
      { by: 'bench', role: 'owner', commandId: `job-${n}` },
    );
  for (let n = 0; n < many; n += 500) await Promise.all(Array.from({ length: 500 }, (_, at) => define(n + at)));
  await straylight.system.quiet();
  await straylight.stop();
}

async function booted(home: string): Promise<number> {
  const { child, first } = await started<{ ms: number }>('idle-agent.ts', [home], ['--expose-gc']);
  await ended(child);
  return first.ms / 1000;
}

/** What a second costs while nothing happens, in percent of a core. */
async function atRest(home: string): Promise<number> {
  const straylight = await opened(home);
  await straylight.system.quiet();
  const began = performance.now();
  const before = process.cpuUsage();
  await rest(restMs);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 10 / (performance.now() - began);
  await straylight.stop();
  return share;
}
