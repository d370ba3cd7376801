/** The thread of the floods: says of each probe, in order, what was wrong with it, or an empty text. */
import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import { probeNamed } from './flood-probes.ts';

for (const name of workerData as readonly string[]) parentPort?.postMessage(await problemOf(name));

async function problemOf(name: string): Promise<string> {
  try {
    return (await probeNamed(name)()) ?? '';
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.failure.kind !== 'defect') return '';
    return `it threw ${thrown instanceof Error ? `${thrown.name}: ${thrown.message}`.slice(0, 300) : String(thrown)}`;
  }
}
