/** The stages of the model contract: each provider before its scripted server. */

import { anthropicModels } from '../../../src/adapters/models/anthropic/anthropic.ts';
import type { Deadlines } from '../../../src/adapters/models/call-watch.ts';
import { lightFetch } from '../../../src/adapters/models/light-fetch.ts';
import { ollamaModels } from '../../../src/adapters/models/ollama/ollama.ts';
import { openaiDialect } from '../../../src/adapters/models/openai/dialect.ts';
import { openaiModels } from '../../../src/adapters/models/openai/openai.ts';
import type { FetchLike } from '../../../src/adapters/models/watched-fetch.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { ModelProvider } from '../../../src/ports/model.ts';
import type { ModelStage } from '../../contracts/model.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { ModelPeer } from '../../peers/model-server.ts';
import { ollamaPeer } from '../../peers/ollama.ts';
import { type OpenaiPeerDialect, openaiPeer } from '../../peers/openai.ts';

type Kind = (url: string, key: string, fetch: FetchLike, deadlines: Deadlines) => ModelProvider;

const rightKey = 'key-of-the-stage-1f9c';
const wrongKey = 'another-key-77ab';

/** Claude before the scripted Anthropic; `fetch` is the light one unless given. */
export async function anthropicStage(fetch?: FetchLike): Promise<ModelStage> {
  const kind: Kind = (url, apiKey, used, deadlines) =>
    anthropicModels({ apiKey, baseUrl: url, fetch: used, clock: systemClock, ...deadlines });
  return stage('claude-sonnet-5', await anthropicPeer({ key: rightKey }), kind, fetch);
}

/** Ollama's provider before the scripted Ollama. */
export async function ollamaStage(fetch?: FetchLike): Promise<ModelStage> {
  const kind: Kind = (host, apiKey, used, deadlines) =>
    ollamaModels({ host, apiKey, fetch: used, clock: systemClock, ...deadlines });
  return stage('qwen3:8b', await ollamaPeer({ key: rightKey }), kind, fetch);
}

/** OpenAI's library before the scripted server, in one of its dialects. */
export async function openaiStage(dialect: OpenaiPeerDialect = {}, fetch?: FetchLike): Promise<ModelStage> {
  const kind: Kind = (url, apiKey, used, deadlines) =>
    openaiModels({
      name: 'openai',
      title: 'OpenAI',
      baseUrl: `${url}/v1`,
      apiKey,
      keyVariable: 'OPENAI_API_KEY',
      addressSetting: 'base_url',
      dialect: openaiDialect,
      contextTokens: 128_000,
      takesImages: true,
      fetch: used,
      clock: systemClock,
      ...deadlines,
    });
  return stage('gpt-5.2', await openaiPeer({ key: rightKey, dialect }), kind, fetch);
}

function stage(model: string, peer: ModelPeer, kind: Kind, fetch: FetchLike | undefined): ModelStage {
  const light = lightFetch();
  let stopped = false;
  const stop = async (): Promise<void> => {
    if (!stopped) await peer.close();
    stopped = true;
  };
  return {
    model,
    provider: ({ firstByteMs = 20_000, silenceMs = 20_000, wrongKey: wrong } = {}) =>
      kind(peer.url, wrong ? wrongKey : rightKey, fetch ?? light, { firstByteMs, silenceMs }),
    server: { secrets: [rightKey, wrongKey], play: peer.play, requests: () => peer.requests.length, stop },
    async close() {
      await stop();
      await light.close();
    },
  };
}
