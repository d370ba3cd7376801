/** Anthropic as a kind of model provider. */

import { address, keyName, section, whole } from '../../../../config/fields.ts';
import { anyModel, type PriceRow, perToken } from '../../../domain/budget/prices.ts';
import { modelAddress } from '../../../domain/models/address.ts';
import { keyFor, noKey } from '../../../domain/models/keys.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { defineModelKind } from '../../../ports/model-kind.ts';
import { laterProvider } from '../later-provider.ts';
import { anthropicPrices } from './prices.ts';

const key = 'ANTHROPIC_API_KEY';
/** The model of a key without further words: quick, capable, and not the dearest. */
export const usualModel = 'claude-sonnet-5-5';

/** Of a server on this machine, what is not Claude costs nothing. */
const others: PriceRow = { model: anyModel, from: '1970-01-01', ...perToken(0, 0) };

const isClaude = (model: string) => /claude/i.test(model);

export const anthropicKind = defineModelKind({
  name: 'anthropic',
  settings: section({
    base_url: address().default('https://api.anthropic.com'),
    key: keyName().default(key),
    max_output_tokens: whole(256, 128_000, 'tokens').default(8_192),
    first_byte_ms: whole(1_000, 600_000, 'milliseconds').default(60_000),
    silence_ms: whole(1_000, 600_000, 'milliseconds').default(60_000),
  }),
  environment: { ANTHROPIC_BASE_URL: { setting: 'baseUrl' } },
  secrets: [key],
  prices: anthropicPrices,
  // Claude runs nowhere but at Anthropic and in clouds: what offers it on this machine is a gateway
  runsElsewhere: isClaude,
  placed({ baseUrl, key: set }) {
    const address = modelAddress(baseUrl);
    const usual = { variable: key, isIt: true };
    const answer = address ? keyFor({ address, set, usual }) : { variable: undefined };
    const isLocal = address?.isLocal === true;
    const place = { address, isLocal, prices: isLocal ? [...anthropicPrices, others] : anthropicPrices };
    return 'fault' in answer
      ? { ...place, secrets: [set], fault: answer.fault }
      : { ...place, secrets: answer.variable === undefined ? [] : [answer.variable] };
  },
  capabilities: ({ maxOutputTokens, firstByteMs, silenceMs }) => ({
    maxOutputTokens,
    silenceMs: Math.max(firstByteMs, silenceMs),
    makesSpans: true,
  }),
  async create({ baseUrl, key: set, firstByteMs, silenceMs }, { clock, secret, telemetry }) {
    const load = async () => {
      const [{ anthropicModels }, { lightFetch }] = await Promise.all([
        import('./anthropic.ts'),
        import('../light-fetch.ts'),
      ]);
      const fetch = lightFetch();
      return anthropicModels({
        apiKey: set === noKey ? noKey : secret(set),
        keySetting: set,
        baseUrl,
        fetch,
        clock,
        firstByteMs,
        silenceMs,
        telemetry,
      });
    };
    return laterProvider({ name: 'anthropic', load, can: ['countTokens'] });
  },
  unnamed: {
    choose: async () => ({ model: usualModel, reason: says`${key} is set` }),
    advice: says`set ${key}`,
  },
});
