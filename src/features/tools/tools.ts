/** What the model may call: the built-in tools, the agent's own, those of an embedding program; and how a call runs. */

import { join } from 'node:path';
import { revision } from '../../actors/approvals/revision.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import { execution } from '../../actors/tools/execution.ts';
import type { Gatekeeper } from '../../actors/tools/gatekeeper.ts';
import { gatedToolbox, gating } from '../../actors/tools/gating.ts';
import { reading } from '../../actors/tools/reading.ts';
import { lazyFetcher } from '../../adapters/fetcher/lazy-fetcher.ts';
import type { SettingsJobs } from '../../adapters/files/record-files.ts';
import { watchAfterMs } from '../../adapters/settings/watch.ts';
import { sqliteRequestLedger, sqliteTrustLedger } from '../../adapters/stores/sqlite/ledgers/egress.ts';
import { sqliteFileLedger } from '../../adapters/stores/sqlite/ledgers/files.ts';
import { sqliteToolLedger } from '../../adapters/stores/sqlite/ledgers/tools.ts';
import { sqliteCallCounts } from '../../adapters/stores/sqlite/queries/call-counts.ts';
import { type ToolLibrary, toolLibrary } from '../../adapters/toolbox/tool-library.ts';
import { urgencyOf } from '../../domain/conversation/turn-terms.ts';
import type { CoreTool } from '../../domain/tools/health.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';
import { toolCallMachine } from '../../machines/tool-call/chart.ts';
import type { Channel } from '../../ports/channel.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import type { SecretAccess } from '../../ports/secrets/access.ts';
import type { Tool } from '../../ports/tool.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { Feature } from '../feature.ts';
import type { Memories } from '../memory/memory.ts';
import type { Network } from '../network/network.ts';
import type { Home } from '../process/home.ts';
import type { Report } from '../process/reports.ts';
import { type BuiltIn, builtInTools } from './built-in.ts';

export interface ToolServices {
  readonly home: Home;
  readonly network: Network;
  readonly executor: Executor;
  readonly files: ConfinedFiles;
  readonly memories: Pick<Memories, 'tools'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly secrets: SecretAccess;
  readonly gatekeeper: Gatekeeper;
  /**
   * Keeps what the workspace holds before a call that may change it; `waitMs`: how long a call may have to wait for
   * that.
   */
  readonly undo: { readonly keeper?: WorkspaceKeeper; readonly waitMs: number };
  /** Tools of the embedding program and of other features. */
  readonly more: readonly Tool[];
  /** Where more tools come from, of the embedding program. */
  readonly sources: readonly ToolSource[];
  readonly report: Report;
  readonly settingsJobs: SettingsJobs;
}

export interface Tools extends Feature {
  readonly toolbox: () => Toolbox;
  readonly library: ToolLibrary;
  /** The tools that are always there, with how often each ran. */
  readonly coreTools: () => readonly CoreTool[];
}

export function toolsFeature(services: ToolServices): Tools {
  const { home, gatekeeper, more } = services;
  const builtIn = builtInOf(services);
  const library = libraryOf(services, [...builtIn.tools, ...more]);
  const isGated = home.config.gates.length > 0;
  const toolbox = () => (isGated ? gatedToolbox(library.toolbox, gatekeeper) : library.toolbox);
  const counts = sqliteCallCounts(home.database);
  let cancelWatch: (() => void) | undefined;
  return {
    ...{ toolbox, library },
    coreTools() {
      const counted = counts();
      return library.fixed.map(({ name, description }) => ({ name, description, ...counted.get(name) }));
    },
    machines: [{ machine: toolCallMachine, isShortLived: true }],
    effects: toolEffects(services, toolbox),
    lookups: { revision: revision({ toolbox, conversation: home.conversation }) },
    // what is saved meanwhile is found when the watch begins; neither a start nor a single question waits for that
    start() {
      cancelWatch = home.clock.after(watchAfterMs, () => void library.start());
    },
    async close() {
      cancelWatch?.();
      await library.close();
      await builtIn.close();
    },
  };
}

function builtInOf({
  home,
  network,
  executor,
  files,
  memories,
  channels,
  secrets,
  settingsJobs,
}: ToolServices): BuiltIn {
  const { config, letIn, database, redactor } = home;
  return builtInTools({
    ...{ config, letIn, network, executor, files, secrets, settingsJobs },
    memory: memories.tools,
    fetcher: lazyFetcher({
      ...network,
      own: network.ownNetwork,
      ledger: sqliteRequestLedger(database),
      userAgent: `Straylight/${home.version}`,
    }),
    ledger: sqliteTrustLedger(database),
    fileLedger: sqliteFileLedger(database),
    acts: home.acts,
    channel: name => channels.get(name),
    redact: redactor.text,
  });
}

function libraryOf({ home, executor, sources, report }: ToolServices, builtIn: readonly Tool[]): ToolLibrary {
  const { config, database, clock, log, redactor } = home;
  const { paths, limits, owner } = config;
  return toolLibrary({
    ...{ executor, builtIn, sources, clock },
    scripts: paths.scripts,
    repository: join(paths.home, 'scripts.git'),
    ledger: sqliteToolLedger(database),
    most: limits.maxDynamicToolsPerTurn,
    language: owner.language,
    redact: redactor.text,
    report: (tool, text) => report(`tool:${tool}`, 'toolFailure', text),
    log: (level, text, facts) => log({ level, event: 'tools', text, ...facts }),
  });
}

function toolEffects(
  { home, gatekeeper, undo }: ToolServices,
  toolbox: () => Toolbox,
): Readonly<Record<string, EffectSource>> {
  const { config, conversation, redactor, clock } = home;
  const runs = { toolbox, conversation, maxOutputBytes: config.limits.maxOutputBytes, redactor, clock };
  const running = {
    lane: 'tool',
    callee: toolCallee,
    priority: urgencyOf,
    heartbeatMs: heartbeatOf(config.watchdog.heartbeatMs),
  } as const;
  return {
    gating: {
      logic: gating({ gatekeeper, toolbox, conversation }),
      policy: 'repeatable',
      lane: 'tool',
      timeoutMs: 180_000,
    },
    reading: { ...running, logic: reading(runs), policy: 'repeatable', timeoutMs: runDeadline },
    execution: {
      ...running,
      logic: execution({ ...runs, acts: home.acts, ...(undo.keeper ? { keeper: undo.keeper } : {}) }),
      policy: 'once',
      timeoutMs: (input: { readonly call: FrozenCall }) => runDeadline(input) + undo.waitMs,
      key: (input: { readonly act: string }) => input.act,
      about: ({ call }: { readonly call: FrozenCall }) => call.intent,
    },
  };
}

/** A page that does not answer says nothing of the others. */
function toolCallee({ call: { tool, facts } }: { readonly call: FrozenCall }): string {
  return `tool:${tool}${facts.url === undefined ? '' : ` ${URL.parse(facts.url)?.host ?? ''}`}`;
}

/** A call that is over within two intervals, come what may, needs to give no sign of life. */
function heartbeatOf(heartbeatMs: number) {
  return ({ call }: { readonly call: FrozenCall }) => (call.timeoutMs > 2 * heartbeatMs ? heartbeatMs : undefined);
}

/** The host's own deadline lies behind the executor's, so that the command's end is known and not guessed. */
function runDeadline({ call }: { readonly call: FrozenCall }): number {
  return call.timeoutMs + 15_000;
}
