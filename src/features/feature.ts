/** What one capability is given and brings. compose.ts puts them together. */
import type { ZodType } from 'zod';
import type { HomePaths } from '../../config/home.ts';
import type { Config } from '../../config/load.ts';
import type { ActorCore } from '../actors/core.ts';
import type { EffectSource, Lookup, MachineEntry } from '../actors/runtime/registry.ts';
import type { System } from '../actors/runtime/system.ts';
import type { FeatureMigration } from '../adapters/stores/sqlite/database.ts';
import type { Provided } from '../api/provided.ts';
import type { MoreOperations } from '../api/service.ts';
import type { Check } from '../commands/doctor/doctor.ts';
import type { SecurityLook } from '../commands/security/security.ts';
import type { Language } from '../domain/text/texts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Kinds } from '../ports/kinds.ts';
import type { ModelCalls } from '../ports/model-call.ts';
import type { Keyring } from '../ports/secrets/keyring.ts';
import type { Tables } from '../ports/tables.ts';
import type { Tool } from '../ports/tool.ts';
import type { ToolSource } from '../ports/tool-source.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import type { Writer } from '../ports/writer.ts';
import type { Network } from './network/network.ts';
import type { Home } from './process/home.ts';
import type { Report } from './process/reports.ts';

/** What every feature that comes with Straylight is given: the open home, and the host of the actors. */
export interface Core extends Home, ActorCore {
  /** What features bring is in it before the start, so nothing is asked of it earlier. */
  readonly system: System;
  /** All tools, once every feature has brought its own. */
  readonly toolbox: Toolbox;
  /** Tells the owner, on every channel. Before the start it tells nobody. */
  readonly report: Report;
}

/**
 * What can be needed, by name. What brings a value adds it here in its own file:
 * `declare module '../feature.ts' { interface Features { readonly goals: Goals } }`.
 */
export interface Features {
  readonly core: Core;
  /** Those made by `featureWithTools`, by their names; what needs it is opened after all of them. */
  readonly tooled: readonly Feature[];
}

/**
 * What is opened brings charts, tools and more, with the values that others need beside them. There is no container and
 * no state of a module.
 *
 * A start calls `start` of each in order. A stop calls `stop` of each, then stops the host of the actors, then calls
 * `close` of each, the other way round.
 */
export interface Feature {
  /** Charts, with what the host does around them. */
  readonly machines?: readonly MachineEntry[];
  /** What charts invoke, by name. */
  readonly effects?: Readonly<Record<string, EffectSource>>;
  /** What charts read within a step, by name. */
  readonly lookups?: Readonly<Record<string, Lookup>>;
  /** What charts write within a step, by name. */
  readonly writers?: Readonly<Record<string, Writer>>;
  readonly tools?: readonly Tool[];
  /** Where more tools come from. The agent's own scripts win a name; it is closed when Straylight stops. */
  readonly toolSource?: ToolSource;
  /** What operations are carried out with, each part by the name under which they need it. */
  readonly provides?: Partial<Provided>;
  /** What an owner can ask or do, by subject and name; `operation` of src/api/contract.ts makes one. */
  readonly operations?: MoreOperations;
  /**
   * Lines of the greeting, after a start. `forChat`: they stand above a chat, so they are few; and they are for the
   * owner alone, so a link may hold the token.
   */
  greeting?(forChat: boolean): readonly string[];
  start?(core: Core): void | Promise<void>;
  /** Takes nothing more in. Called before the actors are stopped. */
  stop?(): void | Promise<void>;
  /** Lets go of what it holds. Called when nothing runs any more, also where nothing was started. */
  close?(): void | Promise<void>;
}

/** One that comes with Straylight, as src/compose.ts lists it: opened and started after all that it needs. */
export interface BuiltIn {
  readonly name: string;
  readonly needs: readonly string[];
  /** It brings a value and nothing else: what it answers is not started or stopped. */
  readonly isValue: boolean;
  readonly bringsTools?: true;
  readonly open: (needs: Features) => unknown;
}

type Named<Name> = Name extends keyof Features ? Features[Name] : unknown;

/** `needs`: also those that have to be started before it, whether it asks anything of them or not. */
export function feature<const Name extends string, Need extends keyof Features>(
  name: Name,
  needs: readonly Need[],
  open: (needs: Pick<Features, Need>) => (Feature & Named<Name>) | Promise<Feature & Named<Name>>,
): BuiltIn {
  return { name, needs, open, isValue: false };
}

/** A {@link feature} that brings `tools` or a `toolSource`. */
export function featureWithTools<const Name extends string, Need extends keyof Features>(
  name: Name,
  needs: readonly Need[],
  open: (needs: Pick<Features, Need>) => (Feature & Named<Name>) | Promise<Feature & Named<Name>>,
): BuiltIn {
  return { ...feature(name, needs, open), bringsTools: true };
}

/** What others need, and is neither started nor stopped. */
export function value<Name extends keyof Features, Need extends keyof Features>(
  name: Name,
  needs: readonly Need[],
  open: (needs: Pick<Features, Need>) => Features[Name] | Promise<Features[Name]>,
): BuiltIn {
  return { name, needs, open, isValue: true };
}

/**
 * A feature of an embedding program, as data about itself: `loadConfig({ sections: [entry] })`, then
 * `compose(config, { features: [entry] })`.
 *
 * Settings and migrations stand beside `open`, since both are needed before it can be called.
 */
export interface FeatureEntry<Settings = unknown> {
  /** Its table in config.toml, and what its migrations are recorded under: lower case letters and digits. */
  readonly name: string;
  /** Made with config/fields.ts. */
  readonly settings?: ZodType<Settings>;
  /** Of its own tables, numbered from 1. A home that has them opens without the feature too. */
  readonly migrations?: readonly FeatureMigration[];
  /** More kinds of models and channels. */
  readonly kinds?: Partial<Kinds>;
  /** What `straylight doctor` asks of it, without a home that is open; `Straylight.checks` has the same. */
  checks?(services: FeatureCheckServices<Settings>): readonly Check[];
  open(services: FeatureServices<Settings>): Feature | Promise<Feature>;
}

/** What its checks are given. */
export interface FeatureCheckServices<Settings = unknown> {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly language: Language;
}

/** What the feature of an embedding program is given. */
export interface FeatureServices<Settings = unknown> extends FeatureCheckServices<Settings> {
  readonly tables: Tables;
  /** Secrets are taken out of what is logged. */
  readonly log: (level: 'info' | 'warn' | 'error', text: string, facts?: Readonly<Record<string, unknown>>) => void;
  /**
   * Sends an event to the actor at an address, which is started where it is not there. Resolves when it is committed. A
   * second event under the same `dedupe` is dropped. To be called after the start.
   */
  readonly send: (target: string, event: { readonly type: string }, dedupe?: string) => Promise<void>;
  /** Calls a model, in the budget and by the owner's settings. */
  readonly models: ModelCalls;
  /** Tells the owner, on every channel. Before the start it tells nobody. */
  readonly tell: (text: string) => void;
}

/**
 * What `straylight doctor` asks of a built-in feature. It is a module of its own, `checks.ts` of the feature, since the
 * doctor loads it without opening the home.
 */
export interface CheckedFeature {
  checks?(services: CheckServices): readonly Check[] | Promise<readonly Check[]>;
  /** For `doctor --security`. */
  looks?(services: LookServices): readonly SecurityLook[];
}

export interface CheckServices {
  readonly config: Config;
  readonly kinds: Kinds;
  readonly clock: Clock;
  readonly network: Network;
  readonly keyring: Keyring | undefined;
}

/** A home as it is on the disk: nothing is opened for use, and nothing is changed. */
export interface LookServices extends Pick<CheckServices, 'kinds' | 'clock'> {
  readonly paths: HomePaths;
  /** What needs valid settings; undefined if they are not. */
  readonly settled: Pick<CheckServices, 'config' | 'network'> | undefined;
  /** The environment of this process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How this home is named to the command line. */
  readonly program: string;
}

/** Gives an entry the types of its own settings; what it answers goes into any list of features. */
export function defineFeature<Settings>(entry: FeatureEntry<Settings>): FeatureEntry {
  return entry as unknown as FeatureEntry;
}

/** The parts of all features by name. Throws an `Error` where two bring something under one name. */
export function merged<Part>(
  parts: readonly (Readonly<Record<string, Part>> | undefined)[],
): Readonly<Record<string, Part>> {
  const all: Record<string, Part> = {};
  for (const [name, part] of parts.flatMap(part => Object.entries(part ?? {}))) {
    if (all[name] !== undefined) throw new Error(`two features bring ${name}`);
    all[name] = part;
  }
  return all;
}
