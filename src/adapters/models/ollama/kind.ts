/** Ollama as a kind of model provider. */

import { totalmem } from 'node:os';
import { z } from 'zod';
import { address, flag, section, whole } from '../../../../config/fields.ts';
import { modelAddress } from '../../../domain/models/address.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { saidOf } from '../../../domain/supervision/failure.ts';
import type { ModelProvider } from '../../../ports/model.ts';
import { defineModelKind } from '../../../ports/model-kind.ts';
import { laterProvider } from '../later-provider.ts';
import { refusalOf } from './service.ts';

/** Of so many models it is asked what they can. */
const mostLookedAt = 10;

export const ollamaKind = defineModelKind({
  name: 'ollama',
  settings: section({
    host: address().default('http://127.0.0.1:11434'),
    keep_alive: keepAlive().default('5m'),
    preload: flag().default(true),
    max_context_tokens: whole(2_048, 1_048_576, 'tokens').default(32_768),
    max_output_tokens: whole(256, 128_000, 'tokens').default(4_096),
    first_byte_ms: whole(1_000, 1_800_000, 'milliseconds').default(300_000),
    silence_ms: whole(1_000, 600_000, 'milliseconds').default(120_000),
  }),
  environment: { OLLAMA_HOST: { setting: 'host', complete: wholeAddress } },
  secrets: [],
  prices: 'free',
  runsElsewhere: isCloudName,
  placed({ host }) {
    const address = modelAddress(host);
    return { address, isLocal: address?.isLocal === true, secrets: [], prices: 'free' };
  },
  capabilities: ({ maxOutputTokens, firstByteMs, silenceMs }) => ({
    maxOutputTokens,
    silenceMs: Math.max(firstByteMs, silenceMs),
    makesSpans: false,
  }),
  async create({ host, keepAlive, preload, maxContextTokens, firstByteMs, silenceMs }, { clock }) {
    const load = async () => {
      const [{ ollamaModels }, { lightFetch }] = await Promise.all([
        import('./ollama.ts'),
        import('../light-fetch.ts'),
      ]);
      const fetch = lightFetch();
      const contextTokens = maxContextTokens;
      const memoryBytes = modelAddress(host)?.isLocal ? totalmem() : undefined;
      const limits = { contextTokens, memoryBytes, firstByteMs, silenceMs };
      return ollamaModels({ host, fetch, clock, keepAlive, ...limits });
    };
    const provider = laterProvider({ name: 'ollama', load, can: preload ? ['embed', 'preload'] : ['embed'] });
    return {
      ...provider,
      // a home without a model asks at each start, and mostly nothing is there
      async health(signal) {
        const refusal = await refusalOf(host, signal);
        return refusal ? { ok: false, problem: saidOf(refusal.failure) } : provider.health(signal);
      },
    };
  },
  unnamed: {
    async choose(provider, signal) {
      const health = await provider.health(signal);
      // where nothing answers, nobody may have set one up
      if (!health.ok) return health.answers ? { problem: health.problem } : undefined;
      const model = await talker(provider, health.models, signal);
      if (model === undefined) return { problem: says`Ollama has no model to talk with; pull one` };
      return { model, reason: says`Ollama answers on this machine` };
    },
    advice: says`use Ollama`,
  },
  fetchCommand: model => `ollama pull ${model}`,
});

/** The first model here that uses tools; where none does, the first that is not made for embeddings alone. */
async function talker(ollama: ModelProvider, models: readonly string[], signal: AbortSignal) {
  for (const model of models.filter(name => !isCloudName(name)).slice(0, mostLookedAt)) {
    const info = await ollama.info(model, signal).catch(() => undefined);
    if (info?.takesTools && !info.runsElsewhere) return model;
  }
  return models.find(model => !/embed/i.test(model) && !isCloudName(model));
}

/** Ollama passes requests for these on to ollama.com. */
function isCloudName(model: string): boolean {
  return /[:-]cloud$/i.test(model);
}

/** As Ollama takes it: a duration with units, or whole seconds; -1 keeps the model for ever, 0 unloads it at once. */
function keepAlive() {
  const error = 'a duration as in "5m" or "1h30m", or whole seconds (-1: for ever, 0: unload at once)';
  return z.union([z.string().regex(/^-?(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/), z.int().min(-1)], { error });
}

/**
 * Ollama's own variable may leave out scheme (then the port is 11434), host or port, and may name the address the
 * server binds.
 */
function wholeAddress(text: string): string {
  const bare = !/^\w+:\/\//.test(text);
  const url = URL.parse(bare ? `http://${text.startsWith(':') ? '127.0.0.1' : ''}${text}` : text);
  if (!url) return text;
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (bare && url.port === '' && !/:80(?:\/|$)/.test(text)) url.port = '11434';
  return url.href;
}
