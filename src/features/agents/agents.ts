/** Agents that pieces of work are given to: the tools that give it, the charts that carry it, and what became of it. */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Continuations from '../../actors/agents/continuing.ts';
import { enlisting } from '../../actors/agents/enlisting.ts';
import type * as Holding from '../../actors/agents/holding.ts';
import type * as Signs from '../../actors/agents/signs.ts';
import { callFacts } from '../../actors/observation/rows.ts';
import { later } from '../../adapters/process/later.ts';
import type * as Outcomes from '../../adapters/stores/sqlite/outcomes/outcomes.ts';
import { delegationWriters } from '../../adapters/stores/writers/delegation.ts';
import { noteIn } from '../../adapters/stores/writers/note.ts';
import { delegateTool } from '../../adapters/tools/agents/delegate.ts';
import { runPlanTool } from '../../adapters/tools/agents/run-plan.ts';
import { copiesFolder, shippedAgents } from '../../domain/agents/agent.ts';
import type * as Earlier from '../../domain/agents/earlier.ts';
import type { OutcomeService } from '../../domain/outcomes/outcome.ts';
import type { PlanService } from '../../domain/plans/plan.ts';
import {
  type ContinuingInput,
  delegationMachine,
  type EnlistingInput,
  migrateDelegation,
} from '../../machines/delegation.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Writer } from '../../ports/writer.ts';
import { type Feature, featureWithTools, value } from '../feature.ts';
import type * as Copies from './copies.ts';
import { planChart } from './plan-chart.ts';
import type * as Plans from './plans.ts';
import type { Delegated } from './rights.ts';

// With the first piece of work.
const load = createRequire(import.meta.url);

declare module '../feature.ts' {
  interface Features {
    readonly agents: Feature;
    /** What the checks of the plan of a call found, beneath the reply; undefined: it has no plan. */
    readonly planNotes: { noteOf: (call: string) => string | undefined };
  }
}

const copyModule = () => load('./copies.ts') as typeof Copies;

const agentsNeed = ['core', 'audit', 'delegated', 'planNotes', 'sandbox', 'goals', 'calls', 'undo'] as const;

/** It is there before the agents are, for what is opened between them. */
export const openPlanNotes = value('planNotes', ['core'], (): { noteOf: (call: string) => string | undefined } => ({
  noteOf: () => undefined,
}));

/** The chart of a delegation with all that it needs, and the tool that gives work. */
export function delegations(
  { ledger, profiles, rightsOf, rootOf }: Pick<Delegated, 'ledger' | 'profiles' | 'rightsOf' | 'rootOf'>,
  audit: AuditLog['write'],
  records: Pick<Parameters<typeof Continuations.continuing>[0], 'read' | 'doingOf' | 'limits'>,
  isAlways = true,
) {
  return {
    machines: [
      {
        machine: delegationMachine,
        migrate: migrateDelegation,
        isShortLived: true,
        // whatever gave the work has ended: nobody waits for it any more
        onStopped(address, at, send) {
          const child = ledger.get(address);
          if (child?.state !== 'running') return;
          ledger.end(address, 'cancelled', at);
          const { agent, parent, session } = child;
          audit(
            { kind: 'agent.returned', subject: agent, actor: parent, facts: { child: address, state: 'cancelled' } },
            { at },
          );
          send(session, { type: 'turn.aborted' });
        },
      },
    ],
    lookups: {
      enlisting: enlisting({ ledger, profiles, rightsOf, rootOf }),
      continuing: (input: ContinuingInput) =>
        (load('../../actors/agents/continuing.ts') as typeof Continuations).continuing({
          ledger,
          profiles,
          rightsOf,
          ...records,
        })(input),
    },
    writers: delegationWriters(ledger, noteIn(audit)) as Readonly<Record<string, Writer>>,
    tools: [delegateTool(profiles, { isAlways })],
  } satisfies Feature;
}

export const agentsFeature = featureWithTools('agents', agentsNeed, needs => {
  const { core, audit, delegated, planNotes, sandbox, goals, calls, undo } = needs;
  const { ledger, profiles } = delegated;
  const { conversation, database, config, system } = core;
  const { machines, lookups, writers, tools } = delegations(
    delegated,
    audit.write,
    {
      read: conversation.read,
      doingOf: call => callFacts(core.store.actor(call), 'en').doing,
      limits: config.limits,
    },
    config.agents.length > 0,
  );
  let isWatching = false;
  /** What agents do is looked at from the first piece of work on. */
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    const { language, timeZone } = config.owner;
    (load('../../actors/agents/signs.ts') as typeof Signs).showSigns({
      feed: system.feed,
      childOf: delegated.childOf,
      language,
      timeZone,
    });
  }
  let copies: ReturnType<typeof Copies.planCopies> | undefined;
  /** With the first plan of a step that works on a copy. */
  const planCopies = () => {
    copies ??= copyModule().planCopies({ core, sandbox, undo });
    return copies;
  };
  let opened: ReturnType<typeof Plans.plansOf> | undefined;
  const plans = () => {
    opened ??= (load('./plans.ts') as typeof Plans).plansOf({
      ...core,
      models: calls,
      profiles,
      children: ledger,
      audit: audit.write,
      checks: goals.checks,
      executor: sandbox.executor.kind,
      copies: planCopies,
      isRepository: folder => copyModule().isRepository(core, folder),
    });
    return opened;
  };
  /** Removes copies of plans that are over: what a kill has left, and what was stopped from outside. */
  function sweep(): void {
    const left = join(config.paths.home, copiesFolder);
    // a start with none loads nothing for them
    if (!existsSync(left) || readdirSync(left).length === 0) return;
    const means = planCopies();
    if (means === null) return;
    copyModule()
      .sweepCopies(core, means, plans().ledger)
      .catch((error: unknown) => core.log({ level: 'warn', event: 'plans', text: core.redactor.text(String(error)) }));
  }
  planNotes.noteOf = call => plans().noteOf(call);
  const planned = planChart(plans, sweep);
  return {
    machines: [...machines, ...planned.machines],
    lookups: {
      ...lookups,
      ...planned.lookups,
      enlisting(input: EnlistingInput) {
        watch();
        return lookups.enlisting(input);
      },
    },
    writers: { ...writers, ...planned.writers },
    effects: planned.effects,
    tools: [
      ...tools,
      runPlanTool({
        agents: profiles,
        read: text => plans().read(text),
        problemOf: plan => plans().problemOf(plan),
        isResearch: plan => plans().isResearch(plan),
        rightsOf: plan => plans().rightsOf(plan),
      }),
    ],
    start() {
      // those of an earlier start go on
      if (ledger.running('').all > 0) watch();
      sweep();
    },
    provides: {
      plans: later<PlanService>(() => plans().service, { list: true }),
      outcomes: later<OutcomeService>(
        () =>
          (load('../../adapters/stores/sqlite/outcomes/outcomes.ts') as typeof Outcomes).outcomeService(
            database,
            conversation.read,
          ),
        { list: true },
      ),
      agents: {
        holderOf: delegated.holderOf,
        async hold(session, agent, by) {
          const { holding } = load('../../actors/agents/holding.ts') as typeof Holding;
          await holding(core, { held: delegated.held, profiles, audit: audit.write }, { session, agent, by });
        },
        profiles: () =>
          profiles.map(one => ({
            ...one,
            isShipped: shippedAgents.includes(one),
            isFailing: (load('../../domain/agents/earlier.ts') as typeof Earlier).isFailing(
              ledger.earlierOf(one.name, core.clock.now()).ended,
              core.clock.now(),
            ),
          })),
        children: limit => ledger.list(limit).map(one => ({ ...one, task: conversation.read(one.task) })),
      },
    },
  };
});
