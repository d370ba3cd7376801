/**
 * Port: a kind of model provider, as data about itself.
 *
 * A kind is listed once, in src/adapters/kinds.ts; its settings, secrets, prices and checks follow from what stands
 * here. The file that declares one is read at every start, so it loads its adapter and its library only in `create`.
 */

import type { TracerProvider } from '@opentelemetry/api';
import type { ZodType } from 'zod';
import type { ProviderPrices } from '../domain/budget/prices.ts';
import type { ModelAddress } from '../domain/models/address.ts';
import type { KeyAnswer } from '../domain/models/keys.ts';
import { splitModel } from '../domain/models/route.ts';
import type { Sentence } from '../domain/policy/sentence.ts';
import type { Clock } from './clock.ts';
import type { ModelProvider } from './model.ts';

export interface ModelKind<Settings = unknown> extends KindPlace {
  /** The first word of `provider/model`: lower case letters and digits. */
  readonly name: string;
  /** Its table `[models.NAME]` in config.toml, made with config/fields.ts; without it there is none. */
  readonly settings?: ZodType<Settings>;
  /**
   * Environment variables that win over an address of its settings: which setting, and how its text becomes an address.
   */
  readonly environment?: Readonly<
    Record<string, { readonly setting: keyof Settings & string; readonly complete?: (text: string) => string }>
  >;
  /** What of its place follows from its settings, some of which the environment may have set. */
  readonly placed?: (settings: Settings) => KindPlace;
  readonly capabilities: (settings: Settings) => ModelCapabilities;
  /** Makes the provider. It is asked only where every secret is set. */
  create(
    settings: Settings,
    services: {
      readonly clock: Clock;
      /** The value of a secret the kind has named. */
      readonly secret: (name: string) => string;
      /** Where the spans of its library go; none where nobody wants them. */
      readonly telemetry?: TracerProvider | undefined;
    },
  ): Promise<ModelProvider>;
  /** How it takes part where the owner has named no model; without this it has to be named. */
  readonly unnamed?: UnnamedModel;
  /** The command that brings a model the provider does not have, for `straylight doctor`. */
  readonly fetchCommand?: (model: string) => string;
}

/** Where the models of a kind run, what they cost, and what they need: three facts of which none follows from another. */
export interface KindPlace {
  /** Names of the environment variables it needs. Where one is not set, the provider is not made. */
  readonly secrets: readonly string[];
  readonly prices: ProviderPrices;
  /** Where its server is; undefined: it has none. */
  readonly address?: ModelAddress | undefined;
  /** Its models run on this machine, so what they are sent stays here. */
  readonly isLocal?: boolean;
  /** Why its key is not sent to its address: which setting is to change, and to what. */
  readonly fault?: KeyFault;
  /** One of them that runs elsewhere all the same, as its name says. */
  readonly runsElsewhere?: (model: string) => boolean;
}

type KeyFault = Extract<KeyAnswer, { readonly fault: unknown }>['fault'];

/** Does `provider/model` run on this machine? */
export function isModelLocal(kinds: readonly ModelKind[], name: string): boolean {
  const { provider, model } = splitModel(name) ?? { provider: '', model: name };
  const kind = kinds.find(one => one.name === provider);
  return kind?.isLocal === true && kind.runsElsewhere?.(model) !== true;
}

export interface ModelCapabilities {
  /** The longest reply that is asked for. */
  readonly maxOutputTokens: number;
  /** For how long a call may be silent before it is taken for dead; 0: it never is. */
  readonly silenceMs: number;
  /** Its library makes the spans of its calls (`services.telemetry`), so the process makes none. */
  readonly makesSpans: boolean;
  /** How a reply in JSON is held to its schema; `schema`, by the provider, where nothing is said. */
  readonly format?: 'schema' | 'json' | 'words';
}

/**
 * The part of a kind where the owner has named no model: the kinds are asked in their order, and the first that has one
 * answers.
 */
export interface UnnamedModel {
  /**
   * Its model and why it was taken, or why it has none; undefined where there is nothing to say, as of a server that
   * nobody may have set up. It is asked only where the provider was made, and has to answer before the signal.
   */
  choose(
    provider: ModelProvider,
    signal: AbortSignal,
  ): Promise<{ readonly model: string; readonly reason: Sentence } | { readonly problem: Sentence } | undefined>;
  /**
   * What the owner can do to get a model of this kind, as in "set ANTHROPIC_API_KEY"; said where only the last resort
   * is left.
   */
  readonly advice?: Sentence;
}

/** What the models of one provider can do, as its settings have it. */
export function capabilitiesOf(
  kinds: readonly ModelKind[],
  settings: Readonly<Record<string, unknown>>,
  name: string,
): ModelCapabilities {
  const kind = kinds.find(one => one.name === name);
  return kind?.capabilities(settings[name]) ?? unknownProvider;
}

/** A provider nobody has: its calls fail before any of this counts. */
const unknownProvider: ModelCapabilities = { maxOutputTokens: 8_192, silenceMs: 0, makesSpans: false };

/** Gives a kind the types of its own settings; what it answers goes into any list of kinds. */
export function defineModelKind<Settings>(kind: ModelKind<Settings>): ModelKind {
  return kind as unknown as ModelKind;
}
