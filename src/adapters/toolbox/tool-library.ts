/**
 * The agent's own tools, all of it: their files watched, their versions kept, their health counted, and what the agent
 * and its owner can do with them.
 */
import { relative } from 'node:path';
import { toFailure } from '../../domain/supervision/failure.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import type { Tool } from '../../ports/tool.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import { mostEntries, type ScriptsFolder, scriptsFolder } from '../scripts/scripts-folder.ts';
import { scriptsRepository } from '../scripts/scripts-repository.ts';
import { type ScriptsWatch, watchScripts } from '../scripts/scripts-watch.ts';
import { toolInspection } from '../scripts/tool-inspection.ts';
import { type ToolEvent, toolRegistry } from '../scripts/tool-registry.ts';
import { type LocalToolService, toolService } from '../scripts/tool-service.ts';
import { toolShelf } from '../scripts/tool-shelf.ts';
import { toolVersions } from '../scripts/tool-versions.ts';
import { toolWorkshop } from '../scripts/tool-workshop.ts';
import { createTool } from '../tools/create-tool.ts';
import { deleteTool } from '../tools/delete-tool.ts';
import { revertTool } from '../tools/revert-tool.ts';
import { showTool } from '../tools/show-tool.ts';
import { liveToolbox } from './live-toolbox.ts';

export interface ToolLibraryOptions {
  /** The folder the tools lie in. */
  readonly scripts: string;
  /** Where git keeps their versions: outside of what commands can write to. */
  readonly repository: string;
  readonly executor: Executor;
  readonly ledger: ToolLedger;
  /** The tools this program brings. */
  readonly builtIn: readonly Tool[];
  /** Where more tools come from; the agent's own win a name. */
  readonly sources?: readonly ToolSource[];
  /** How many of the agent's own are offered to a model in full. */
  readonly most: number;
  readonly language: Language;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  /** Tells the owner something about a tool. */
  readonly report: (tool: string, text: string) => void;
  readonly log: (level: 'info' | 'warn', text: string, facts?: object) => void;
}

export interface ToolLibrary {
  /** Built-in tools, those that make tools, and the agent's own. */
  readonly toolbox: Toolbox;
  /** Those that are always there: built-in tools, and those that make tools. */
  readonly fixed: readonly Tool[];
  /** For the owner. */
  readonly service: LocalToolService;
  /** Watches the folder from now on; resolves when nothing saved can be missed any more. Never rejects. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Reads the folder; nothing else happens before `start`. */
export function toolLibrary(options: ToolLibraryOptions): ToolLibrary {
  const { executor, ledger, clock, redact, report, log } = options;
  const say = texts(options.language);
  const folder = scriptsFolder(options.scripts, clock.id);
  const known = () => ledger.all().map(({ name }) => name);
  const registry = toolRegistry({ folder, known, reserved: isBuiltIn, onEvent, clock });
  const versions = toolVersions({
    folder,
    registry,
    repository: scriptsRepository({
      folder: options.repository,
      now: clock.now,
      opened: () => point(folder, options),
    }),
  });
  const inspection = toolInspection({
    executor,
    ledger,
    condemn: registry.condemn,
    redact,
    broken: tellBroken,
    log,
  });
  const shelf = toolShelf({
    registry,
    ledger,
    executor,
    clock,
    most: options.most,
    redact,
    quarantined: (name, reason) => report(name, say.toolQuarantined(name, oneLine(reason, 300))),
  });
  const { builtIn, sources = [] } = options;
  const workshop = toolWorkshop({ folder, versions, registry, ledger, executor, clock, builtIn });
  const service = toolService({ registry, ledger, versions, workshop, changed: shelf.changed });
  const makers: Readonly<Record<(typeof makerNames)[number], Tool>> = {
    create_tool: createTool({ workshop, executor, reserved: isBuiltIn }),
    delete_tool: deleteTool({ workshop, executor }),
    revert_tool: revertTool({ workshop, executor }),
    show_tool: showTool({ show: service.show, want: shelf.want }),
  };
  let starting: Promise<void> | undefined;
  let watch: ScriptsWatch | undefined;
  let isFlooded = false;
  let areManyBroken = false;

  function isBuiltIn(name: string): boolean {
    return makerNames.some(maker => maker === name) || options.builtIn.some(tool => tool.name === name);
  }

  function onEvent({ kind, name, entry }: ToolEvent): void {
    shelf.changed();
    const { problem } = entry;
    log(
      problem === undefined ? 'info' : 'warn',
      `the tool ${name} was ${kind}`,
      problem === undefined ? {} : { problem },
    );
    if (watch && kind !== 'removed') inspection.look(entry);
  }

  /** Each by its name, but of a flood only that it is one. */
  function tellBroken(name: string, problem: string): void {
    const count = registry.entries().filter(entry => entry.problem !== undefined).length;
    if (count <= mostBrokenTold) report(name, say.toolBroken(name, oneLine(problem, 300)));
    else if (!areManyBroken) report('scripts', say.toolsBroken(count));
    areManyBroken = count > mostBrokenTold;
  }

  /** Once for each time that the folder is too full. */
  function rescan(): void {
    const { isCut } = registry.rescan();
    if (isCut && !isFlooded) report('scripts', say.scriptsFlooded(mostEntries));
    isFlooded = isCut;
  }

  async function begin(): Promise<void> {
    watch = watchScripts(options.scripts, {
      touched: registry.touched,
      flooded: rescan,
      lost: error => log('warn', unwatched, { problem: error.message }),
      clock,
    });
    // something may have been saved between the reading and the watching
    rescan();
    for (const entry of registry.entries()) inspection.look(entry);
  }

  const fixed = [...builtIn, ...Object.values(makers)];
  return {
    toolbox: liveToolbox({ fixed, sources: [shelf, ...sources] }),
    fixed,
    service,
    start() {
      starting ??= begin().catch(error => log('warn', unwatched, { problem: toFailure(error).message }));
      return starting;
    },
    async close() {
      await starting;
      watch?.close();
      for (const source of sources) await source.close();
      registry.close();
      await inspection.close();
    },
  };
}

const mostBrokenTold = 10;
const makerNames = ['create_tool', 'delete_tool', 'revert_tool', 'show_tool'] as const;
const unwatched = 'the scripts folder is not watched; what is changed by hand counts after a restart';

/** So that the owner can ask git within the folder. What a command makes of this file means nothing to us. */
function point(folder: ScriptsFolder, { scripts, repository }: ToolLibraryOptions): void {
  const line = `gitdir: ${relative(scripts, repository)}\n`;
  const there = folder.read('.git', 4096);
  if (there && ('problem' in there || there.bytes.toString() === line)) return;
  folder.write('.git', line, false);
}
