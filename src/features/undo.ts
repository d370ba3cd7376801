/** The undo of what turns change in the workspace, as the settings have it. */
import { existsSync, readdirSync } from 'node:fs';
import type { Config } from '../../config/load.ts';
import type { LogEntry } from '../actors/runtime/log-entry.ts';
import { homeKey } from '../adapters/home/key.ts';
import { randomText } from '../adapters/process/clock.ts';
import type { Keyring } from '../adapters/secrets/keyring.ts';
import { type KeptWorkspace, keptWorkspace } from '../adapters/undo/kept-workspace.ts';
import { fault } from '../domain/supervision/failure.ts';
import type { UndoDesk } from '../domain/undo/undo.ts';
import type { Clock } from '../ports/clock.ts';
import type { WorkspaceKeeper } from '../ports/workspace-keeper.ts';

export interface UndoOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly keyring: Keyring | undefined;
  /** Told where the key of what is kept was put; never the key. */
  readonly say: (text: string) => void;
  readonly log: (entry: LogEntry) => void;
  /** Every text of what is shown; files hold what they hold. */
  readonly redact: <Value>(value: Value) => Value;
  /** The owner is told. */
  readonly report: (text: string) => void;
}

export interface Undo {
  /** Absent where it is off. */
  readonly keeper?: WorkspaceKeeper;
  readonly desk: UndoDesk;
  /** How long a call may have to wait before it begins. */
  readonly waitMs: number;
  /** Keeps what is there at the start, and finishes what a crash has cut in two. */
  warm(): void;
  close(): Promise<void>;
}

const waitMs = 60_000;
/** 256 bits in base62. */
const keyLetters = 43;
const dayMs = 86_400_000;

export async function undoOf({ config, clock, keyring, say, log, redact, report }: UndoOptions): Promise<Undo> {
  const { workspace, undo: folder } = config.paths;
  const { enabled, maxMb, maxFileMb, maxFiles, maxAgeDays } = config.undo;
  if (!enabled) return { desk: off, waitMs: 0, warm: () => {}, close: async () => {} };
  const bounds = {
    maxBytes: maxMb * 2 ** 20,
    maxFileBytes: maxFileMb * 2 ** 20,
    maxEntries: maxFiles,
    maxAgeMs: maxAgeDays * dayMs,
  };
  const make = () => randomText(keyLetters);
  const key = await homeKey({ folder: config.paths.keys, name: 'undo.key', make, keyring, say });
  const kept = keptWorkspace({
    ...{ workspace, folder, bounds, key, clock, waitMs },
    report(text) {
      log({ level: 'warn', event: 'undo', text: redact(text) });
      report(text);
    },
  });
  return {
    keeper: kept,
    desk: redacted(kept, redact),
    waitMs,
    warm() {
      if (existsSync(folder) || readdirSync(workspace).length > 0) kept.warm();
    },
    close: kept.close,
  };
}

function redacted({ desk }: KeptWorkspace, redact: UndoOptions['redact']): UndoDesk {
  return {
    list: async () => redact(await desk.list()),
    show: async id => redact(await desk.show(id)),
    apply: async (id, options) => redact(await desk.apply(id, options)),
  };
}

const off: UndoDesk = {
  list: async () => ({ isOn: false, turns: [], usedBytes: 0, notes: [] }),
  show: async () => undefined,
  apply: async () => {
    throw fault('invalid', 'undo is off; switch it on with [undo] enabled = true in config.toml');
  },
};
