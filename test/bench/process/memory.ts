/** What a running agent holds in memory: after its start, and after ten thousand turns, when it rests again. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { benchConfig, peerKey, scratchHome } from '../bench-home.ts';
import type { Bench } from '../figure.ts';
import { modelPeer } from './processes.ts';
import { type RunningAgent, runningAgent } from './running-agent.ts';

const turns = 10_000;
/** Each with so many turns, so most of them are old at the end. */
const turnsEach = 20;
const atOnce = 16;
/** After so long without anything to do. */
const restMs = 15_000;

export const memory: Bench = {
  name: 'memory',
  title: 'Resident memory of a running agent with its page',
  async run() {
    const { home, remove } = scratchHome();
    const peer = await modelPeer();
    benchConfig(home, peer.url, { page: true });
    const running = await runningAgent(home, { ANTHROPIC_API_KEY: peerKey, ANTHROPIC_BASE_URL: peer.url });
    try {
      await pause(restMs);
      const started = residentMb(running.pid);
      await taken(running);
      await pause(restMs);
      const yardstick = `${turns.toLocaleString('en')} turns in ${turns / turnsEach} sessions, ${atOnce} at once`;
      const most = (value: number, atMost: number) => ({ value, unit: 'MB', atMost, yardstick }) as const;
      return [
        { name: 'at rest after the start', ...most(started, 95) },
        { name: 'at rest after the turns', ...most(residentMb(running.pid), 150) },
      ];
    } finally {
      await running.stop();
      await peer.close();
      remove();
    }
  },
};

/** All turns, those of one session one after the other. */
async function taken({ agent }: RunningAgent): Promise<void> {
  const ends = new Map<string, () => void>();
  const watching = new AbortController();
  await agent.watch(frame => {
    if (frame.type === 'turn') ends.get(frame.report.turn)?.();
  }, watching.signal);
  const sessions = Array.from({ length: turns / turnsEach }, (_, n) => `session:web:memory-${n}`);
  const worker = async () => {
    for (let id = sessions.pop(); id !== undefined; id = sessions.pop())
      for (let n = 0; n < turnsEach; n += 1) {
        const { turn } = await agent.sessions.say({ id, clientId: `${id}-${n}`, text: '0 steps, please' });
        const report = await agent.sessions.turn({ id: turn });
        if (!report || report.outcome === 'running')
          await Promise.race([new Promise<void>(done => ends.set(turn, done)), pause(200)]);
        ends.delete(turn);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  watching.abort();
}

function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
