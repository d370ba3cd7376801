import { z } from 'zod';
import { choice, duration, gathered, modelRef, modelTable, section, tablesOf } from '../../../config/fields.ts';
import { efforts } from '../../domain/models/effort.ts';
import { preferences } from '../../domain/models/route.ts';
import type { Kinds } from '../../ports/kinds.ts';

/** Which models answer, and what each provider can be given. `providers`: the table of servers the owner names. */
export function modelsTables<Providers extends z.ZodType>(kinds: Pick<Kinds, 'models'>, providers: Providers) {
  return {
    models: section({
      default: modelRef().optional(),
      fallbacks: z
        .array(modelRef(), { error: 'a list of models as in ["ollama/qwen3:8b"]' })
        .max(5, { error: 'at most 5 models' })
        .default([]),
      roles: modelTable().prefault({}),
      skills: modelTable(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'the name of a skill, as in weekly-report').prefault({}),
      prefer: choice(preferences).optional(),
      effort: effortTable(),
      natural_tools: z.array(modelRef(), { error: 'a list of models as in ["ollama/gemma3:4b"]' }).default([]),
      keep_trying: duration(0, 7 * 24 * 3_600_000).default('6h'),
      longest_pause: duration(1_000, 24 * 3_600_000).default('10m'),
      providers,
      ...tablesOf(kinds.models),
    }).transform(settings => gathered(settings, kinds.models)),
  };
}

/** Names of roles, or models as `provider/model`: the owner's own words, which stay as written. */
function effortTable() {
  const name = z
    .string()
    .regex(/^(?:[a-z][a-z0-9_]*|[^\s/]+\/\S+)$/, { error: 'a role, or a model as "provider/model"' });
  return z
    .record(name, choice(efforts), { error: 'a table of roles or models, each with an effort as in session = "high"' })
    .default({});
}

/** The models a file names, and the servers it brings for them. */
interface NamedModels {
  readonly models: {
    readonly default?: string | undefined;
    readonly fallbacks: readonly string[];
    readonly naturalTools: readonly string[];
    readonly effort: Readonly<Record<string, string>>;
    readonly roles: Readonly<Record<string, string>>;
    readonly skills: Readonly<Record<string, string>>;
    readonly providers: Readonly<Record<string, unknown>>;
  };
  readonly prices: Readonly<Record<string, unknown>>;
}

/** Each model is one of a kind there is, or of a server named here; and no server takes the name of a kind. */
export function checkModels(
  { models, prices }: NamedModels,
  kinds: Pick<Kinds, 'models'>,
  context: z.RefinementCtx,
): void {
  const builtIn = kinds.models.map(({ name }) => name);
  const servers = Object.keys(models.providers);
  const refuse = (message: string, ...path: (string | number)[]) => context.addIssue({ code: 'custom', message, path });
  for (const name of servers)
    if (builtIn.includes(name))
      refuse(`another name: ${name} is a provider already, see [models.${name}]`, 'models', 'providers', name);
  const known = [...new Set([...builtIn, ...servers])];
  const check = (model: string | undefined, ...path: (string | number)[]) => {
    if (model === undefined || known.includes(model.slice(0, model.indexOf('/')))) return;
    refuse(
      `a model as "provider/model", where the provider is ${known.join(', ')}, or has a table [models.providers.NAME]`,
      ...path,
    );
  };
  check(models.default, 'models', 'default');
  for (const [at, model] of models.fallbacks.entries()) check(model, 'models', 'fallbacks', at);
  for (const [at, model] of models.naturalTools.entries()) check(model, 'models', 'natural_tools', at);
  for (const [role, model] of Object.entries(models.roles)) check(model, 'models', 'roles', role);
  for (const [skill, model] of Object.entries(models.skills)) check(model, 'models', 'skills', skill);
  for (const name of Object.keys(models.effort)) if (name.includes('/')) check(name, 'models', 'effort', name);
  for (const model of Object.keys(prices)) check(model, 'prices', model);
}
