/** Goals, and what a model is told of them. */
import { createRequire } from 'node:module';
import type * as GoalChecks from '../../actors/goals/goal-checks.ts';
import type { CheckRunner } from '../../actors/goals/goal-checks.ts';
import type * as GoalParts from '../../actors/goals/goal-service.ts';
import type * as Pattern from '../../adapters/gates/pattern.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteGoalLedger } from '../../adapters/stores/sqlite/goals/goals.ts';
import { goalsTool } from '../../adapters/tools/goals.ts';
import type { GoalService } from '../../domain/goals/goal.ts';
import { ownersInstant } from '../../domain/text/instant-text.ts';
import { patternProblem } from '../../domain/text/linear-pattern.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Core, type Feature, type Features, featureWithTools, value } from '../feature.ts';

// With the first look at a goal, and the first that has checks.
const load = createRequire(import.meta.url);

export interface Goals extends Feature {
  /** Runs checks in the sandbox; loaded with the first of them. */
  readonly checks: CheckRunner;
}

/** The open goals of a conversation, a line each, and the pending approvals; empty: there are none. */
export type GoalsInWords = (session: string) => { readonly goals: string; readonly approvals: string };

declare module '../feature.ts' {
  interface Features {
    readonly goals: Goals;
    readonly goalsInWords: GoalsInWords;
  }
}

const mostDescribed = 20;

/** A goal that is due is said by a job. */
export const goalsFeature = featureWithTools('goals', ['core', 'jobs', 'sandbox'], ({ core, jobs, sandbox }) => {
  const { database, clock } = core;
  const checks = lazyChecks(core, sandbox);
  const service = later<GoalService>(
    () =>
      (load('../../actors/goals/goal-service.ts') as typeof GoalParts).goalService(core, sqliteGoalLedger(database), {
        jobs: jobs.service,
        checks,
      }),
    { list: true, add: true, change: true, act: true, check: true },
  );
  return { provides: { goals: service }, checks, tools: [goalsTool(() => service, clock.now)] };
});

function lazyChecks({ clock, redactor }: Core, { executor }: Features['sandbox']): CheckRunner {
  let opened: CheckRunner | undefined;
  const runner = () => {
    opened ??= (load('../../actors/goals/goal-checks.ts') as typeof GoalChecks).goalChecks({
      executor,
      clock,
      redacted: text => redactor.text(text),
      patternProblem,
      matches: (pattern, text) =>
        (load('../../adapters/gates/pattern.ts') as typeof Pattern).linearPattern(pattern)(text),
    });
    return opened;
  };
  return {
    begun: async lines => (lines.length === 0 ? [] : runner().begun(lines)),
    run: async checks => (checks.length === 0 ? [] : runner().run(checks)),
  };
}

/** For the instructions of a conversation. */
export const goalsInWords = value('goalsInWords', ['core'], ({ core: { owner, database, clock, conversation } }) => {
  const ledger = sqliteGoalLedger(database);
  const goalsOf = (session: string) => {
    // the words of a goal that outside text may have chosen are no instructions
    const open = ledger.list({ state: 'open', session, limit: 100 }).filter(({ taint }) => taint === 'owner');
    if (open.length === 0) return '';
    const lines = open.slice(0, mostDescribed).map(({ id, text, due, checks }) => {
      const late = due !== null && due <= clock.now() ? ', overdue' : '';
      const isDoneWhen = checks.length === 0 ? '' : `; done when ${checks.map(check => check.text).join('; ')}`;
      const when = due === null ? '' : ` (due ${ownersInstant(due, owner)}${late})`;
      return `${id}. ${oneLine(text, 300)}${when}${isDoneWhen}`;
    });
    return lines.join('\n');
  };
  const approvals = () => {
    const pending = conversation.approvals('pending', mostDescribed);
    if (pending.length === 0) return '';
    const tools = pending.map(({ card }) => card.tool).join(', ');
    return `${pending.length} (${tools})`;
  };
  return (session: string) => ({ goals: goalsOf(session), approvals: approvals() });
});
