/**
 * A plan for what is more than a few steps: what agents do, in which order, and what has to hold after each step. It is
 * carried out as its owner approved it, or not at all.
 */
import type { AgentProfile } from '../agents/agent.ts';
import { agentTexts } from '../agents/texts.ts';
import { type CheckOutcome, type GoalCheck, provesNothing, readCheck } from '../goals/check.ts';
import { inEnglish } from '../policy/sentence.ts';

/**
 * What becomes of a step that fails twice: a planner is asked how it can be done, once, and then as in `replan`; the
 * plan ends and its model may make another one; or the owner is asked.
 */
export const onStuckWays = ['consult_planner', 'replan', 'ask'] as const;
export type OnStuck = (typeof onStuckWays)[number];

export interface PlanStep {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  /** Ids of the steps that have to be done before. */
  readonly dependsOn: readonly string[];
  /** It does not begin earlier, in words for an instant, as they are understood when the plan begins. */
  readonly notBefore?: string | undefined;
  /** Checks, a line each (domain/goals/check.ts), or `judge WHAT HAS TO HOLD`, which a model looks at. */
  readonly verify: readonly string[];
  /**
   * A git repository of the workspace: the step works on a copy of it, and what it changed is merged once it is
   * checked.
   */
  readonly worktree?: string | undefined;
}

export interface Plan {
  readonly id: string;
  readonly title: string;
  readonly onStuck: OnStuck;
  /** What each step is told beside its task; may be empty. */
  readonly background: string;
  readonly steps: readonly PlanStep[];
}

/** The first word of a check that a model of the role `verifier` makes. */
const judgeWord = 'judge ';

/** What a model is to judge of what the step came to; undefined: it is another check. */
export function judgedIn(line: string): string | undefined {
  const text = line.trim();
  return text.startsWith(judgeWord) ? text.slice(judgeWord.length).trim() : undefined;
}

export const mostPlanSteps = 12;
/** Its conversation waits for a plan, so what is to happen later is a job. */
export const longestWaitMs = 86_400_000;
export const longestPlan = 16_000;
export const planIdRule = 'a to z, 0 to 9, _ and -, beginning with a letter, at most 40 characters';

export function isPlanId(id: string): boolean {
  return /^[a-z][a-z0-9_-]{0,39}$/.test(id);
}

/** Agents that have these alone only look. */
const reading = new Set([
  ...['read_file', 'list_files', 'search_files', 'web_fetch', 'web_search', 'ask_owner', 'memory_search'],
]);

function onlyLooks({ tools, beyond }: Pick<AgentProfile, 'tools' | 'beyond'>): boolean {
  // what it asks for beyond them may change something
  return beyond === undefined && tools.every(tool => reading.has(tool));
}

/** All of its agents only look, and it runs no command: a plan to find something out. */
export function isResearch({ steps }: Pick<Plan, 'steps'>, agents: readonly AgentProfile[]): boolean {
  return steps.every(({ agent, verify, worktree }) => {
    if (worktree !== undefined) return false;
    const profile = agents.find(({ name }) => name === agent);
    const isOfFiles = verify.every(line => judgedIn(line) !== undefined || 'path' in readCheck(line, () => undefined));
    return profile !== undefined && onlyLooks(profile) && isOfFiles;
  });
}

/** Why something of a plan cannot be used; undefined: it can. */
export interface PlanLook {
  readonly pattern: (source: string) => string | undefined;
  readonly when: (instant: string) => string | undefined;
  readonly worktree: (folder: string) => string | undefined;
}

/** What is wrong with it, for the model; undefined: nothing. */
export function planProblem(
  { steps }: Plan,
  agents: readonly AgentProfile[],
  { pattern, when, worktree: whyNoCopy }: PlanLook,
): string | undefined {
  const ids = steps.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return `Two steps have the id ${twice}. Give each its own.`;
  for (const { id, agent, dependsOn, notBefore, verify, worktree } of steps) {
    if (!agents.some(({ name }) => name === agent))
      return `Step ${id}: ${agentTexts.unknownAgent(
        agent,
        agents.map(({ name }) => name),
      )}`;
    const strange = dependsOn.find(one => !ids.includes(one));
    if (strange !== undefined)
      return `Step ${id} depends on ${strange.slice(0, 40)}, which is no step. There are: ${ids.join(', ')}.`;
    const early = notBefore === undefined ? undefined : when(notBefore);
    if (early !== undefined) return `Step ${id}, not_before: ${early}.`;
    const uncopied = worktree === undefined ? undefined : whyNoCopy(worktree);
    if (uncopied !== undefined) return `Step ${id}, worktree: ${uncopied}.`;
    for (const line of verify) {
      if (judgedIn(line) !== undefined) continue;
      const check = readCheck(line, pattern);
      if ('form' in check) return `Step ${id}, verify: ${inEnglish(check)}.`;
    }
  }
  const circle = ids.filter(id => before(id, steps).has(id));
  if (circle.length > 0) return `These steps wait for each other: ${circle.join(', ')}.`;
  return writersAtOnce(steps, agents);
}

/** In one workspace only one may write at a time; those that work on copies do not write there. */
function writersAtOnce(steps: readonly PlanStep[], agents: readonly AgentProfile[]): string | undefined {
  const writing = steps.filter(
    ({ agent, worktree }) => worktree === undefined && agents.some(one => one.name === agent && !onlyLooks(one)),
  );
  for (const [at, one] of writing.entries())
    for (const other of writing.slice(at + 1))
      if (!before(one.id, steps).has(other.id) && !before(other.id, steps).has(one.id))
        return `Steps ${one.id} and ${other.id} could run at the same time, and the agents of both may change files. Let one depend on the other, or let one work on a copy of a git repository: worktree: FOLDER.`;
  return undefined;
}

/** All that has to be done before a step. */
function before(id: string, steps: readonly PlanStep[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const one of steps.find(step => step.id === next)?.dependsOn ?? [])
      if (!found.has(one)) {
        found.add(one);
        open.push(one);
      }
  return found;
}

export const stepStates = [
  'waiting',
  'copying',
  'running',
  'checking',
  'merging',
  'consulting',
  'stuck',
  'done',
  'failed',
  'cancelled',
  'unknown',
  'skipped',
] as const;
export type StepState = (typeof stepStates)[number];

export const planStates = ['running', 'done', 'failed', 'cancelled', 'unknown'] as const;
export type PlanState = (typeof planStates)[number];

/** A step as it stands. */
export interface StepRecord {
  readonly step: string;
  readonly agent: string;
  readonly dependsOn: readonly string[];
  readonly state: StepState;
  readonly attempt: number;
  /** The delegation that does it; null: none has begun. */
  readonly child: string | null;
  readonly checks: readonly GoalCheck[];
  /** The repository that it works on a copy of; null: it works in the workspace. */
  readonly worktree: string | null;
}

/** A plan as it stands. */
export interface PlanRecord {
  /** The address of its actor. */
  readonly id: string;
  /** The id that it gives itself. */
  readonly name: string;
  readonly title: string;
  readonly session: string;
  readonly turn: string;
  readonly call: string;
  readonly digest: string;
  readonly state: PlanState;
  readonly verdict: CheckOutcome | null;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly steps: readonly StepRecord[];
}

/** For the owner. */
export interface PlanService {
  /** Those under way first, then the newest. */
  list(limit: number): readonly PlanRecord[];
}

/**
 * What the checks of steps came to; null: there were none. One that held before the work shows nothing, so what is
 * proved by such alone is not checkable.
 */
export function planVerdict(steps: readonly Pick<StepRecord, 'checks'>[]): CheckOutcome | null {
  const all = steps.flatMap(({ checks }) => checks);
  if (all.length === 0) return null;
  const found = all.map(foundOf);
  if (found.includes('fails')) return 'fails';
  return found.includes('unknown') ? 'unknown' : 'holds';
}

function foundOf(check: GoalCheck): CheckOutcome {
  return provesNothing(check) && check.last?.outcome === 'holds' ? 'unknown' : (check.last?.outcome ?? 'unknown');
}

/** The checks of steps that could not be run after the work, or show nothing. */
export function unproved(steps: readonly Pick<StepRecord, 'checks'>[]): readonly string[] {
  return steps.flatMap(({ checks }) => checks.flatMap(check => (foundOf(check) === 'unknown' ? check.text : [])));
}
