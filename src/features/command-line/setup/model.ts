/** What the model step of `straylight init` does: asks what is found on this machine, and writes what was chosen. */

import { existsSync, readFileSync } from 'node:fs';
import { homePaths } from '../../../../config/home.ts';
import type { Config } from '../../../../config/load.ts';
import { usualModel } from '../../../adapters/models/anthropic/kind.ts';
import { systemClock } from '../../../adapters/process/clock.ts';
import type { FoundProvider, ModelAnswer, ModelStep } from '../../../commands/home/setup/model-step.ts';
import {
  type NewServer,
  serverTable,
  withAddress,
  withModel,
  withSecret,
} from '../../../commands/home/setup/settings-text.ts';
import { sayIn } from '../../../commands/say.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ModelKind } from '../../../ports/model-kind.ts';
import type { FeatureEntry } from '../../feature.ts';
import type { Edge } from '../edge.ts';
import { plainKey, settingsWith } from './files.ts';

/** A server on this machine is waited for so long, a hosted one longer, and a model for its word. */
const localMs = 1_500;
const hostedMs = 15_000;
const wordMs = 300_000;

/** The settings as they are, and as they would be. */
export async function modelStep(home: string, edge: Edge): Promise<ModelStep> {
  const { io, features } = edge;
  const paths = homePaths(home);
  const [{ presets }, { keepSettingsFile }] = await Promise.all([
    import('../../../adapters/models/openai/presets.ts'),
    import('../../../../config/files.ts'),
  ]);
  const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const loaded = (files?: Readonly<Record<string, string>>) => settingsWith(home, edge, files);
  const now = await loaded();
  const { default: named, providers: known } = now.models;
  const unknown = Object.keys(presets).filter(name => name !== 'compatible' && !Object.hasOwn(known, name));
  const isThere = ({ name }: NewServer) => Object.hasOwn(known, name);
  /** With the address of a server that has a table. */
  const addressed = (server?: NewServer) => {
    const text = textOf(paths.configFile);
    return server?.url !== undefined && isThere(server) ? withAddress(text, { ...server, url: server.url }) : text;
  };
  /** As if every server had a table. */
  const probing = (secret?: ModelAnswer['secret'], server?: ModelAnswer['server']) => {
    const env = secret ? { [paths.envFile]: withSecret(textOf(paths.envFile), secret.name, secret.value) } : {};
    return loaded({
      [paths.configFile]: [
        addressed(server),
        ...unknown.filter(name => name !== server?.name).map(name => `[models.providers.${name}]`),
        ...(server && !isThere(server) ? [serverTable(server)] : []),
      ].join('\n'),
      ...env,
    });
  };
  const written = ({ model, server, secret }: ModelAnswer) => {
    const env = secret ? { [paths.envFile]: withSecret(textOf(paths.envFile), secret.name, secret.value) } : {};
    return {
      [paths.configFile]: withModel(addressed(server), model, server && isThere(server) ? undefined : server),
      ...env,
    };
  };
  const found = await providersOf(await probing(), features);
  return {
    io,
    named,
    providers: found.map(({ found }) => found),
    addressOf: name => (Object.hasOwn(known, name) ? known[name]?.baseUrl : undefined),
    async health(name, secret, server) {
      if (secret) plainKey(secret.value);
      const config = await probing(secret, server);
      const [{ modelProviders }, kinds] = await Promise.all([
        import('../../models/models.ts'),
        kindsOf(config, features),
      ]);
      const provider = (await modelProviders(kinds, config, systemClock)).get(name);
      const isLocal = found.find(one => one.found.name === name)?.found.isLocal;
      if (!provider) return { ok: false, problem: says`${name} has no key` };
      return provider.health(AbortSignal.timeout(isLocal ? localMs : hostedMs));
    },
    check: async answer => oneCall(await loaded(written(answer)), answer.model, edge),
    async write(answer) {
      const files = written(answer);
      const { url, name = '' } = answer.server ?? {};
      const { providers } = (await loaded(files)).models;
      if (url !== undefined && providers[name]?.baseUrl !== url)
        throw fault(
          'invalid',
          sayIn(io)('the address of {name} stands in config.toml where init cannot change it; set base_url there', {
            name,
          }),
        );
      // the key first: a model without its key would be a fault
      for (const path of [paths.envFile, paths.configFile]) {
        const text = files[path];
        if (text !== undefined) keepSettingsFile(path, text);
      }
    },
  };
}

async function kindsOf(config: Config, features: Edge['features']): Promise<readonly ModelKind[]> {
  const { builtInKinds, withKinds, withProviders } = await import('../../../adapters/kinds.ts');
  return withProviders(withKinds(builtInKinds, features), config.models).models;
}

async function providersOf(
  config: Config,
  features: Edge['features'],
): Promise<readonly { readonly found: FoundProvider }[]> {
  const kinds = await kindsOf(config, features);
  const { reveal } = await import('../../../../config/secrets.ts');
  return kinds.flatMap(({ name, isLocal = false, secrets: [keyVariable] }): { readonly found: FoundProvider }[] => {
    if (name === 'rehearsal') return [{ found: { name, isLocal: false, hasKey: false } }];
    const usual = name === 'anthropic' ? { usual: usualModel } : {};
    const hasKey = keyVariable !== undefined && reveal(config.secrets, keyVariable) !== undefined;
    return [
      {
        found: {
          name,
          isLocal,
          hasKey,
          keyVariable,
          ...usual,
        },
      },
    ];
  });
}

/**
 * One word of the model, with these settings: taken from the budget as every call is. Rejects with what is wrong. The
 * actors of the home rest meanwhile: nothing of it reaches a model that is only tried.
 */
async function oneCall(config: Config, model: string, { compose, umask }: Edge): Promise<void> {
  const calls = Promise.withResolvers<Parameters<FeatureEntry['open']>[0]['models']>();
  const probe: FeatureEntry = {
    name: 'setup',
    async open({ models }) {
      calls.resolve(models);
      return {};
    },
  };
  const straylight = await compose(config, { server: false, reaching: false, resting: true, umask, features: [probe] });
  try {
    await straylight.start();
    const words = { role: 'user', content: [{ type: 'text', text: 'Answer with the one word: ready' }] } as const;
    const request = { role: 'session', heading: 'setup', model, system: [], messages: [words], maxOutputTokens: 512 };
    await (await calls.promise).text(request, { signal: AbortSignal.timeout(wordMs) });
  } finally {
    await straylight.stop();
  }
}
