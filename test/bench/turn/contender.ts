/**
 * One side of a comparison, in a process of its own: `contender.ts agent|bare HOME URL`. Runs a round for each message
 * it gets.
 */

import { agentTurns } from './agent-turns.ts';
import { bareTurns } from './bare-turns.ts';
import { slowDisk } from './slow-disk.ts';
import type { Round } from './turns.ts';

const [, , kind, home = '', url = ''] = process.argv;
const turns = await (kind === 'agent' ? agentTurns : bareTurns)(home, url);

process.on('message', async (round: Round) => {
  slowDisk(round.slowDiskMs ?? 0);
  const began = performance.now();
  await turns.run(round);
  const ms = performance.now() - began;
  process.send?.({ ms, replies: await turns.replies() });
});
process.on('disconnect', async () => {
  await turns.close();
  process.exit(0);
});
process.send?.({ ready: true });
