/**
 * From the first words of a reply at the agent's socket to the first frame at a watcher over HTTP. The scripted server
 * and the watcher are this process, so that one clock reads both ends; the agent is a process of its own.
 */
import { openaiPeer } from '../../peers/openai.ts';
import { benchConfig, modelEnv, openaiModel, peerKey, scratchHome } from '../bench-home.ts';
import { type Figure, median, middleHalf } from '../figure.ts';
import { runningAgent } from '../process/running-agent.ts';

const rounds = 200;
const warmRounds = 20;
const goalMs = 5;
const words = 'It will be dry in the morning, and windy on the coast in the afternoon. '.repeat(20);

export async function firstWords(): Promise<readonly Figure[]> {
  let written = 0;
  let seen = Promise.withResolvers<number>();
  const peer = await openaiPeer({
    key: peerKey,
    models: [openaiModel],
    remember: false,
    script: () => ({
      text: words,
      deltas: 20,
      // the first piece has no words yet; the second is written next
      async between(piece) {
        if (piece === 0) written = performance.now();
        if (piece === 1) await seen.promise;
      },
    }),
  });
  const { home, remove } = scratchHome();
  benchConfig(home, peer.url, { page: true, wire: 'openai' });
  const { agent, stop } = await runningAgent(home, { OLLAMA_HOST: '127.0.0.1:9', ...modelEnv(peer.url) });
  const watching = new AbortController();
  let ended = Promise.withResolvers<void>();
  try {
    await agent.watch(frame => {
      if (frame.type === 'delta') seen.resolve(performance.now());
      if (frame.type === 'turn') ended.resolve();
    }, watching.signal);
    const took: number[] = [];
    for (let round = -warmRounds; round < rounds; round += 1) {
      seen = Promise.withResolvers();
      ended = Promise.withResolvers();
      await agent.sessions.say({
        id: `session:web:c${Math.floor(round / 10) + warmRounds}`,
        clientId: `b-${round + warmRounds}`,
        text: 'how is the weather?',
      });
      const at = await seen.promise;
      await ended.promise;
      if (round >= 0) took.push(at - written);
    }
    const plain = await overLoopback(peer.url);
    const sorted = took.toSorted((a, b) => a - b);
    return [
      {
        name: 'first words, socket to watcher, p95',
        unit: 'ms',
        atMost: goalMs,
        spread: middleHalf(took),
        value: sorted[Math.ceil(rounds * 0.95) - 1] ?? Number.NaN,
        yardstick: `median ${median(took).toFixed(2)} ms of ${rounds}; read from the server itself ${plain.toFixed(2)} ms`,
      },
    ];
  } finally {
    watching.abort();
    await stop();
    await peer.close();
    remove();
  }

  /** The median of the same words, read without an agent between. */
  async function overLoopback(url: string): Promise<number> {
    const took: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      seen = Promise.withResolvers();
      const { body } = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${peerKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: openaiModel, stream: true, messages: [{ role: 'user', content: 'a' }] }),
      });
      let text = '';
      for await (const piece of body ?? []) {
        text += Buffer.from(piece).toString();
        if (!text.includes('dry')) continue;
        seen.resolve(performance.now());
      }
      took.push((await seen.promise) - written);
    }
    return median(took);
  }
}
