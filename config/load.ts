/**
 * Two files and the environment become one frozen Config, or a list of every fault.
 *
 * `config.toml` and `.env` are the owner's: a fault there stops the start. `settings/agent.toml` is the agent's: a
 * fault there is a warning, and the last good copy (else the defaults) is used. The process environment wins over
 * `.env`, and both over
 * `config.toml` where they name the same thing.
 */
import { rmSync } from 'node:fs';
import { builtInKinds, withKinds, withProviders } from '../src/adapters/kinds.ts';
import { toFailure } from '../src/domain/supervision/failure.ts';
import { agentFileSchema } from '../src/features/conversation/settings.ts';
import type { Kinds } from '../src/ports/kinds.ts';
import { readDotEnv } from './dot-env.ts';
import { collectSecrets, environmentAddress, nonEmpty, type Place, plainNames, secretValues } from './environment.ts';
import { faultTexts } from './fault-texts.ts';
import { type ConfigFault, checkToml, faultLine } from './faults.ts';
import { camelCase } from './fields.ts';
import { isOpenToOthers, keepSettingsFile, readSettingsFile } from './files.ts';
import { type HomePaths, homePaths } from './home.ts';
import { misdirectedKeys } from './key-ways.ts';
import { languageIn } from './language.ts';
import { promptProblems } from './prompts.ts';
import { type AgentFile, type ConfigFile, configFileSchema, type Section, systemTimeZone } from './schema.ts';
import type { Secret } from './secrets.ts';

/** Every setting, with the unit in its name; frozen to the last leaf. Secrets show their name alone when printed. */
export interface Config extends Omit<ConfigFile, 'owner' | 'telemetry'>, AgentFile {
  readonly paths: HomePaths;
  /** `tracesUrl`: where spans go, whole; undefined: nowhere. */
  readonly telemetry: Pick<ConfigFile['telemetry'], 'steps'> & { readonly tracesUrl: string | undefined };
  /** `isTimeZoneSet`: else it is the zone of this machine. */
  readonly owner: Omit<ConfigFile['owner'], 'timeZone'> & {
    readonly timeZone: string;
    readonly isTimeZoneSet?: boolean;
  };
  /** For the redactor, and through {@link reveal} for the adapter that needs one. */
  readonly secrets: readonly Secret[];
  /** The folders in which this machine's programs are looked for. */
  readonly searchPath?: readonly string[];
  /** The environment variables that the settings and the kinds take a secret from. */
  readonly secretNames: readonly string[];
}

export type Loaded =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly ConfigFault[]; readonly message: string };

export interface LoadOptions {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The kinds whose tables the file may hold; those that come with Straylight if left out. */
  readonly kinds?: Kinds;
  /** Features that are given to `compose` too, for their tables and kinds. */
  readonly sections?: readonly (Section & { readonly kinds?: Partial<Kinds> })[];
  /** The text of a file, undefined where there is none; throws with the reason where it cannot be read. */
  readonly readFile?: (path: string, owner: 'owner' | 'agent') => string | undefined;
  /** Keeps the last good `agent.toml`; a failure is a warning. */
  readonly keepFile?: (path: string, text: string) => void;
  readonly removeFile?: (path: string) => void;
  readonly isOpenToOthers?: (path: string) => boolean;
}

/** Reads the settings of a home. Never throws for what stands in a file. */
export function loadConfig(options: LoadOptions): Loaded {
  const { sections = [] } = options;
  const known = withKinds(options.kinds ?? builtInKinds, sections);
  const paths = homePaths(options.home);
  const schema = configFileSchema(known, sections);
  const files = {
    readFile: readSettingsFile,
    keepFile: keepSettingsFile,
    removeFile: rmSync,
    isOpenToOthers,
    ...options,
  };
  const faults: ConfigFault[] = [];
  const warnings: string[] = [];

  const entries = readDotEnv(ownText(files.readFile, paths.envFile, faults) ?? '', paths.envFile, faults);
  const dotEnv = Object.fromEntries([...entries].map(([name, { value }]) => [name, value]));
  const outside = nonEmpty(options.env);
  const env: Readonly<Record<string, string | undefined>> = { ...dotEnv, ...outside };
  const place: Place = name => {
    const line = outside[name] === undefined ? entries.get(name)?.line : undefined;
    return line === undefined ? { file: 'environment' } : { file: paths.envFile, line };
  };
  const plain = new Set([...plainNames, ...known.models.flatMap(kind => Object.keys(kind.environment ?? {}))]);
  const secretsOf = (kinds: Kinds) => kinds.models.flatMap(({ secrets }) => secrets);
  const hidden = secretValues(
    dotEnv,
    plain,
    secretsOf(known).map(name => env[name]),
  );

  const checked = checkToml(schema, ownText(files.readFile, paths.configFile, faults) ?? '', paths.configFile, hidden);
  faults.push(...(checked.faults ?? []));
  const addresses = known.models.flatMap(({ name: kind, environment = {} }) =>
    Object.entries(environment).map(([name, { setting, complete = (text: string) => text }]) => ({
      kind,
      setting,
      address: environmentAddress(env, name, complete, hidden, place, faults),
    })),
  );
  const otlp = environmentAddress(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', text => text, hidden, place, faults);
  const otlpTraces = environmentAddress(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', text => text, hidden, place, faults);
  const { channels, models: named, search } = checked.value ?? schema.parse({});
  const models: Record<string, unknown> = { ...named.settings };
  for (const { kind, setting, address } of addresses)
    if (address !== undefined) models[kind] = { ...(models[kind] as object), [setting]: address };
  const kinds = withProviders(known, { ...named, settings: models });
  const channelSecrets = kinds.channels.flatMap(({ name, secrets }) => secrets?.(channels.settings[name]) ?? []);
  const { searches = [] } = kinds;
  const searchSecrets = searches.flatMap(({ name, secrets }) => secrets?.(search.settings[name]) ?? []);
  const secretNames = [
    ...new Set([
      ...secretsOf(known),
      ...secretsOf(kinds),
      'OTEL_EXPORTER_OTLP_HEADERS',
      ...channelSecrets,
      ...searchSecrets,
    ]),
  ];
  const secrets = collectSecrets(secretNames, env, dotEnv, plain, place, faults);
  const traces =
    env['OTEL_SDK_DISABLED'] === 'true'
      ? undefined
      : (otlpTraces ?? tracesUrl(otlp ?? checked.value?.telemetry.endpoint));
  faults.push(...misdirectedKeys(kinds.models, secrets, paths.configFile));
  if (!checked.value || faults.length > 0) {
    // it may be the language itself that is wrong
    const language = languageIn(paths.configFile, env);
    const lines = faults.map(fault => `  ${faultLine(fault, language)}`);
    return { ok: false, faults, message: [faultTexts[language].heading(faults.length), ...lines].join('\n') };
  }

  const file = checked.value;
  const agent = agentSettings(paths, files, secrets, warnings, () => Object.keys(schema.parse({})));
  const config: Config = {
    ...file,
    ...agent,
    paths,
    owner: {
      ...file.owner,
      timeZone: file.owner.timeZone ?? systemTimeZone(),
      isTimeZoneSet: file.owner.timeZone !== undefined,
    },
    models: { ...file.models, settings: models },
    telemetry: {
      steps: file.telemetry.steps,
      tracesUrl: traces,
    },
    secrets,
    secretNames,
    searchPath: (outside['PATH'] ?? '').split(':').filter(folder => folder.startsWith('/')),
  };
  if (files.isOpenToOthers(paths.envFile))
    warnings.push(`${paths.envFile} can be read by others on this machine: run "chmod 600 ${paths.envFile}"`);
  warnings.push(...promptProblems(paths.prompts));
  warnings.push(...contradictions(config, kinds));
  return { ok: true, config: frozen(config), warnings };
}

/** Where a collector takes traces. */
function tracesUrl(endpoint: string | undefined): string | undefined {
  return endpoint === undefined ? undefined : `${endpoint}/v1/traces`;
}

type ReadFile = NonNullable<LoadOptions['readFile']>;
type AgentFiles = Required<Pick<LoadOptions, 'readFile' | 'keepFile' | 'removeFile'>>;

function ownText(readFile: ReadFile, path: string, faults: ConfigFault[]): string | undefined {
  try {
    return readFile(path, 'owner');
  } catch (error) {
    faults.push({ file: path, key: '', expected: 'a readable text file', came: (error as Error).message });
    return undefined;
  }
}

/** The agent's own file, else its last good copy, else the defaults: it can never stop the process. */
function agentSettings(
  paths: HomePaths,
  files: AgentFiles,
  secrets: readonly Secret[],
  warnings: string[],
  ofOwner: () => readonly string[],
): AgentFile {
  const attempt = (path: string): { text?: string; value?: AgentFile; problem?: string } => {
    try {
      const text = files.readFile(path, 'agent');
      if (text === undefined) return {};
      const hidden = secrets.map(({ value }) => value);
      const { value, faults } = checkToml(agentFileSchema, text, path, hidden);
      return value ? { text, value } : { problem: faults.map(fault => agentFaultLine(fault, ofOwner())).join('; ') };
    } catch (error) {
      return { problem: `${path}: expected a plain text file; came ${(error as Error).message}` };
    }
  };
  const lastGood = attempt(paths.lastGoodAgentFile);
  takeOver(paths, files, lastGood.text, warnings);
  const current = attempt(paths.agentFile);
  if (current.value && current.text !== lastGood.text) {
    try {
      files.keepFile(paths.lastGoodAgentFile, current.text ?? '');
    } catch (error) {
      warnings.push(`the last good agent.toml could not be kept: ${toFailure(error).message}`);
    }
  }
  if (current.value) return current.value;
  if (current.problem)
    warnings.push(`${current.problem}. ${lastGood.value ? 'The last good copy' : 'The default personality'} is used.`);
  return (current.problem ? lastGood.value : undefined) ?? agentFileSchema.parse({});
}

/** A table that only the owner sets is named as such, not as one that there is not. */
function agentFaultLine(fault: ConfigFault, ofOwner: readonly string[]): string {
  const isOwners = ofOwner.includes(camelCase(fault.key));
  return faultLine(
    isOwners ? { ...fault, expected: 'it in config.toml', came: 'a table that only the owner sets' } : fault,
  );
}

/**
 * A home of an older version has the agent's settings among its scripts, where a command can put another file. So what
 * is taken over is not that file but the copy of what counted at the last start, which no command could reach. The file
 * is never read again.
 */
function takeOver(paths: HomePaths, files: AgentFiles, lastGood: string | undefined, warnings: string[]): void {
  const { agentFile, formerAgentFile: former } = paths;
  const textOf = (path: string) => {
    try {
      return files.readFile(path, 'agent');
    } catch {
      return null;
    }
  };
  const text = textOf(former);
  if (text === undefined) return;
  try {
    const isNew = lastGood !== undefined && textOf(agentFile) === undefined;
    if (isNew) files.keepFile(agentFile, lastGood);
    if (isNew && text === lastGood) {
      files.removeFile(former);
      return;
    }
  } catch (error) {
    warnings.push(`the agent's settings could not be moved to ${agentFile}: ${(error as Error).message}`);
  }
  warnings.push(
    `${former} is not read, because a command can write there: the agent's settings are in ${agentFile}. If what it says is yours, copy it there; then delete it.`,
  );
}

/** Settings that are each valid but cannot work together. */
function contradictions(config: Config, kinds: Kinds): readonly string[] {
  const has = (name: string) => config.secrets.some(secret => secret.name === name);
  const { fallbacks, roles, skills } = config.models;
  const wanted = [config.models.default, ...fallbacks, ...Object.values(roles), ...Object.values(skills)];
  const warnings: string[] = [];
  for (const { name, secrets, warnings: warningsOf } of kinds.channels) {
    const settings = config.channels.settings[name];
    const isSetUp = (secrets?.(settings) ?? []).every(has);
    warnings.push(...(warningsOf?.(settings, isSetUp) ?? []));
  }
  for (const { name, secrets } of kinds.models) {
    const lacking = secrets.find(secret => !has(secret));
    if (lacking !== undefined && wanted.some(model => model?.startsWith(`${name}/`)))
      warnings.push(`A model of ${name} is configured, but ${lacking} is not set.`);
  }
  return warnings;
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
