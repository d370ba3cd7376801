/**
 * Opens a home and puts the features together: each is given what it names, and what they bring fills the host of the
 * actors.
 *
 * Nothing runs before `start`. An embedding program brings features and tools of its own:
 * `compose(config, { features, tools })`.
 */
import type { Config } from '../config/load.ts';
import { builtInKinds, withKinds, withProviders } from './adapters/kinds.ts';
import { a2aFeature } from './features/a2a/a2a.ts';
import { agentsFeature, openPlanNotes } from './features/agents/agents.ts';
import { delegatedWork } from './features/agents/rights.ts';
import { approvalsFeature } from './features/approvals/approvals.ts';
import { auditFeature } from './features/audit/audit.ts';
import { budgetFeature } from './features/budget/budget.ts';
import { builtInTables } from './features/built-in-tables.ts';
import { callersFeature } from './features/callers/callers.ts';
import { channelsFeature } from './features/channels/channels.ts';
import { connectionsFeature } from './features/connections/connections.ts';
import { conversationFeature } from './features/conversation/conversation.ts';
import { instructionParts, instructions } from './features/conversation/instructions.ts';
import { embeddedChecks, openEmbedded } from './features/embedded.ts';
import type { FeatureEntry } from './features/feature.ts';
import { workspaceFiles } from './features/files.ts';
import { openGates } from './features/gates/gates.ts';
import { goalsFeature, goalsInWords } from './features/goals/goals.ts';
import { hooksFeature } from './features/hooks/hooks.ts';
import { jobsFeature, scheduledJobs } from './features/jobs/jobs.ts';
import { openKeys } from './features/keys/keys.ts';
import { mcpFeature } from './features/mcp/mcp.ts';
import { memoryFeature } from './features/memory/memory.ts';
import { modelServiceFeature, openLine, openModelCalls } from './features/models/calls.ts';
import { openModels } from './features/models/models.ts';
import { preloadFeature } from './features/models/preload.ts';
import { type Network, networkOf } from './features/network/network.ts';
import { openAll, withTooled } from './features/opening.ts';
import { operationsFeature } from './features/operations/local-agent.ts';
import { ordersFeature } from './features/orders/orders.ts';
import { openLooks, openOwner } from './features/owner/owner.ts';
import { receiversFeature } from './features/owner/receivers.ts';
import { openServices } from './features/owner/services.ts';
import { pageFeature } from './features/page/page.ts';
import { openPersonality } from './features/personality/personality.ts';
import { bootFeature } from './features/process/boot.ts';
import { type Home, openHome } from './features/process/home.ts';
import { openCore, openHost } from './features/process/host.ts';
import { processFeature, statusFeature } from './features/process/status.ts';
import { type Straylight, straylightOf } from './features/process/straylight.ts';
import { processesFeature } from './features/processes/processes.ts';
import { sandboxFeature } from './features/sandbox/sandbox.ts';
import { searchFeature } from './features/search/search.ts';
import { openLogins, openSecrets } from './features/secrets/secrets.ts';
import { skillsFeature } from './features/skills/skills.ts';
import { subscriptionsFeature } from './features/subscriptions/subscriptions.ts';
import { supervisionFeature, watchesFeature } from './features/supervision/supervision.ts';
import { tasksFeature } from './features/tasks/tasks.ts';
import { telemetryFeature } from './features/telemetry/telemetry.ts';
import { factsFeature } from './features/tools/own-facts.ts';
import { toolsFeature } from './features/tools/tools.ts';
import { undoFeature } from './features/undo/undo.ts';
import { workersFeature } from './features/workers/workers.ts';
import type { Clock } from './ports/clock.ts';
import type { Executor } from './ports/executor.ts';
import type { Kinds } from './ports/kinds.ts';
import type { Tool } from './ports/tool.ts';

declare module './features/feature.ts' {
  interface Features {
    readonly home: Home;
    readonly kinds: Kinds;
    readonly network: Network;
    readonly options: ComposeOptions;
  }
}

export interface ComposeOptions {
  /** The kinds of models there can be, as given to `loadConfig`; those that come with Straylight if left out. */
  readonly kinds?: Kinds;
  /** More features, as they were given to `loadConfig` as `sections`. */
  readonly features?: readonly FeatureEntry[];
  /** More tools, run in this process. */
  readonly tools?: readonly Tool[];
  readonly clock?: Clock;
  /** Runs the commands instead of the configured executor. */
  readonly executor?: Executor;
  /** Looks names up and connects instead of this machine; what may be reached is judged all the same. */
  readonly network?: Pick<Network, 'resolve' | 'connect'>;
  /** False: no channel that reaches another service; for a command that opens the home for a moment. */
  readonly reaching?: boolean;
  /** True: the actors of the home rest; for a command that calls a model with other settings. */
  readonly resting?: boolean;
  /** False: no page is served, whatever the settings say. */
  readonly server?: boolean;
  /** Instead of the configured one; 0: any free port. */
  readonly port?: number;
  /** Shows what runs to Stately's inspector: on a page of its own, and by a relay. */
  readonly stately?: { readonly page: boolean; readonly relay?: string };
  /** Of the commands the agent runs, where this process has a stricter one. */
  readonly umask?: number;
}

/** In any order: each says what it needs. */
export const builtIn = withTooled([
  ...[openKeys, openModels, sandboxFeature, telemetryFeature, auditFeature, supervisionFeature, openHost, openCore],
  ...[
    workspaceFiles,
    channelsFeature,
    approvalsFeature,
    openSecrets,
    openLogins,
    undoFeature,
    processFeature,
    bootFeature,
  ],
  ...[openLine, budgetFeature, openModelCalls, modelServiceFeature, preloadFeature, openGates, memoryFeature],
  ...[scheduledJobs, jobsFeature, goalsInWords, goalsFeature, conversationFeature, tasksFeature],
  ...[statusFeature, watchesFeature, factsFeature, toolsFeature, openEmbedded, openLooks, openOwner, receiversFeature],
  ...[delegatedWork, openPlanNotes, agentsFeature, workersFeature, instructionParts, instructions, openPersonality],
  ...[
    openServices,
    a2aFeature,
    callersFeature,
    ordersFeature,
    mcpFeature,
    operationsFeature,
    pageFeature,
    skillsFeature,
    searchFeature,
    hooksFeature,
    processesFeature,
    connectionsFeature,
    subscriptionsFeature,
  ],
]);

/** Opens a home. Throws a `Fault` where another process holds it or its database cannot be read. */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Straylight> {
  const { features: entries = [] } = options;
  const kinds = withProviders(withKinds(options.kinds ?? builtInKinds, entries), config.models);
  const home = await openHome(config, options.clock, [...builtInTables, ...entries]);
  const network = { ...networkOf(config, home.clock), ...options.network };
  const { opened, living } = await openAll(builtIn, { home, kinds, network, options });
  const features = [...living, ...opened.embedded];
  opened.host.fill(features);
  opened.services.fill(features);
  return straylightOf(opened, features, embeddedChecks(config, home.clock, entries));
}
