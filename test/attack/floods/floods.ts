/**
 * Input of a size and depth that no friend sends, through what reads it: commands, patterns, pages, lines, JSON bodies.
 * What is wrong is an error that is no `Fault`, more work than is promised (counted, not timed), and no end within half
 * a minute, seen from another thread.
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { random } from '../../domain/random.ts';
import type { Area, AreaReport } from '../area.ts';
import { seedOf } from '../draw.ts';
import { floodNames } from './flood-probes.ts';

const patienceMs = 30_000;

export const floods: Area = {
  name: 'floods and bombs',
  async run({ share, draw }): Promise<AreaReport> {
    const names = random(seedOf(`floods ${draw}`)).shuffled(floodNames);
    const chosen = names.slice(0, Math.max(6, Math.ceil(names.length * share)));
    const breaches: string[] = [];
    for (let from = 0; from < chosen.length; ) {
      const { done, problems } = await tried(chosen.slice(from));
      breaches.push(...problems);
      from += done;
    }
    return { probes: chosen.length, breaches };
  },
};

/** One after the other in a thread, until one of them ends it or hangs; that one counts as done. */
async function tried(names: readonly string[]): Promise<{ readonly done: number; readonly problems: string[] }> {
  const program = fileURLToPath(new URL('flood-worker.ts', import.meta.url));
  const worker = new Worker(program, { workerData: names, resourceLimits: { maxOldGenerationSizeMb: 1_024 } });
  const problems: string[] = [];
  const ended = once(worker, 'exit').then(
    ([code]) => [`the thread ended with ${code}`],
    (thrown: Error) => [`the thread ended with ${thrown.message}`],
  );
  try {
    for (const [at, name] of names.entries()) {
      const end = await Promise.race([
        once(worker, 'message', { signal: AbortSignal.timeout(patienceMs) }),
        ended,
      ]).catch((thrown: Error) => [`it hangs or broke its thread: ${thrown.message}`, 'gone']);
      const [problem, ...more] = end as readonly (string | undefined)[];
      if (problem) problems.push(`${name}: ${problem}`);
      if (more.length > 0 || problem?.startsWith('the thread ended')) return { done: at + 1, problems };
    }
    return { done: names.length, problems };
  } finally {
    await worker.terminate();
  }
}
