/**
 * Opens a home and puts the features together: each is given the services it names, and what they bring fills the host
 * of the actors.
 *
 * Nothing runs before `start`. An embedding program brings features and tools of its own:
 * `compose(config, { features, tools })`.
 */
import type { Config } from '../config/load.ts';
import { builtInKinds, withKinds, withProviders } from './adapters/kinds.ts';
import { operationService } from './api/service.ts';
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
import { openGoals } from './features/goals/goals.ts';
import { jobsFeature, schedulingTools, settingsJobs } from './features/jobs/jobs.ts';
import { openKeys } from './features/keys/keys.ts';
import { openMemories } from './features/memory/memory.ts';
import { openLine, openModelCalls, openModelService } from './features/models/calls.ts';
import { openModels } from './features/models/models.ts';
import { preloadFeature } from './features/models/preload.ts';
import { type Network, networkOf } from './features/network/network.ts';
import { implementedOperations } from './features/operations/implemented.ts';
import { type AgentFor, localAgents } from './features/operations/local-agent.ts';
import { ownerOf } from './features/owner/owner.ts';
import { receiverFor } from './features/owner/receivers.ts';
import { operationServices } from './features/owner/services.ts';
import { type PageOptions, pageFeature } from './features/page/page.ts';
import { bootFeature } from './features/process/boot.ts';
import { openHome } from './features/process/home.ts';
import { lifecycle, openHost } from './features/process/host.ts';
import { ownerReports } from './features/process/reports.ts';
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
  /** Of the commands the agent runs, where this process has a stricter one. */
  readonly umask?: number;
}

/** Opens a home. Throws a `Fault` where another process holds it or its database cannot be read. */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Straylight> {
  const { features: entries = [], reaching = true } = options;
  const kinds = withProviders(withKinds(options.kinds ?? builtInKinds, entries), config.models);
  const home = await openHome(config, options.clock, entries);
  const system = () => host.system;
  const report = ownerReports(home, system, () => boot.isStarted);
  const network = { ...networkOf(config, home.clock), ...options.network };
  const telemetry = await telemetryFeature(home, kinds.models, system);
  const [keys, models, sandbox] = await Promise.all([
    openKeys(home),
    openModels(home, kinds.models, telemetry.provider),
    openSandbox({
      ...{ config, letIn: home.letIn, network, log: home.log, executor: options.executor, umask: options.umask },
      kept: { version: home.version, isBrief: !reaching },
      onReset: ({ ok, text }) => report('sandbox', ok ? 'completed' : 'failed', text),
    }),
  ]);
  const { executor } = sandbox;
  const key = keys.signing;
  const audit = openAudit(home, key);
  const files = workspaceFiles(home, executor);
  const receiver = (name: string) => receiverFor(owner, agentFor, name);
  const channels = await channelsFeature({ home, kinds: kinds.channels, files, reaching, receiver, system });
  const approvals = approvalsFeature(home, { ...channels, executor, key, audit });
  const toolbox = () => tools.toolbox();
  const secrets = await openSecrets(home, keys.keyring, audit, toolbox);
  const undo = await undoFeature(home, keys.keyring, report, executor);
  const goals = openGoals(home, system, () => jobs);
  const spoken = instructions(home, executor.description, secrets.describe, () => jobs.described(), goals.described);
  const lined = openLine(home, models, system);
  const scheduleLimit = (session: string) => jobs.limitOf(session);
  const budget = openBudget({ home, models, lined, system, toolbox, instructions: spoken, scheduleLimit });
  const supervision = openSupervision(home, audit, models);
  const calls = openModelCalls({ home, models, lined, budget, supervision, telemetry, system });
  const gatekeeper = openGates(home, { models, calls }, telemetry, audit, report);
  const memories = openMemories({ home, key, audit, system, models: calls, lined, undo, report });
  const access = { home, network, executor, files, memories, ...channels, secrets, gatekeeper, undo, report };
  const embedded = await openEmbedded({ home, system, models: calls, report }, entries);
  const facts = ownFacts(home, { budget, undo, goals, jobs: () => jobs, needs: () => owner.reads.needs() });
  const own = [...schedulingTools(() => jobs, toolbox, home.clock.now), ...facts];
  const tools = toolsFeature({
    ...access,
    settingsJobs: settingsJobs(() => jobs),
    more: [...own, ...(options.tools ?? []), ...embedded.flatMap(one => one.tools ?? [])],
    sources: embedded.flatMap(one => one.toolSource ?? []),
  });
  const jobs = jobsFeature({ ...access, audit, system, toolbox: tools.toolbox, executor: executor.kind });
  const conversation = conversationFeature({
    ...{ home, models, line: lined.line, calls, memories, files, toolbox: tools.toolbox },
    ...{ approvals: approvals.ledger, budget, gatekeeper },
    ...{ audit: audit.write, instructions: spoken, keeper: undo.keeper },
  });
  const ran = { executor: executor.kind, model: models.chosen.name };
  const boot = bootFeature({ home, system, audit, channels, report, ...ran });
  const base = [audit, telemetry, sandbox, channels, boot, undo, tools, preloadFeature(home, models, reaching)];
  const first = [...base, approvals, budget, jobs, memories, conversation, supervision];
  const host = openHost(home, telemetry, supervision, [...first, ...embedded]);
  const { admin, watches } = supervision.begin(host.system, host.registry);
  const status = statusFeature({
    ...{ home, system, models, sandbox, channels, audit, boot, report, secretsTrouble: secrets.trouble },
    isStopping: () => life.isStopping,
  });
  const modelService = openModelService({ home, models, lined, budget, system });
  const owner = ownerOf({
    ...{ home, host, key, audit, telemetry, status, memories, sandbox, tools, undo, budget, secrets, approvals },
    ...{ gatekeeper, admin, jobs, modelService, lined, channels, files },
  });
  const tasks = tasksFeature({ home, audit, system: host.system, incoming: owner.incoming, admin });
  const services = operationServices(owner, { tasks, goals, agentFor: (...call) => agentFor(...call) });
  const operations = operationService(implementedOperations(services), { more: mergedOperations(embedded) });
  const agentFor: AgentFor = localAgents({ service: operations, watch: owner.reads.watch, id: home.clock.id });
  const page = pageFeature(owner, operations, options);
  const features = [...first, watches, tasks, status, page, modelService, ...embedded];
  const life = lifecycle(home, host.system, features);
  const checks = embeddedChecks(config, home.clock, entries);
  return straylightOf({ owner, operations, agentFor, page, features, checks, life });
}
