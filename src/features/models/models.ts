/** The model providers this home can have: one of each kind whose secrets are set. */

import type { TracerProvider } from '@opentelemetry/api';
import { durationMs } from '../../../config/duration.ts';
import type { Config } from '../../../config/load.ts';
import { reveal } from '../../../config/secrets.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import { type ChosenModel, chooseModel } from '../../adapters/models/choose-model.ts';
import { redactedProvider } from '../../adapters/models/redacted-provider.ts';
import { renewedProvider } from '../../adapters/models/renewed-provider.ts';
import type { Patience } from '../../domain/models/outage.ts';
import { type ModelSettings, modelsInLine } from '../../domain/models/route.ts';
import { type Form, type Part, says } from '../../domain/policy/sentence.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelProvider } from '../../ports/model.ts';
import { capabilitiesOf, type ModelCapabilities, type ModelKind } from '../../ports/model-kind.ts';
import { value } from '../feature.ts';
import { followedKeys } from './followed-keys.ts';

export interface Models {
  readonly kinds: readonly ModelKind[];
  readonly providers: ReadonlyMap<string, ModelProvider>;
  /** The default, and why it is this one. */
  readonly chosen: ChosenModel;
  /** Which model answers for what. */
  readonly settings: ModelSettings;
  /** The models of a conversation: the default, then its fallbacks. */
  readonly inLine: readonly string[];
  readonly patience: Patience;
  /** Those whose tools are offered in words. */
  readonly worded: readonly string[];
  readonly capabilities: (provider: string) => ModelCapabilities;
  /** Why there is no such provider, and what to do. */
  readonly missing: (provider: string) => Form;
  /** What every effect has in common that calls a model. */
  readonly effect: Pick<EffectSource, 'policy' | 'lane' | 'timeoutMs' | 'heartbeatMs'>;
}

declare module '../feature.ts' {
  interface Features {
    readonly models: Models;
  }
}

export const openModels = value('models', ['home', 'kinds', 'telemetry'], async needs => {
  const { config, clock, redactor } = needs.home;
  const kinds = needs.kinds.models;
  const providers = await modelProviders(kinds, config, clock, redactor, needs.telemetry.provider);
  const chosen = await chooseModel({ configured: config.models.default, kinds, providers });
  const { roles, skills, fallbacks, prefer, effort } = config.models;
  const settings = { default: chosen.name, roles, skills, fallbacks, effort, prefer };
  const capabilities = (provider: string) => capabilitiesOf(kinds, config.models.settings, provider);
  // a model may be silent for as long as its own settings let it; these come first
  const silences = kinds.map(({ name }) => capabilities(name).silenceMs);
  return {
    kinds,
    providers,
    chosen,
    settings,
    capabilities,
    missing: provider => missingProvider(kinds, provider),
    inLine: modelsInLine(settings, { role: 'session' }),
    worded: config.models.naturalTools,
    patience: patienceOf(config.models, config.owner.timeZone),
    effect: {
      policy: 'repeatable',
      lane: 'model',
      timeoutMs: 1_800_000,
      heartbeatMs: Math.max(config.watchdog.heartbeatMs, ...silences),
    },
  };
});

const either = (names: readonly string[]): Part =>
  names.length === 0 ? '' : names.slice(1).reduce<Part>((said, name) => says`${said} or ${name}`, names[0] ?? '');

/** Why a provider is not there: its key is not set, or nobody knows it. */
function missingProvider(kinds: readonly ModelKind[], name: string): Form {
  const kind = kinds.find(one => one.name === name);
  if (!kind) return says`there is no provider ${name}; give it a table [models.providers.${name}] in config.toml`;
  return says`${either(kind.secrets)} is not set; put it into .env`;
}

/** How long a turn of this home waits where no model answers. */
function patienceOf({ keepTrying, longestPause }: Config['models'], timeZone: string): Patience {
  return { keepTryingMs: durationMs(keepTrying) ?? 0, longestPauseMs: durationMs(longestPause) ?? 0, timeZone };
}

/**
 * The providers that can be made, by name: those whose secrets are set, now or later. Without a redactor they are to be asked about
 * themselves, and for nothing else.
 */
export async function modelProviders(
  kinds: readonly ModelKind[],
  config: Config,
  clock: Clock,
  redactor?: Pick<Redactor, 'text' | 'json' | 'known' | 'learn'>,
  telemetry?: TracerProvider,
): Promise<ReadonlyMap<string, ModelProvider>> {
  const shown = (name: string) => reveal(config.secrets, name);
  const safe = (provider: ModelProvider) => (redactor ? redactedProvider(provider, redactor) : provider);
  const now = redactor ? followedKeys(config, redactor) : shown;
  const hasKeys = ({ secrets }: Pick<ModelKind, 'secrets'>) => secrets.every(name => now(name) !== undefined);
  // one whose key is missing is made too, since the key may come; not where the start would refuse to send it there
  const possible = kinds.filter(kind => hasKeys(kind) || (redactor !== undefined && kind.fault === undefined));
  const made = possible.map(async ({ name, secrets, create }) => {
    const secret = (wanted: string) => (secrets.includes(wanted) ? (now(wanted) ?? '') : '');
    const make = () => create(config.models.settings[name], { clock, secret, telemetry });
    const first = await make();
    const isFollowed = redactor !== undefined && secrets.length > 0;
    const keys = () => secrets.map(secret).join('\n');
    return [name, safe(isFollowed ? renewedProvider({ first, make, keys }) : first)] as const;
  });
  const all = new Map(await Promise.all(made));
  const isThere = (name: string) => possible.some(kind => kind.name === name && hasKeys(kind));
  return Object.assign(new Map(all), {
    get: (name: string) => (isThere(name) ? all.get(name) : undefined),
    has: (name: string) => isThere(name) && all.has(name),
  });
}
