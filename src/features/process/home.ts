/** A home that this process holds: its folders, its lock, its log, its clock and its database. */

import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../../config/load.ts';
import { endLeftCommands } from '../../adapters/executors/processes/left-commands.ts';
import { actsFile } from '../../adapters/home/acts-file.ts';
import { removeDraftsBelow, removeLeftDrafts } from '../../adapters/home/left-drafts.ts';
import { lockHome } from '../../adapters/home/lock.ts';
import { needRoom } from '../../adapters/home/room.ts';
import { guardedClock, systemClock } from '../../adapters/process/clock.ts';
import { copyDatabase } from '../../adapters/stores/sqlite/backup.ts';
import { sqliteConversationStore } from '../../adapters/stores/sqlite/conversation/conversation.ts';
import {
  emptyLogs,
  type FeatureMigration,
  openDatabase,
  type SqliteDatabase,
} from '../../adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../adapters/stores/sqlite/host/host.ts';
import { processMigrations } from '../../adapters/stores/sqlite/processes/processes.ts';
import { redoFile, redoLogFile } from '../../adapters/stores/sqlite/redo/redo-log.ts';
import { skillMigrations } from '../../adapters/stores/sqlite/skills/skills.ts';
import { fileLog, type Log } from '../../adapters/telemetry/log.ts';
import { createRedactor, type Redactor } from '../../domain/secrets/redaction.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import type { HostStore } from '../../ports/store.ts';

export interface Home {
  readonly config: Config;
  /** What is thrown by what it calls back is logged. */
  readonly clock: Clock;
  /** Folders of the owner's that stand in the workspace. */
  readonly letIn: readonly LetInFolder[];
  readonly startedAt: number;
  /** Names this run of the process. */
  readonly boot: string;
  /** Of the program. */
  readonly version: string;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly database: SqliteDatabase;
  readonly store: HostStore;
  readonly conversation: ConversationStore;
  /** When acts of the agent were under way. */
  readonly acts: Acts;
  /** Takes what is in the tables already out of the logs of the database; false: another process reads it now. */
  emptyLogs(): boolean;
  /** Closes the database and releases the lock. */
  close(): void;
}

/** Of built-in features that count their own; no feature of an embedding program can have such a name. */
const ownMigrations = [
  { name: 'straylight.skills', migrations: skillMigrations },
  { name: 'straylight.processes', migrations: processMigrations },
];

/** A reader in another process sees nothing older than a second. */
const writeOutMs = 800;

/** Throws a `Fault` where another process holds the home, its disk is full, or its database cannot be read. */
export async function openHome(
  config: Config,
  givenClock: Clock = systemClock,
  features: readonly { readonly name: string; readonly migrations?: readonly FeatureMigration[] }[] = [],
): Promise<Home> {
  const { paths } = config;
  for (const folder of [paths.workspace, paths.scripts, paths.settings, paths.logs, paths.backups, paths.run])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const letIn = await letInOf(config);
  needRoom(paths.home);
  const lock = lockHome(paths.lockFile);
  const leftDrafts = removeLeftDrafts(paths.home).length;
  const redactor = createRedactor(config.secrets);
  const log = logOf(config, redactor, givenClock);
  const clock = guardedClock(givenClock, thrown => {
    const { message, cause } = toFailure(thrown);
    const error = redactor.text(message);
    log({ level: 'error', event: 'timer.failed', error, ...defined({ cause }) });
  });
  const startedAt = clock.now();
  const boot = clock.id().slice(0, 8);
  const leftCommands = await endLeftCommands(paths.workspace, clock);
  if (leftCommands > 0) log({ level: 'warn', event: 'commands.left', count: leftCommands });

  const redo = redoLogFile(redoFile(paths.database), config.store.synchronous === 'full');
  const database = openDatabase({
    file: paths.database,
    redo,
    synchronous: config.store.synchronous,
    now: clock.now,
    writeBehind: { later: (writeOut, isSoon) => void clock.after(isSoon ? 0 : writeOutMs, writeOut) },
    onCutLog: () => log({ level: 'warn', event: 'redo.cut' }),
    beforeMigration: (older, from, schema) =>
      copyDatabase(older, join(paths.backups, `${schema}-${from}-${startedAt}.db`)),
    features: Object.fromEntries(
      [...ownMigrations, ...features].map(({ name, migrations = [] }) => [name, migrations]),
    ),
  });
  chmodSync(paths.database, 0o600);
  const below = wasKilled(database) ? [paths.workspace, paths.scripts].flatMap(removeDraftsBelow).length : 0;
  if (leftDrafts + below > 0) log({ level: 'info', event: 'drafts.removed', count: leftDrafts + below });
  const acts = actsFile(join(paths.run, 'acts'));
  return {
    config,
    clock,
    letIn,
    startedAt,
    boot,
    version,
    log,
    redactor,
    database,
    acts,
    store: sqliteHostStore(database),
    conversation: sqliteConversationStore(database),
    emptyLogs: () => emptyLogs(database, redo),
    close() {
      database.close();
      acts.close();
      lock.release();
    },
  };
}

/** Has the process before this one not ended in good order? */
function wasKilled(database: SqliteDatabase): boolean {
  const last = database.prepare('SELECT ended_at FROM boots ORDER BY started_at DESC LIMIT 1').pluck();
  return last.get() === null;
}

/** A home without such folders loads nothing for them. */
async function letInOf({ workspace, paths }: Config): Promise<readonly LetInFolder[]> {
  if (workspace.folders.length === 0) return [];
  const { letInFolders } = await import('../../adapters/files/let-in/table.ts');
  return letInFolders(workspace.folders, { home: paths.home, userFolder: homedir() });
}

function logOf({ paths, logs }: Config, redactor: Redactor, clock: Clock): Log {
  return fileLog({
    folder: paths.logs,
    now: () => clock.now(),
    redact: redactor.json,
    mostBytes: logs.maxFileMb * 2 ** 20,
    keptFiles: logs.maxFiles,
  });
}

/** Read once: it must be known where no file can be opened any more. */
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
