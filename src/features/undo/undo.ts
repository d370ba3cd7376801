/** The undo of what turns change in the workspace, as the settings have it. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { diskPaths } from '../../adapters/files/confined-place.ts';
import { homeKey } from '../../adapters/home/key.ts';
import { randomText } from '../../adapters/process/clock.ts';
import { forgetInLeftUndoIndex } from '../../adapters/stores/sqlite/undo/undo.ts';
import { undoTurnTool } from '../../adapters/tools/undo-turn.ts';
import { type KeptWorkspace, keptWorkspace } from '../../adapters/undo/kept-workspace.ts';
import { tracesOf } from '../../domain/memory/forgetting.ts';
import { inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { ownWords } from '../../domain/text/texts.ts';
import type { Phrase } from '../../domain/text/writing/phrase-search.ts';
import type { OwnersPaths } from '../../domain/tools/owners-paths.ts';
import type { UndoService, UndoTurn } from '../../domain/undo/undo.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import { type Feature, featureWithTools } from '../feature.ts';

export interface Undo extends Feature {
  /** Absent where it is off. */
  readonly keeper?: WorkspaceKeeper;
  readonly service: UndoService;
  /** Takes whatever holds one of these phrases out of what is kept, but for the owner's own files. */
  readonly forget: (phrases: readonly Phrase[]) => Promise<void>;
  /** How long a call may have to wait before it begins. */
  readonly waitMs: number;
}

declare module '../feature.ts' {
  interface Features {
    readonly undo: Undo;
  }
}

const waitMs = 60_000;
/** 256 bits in base62. */
const keyLetters = 43;
const dayMs = 86_400_000;

export const undoFeature = featureWithTools(
  'undo',
  ['core', 'keys', 'sandbox', 'boot'],
  async ({ core, keys, sandbox }) => {
    const { config, clock, letIn, log, redactor, acts, report } = core;
    const redact = redactor.json;
    const { workspace, undo: folder } = config.paths;
    const { enabled, maxMb, maxFileMb, maxFiles, maxAgeDays } = config.undo;
    const index = join(folder, 'index.db');
    if (!enabled)
      return {
        service: off,
        tools: [undoTurnTool(off)],
        waitMs: 0,
        async forget(phrases: readonly Phrase[]) {
          const traces = tracesOf(phrases);
          forgetInLeftUndoIndex(index, facts => traces.without(facts, 'facts'));
        },
      };
    const bounds = {
      maxBytes: maxMb * 2 ** 20,
      maxFileBytes: maxFileMb * 2 ** 20,
      maxEntries: maxFiles,
      maxAgeMs: maxAgeDays * dayMs,
    };
    const make = () => randomText(keyLetters);
    const say = (said: Sentence) => log({ level: 'info', event: 'keys', text: inEnglish(said) });
    const key = await homeKey({ folder: config.paths.keys, name: 'undo.key', make, keyring: keys.keyring, say });
    const kept = keptWorkspace({
      workspace,
      letIn,
      folder,
      bounds,
      key,
      clock,
      waitMs,
      isDirect: sandbox.executor.kind === 'direct',
      report(said) {
        log({ level: 'warn', event: 'undo', text: redact(inEnglish(said)) });
        report('undo', 'completed', ownWords(said, config.owner.language));
      },
    });
    const service = redacted(kept, redact, acts, diskPaths(config.paths, letIn));
    return {
      keeper: kept,
      service,
      waitMs,
      tools: [undoTurnTool(service)],
      // nothing was kept where there is no file
      forget: async phrases => (existsSync(index) ? kept.forget(phrases) : undefined),
      // keeps what is there, and finishes what a crash has cut in two
      start() {
        if (existsSync(folder) || readdirSync(workspace).length > 0) kept.warm();
      },
      close: kept.close,
    };
  },
);

/** What a call was to do has the places on the owner's disk. What is brought back is no file that he has written now. */
function redacted(
  { service }: KeptWorkspace,
  redact: <Value>(value: Value) => Value,
  acts: Pick<Acts, 'begin'>,
  paths: OwnersPaths,
): UndoService {
  const placed = <Turn extends UndoTurn>(turn: Turn): Turn => ({ ...turn, what: turn.what.map(paths.sentence) });
  return {
    async list() {
      const list = await service.list();
      return redact({ ...list, turns: list.turns.map(placed) });
    },
    async show(id) {
      const turn = await service.show(id);
      return redact(turn && placed(turn));
    },
    async apply(id, options) {
      const ended = acts.begin();
      return redact(await service.apply(id, options).finally(ended));
    },
  };
}

const off: UndoService = {
  list: async () => ({ isOn: false, turns: [], usedBytes: 0, notes: [] }),
  show: async () => undefined,
  apply: async () => {
    throw fault('invalid', says`undo is off; switch it on with [undo] enabled = true in config.toml`);
  },
};
