/**
 * What `config.toml` may say: the tables of every feature (`settings.ts` of each), of the kinds of models and channels,
 * and of an embedding program's features.
 *
 * The files speak snake_case with the unit in the name; the program reads the same words in camelCase. The message of
 * each rule is what was *expected*; load.ts adds where it stands and what came. Objects are strict: a misspelt key is a
 * fault. This module is read by every command, so a `settings.ts` imports the fields alone.
 */
import type { z } from 'zod';
import { providersTable } from '../src/adapters/kinds.ts';
import { a2aTables } from '../src/features/a2a/settings.ts';
import { agentsTables } from '../src/features/agents/settings.ts';
import { approvalsTables } from '../src/features/approvals/settings.ts';
import { budgetTables } from '../src/features/budget/settings.ts';
import { callersTables } from '../src/features/callers/settings.ts';
import { channelsTables } from '../src/features/channels/settings.ts';
import { type agentFileSchema, conversationTables } from '../src/features/conversation/settings.ts';
import { gatesTables } from '../src/features/gates/settings.ts';
import { hooksTables } from '../src/features/hooks/settings.ts';
import { keysTables } from '../src/features/keys/settings.ts';
import { mcpTables } from '../src/features/mcp/settings.ts';
import { learningTables } from '../src/features/memory/settings.ts';
import { checkModels, modelsTables } from '../src/features/models/settings.ts';
import { networkTables } from '../src/features/network/settings.ts';
import { ownerTables, processTables } from '../src/features/process/settings.ts';
import { sandboxTables } from '../src/features/sandbox/settings.ts';
import { searchTables } from '../src/features/search/settings.ts';
import { supervisionTables } from '../src/features/supervision/settings.ts';
import { telemetryTables } from '../src/features/telemetry/settings.ts';
import { toolsTables } from '../src/features/tools/settings.ts';
import { undoTables } from '../src/features/undo/settings.ts';
import { workersTables } from '../src/features/workers/settings.ts';
import type { Kinds } from '../src/ports/kinds.ts';
import { section, tablesOf, valuesOf } from './fields.ts';

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
  return section({ ...tables, ...tablesOf(sections) })
    .superRefine((file, context) => checkModels(file, kinds, context))
    .transform(file => ({
      ...file,
      /** Of features, by name. */
      sections: valuesOf(file, sections),
    }));
}

/** The tables of every feature. */
function tablesOfConfig(kinds: Kinds) {
  return {
    ...ownerTables(),
    ...modelsTables(kinds, providersTable),
    ...channelsTables(kinds),
    ...sandboxTables(),
    ...networkTables(),
    ...mcpTables(),
    ...callersTables(),
    ...agentsTables(),
    ...a2aTables(),
    ...workersTables(),
    ...toolsTables(),
    ...searchTables(kinds),
    ...approvalsTables(),
    ...keysTables(),
    ...conversationTables(),
    ...budgetTables(),
    ...undoTables(),
    ...learningTables(),
    ...supervisionTables(),
    ...gatesTables(),
    ...hooksTables(),
    ...telemetryTables(),
    ...processTables(),
  };
}

export type ConfigFile = z.output<ReturnType<typeof configFileSchema>>;
export type AgentFile = z.output<typeof agentFileSchema>;

/** The system's own time zone. Not by `Intl.DateTimeFormat`, which loads all it knows of languages: 25 ms. */
export function systemTimeZone(): string {
  return Temporal.Now.timeZoneId();
}
