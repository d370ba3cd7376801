/**
 * A host that grows: the charts of sessions and tool calls with what a turn cannot do without, and of everything else
 * what is named. It is put together as src/compose.ts does it; what is left out has a stand-in that does nothing.
 */
import type { Config } from '../../../config/load.ts';
import type { System } from '../../../src/actors/runtime/system.ts';
import { builtInKinds } from '../../../src/adapters/kinds.ts';
import { approvalsFeature } from '../../../src/features/approvals/approvals.ts';
import { openAudit } from '../../../src/features/audit/audit.ts';
import { openBudget } from '../../../src/features/budget/budget.ts';
import { channelsFeature } from '../../../src/features/channels/channels.ts';
import { conversationFeature } from '../../../src/features/conversation/conversation.ts';
import { instructions } from '../../../src/features/conversation/instructions.ts';
import type { Feature } from '../../../src/features/feature.ts';
import { workspaceFiles } from '../../../src/features/files.ts';
import { openGates } from '../../../src/features/gates/gates.ts';
import { jobsFeature, scheduledJobs } from '../../../src/features/jobs/jobs.ts';
import { openKeys } from '../../../src/features/keys/keys.ts';
import { memoryFeature } from '../../../src/features/memory/memory.ts';
import { openLine, openModelCalls } from '../../../src/features/models/calls.ts';
import { openModels } from '../../../src/features/models/models.ts';
import { networkOf } from '../../../src/features/network/network.ts';
import { bootFeature } from '../../../src/features/process/boot.ts';
import { openHome } from '../../../src/features/process/home.ts';
import { lifecycle, openHost } from '../../../src/features/process/host.ts';
import { openSupervision } from '../../../src/features/supervision/supervision.ts';
import { telemetryFeature } from '../../../src/features/telemetry/telemetry.ts';
import { toolsFeature } from '../../../src/features/tools/tools.ts';
import { undoFeature } from '../../../src/features/undo/undo.ts';
import { noSecrets } from '../../../src/ports/secrets/access.ts';
import { instantExecutor } from '../bench-home.ts';
import type { PartName } from './parts.ts';
import {
  deafChannels,
  emptyInbox,
  emptyRecall,
  freeBudget,
  noApprovals,
  plainRedactor,
  plainStart,
  silentAudit,
} from './stand-ins.ts';

export interface GrownHost {
  readonly system: System;
  /** What a conversation was told last. */
  replyIn(session: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `has`: which parts it has. */
export async function grownHost(config: Config, has: (part: PartName) => boolean): Promise<GrownHost> {
  const opened = await openHome(config);
  const home = has('redaction') ? opened : { ...opened, redactor: plainRedactor };
  const kinds = builtInKinds;
  const executor = instantExecutor;
  const telemetry = await telemetryFeature(home, kinds.models);
  const [{ keyring, signing: key }, models] = await Promise.all([openKeys(home), openModels(home, kinds.models)]);
  const chain = openAudit(home, key);
  const audit = has('audit') ? chain : silentAudit(chain);
  const supervision = openSupervision(home, audit, models);
  const watched = has('supervision') ? supervision : { ...supervision, host: {} };
  const { core, registry, fill } = openHost(home, telemetry, watched);
  const files = workspaceFiles(core, executor);
  const channels = await channelsFeature(core, kinds.channels, files, false);
  const approvals = approvalsFeature(core, channels, executor, key, audit);
  const undo = await undoFeature(core, keyring, executor);
  const scheduled = scheduledJobs(core);
  const nothing = () => '';
  const spoken = instructions(core, executor.description, nothing, scheduled, nothing);
  const lined = openLine(core, models);
  const paid = openBudget(core, models, lined, spoken, scheduled);
  const budget = has('budget') ? paid : freeBudget(paid, models.chosen.name);
  const calls = openModelCalls(core, models, lined, paid, supervision, telemetry);
  const gatekeeper = openGates(core, models, calls, telemetry, audit);
  const kept = memoryFeature(core, key, audit, calls, lined, undo);
  const memories = has('episodes') ? kept : { ...kept, episodes: undefined };
  const jobs = jobsFeature(core, { audit, executor, memories: kept, files, channels });
  const network = networkOf(config, core.clock);
  const needs = { network, executor, files, channels, secrets: noSecrets, gatekeeper, undo, memories: kept, jobs };
  const tools = toolsFeature(core, needs, [jobs, undo]);
  const talk = { models, lined, calls, memories, files, approvals, budget, gatekeeper };
  const conversation = conversationFeature(core, { ...talk, audit, instructions: spoken, undo });
  const { watches } = supervision.begin(core.system, registry);
  const boot = bootFeature(core, audit, channels, executor.kind, models.chosen.name);
  const features: readonly Feature[] = [
    { close: chain.close },
    ...(has('spans') ? [telemetry] : []),
    // the previews of replies are read from the feed
    ...(has('deliveries')
      ? [{ ...channels, start: has('feed') ? channels.start : undefined }, emptyInbox]
      : [deafChannels]),
    undo,
    tools,
    has('approvals') ? approvals : noApprovals,
    budget,
    has('recall') ? conversation : { ...conversation, lookups: { ...conversation.lookups, recall: emptyRecall } },
    ...(has('supervision')
      ? [supervision, watches, boot]
      : [plainStart(core, has('deliveries') ? channels : undefined)]),
  ];
  fill(features);
  return {
    ...lifecycle(core, features),
    system: core.system,
    replyIn: session =>
      core.conversation.messages(session, { limit: 5 }).findLast(({ role }) => role === 'assistant')?.text ?? '',
  };
}
