/**
 * Servers of OpenAI's API that the owner names in `[models.providers.NAME]`: each is a kind of model provider of its
 * own, made from the settings of its table and the preset it is like.
 */

import { z } from 'zod';
import { addressOrSocket, choice, flag, keyName, section, whole } from '../../../../config/fields.ts';
import { type ModelAddress, modelAddress } from '../../../domain/models/address.ts';
import { keyFor } from '../../../domain/models/keys.ts';
import { type Part, says } from '../../../domain/policy/sentence.ts';
import type { KindPlace, ModelKind, UnnamedModel } from '../../../ports/model-kind.ts';
import { laterProvider } from '../later-provider.ts';
import type { ContextServer } from './context-length.ts';
import { type Preset, presets } from './presets.ts';
import { openaiPrices } from './prices.ts';

const [first = '', ...others] = Object.keys(presets);

const instance = section({
  preset: choice([first, ...others]).optional(),
  base_url: addressOrSocket().optional(),
  key: keyName().optional(),
  remote: flag().default(false),
  context_tokens: whole(1_024, 10_000_000, 'tokens').optional(),
  images: flag().optional(),
  ignore: z
    .array(z.string().min(1).max(100), { error: 'a list of names in a reply, as in ["images"]' })
    .max(20, { error: 'at most 20 names' })
    .default([]),
  max_output_tokens: whole(256, 128_000, 'tokens').default(8_192),
  first_byte_ms: whole(1_000, 1_800_000, 'milliseconds').default(120_000),
  silence_ms: whole(1_000, 600_000, 'milliseconds').default(120_000),
});

export type ProviderSettings = z.output<typeof instance>;

/** `[models.providers]`: a table for each server, under the name that models are addressed by. */
export const providersTable = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/, { error: 'a name of lower case letters, digits, - and _' }),
    instance,
    { error: 'a table for each server, as in [models.providers.openrouter]' },
  )
  .superRefine((table, context) => {
    for (const [name, settings] of Object.entries(table)) {
      if ((settings.baseUrl ?? presetOf(name, settings).baseUrl) !== undefined) {
        const key = keyOf(name, settings);
        if ('fault' in key)
          context.addIssue({ code: 'custom', path: [name, key.fault.setting], message: key.fault.expected });
        continue;
      }
      const message = `base_url, or a preset: ${Object.keys(presets)
        .filter(preset => preset !== 'compatible')
        .join(', ')}`;
      context.addIssue({ code: 'custom', path: [name, 'base_url'], message });
    }
  })
  .default({});

/** The kinds the owner has named. */
export function providerKinds(table: Readonly<Record<string, ProviderSettings>>): readonly ModelKind[] {
  return Object.entries(table).map(([name, settings]) => kindOf(name, settings));
}

/** A server is like the preset it names, else like the one that has its name, else like any. */
function presetOf(name: string, { preset }: ProviderSettings): Preset {
  const found = presets[preset ?? name] ?? presets['compatible'];
  if (!found) throw new Error('there is no preset for any server');
  return found;
}

/** Where the table says the server is, else where its preset is. */
function addressOf(name: string, settings: ProviderSettings): ModelAddress {
  const found = modelAddress(settings.baseUrl ?? presetOf(name, settings).baseUrl ?? '');
  if (!found) throw new Error(`[models.providers.${name}] has no address`);
  return found;
}

function keyOf(name: string, settings: ProviderSettings) {
  const { keyVariable } = presetOf(name, settings);
  const usual = keyVariable === undefined ? undefined : { variable: keyVariable, isIt: Object.hasOwn(presets, name) };
  return keyFor({ address: addressOf(name, settings), set: settings.key, usual });
}

/** Local by its address alone. Free where it is local, or where people run such a server in a network of their own. */
function placeOf(name: string, settings: ProviderSettings): KindPlace {
  const address = addressOf(name, settings);
  const { isSelfRun } = presetOf(name, settings);
  const key = keyOf(name, settings);
  const isLocal = address.isLocal && !settings.remote;
  const isFree = isLocal || (isSelfRun && address.isPrivate && !settings.remote);
  return {
    address,
    isLocal,
    secrets: 'variable' in key && key.variable !== undefined ? [key.variable] : [],
    prices: isFree ? 'free' : (openaiPrices[settings.preset ?? name] ?? []),
  };
}

function kindOf(name: string, settings: ProviderSettings): ModelKind {
  const preset = presetOf(name, settings);
  const { maxOutputTokens, firstByteMs, silenceMs } = settings;
  const { address, ...place } = { ...placeOf(name, settings), address: addressOf(name, settings) };
  const [keyVariable] = place.secrets;
  const title = titleOf(name, preset, address);
  return {
    name,
    address,
    ...place,
    capabilities: () => ({
      maxOutputTokens,
      silenceMs: Math.max(firstByteMs, silenceMs),
      makesSpans: false,
      format: preset.dialect.format === 'schema' ? 'schema' : 'json',
    }),
    unnamed: unnamedOf(name, title, place.isLocal === true || preset.isSelfRun),
    async create(_, { clock, secret }) {
      const load = async () => {
        const [{ openaiModels }, { lightFetch }] = await Promise.all([
          import('./openai.ts'),
          import('../light-fetch.ts'),
        ]);
        const { url: baseUrl, socketPath } = address;
        return openaiModels({
          name,
          title,
          baseUrl,
          clock,
          fetch: lightFetch({ socketPath }),
          firstByteMs,
          silenceMs,
          keyVariable,
          apiKey: keyVariable === undefined ? '' : secret(keyVariable),
          addressSetting: `base_url in [models.providers.${name}]`,
          keySetting: keyVariable ?? `key in [models.providers.${name}]`,
          dialect: preset.dialect,
          ...contextOf(settings, preset, address),
          takesImages: settings.images ?? preset.takesImages,
          ignore: settings.ignore,
        });
      };
      return laterProvider({ name, load, can: ['embed'] });
    },
  };
}

/** A server in one's own network is asked how much it takes; one that does not say is taken for a small one. */
function contextOf({ contextTokens, remote }: ProviderSettings, preset: Preset, { isPrivate }: ModelAddress) {
  const isOwn = preset.isSelfRun || (preset === presets['compatible'] && isPrivate && !remote);
  const own = { mayBe: preset.mayBe ?? (['llamacpp', 'lmstudio', 'ollama'] satisfies readonly ContextServer[]) };
  if (contextTokens !== undefined) {
    const ours = isOwn ? own : {};
    return { contextTokens, limit: 'settings', ...ours } as const;
  }
  if (!isOwn) return { contextTokens: preset.contextTokens };
  return { contextTokens: Math.min(preset.contextTokens, ownContextTokens), limit: 'assumed', ...own } as const;
}

const ownContextTokens = 8_192;

/** A server that people run themselves answers with the first model it lists; of a hosted one a model has to be named. */
function unnamedOf(name: string, title: Part, isOwn: boolean): UnnamedModel {
  return {
    async choose(provider, signal) {
      if (!isOwn) return { problem: says`${title} is set up: name one of its models as models.default` };
      const health = await provider.health(signal);
      const [model] = health.ok ? health.models : [];
      if (!health.ok) return { problem: health.problem };
      return model === undefined
        ? { problem: says`${title} lists no model` }
        : { model, reason: says`${title} answers` };
    },
    advice: isOwn ? says`start ${title}` : says`name a model of ${name}`,
  };
}

function titleOf(name: string, preset: Preset, { origin }: ModelAddress): Part {
  if (preset === presets['compatible']) return says`${name} at ${origin}`;
  return preset.isSelfRun ? says`${preset.title} at ${origin}` : preset.title;
}
