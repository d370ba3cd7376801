/**
 * A host that grows: the charts of sessions and tool calls with what a turn cannot do without, and of everything else
 * what is named. It is put together as src/compose.ts does it; what is left out has a stand-in that does nothing.
 */
import type { Config } from '../../../config/load.ts';
import type { System } from '../../../src/actors/runtime/system.ts';
import { builtInKinds } from '../../../src/adapters/kinds.ts';
import { approvalsFeature } from '../../../src/features/approvals/approvals.ts';
import { auditFeature } from '../../../src/features/audit/audit.ts';
import { budgetFeature } from '../../../src/features/budget/budget.ts';
import { channelsFeature } from '../../../src/features/channels/channels.ts';
import { conversationFeature } from '../../../src/features/conversation/conversation.ts';
import { instructions } from '../../../src/features/conversation/instructions.ts';
import type { BuiltIn, Feature, Features } from '../../../src/features/feature.ts';
import { workspaceFiles } from '../../../src/features/files.ts';
import { openGates } from '../../../src/features/gates/gates.ts';
import { openHooks } from '../../../src/features/hooks/hooks.ts';
import { jobsFeature, scheduledJobs } from '../../../src/features/jobs/jobs.ts';
import { openKeys } from '../../../src/features/keys/keys.ts';
import { memoryFeature } from '../../../src/features/memory/memory.ts';
import { openLine, openModelCalls } from '../../../src/features/models/calls.ts';
import { openModels } from '../../../src/features/models/models.ts';
import { networkOf } from '../../../src/features/network/network.ts';
import { openAll } from '../../../src/features/opening.ts';
import { openOrders } from '../../../src/features/orders/orders.ts';
import { bootFeature } from '../../../src/features/process/boot.ts';
import { openHome } from '../../../src/features/process/home.ts';
import { lifecycle, openCore, openHost } from '../../../src/features/process/host.ts';
import { processesFeature } from '../../../src/features/processes/processes.ts';
import { searchFeature } from '../../../src/features/search/search.ts';
import { skillsFeature } from '../../../src/features/skills/skills.ts';
import { supervisionFeature, watchesFeature } from '../../../src/features/supervision/supervision.ts';
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

/** The same feature, with what it answers changed. */
function changed<Name extends keyof Features>(
  feature: BuiltIn,
  change: (value: Features[Name], needs: Features) => unknown,
): BuiltIn {
  return { ...feature, open: async needs => change((await feature.open(needs)) as Features[Name], needs) };
}

/** `has`: which parts it has. */
export async function grownHost(config: Config, has: (part: PartName) => boolean): Promise<GrownHost> {
  const opened = await openHome(config);
  const home = has('redaction') ? opened : { ...opened, redactor: plainRedactor };
  const given = {
    home,
    kinds: builtInKinds,
    network: networkOf(config, home.clock),
    options: { reaching: false },
    sandbox: { executor: instantExecutor },
    secrets: { ...noSecrets, describe: () => '' },
    goals: {},
    goalsInWords: () => '',
    facts: {},
    embedded: [],
    process: {},
  };
  const parts = [
    ...[openKeys, openModels, telemetryFeature, openHost, openCore, workspaceFiles, channelsFeature, approvalsFeature],
    ...[undoFeature, scheduledJobs, instructions, openLine, openModelCalls, openGates, jobsFeature, toolsFeature],
    ...[
      conversationFeature,
      watchesFeature,
      bootFeature,
      openOrders,
      skillsFeature,
      searchFeature,
      openHooks,
      processesFeature,
    ],
    changed<'audit'>(auditFeature, audit => (has('audit') ? audit : silentAudit(audit))),
    changed<'supervision'>(supervisionFeature, all => (has('supervision') ? all : { ...all, host: {} })),
    changed<'budget'>(budgetFeature, (paid, { models }) =>
      has('budget') ? paid : freeBudget(paid, models.chosen.name),
    ),
    changed<'memories'>(memoryFeature, kept => (has('episodes') ? kept : { ...kept, episodes: undefined })),
  ];
  const { opened: all } = await openAll(parts, given as unknown as Partial<Features>);
  const { core, host, audit, telemetry, channels, approvals, undo, tools, budget, conversation } = all;
  const { supervision, watches, boot } = all;
  const features: readonly Feature[] = [
    { close: audit.close },
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
  host.fill(features);
  return {
    ...lifecycle(core, features),
    system: core.system,
    replyIn: session =>
      core.conversation.messages(session, { limit: 5 }).findLast(({ role }) => role === 'assistant')?.text ?? '',
  };
}
