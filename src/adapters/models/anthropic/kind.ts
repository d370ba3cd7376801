/** Anthropic as a kind of model provider. */
import { address, section, whole } from '../../../../config/fields.ts';
import { defineModelKind } from '../../../ports/model-kind.ts';
import { laterProvider } from '../later-provider.ts';
import { anthropicPrices } from './prices.ts';

const key = 'ANTHROPIC_API_KEY';
/** The model of a key without further words: quick, capable, and not the dearest. */
export const usualModel = 'claude-sonnet-5-5';

export const anthropicKind = defineModelKind({
  name: 'anthropic',
  settings: section({
    base_url: address().default('https://api.anthropic.com'),
    max_output_tokens: whole(256, 128_000, 'tokens').default(8_192),
    first_byte_ms: whole(1_000, 600_000, 'milliseconds').default(60_000),
    silence_ms: whole(1_000, 600_000, 'milliseconds').default(60_000),
  }),
  environment: { ANTHROPIC_BASE_URL: { setting: 'baseUrl' } },
  secrets: [key],
  prices: anthropicPrices,
  capabilities: ({ maxOutputTokens, firstByteMs, silenceMs }) => ({
    maxOutputTokens,
    silenceMs: Math.max(firstByteMs, silenceMs),
    makesSpans: true,
  }),
  async create({ baseUrl, firstByteMs, silenceMs }, { clock, secret, telemetry }) {
    const load = async () => {
      const [{ anthropicModels }, { lightFetch }] = await Promise.all([
        import('./anthropic.ts'),
        import('../light-fetch.ts'),
      ]);
      const fetch = lightFetch();
      return anthropicModels({ apiKey: secret(key), baseUrl, fetch, clock, firstByteMs, silenceMs, telemetry });
    };
    return laterProvider({ name: 'anthropic', load, can: ['countTokens'] });
  },
  unnamed: {
    choose: async () => ({ model: usualModel, reason: `${key} is set` }),
    advice: `set ${key}`,
  },
});
