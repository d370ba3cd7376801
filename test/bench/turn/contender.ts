/**
 * One side of a comparison, in a process of its own: `contender.ts agent|openai|bare|lean HOME URL`, where `openai` is the agent on that wire. Runs a round for each
 * message it gets.
 */
import { readFileSync } from 'node:fs';
import { agentTurns } from './agent-turns.ts';
import { bareTurns } from './bare-turns.ts';
import { leanTurns } from './lean-turns.ts';
import { slowDisk } from './slow-disk.ts';
import type { Round } from './turns.ts';

const [, , kind, home = '', url = ''] = process.argv;
const openai = (home: string, url: string) => agentTurns(home, url, 'openai');
const sides = { agent: agentTurns, openai, bare: bareTurns, lean: leanTurns };
const turns = await sides[kind as keyof typeof sides](home, url);

process.on('message', async (round: Round) => {
  slowDisk(round.slowDiskMs ?? 0);
  const [began, cpu, written] = [performance.now(), process.cpuUsage(), bytesWritten()];
  await turns.run(round);
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  const bytes = bytesWritten() - written;
  process.send?.({ ms, cpuMs: (user + system) / 1_000, bytes, replies: await turns.replies() });
});
process.on('disconnect', async () => {
  await turns.close();
  process.exit(0);
});
process.send?.({ ready: true });

/** What this process has given to the disk so far, as Linux counts it; 0 elsewhere. */
function bytesWritten(): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
