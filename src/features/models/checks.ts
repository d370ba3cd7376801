/**
 * What `straylight doctor` asks of the providers of models: whether they answer, with every model the settings name.
 */

import { isDeepStrictEqual } from 'node:util';
import { reveal } from '../../../config/secrets.ts';
import { withProviders } from '../../adapters/kinds.ts';
import { chooseModel } from '../../adapters/models/choose-model.ts';
import { vectorExtension } from '../../adapters/stores/sqlite/vectors/extension.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import { embeddingCheck, idleCheck, modelCheck } from '../../commands/doctor/model-check.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import { idleRoles } from '../../domain/models/roles.ts';
import { splitModel } from '../../domain/models/route.ts';
import { inEnglish, says } from '../../domain/policy/sentence.ts';
import type { ModelKind } from '../../ports/model-kind.ts';
import type { CheckServices, LookServices } from '../feature.ts';
import { modelProviders } from './models.ts';
import { weakAddresses } from './weak-addresses.ts';

/** One check for each provider that is set up, and for one that is named without being so. */
export async function checks(services: Pick<CheckServices, 'kinds' | 'config' | 'clock'>): Promise<readonly Check[]> {
  const { config, clock } = services;
  const kinds = services.kinds.models;
  const providers = await modelProviders(kinds, config, clock);
  const chosen = await chooseModel({ configured: config.models.default, kinds, providers });
  const { fallbacks, roles, skills } = config.models;
  const inGates = config.gates.flatMap(({ name, model }) => (model === undefined ? [] : [[`gate ${name}`, model]]));
  const wanted = [
    [
      config.models.default === undefined ? `chosen here, since ${inEnglish(chosen.reason)}` : 'models.default',
      chosen.name,
    ],
    ...fallbacks.map(name => ['models.fallbacks', name]),
    ...Object.entries(roles).map(([role, name]) => [`models.roles.${role}`, name]),
    ...Object.entries(skills).map(([skill, name]) => [`models.skills.${skill}`, name]),
    ...inGates,
  ].flatMap(([by = '', name = '']) => ({ provider: '', model: name, ...splitModel(name), by }));
  // the last resort first
  const names = new Set([...[...providers.keys()].toReversed(), ...wanted.map(({ provider }) => provider)]);
  const embedding = roles['embedding'];
  const embeds = embedding === undefined ? undefined : splitModel(embedding);
  const embedder = embeds && providers.get(embeds.provider);
  const answers = splitModel(roles['session'] ?? chosen.name);
  const ofProviders = [...names].map(name => {
    const kind = kinds.find(one => one.name === name);
    const fromHere = wanted.filter(({ provider }) => provider === name);
    const isMeant = fromHere.length > 0 || !kind || isSetUp(kind, config.models.settings[name]);
    const fetchCommand = kind?.fetchCommand;
    return modelCheck(name, fromHere, providers.get(name) ?? notSetUp(kind), {
      isMeant,
      fetchCommand,
      answering: answers?.provider === name ? answers.model : undefined,
    });
  });
  const idle = idleRoles(roles, config.models.effort);
  return [
    ...ofProviders,
    ...(idle.length > 0 ? [idleCheck(idle)] : []),
    ...(embeds && embedder ? [embeddingCheck(`${embedding}`, embeds.model, embedder, vectorExtension)] : []),
  ];
}

/** What the addresses of models and the ways of their keys weaken. */
export function looks({ settled, kinds }: LookServices): readonly SecurityLook[] {
  if (settled === undefined) return [];
  const { secrets, models } = settled.config;
  const meant = withProviders(kinds, models).models.filter(
    kind =>
      kind.secrets.every(name => reveal(secrets, name) !== undefined) &&
      (Object.hasOwn(models.providers, kind.name) || isSetUp(kind, models.settings[kind.name])),
  );
  return [{ name: 'models', run: () => weakAddresses(meant) }];
}

/** Whether the owner has given this kind a key or a setting; what needs no key is tried without either. */
function isSetUp({ secrets, settings }: ModelKind, set: unknown): boolean {
  return secrets.length > 0 || !isDeepStrictEqual(set, settings?.safeParse({}).data);
}

/** A provider the settings name, which is not there. */
function notSetUp(kind: ModelKind | undefined) {
  const problem = kind
    ? says`named in config.toml, and ${kind.secrets.join(', ')} is not set`
    : says`named in config.toml, and it is no provider of models`;
  return { health: async () => ({ ok: false, problem }) as const };
}
