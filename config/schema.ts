/**
 * Every setting: its type, default, unit, and the sentence shown when it is wrong. What one kind of model or channel
 * alone can be told, its kind says.
 *
 * The files speak snake_case with the unit in the name; the program reads the same words in camelCase. The message of
 * each rule is what was *expected*; load.ts adds where it stands and what came. Objects are strict: a misspelt key is a
 * fault.
 */
import { z } from 'zod';
import type { Kinds } from '../src/ports/kinds.ts';
import { address, choice, dollars, domains, duration, flag, orNone, section, whole } from './fields.ts';
import { gate } from './gates.ts';

/**
 * A table of `config.toml` that a feature of an embedding program brings: `[NAME]`, in lower case letters and digits.
 */
export interface Section {
  readonly name: string;
  /** Made with config/fields.ts; without it there is no table. */
  readonly settings?: z.ZodType;
}

/**
 * What `config.toml` may say, with the tables of these kinds, and of features. Throws an `Error` for a name that is
 * taken.
 */
export function configFileSchema(kinds: Kinds, sections: readonly Section[] = []) {
  const tables = tablesOfConfig(kinds);
  for (const { name } of sections)
    if (!/^[a-z][a-z0-9]*$/.test(name) || Object.hasOwn(tables, name))
      throw new Error(
        `a feature cannot be named "${name}": expected lower case letters and digits, and no table of Straylight's own`,
      );
  return section({ ...tables, ...tablesOf(sections) }).transform(file => ({
    ...file,
    /** Of features, by name. */
    sections: valuesOf(file, sections),
  }));
}

function tablesOfConfig(kinds: Kinds) {
  const { modelRef, modelTable } = namedModels(kinds);
  return {
    owner: section({
      name: z.string({ error: 'a text' }).trim().min(1, { error: 'a name of at least one character' }).optional(),
      language: choice(['en', 'de']).default('en'),
      time_zone: z
        .string({ error: 'a time zone as in "Europe/Berlin"' })
        .refine(isTimeZone, { error: 'a time zone of the IANA list, as in "Europe/Berlin"' })
        .optional(),
    }),
    models: section({
      default: modelRef.optional(),
      fallbacks: z
        .array(modelRef, { error: 'a list of models as in ["ollama/qwen3:8b"]' })
        .max(5, { error: 'at most 5 models' })
        .default([]),
      roles: modelTable.prefault({}),
      skills: modelTable.prefault({}),
      keep_trying: duration(0, 7 * 24 * 3_600_000).default('6h'),
      longest_pause: duration(1_000, 24 * 3_600_000).default('10m'),
      ...tablesOf(kinds.models),
    }).transform(settings => gathered(settings, kinds.models)),
    channels: section({
      deliver_for_hours: whole(1, 8_760, 'hours').default(168),
      ...tablesOf(kinds.channels),
      web: section({
        enabled: flag().default(true),
        port: whole(0, 65_535, '(0: any free port)').default(8_420),
      }),
    }).transform(settings => gathered(settings, kinds.channels)),
    sandbox: section({
      executor: choice(['auto', 'docker', 'bubblewrap', 'direct']).default('auto'),
      image: z
        .string({ error: 'the name of a Docker image' })
        .regex(/^[a-z0-9][\w./:@-]{0,254}$/, { error: 'the name of a Docker image, as in "straylight-sandbox:1"' })
        .default('straylight-sandbox'),
      runtime: z
        .string({ error: 'the name of a runtime of Docker' })
        .regex(/^[\w.-]{1,64}$/, { error: 'the name of a runtime of Docker, as in "runsc"' })
        .optional(),
      docker_socket: z
        .string({ error: 'the path of the engine’s socket' })
        .startsWith('/', { error: 'the path of the engine’s socket, from / on' })
        .optional(),
      cpus: z
        .number({ error: 'a number of processors from 0.1 to 1 024' })
        .min(0.1, { error: 'a number of processors from 0.1 to 1 024' })
        .max(1_024, { error: 'a number of processors from 0.1 to 1 024' })
        .default(2),
      memory_mb: whole(64, 1_048_576, 'megabytes').default(4_096),
      max_processes: whole(8, 65_536, 'processes').default(512),
      max_file_mb: whole(1, 1_048_576, 'megabytes').default(1_024),
      cpu_seconds: whole(1, 86_400, 'seconds').default(600),
    }),
    egress: section({
      allowed_domains: domains(),
      always_approve_domains: domains(),
      blocked_domains: domains(),
    }),
    packages: section({
      enabled: flag().default(false),
      hosts: domains(['pypi.org', 'files.pythonhosted.org']),
    }),
    browser: section({
      enabled: flag().default(true),
      executable: z
        .string({ error: 'the path of a Chromium' })
        .startsWith('/', { error: 'the path of a Chromium, from / on' })
        .optional(),
    }),
    approvals: section({
      mode: choice(['continue', 'block']).default('continue'),
      expires_ms: z
        .union([z.literal('never'), z.int().min(1_000).max(31_536_000_000)], {
          error: 'a whole number of milliseconds from 1 000 to 31 536 000 000, or "never"',
        })
        .default(86_400_000),
      undo_window_s: whole(0, 600, 'seconds').default(5),
    }),
    keys: section({
      store: choice(['auto', 'file']).default('auto'),
    }),
    limits: section({
      max_steps_per_turn: whole(1, 1_000, 'model calls').default(15),
      max_tool_calls_per_turn: whole(1, 1_000, 'tool calls').default(20),
      max_errors_in_row: whole(1, 100, 'errors').default(3),
      max_output_bytes: whole(1_024, 16_777_216, 'bytes').default(65_536),
      max_dynamic_tools_per_turn: whole(0, 1_000, 'tools').default(20),
      command_timeout_ms: whole(100, 86_400_000, 'milliseconds').default(120_000),
    }),
    budget: section({
      max_tokens_per_session: orNone(whole(1, 10_000_000_000, 'tokens, or "none"')).optional(),
      max_tokens_per_day: orNone(whole(1, 10_000_000_000, 'tokens, or "none"')).optional(),
      max_usd_per_session: orNone(dollars(1_000_000, ', or "none"')).default(5),
      max_usd_per_day: orNone(dollars(1_000_000, ', or "none"')).default(20),
      show_cost: flag().default(true),
      eur_per_usd: z
        .number({ error: 'what one US dollar is in euros, from 0.1 to 10' })
        .min(0.1, { error: 'what one US dollar is in euros, from 0.1 to 10' })
        .max(10, { error: 'what one US dollar is in euros, from 0.1 to 10' })
        .optional(),
    }),
    prices: z
      .record(
        modelRef,
        section({
          input: dollars(100_000, ' per million tokens'),
          output: dollars(100_000, ' per million tokens'),
          cache_read: dollars(100_000, ' per million tokens').optional(),
          cache_write: dollars(100_000, ' per million tokens').optional(),
        }),
        { error: 'a table for each model, as in [prices."anthropic/claude-sonnet-5"]' },
      )
      .prefault({}),
    undo: section({
      enabled: flag().default(true),
      max_mb: whole(1, 1_000_000_000, 'megabytes').default(4_096),
      max_file_mb: whole(1, 1_000_000, 'megabytes').default(256),
      max_files: whole(100, 10_000_000, 'files').default(200_000),
      max_age_days: whole(1, 3_650, 'days').default(14),
    }),
    store: section({
      synchronous: choice(['full', 'normal']).default('full'),
      snapshot_every: whole(1, 100_000, 'steps').default(50),
      prune_after_days: whole(1, 36_500, 'days').default(30),
    }),
    lanes: section({
      models: whole(1, 1_000, 'calls').default(32),
      tools: whole(1, 1_000, 'calls').default(16),
      deliveries: whole(1, 1_000, 'messages').default(16),
    }),
    breakers: section({
      failures: whole(1, 100, 'failures').default(5),
      window_ms: whole(1_000, 86_400_000, 'milliseconds').default(600_000),
      rest_ms: whole(1_000, 1_800_000, 'milliseconds').default(60_000),
      flaps: whole(2, 100, 'times').default(3),
    }),
    watchdog: section({
      every_ms: whole(100, 600_000, 'milliseconds').default(60_000),
      heartbeat_ms: whole(1_000, 600_000, 'milliseconds').default(30_000),
      stall_ms: whole(50, 60_000, 'milliseconds').default(500),
      disk_free_mb: whole(0, 1_000_000_000, 'megabytes').default(1_000),
      database_mb: whole(1, 1_000_000_000, 'megabytes').default(5_000),
      database_mb_per_day: whole(1, 1_000_000_000, 'megabytes').default(500),
      quiet_tokens_per_hour: whole(1, 10_000_000_000, 'tokens').default(250_000),
    }),
    safe_mode: section({
      boots: whole(0, 100, 'boots').default(3),
    }),
    gates: z.array(gate(), { error: 'a list of [[gates]]' }).default([]),
    metrics: section({
      enabled: flag().default(false),
    }),
    telemetry: section({
      endpoint: address().optional(),
      steps: flag().default(true),
    }),
    logs: section({
      max_file_mb: whole(1, 1_024, 'megabytes').default(5),
      max_files: whole(1, 100, 'files').default(5),
    }),
    shutdown: section({
      grace_ms: whole(0, 600_000, 'milliseconds').default(30_000),
    }),
  };
}

/** The names of models there can be, one and a table of them. */
function namedModels({ models }: Kinds) {
  const names = models.map(({ name }) => name);
  const modelRef = z
    .string({ error: 'a model as "provider/model"' })
    .regex(new RegExp(`^(?:${names.join('|')})/\\S+$`), {
      error: `a model as "provider/model", where the provider is ${names.join(', ')}`,
    });
  /** Its keys are the owner's own words and stay as written. */
  const modelTable = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/, { error: 'a name in snake_case' }), modelRef, {
    error: 'a table of names, each with a model as "provider/model"',
  });
  return { modelRef, modelTable };
}

interface Kind {
  readonly name: string;
  readonly settings?: z.ZodType;
}

/** A table for each kind that has settings, under its name. To the types they are none: a kind alone knows its own. */
function tablesOf(kinds: readonly Kind[]): Record<never, z.ZodType> {
  return Object.fromEntries(kinds.flatMap(({ name, settings }) => (settings ? [[name, settings]] : [])));
}

/** The tables of the kinds, taken out of what stands beside them. */
function gathered<Table extends object>(table: Table, kinds: readonly Kind[]) {
  const settings = valuesOf(table, kinds);
  const own = Object.fromEntries(Object.entries(table).filter(([name]) => !Object.hasOwn(settings, name))) as Table;
  return { ...own, settings };
}

function valuesOf(table: object, kinds: readonly Kind[]): Readonly<Record<string, unknown>> {
  const names = Object.keys(tablesOf(kinds));
  return Object.fromEntries(names.map(name => [name, (table as Record<string, unknown>)[name]]));
}

export const agentFileSchema = section({
  personality: section({
    name: z
      .string({ error: 'a name of 1 to 60 characters' })
      .trim()
      .min(1, { error: 'a name of 1 to 60 characters' })
      .max(60, { error: 'a name of 1 to 60 characters' })
      .default('Straylight'),
    soul: z
      .string({ error: 'a text of at most 20 000 characters' })
      .trim()
      .max(20_000, { error: 'a text of at most 20 000 characters' })
      .default(
        'You are a personal AI agent: competent, direct and friendly. You do things rather than talk about them.',
      ),
  }),
});

export type ConfigFile = z.output<ReturnType<typeof configFileSchema>>;
export type AgentFile = z.output<typeof agentFileSchema>;

/** The system's own time zone; `UTC` where it cannot be told. */
export function systemTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
