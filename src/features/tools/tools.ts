/** What the model may call: the built-in tools, the agent's own, those of an embedding program; and how a call runs. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { revision } from '../../actors/approvals/revision.ts';
import type { EffectSource } from '../../actors/runtime/registry.ts';
import { delegatedToolbox } from '../../actors/tools/delegated-toolbox.ts';
import { execution } from '../../actors/tools/execution.ts';
import type { Gatekeeper } from '../../actors/tools/gatekeeper.ts';
import { gatedToolbox, gating } from '../../actors/tools/gating.ts';
import type * as HookedToolbox from '../../actors/tools/hooked-toolbox.ts';
import { reading } from '../../actors/tools/reading.ts';
import { skilledToolbox } from '../../actors/tools/skilled-toolbox.ts';
import { lazyFetcher } from '../../adapters/fetcher/lazy-fetcher.ts';
import { watchAfterMs } from '../../adapters/settings/watch.ts';
import { sqliteRequestLedger, sqliteTrustLedger } from '../../adapters/stores/sqlite/ledgers/egress.ts';
import { sqliteFileLedger } from '../../adapters/stores/sqlite/ledgers/files.ts';
import { sqliteToolLedger } from '../../adapters/stores/sqlite/ledgers/tools.ts';
import { sqliteCallCounts } from '../../adapters/stores/sqlite/queries/uses.ts';
import { type ToolLibrary, toolLibrary } from '../../adapters/toolbox/tool-library.ts';
import { urgencyOf } from '../../domain/conversation/turn-terms.ts';
import { inWords } from '../../domain/text/catalog.ts';
import type { CoreTool } from '../../domain/tools/health.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';
import { toolCallMachine } from '../../machines/tool-call/chart.ts';
import type { Executor } from '../../ports/executor.ts';
import type { Tool } from '../../ports/tool.ts';
import { type Core, type Feature, type Features, feature } from '../feature.ts';
import { type BuiltIn, builtInTools } from './built-in.ts';

// Where a hook looks at results.
const load = createRequire(import.meta.url);

const needed = [
  ...['host', 'network', 'sandbox', 'files', 'channels', 'secrets', 'gatekeeper', 'memories'],
  // these bring tools of their own
  ...['tooled', 'embedded', 'options'],
  ...['jobs', 'undo', 'skills', 'delegated', 'hooks'],
] as const;

type Needs = Pick<Features, (typeof needed)[number]>;

export interface Tools extends Feature {
  readonly library: ToolLibrary;
  /** The tools that are always there, with how often each ran. */
  readonly coreTools: () => readonly CoreTool[];
}

declare module '../feature.ts' {
  interface Features {
    readonly tools: Tools;
  }
}

/**
 * Offers the tools for memories and the built-in ones, then what other features bring, then the agent's own. Where the
 * order stays as it is, providers find their cache of the list.
 */
export const toolsFeature = feature('tools', needed, needs => {
  const { core } = needs.host;
  const { undo, skills, delegated, hooks, options } = needs;
  const brought = [...needs.tooled, { tools: options.tools ?? [] }, ...needs.embedded];
  const { config, conversation, database, clock, toolbox } = core;
  const { gatekeeper } = needs;
  const builtIn = builtInOf(core, needs);
  const library = libraryOf(core, needs.sandbox.executor, [...needs.memories.tools, ...builtIn.tools], brought);
  // what an agent is given by a conversation with a skill in use is held to what was granted to that
  const active = (session: string) => delegated.lineageOf(session).flatMap(skills.active);
  const skilled = skilledToolbox(library.toolbox, { active, named: skills.named, hasAny: skills.hasAny });
  const held = delegatedToolbox(skilled, delegated.rightsOf, needs.sandbox.executor.folders.workspace);
  const hooked = hooks.after
    ? (load('../../actors/tools/hooked-toolbox.ts') as typeof HookedToolbox).hookedToolbox(held, hooks.after)
    : held;
  const isGated = config.gates.length + hooks.gates.length > 0;
  toolbox.fill(isGated ? gatedToolbox(hooked, gatekeeper) : hooked);
  const counts = sqliteCallCounts(database);
  let cancelWatch: (() => void) | undefined;
  return {
    library,
    coreTools() {
      const counted = counts();
      return library.fixed.map(({ name, description, does }) => ({
        name,
        description,
        does: does && inWords(does, config.owner.language),
        ...counted.get(name),
      }));
    },
    machines: [{ machine: toolCallMachine, isShortLived: true }],
    effects: toolEffects(core, gatekeeper, undo),
    lookups: { revision: revision({ toolbox, conversation }) },
    // what is saved meanwhile is found when the watch begins; neither a start nor a single question waits for that
    start() {
      cancelWatch = clock.after(watchAfterMs, () => void library.start());
    },
    async close() {
      cancelWatch?.();
      await library.close();
      await builtIn.close();
    },
  };
});

function builtInOf(
  { config, letIn, database, redactor, version, acts }: Core,
  { network, sandbox: { executor }, files, channels: { channels }, secrets, jobs }: Needs,
): BuiltIn {
  return builtInTools({
    config,
    letIn,
    network,
    executor,
    files,
    secrets,
    acts,
    settingsJobs: jobs.file,
    fetcher: lazyFetcher({
      ...network,
      own: network.ownNetwork,
      ledger: sqliteRequestLedger(database),
      userAgent: `Straylight/${version}`,
    }),
    ledger: sqliteTrustLedger(database),
    fileLedger: sqliteFileLedger(database),
    channel: name => channels.get(name),
    redact: redactor.text,
  });
}

function libraryOf(
  { config, database, clock, log, redactor, report }: Core,
  executor: Executor,
  builtIn: readonly Tool[],
  brought: readonly Feature[],
): ToolLibrary {
  const { paths, limits, owner } = config;
  return toolLibrary({
    executor,
    clock,
    builtIn: [...builtIn, ...brought.flatMap(({ tools = [] }) => tools)],
    sources: brought.flatMap(({ toolSource = [] }) => toolSource),
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
  { config, conversation, redactor, clock, acts, toolbox }: Core,
  gatekeeper: Gatekeeper,
  undo: Features['undo'],
): Readonly<Record<string, EffectSource>> {
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
      logic: execution({ ...runs, acts, keeper: undo.keeper }),
      policy: 'once',
      timeoutMs: (input: { readonly call: FrozenCall }) => runDeadline(input) + undo.waitMs,
      key: (input: { readonly act: string }) => input.act,
      about: ({ call }: { readonly call: FrozenCall }) => call.intent,
    },
  };
}

/** A page that does not answer says nothing of the others; a server that does not, of all its tools. */
function toolCallee({ call: { tool, facts } }: { readonly call: FrozenCall }): string {
  if (facts.server !== undefined) return `tool:${facts.server}__`;
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
