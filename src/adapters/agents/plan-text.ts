/** A plan as it is written: Markdown with YAML before it, taken strictly. */
import { parse } from 'yaml';
import { z } from 'zod';
import { isPlanId, longestPlan, mostPlanSteps, onStuckWays, type Plan, planIdRule } from '../../domain/plans/plan.ts';
import { splitFrontmatter } from '../../domain/skills/manifest.ts';
import { defined } from '../../domain/text/json.ts';

const id = z.string().refine(isPlanId, `expected an id: ${planIdRule}`);
const text = (most: number) => z.string().trim().min(1).max(most);

const expectations = ['exit_code', 'equals', 'contains', 'regex', 'output_lt', 'output_gt'] as const;
const expectation = z.strictObject(
  Object.fromEntries(expectations.map(kind => [kind, z.union([z.string(), z.number()]).optional()])),
);
const check = z.union(
  [
    text(500),
    z.strictObject({ file_exists: text(400) }),
    z.strictObject({ not_empty: text(400) }),
    z.strictObject({ unchanged: text(400) }),
    z.strictObject({ judge: text(400) }),
    z.strictObject({ name: z.string().max(100).optional(), run: text(400), expect: expectation.optional() }),
  ],
  {
    error:
      'expected a check, as in "file_exists report.md", "npm test" or { run: "npm test", expect: { exit_code: 0 } }',
  },
);

const schema = z.strictObject({
  id,
  title: text(120),
  on_stuck: z.enum(onStuckWays).default('consult_planner'),
  steps: z
    .array(
      z.strictObject({
        id,
        agent: text(40),
        task: text(2_000),
        depends_on: z.array(z.string().max(40)).max(mostPlanSteps).optional(),
        depends_on_previous: z.boolean().optional(),
        not_before: text(80).optional(),
        verify: z.array(check).max(10).default([]),
        worktree: text(200).optional(),
      }),
    )
    .min(1)
    .max(mostPlanSteps),
});

/**
 * `problem` says what was expected and what came, for the model. A step without `depends_on` follows the one before.
 */
export function planIn(markdown: string): { readonly plan: Plan } | { readonly problem: string } {
  if (markdown.length > longestPlan) return { problem: `A plan has at most ${longestPlan} characters.` };
  const { frontmatter, body } = splitFrontmatter(markdown.trim());
  if (frontmatter === undefined)
    return { problem: `A plan begins with YAML between two lines of “---”, which has ${fields}. None came.` };
  let value: unknown;
  try {
    value = parse(frontmatter, { maxAliasCount: 0, schema: 'core', logLevel: 'silent' });
  } catch (error) {
    return { problem: `What stands between the two lines of “---” is no YAML: ${firstLine((error as Error).message)}` };
  }
  const read = schema.safeParse(value);
  if (!read.success) {
    const issues = read.error.issues.slice(0, 6).map(issue => {
      const where = issue.path.length === 0 ? 'the plan' : issue.path.join('.');
      const known = issue.code === 'unrecognized_keys' ? ` A plan has ${fields}.` : '';
      return `${where}: ${issue.message}.${known}`;
    });
    return { problem: `The plan does not fit. ${issues.join(' ')}` };
  }
  const { steps, on_stuck: onStuck, ...rest } = read.data;
  return {
    plan: {
      ...rest,
      onStuck,
      background: body.trim().slice(0, 4_000),
      steps: steps.map((step, at) => ({
        id: step.id,
        agent: step.agent,
        task: step.task,
        dependsOn: dependenciesOf(step, steps[at - 1]?.id),
        ...defined({
          notBefore: step.not_before,
          worktree: step.worktree === undefined ? undefined : folderIn(step.worktree),
        }),
        verify: step.verify.map(lineOf),
      })),
    },
  };
}

const fields =
  'id, title, on_stuck (consult_planner, replan or ask) and steps, each with id, agent, task, depends_on (ids; without it the step before), depends_on_previous (true or false), not_before (an instant), verify (checks) and worktree (a folder)';

/** Those that are named, and the step before where nothing else is said, or this is. */
function dependenciesOf(
  { depends_on: named, depends_on_previous: isNext = named === undefined }: z.output<typeof schema>['steps'][number],
  previous: string | undefined,
): readonly string[] {
  return [...new Set([...(named ?? []), ...(isNext && previous !== undefined ? [previous] : [])])];
}

/** As it is called in the workspace. */
function folderIn(path: string): string {
  return path
    .replace(/^\/?workspace\//, '')
    .replace(/^\.\//, '')
    .replace(/\/+$/, '');
}

function lineOf(given: z.output<typeof check>): string {
  if (typeof given === 'string') return given;
  if (!('run' in given))
    return Object.entries(given)
      .map(([kind, path]) => `${kind} ${path}`)
      .join('');
  const [first] = Object.entries(given.expect ?? {});
  return first === undefined ? given.run : `${given.run} => ${first[0]} ${first[1]}`;
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}
