/**
 * The agent's own tools, all of it: their files watched, their versions kept, their health counted, and what the agent
 * and its owner can do with them.
 */
import { relative } from 'node:path';
import { type Language, texts } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import type { Tool } from '../../ports/tool.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import { type ScriptsFolder, scriptsFolder } from '../scripts/scripts-folder.ts';
import { scriptsRepository } from '../scripts/scripts-repository.ts';
import { toolInspection } from '../scripts/tool-inspection.ts';
import { type ToolEvent, type ToolRegistry, toolRegistry } from '../scripts/tool-registry.ts';
import { type LocalToolService, toolService } from '../scripts/tool-service.ts';
import { toolShelf } from '../scripts/tool-shelf.ts';
import { toolVersions } from '../scripts/tool-versions.ts';
import { createTool } from '../tools/own/create-tool.ts';
import { deleteTool } from '../tools/own/delete-tool.ts';
import { revertTool } from '../tools/own/revert-tool.ts';
import { showTool } from '../tools/own/show-tool.ts';
import { folderWatch } from './folder-watch.ts';
import { lazyWorkshop } from './lazy-workshop.ts';
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
  const { executor, ledger, clock, redact, report, log, builtIn, sources = [] } = options;
  const words = texts(options.language);
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
  const broken = brokenReports({ registry, report, language: options.language });
  const inspection = toolInspection({ executor, ledger, condemn: registry.condemn, redact, broken, log });
  const shelf = toolShelf({
    registry,
    ledger,
    executor,
    clock,
    most: options.most,
    redact,
    quarantined: (name, reason) => report(name, words.toolQuarantined(name, oneLine(reason, 300))),
  });
  const workshop = lazyWorkshop({ folder, versions, registry, ledger, executor, clock, builtIn });
  const service = toolService(registry, ledger, versions, workshop, shelf.changed);
  const makers: Readonly<Record<(typeof makerNames)[number], Tool>> = {
    create_tool: createTool(workshop, executor, isBuiltIn),
    delete_tool: deleteTool({ workshop, executor }),
    revert_tool: revertTool({ workshop, executor }),
    show_tool: showTool({ show: service.show }),
  };
  const watch = folderWatch({
    scripts: options.scripts,
    registry,
    clock,
    log,
    inspect: inspection.look,
    reportFlood: most => report('scripts', words.scriptsFlooded(most)),
  });

  function isBuiltIn(name: string): boolean {
    return makerNames.some(maker => maker === name) || builtIn.some(tool => tool.name === name);
  }

  function onEvent({ kind, name, entry }: ToolEvent): void {
    shelf.changed();
    const { problem } = entry;
    if (problem === undefined) log('info', `the tool ${name} was ${kind}`, {});
    else log('warn', `the tool ${name} was ${kind}`, { problem });
    if (watch.isOn && kind !== 'removed') inspection.look(entry);
  }

  const fixed = [...builtIn, ...Object.values(makers)];
  return {
    toolbox: liveToolbox({ fixed, sources: [shelf, ...sources], language: options.language, executor: executor.kind }),
    fixed,
    service,
    start: watch.start,
    async close() {
      await watch.close();
      for (const source of sources) await source.close();
      registry.close();
      await inspection.close();
    },
  };
}

const makerNames = ['create_tool', 'delete_tool', 'revert_tool', 'show_tool'] as const;

/** Reports each broken tool by its name; of very many only how many there are. */
function brokenReports({
  registry,
  report,
  language,
}: Pick<ToolLibraryOptions, 'report' | 'language'> & { readonly registry: Pick<ToolRegistry, 'entries'> }) {
  const words = texts(language);
  let areManyBroken = false;
  return (name: string, problem: string): void => {
    const count = registry.entries().filter(entry => entry.problem !== undefined).length;
    if (count <= mostBrokenNamed) report(name, words.toolBroken(name, oneLine(problem, 300)));
    else if (!areManyBroken) report('scripts', words.toolsBroken(count));
    areManyBroken = count > mostBrokenNamed;
  };
}

const mostBrokenNamed = 10;

/** So that the owner can ask git within the folder. What a command makes of this file means nothing to us. */
function point(folder: ScriptsFolder, { scripts, repository }: ToolLibraryOptions): void {
  const line = `gitdir: ${relative(scripts, repository)}\n`;
  const there = folder.read('.git', 4096);
  if (there && ('problem' in there || there.bytes.toString() === line)) return;
  folder.write('.git', line, false);
}
