/**
 * A host that grows: the charts of sessions and tool calls with what a turn cannot do without, and of everything else
 * what is named. It is put together as src/compose.ts does it; what is left out has a stand-in that does nothing.
 */
import type { Config } from '../../../config/load.ts';
import type { System } from '../../../src/actors/runtime/system.ts';
import { builtInKinds } from '../../../src/adapters/kinds.ts';
import { builtIn } from '../../../src/compose.ts';
import { builtInTables } from '../../../src/features/built-in-tables.ts';
import type { BuiltIn, Feature, Features } from '../../../src/features/feature.ts';
import { networkOf } from '../../../src/features/network/network.ts';
import { openAll } from '../../../src/features/opening.ts';
import { openHome } from '../../../src/features/process/home.ts';
import { lifecycle } from '../../../src/features/process/host.ts';
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

/** The features that are asked for by name below; what these need comes with them. */
const asked = [
  ...['conversation', 'tools', 'jobs', 'channels', 'approvals', 'undo', 'budget', 'audit', 'telemetry'],
  ...['supervision', 'watches', 'boot'],
] as const;

export interface GrownHost {
  readonly system: System;
  /** What a conversation was told last. */
  replyIn(session: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What a feature answers, changed. */
type Changes = { readonly [Name in keyof Features]?: (value: Features[Name], needs: Features) => unknown };

/** Those of the agent's features that are named, and what they need, but for what is `given`. */
function neededFor(names: readonly string[], given: object): readonly BuiltIn[] {
  const wanted = new Set<string>();
  const left = [...names];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (wanted.has(name) || Object.hasOwn(given, name)) continue;
    wanted.add(name);
    left.push(...(builtIn.find(one => one.name === name)?.needs ?? []));
  }
  return builtIn.filter(({ name }) => wanted.has(name));
}

function changed(feature: BuiltIn, changes: Changes): BuiltIn {
  const change = changes[feature.name as keyof Features] as ((value: unknown, needs: Features) => unknown) | undefined;
  return change ? { ...feature, open: async needs => change(await feature.open(needs), needs) } : feature;
}

/** `has`: which parts it has. */
export async function grownHost(config: Config, has: (part: PartName) => boolean): Promise<GrownHost> {
  const opened = await openHome(config, undefined, builtInTables);
  const home = has('redaction') ? opened : { ...opened, redactor: plainRedactor };
  const given = {
    home,
    kinds: builtInKinds,
    network: networkOf(config, home.clock),
    options: { reaching: false },
    sandbox: { executor: instantExecutor },
    goals: {},
    goalsInWords: () => ({ goals: '', approvals: '' }),
    facts: {},
    embedded: [],
    process: {},
  };
  const changes: Changes = {
    audit: audit => (has('audit') ? audit : silentAudit(audit)),
    supervision: all => (has('supervision') ? all : { ...all, host: {} }),
    budget: (paid, { models }) => (has('budget') ? paid : freeBudget(paid, models.chosen.name)),
    memories: kept => (has('episodes') ? kept : { ...kept, episodes: undefined }),
  };
  const parts = neededFor(asked, given).map(one => changed(one, changes));
  const { opened: all } = await openAll(parts, given as unknown as Partial<Features>);
  const { core, host, audit, telemetry, channels, approvals, undo, tools, budget, conversation } = all;
  const { supervision, watches, boot, agents } = all;
  const features: readonly Feature[] = [
    { close: audit.close },
    ...(has('spans') ? [telemetry] : []),
    // the previews of replies are read from the feed
    ...(has('deliveries')
      ? [{ ...channels, start: has('feed') ? channels.start : undefined }, emptyInbox]
      : [deafChannels]),
    undo,
    tools,
    agents,
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
