/**
 * Opens a home and puts the features together: each is given the services it names, and what they bring fills the host
 * of the actors.
 *
 * Nothing runs before `start`. An embedding program brings features and tools of its own:
 * `compose(config, { features, tools })`.
 */
import type { Config } from '../config/load.ts';
import { builtInKinds, withKinds, withProviders } from './adapters/kinds.ts';
import { approvalsFeature } from './features/approvals/approvals.ts';
import { openAudit } from './features/audit/audit.ts';
import { openBudget } from './features/budget/budget.ts';
import { channelsFeature } from './features/channels/channels.ts';
import { conversationFeature } from './features/conversation/conversation.ts';
import { instructions } from './features/conversation/instructions.ts';
import { embeddedChecks, mergedOperations, openEmbedded } from './features/embedded.ts';
import type { FeatureEntry } from './features/feature.ts';
import { workspaceFiles } from './features/files.ts';
import { openGates } from './features/gates/gates.ts';
import { goalsFeature, goalsInWords } from './features/goals/goals.ts';
import { jobsFeature, scheduledJobs } from './features/jobs/jobs.ts';
import { openKeys } from './features/keys/keys.ts';
import { memoryFeature } from './features/memory/memory.ts';
import { openLine, openModelCalls, openModelService } from './features/models/calls.ts';
import { openModels } from './features/models/models.ts';
import { preloadFeature } from './features/models/preload.ts';
import { type Network, networkOf } from './features/network/network.ts';
import { openOperations } from './features/operations/local-agent.ts';
import { looksOf, ownerOf } from './features/owner/owner.ts';
import { receiversFeature } from './features/owner/receivers.ts';
import { operationServices } from './features/owner/services.ts';
import { type PageOptions, pageFeature } from './features/page/page.ts';
import { bootFeature } from './features/process/boot.ts';
import { openHome } from './features/process/home.ts';
import { lifecycle, openHost } from './features/process/host.ts';
import { statusFeature } from './features/process/status.ts';
import { type Straylight, straylightOf } from './features/process/straylight.ts';
import { openSandbox } from './features/sandbox/sandbox.ts';
import { openSecrets } from './features/secrets/secrets.ts';
import { openSupervision } from './features/supervision/supervision.ts';
import { tasksFeature } from './features/tasks/tasks.ts';
import { telemetryFeature } from './features/telemetry/telemetry.ts';
import { ownFacts } from './features/tools/own-facts.ts';
import { toolsFeature } from './features/tools/tools.ts';
import { undoFeature } from './features/undo/undo.ts';
import type { Clock } from './ports/clock.ts';
import type { Executor } from './ports/executor.ts';
import type { Kinds } from './ports/kinds.ts';
import type { Tool } from './ports/tool.ts';

export interface ComposeOptions extends PageOptions {
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
  /** Of the commands the agent runs, where this process has a stricter one. */
  readonly umask?: number;
}

/** Opens a home. Throws a `Fault` where another process holds it or its database cannot be read. */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Straylight> {
  const { features: entries = [], reaching = true } = options;
  const kinds = withProviders(withKinds(options.kinds ?? builtInKinds, entries), config.models);
  const home = await openHome(config, options.clock, entries);
  const network = { ...networkOf(config, home.clock), ...options.network };
  const telemetry = await telemetryFeature(home, kinds.models);
  const { executor: given, umask } = options;
  const [{ keyring, signing: key }, models, sandbox] = await Promise.all([
    openKeys(home),
    openModels(home, kinds.models, telemetry.provider),
    openSandbox(config, network, { ...home, isBrief: !reaching, executor: given, umask }),
  ]);
  const { executor } = sandbox;
  const audit = openAudit(home, key);
  const supervision = openSupervision(home, audit, models);
  const { core, registry, fill } = openHost(home, telemetry, supervision);
  const files = workspaceFiles(core, executor);
  const channels = await channelsFeature(core, kinds.channels, files, reaching);
  const approvals = approvalsFeature(core, channels, executor, key, audit);
  const secrets = await openSecrets(core, keyring, audit);
  const undo = await undoFeature(core, keyring, executor);
  const scheduled = scheduledJobs(core);
  const spoken = instructions(core, executor.description, secrets.describe, scheduled, goalsInWords(core));
  const lined = openLine(core, models);
  const budget = openBudget(core, models, lined, spoken, scheduled);
  const calls = openModelCalls(core, models, lined, budget, supervision, telemetry);
  const gatekeeper = openGates(core, models, calls, telemetry, audit);
  const memories = memoryFeature(core, key, audit, calls, lined, undo);
  const jobs = jobsFeature(core, { audit, executor, memories, files, channels });
  const goals = goalsFeature(core, jobs);
  const boot = bootFeature(core, audit, channels, executor.kind, models.chosen.name, options.resting);
  const status = statusFeature(core, { models, sandbox, channels, audit, boot, secrets });
  const looks = looksOf(core, audit, channels, approvals, status);
  const embedded = await openEmbedded(core, calls, entries);
  const brought = [
    jobs,
    goals,
    undo,
    ownFacts(core, budget, jobs, looks.reads),
    { tools: options.tools ?? [] },
    ...embedded,
  ];
  const tools = toolsFeature(
    core,
    { network, executor, files, channels, secrets, gatekeeper, undo, memories, jobs },
    brought,
  );
  const talk = { models, lined, calls, memories, files, approvals, budget, gatekeeper };
  const conversation = conversationFeature(core, { ...talk, audit, instructions: spoken, undo });
  const { admin, watches } = supervision.begin(core.system, registry);
  const modelService = openModelService(core, models, lined, budget);
  const kept = { core, key, audit, telemetry, status, memories, sandbox, tools, undo, budget, secrets, approvals };
  const acting = { ...looks, gatekeeper, admin, jobs, modelService, lined, channels, files };
  const owner = ownerOf({ ...kept, ...acting });
  const tasks = tasksFeature(core, audit, owner.incoming, admin);
  const { operations, agentFor } = openOperations(core, {
    services: asker => operationServices(owner, tasks, goals, asker),
    watch: looks.reads.watch,
    more: mergedOperations(embedded),
  });
  const page = pageFeature(owner, registry, operations, options);
  const features = [
    ...[status, audit, telemetry, sandbox, channels, boot, undo, tools, preloadFeature(core, models, reaching)],
    ...[approvals, budget, jobs, memories, conversation, supervision, receiversFeature(owner, agentFor)],
    ...[watches, tasks, page, modelService, ...embedded],
  ];
  fill(features);
  const life = lifecycle(core, features);
  const checks = embeddedChecks(config, home.clock, entries);
  return straylightOf({ owner, operations, agentFor, page, features, checks, life });
}
