/** The tool that has a plan carried out, once its owner has approved it. */
import { z } from 'zod';
import { type AgentProfile, toolsWithin } from '../../../domain/agents/agent.ts';
import type { Plan } from '../../../domain/plans/plan.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `run_plan` says of itself. What its agents do are calls of their own. */
export const runPlanDeclaration = {
  name: 'run_plan',
  does: { en: 'Has agents carry out a plan.', de: 'Lässt Agenten einen Plan ausführen.' },
  effect: 'plan',
  deeds: [],
  isQuiet: true,
  leavesWorkspace: true,
  isOccasional: true,
  isUnnamed: true,
  factsOf: () => ({ plans: 'acts' }),
} as const satisfies ToolDeclaration;

/** Words that speak of a plan, or of work in several steps. */
const ofPlans =
  /\bpl[aä]n(?:e|en|s)?\b|\bsteps\b|\bschritten?\b|\bcompare\b.*\breport\b|\bvergleich\w*\b.*\bbericht\b/i;

/** A longer one is taken for a mistake. */
const longestPlan = 16_000;

/** `run_plan`, for these agents. */
export function runPlanTool({
  agents,
  read,
  problemOf,
  isResearch,
  rightsOf,
}: {
  readonly agents: readonly AgentProfile[];
  readonly read: (text: string) => { readonly plan: Plan } | { readonly problem: string };
  /** What is wrong with it; undefined: nothing. */
  readonly problemOf: (plan: Plan) => string | undefined;
  /** All of its agents only look, and it runs no command. */
  readonly isResearch: (plan: Plan) => boolean;
  /** Names what the agents of a plan may do and are told, as it is now. */
  readonly rightsOf: (plan: Plan) => string;
}): Tool {
  const planOf = (text: string): Plan => {
    const made = read(text);
    if ('problem' in made) throw new Error(made.problem);
    return made.plan;
  };
  return defineTool({
    ...runPlanDeclaration,
    isMeant: words => ofPlans.test(words),
    description: `Has a plan carried out by agents, for work of more than a few steps: a plan with several agents, in order or side by side, whose results are checked by the program. Its owner approves the plan first, and it is carried out as it was approved. Agents: ${agents.map(({ name }) => name).join(', ')}.`,
    schema: z.strictObject({
      plan: z
        .string()
        .min(1)
        .max(longestPlan)
        .describe(
          'Markdown. First YAML between two lines of "---": id, title, on_stuck (consult_planner, replan or ask), steps: a list with id, agent, task (whole and clear by itself), depends_on (a list of ids; [] begins at once; without it the step before), not_before (an instant, only where one was named) and verify (a list of checks that have to hold after the step and do not before it: "file_exists report.md", "not_empty a.txt", "unchanged tests/a.py", "npm test", "wc -w < report.md => output_gt 300"; where no command can tell, "judge the answer names three sources") and worktree (a git repository of the workspace: the step works on a copy of it, side by side with others that write, and is merged once its checks hold, whose paths are within it). Behind it what all steps should know.',
        ),
    }),
    problem({ plan: text }) {
      const made = read(text);
      return 'problem' in made ? made.problem : problemOf(made.plan);
    },
    intent({ plan: text }, language) {
      const { title, steps } = planOf(text);
      return intentTexts(language).runPlan(oneLine(title, 120), steps.length);
    },
    exact({ plan: text }) {
      const { steps } = planOf(text);
      const used = agents.filter(({ name }) => steps.some(({ agent }) => agent === name));
      const rights = used.map(({ name, tools }) => `${name}: ${toolsWithin(['*'], tools).join(', ')}`);
      const copied = steps.flatMap(({ id, worktree }) =>
        worktree === undefined ? [] : [`${id}: a copy of ${worktree}; it is merged when its checks hold`],
      );
      const onCopies = copied.length === 0 ? [] : ['', '── steps that work on copies ──', ...copied];
      return [text.trim(), '', '── its agents, and what they may use ──', ...rights, ...onCopies].join('\n');
    },
    facts: ({ plan: text }) => ({ plans: isResearch(planOf(text)) ? 'reads' : 'acts' }),
    work: ({ plan: text }) => rightsOf(planOf(text)),
  });
}
