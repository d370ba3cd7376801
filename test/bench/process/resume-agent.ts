/**
 * Boots an agent on a home whose sessions were in the midst of their tools, and asks it something new at once. Says how
 * long the newcomer waited, and when everything that was interrupted is done.
 */
import { compose } from '../../../src/compose.ts';
import { benchConfig, instantExecutor } from '../bench-home.ts';

const [home = '', url = ''] = process.argv.slice(2);
const { agent, system, start, stop } = await compose(benchConfig(home, url), {
  server: false,
  reaching: false,
  executor: instantExecutor,
});
await start();
const began = performance.now();
const watching = new AbortController();
const ended = new Map<string, () => void>();
const early = new Set<string>();
await agent.watch(frame => {
  if (frame.type !== 'turn') return;
  early.add(frame.report.turn);
  ended.get(frame.report.turn)?.();
}, watching.signal);
const { turn } = await agent.sessions.say({
  id: 'session:terminal:newcomer',
  clientId: 'newcomer',
  text: '0 steps, please',
});
if (!early.has(turn)) await new Promise<void>(done => ended.set(turn, done));
const newcomerMs = performance.now() - began;
watching.abort();
await system.quiet();
process.send?.({ newcomerMs, rss: process.memoryUsage().rss });
process.once('disconnect', () => void stop());
