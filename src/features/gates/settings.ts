/** One `[[gates]]` of config.toml: where it stands, whom it is for, what it asks, and what follows from its no. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { patternProblem } from '../../domain/text/linear-pattern.ts';

const point = z.enum(['input', 'output', 'tool', 'access'], { error: '"input", "output", "tool" or "access"' });
const names = (what: string) => {
  const error = `a list of ${what}, where * stands for any part`;
  return z.array(z.string({ error }).min(1, { error }).max(200, { error }), { error }).default([]);
};
const file = (what: string) => z.string({ error: what }).refine(isAbsolute, { error: what });
const field = z
  .string({ error: 'the name of a field' })
  .regex(/^(?:text|tool|host|path|command|taint|args(?:\.[\w-]+)+)$/, {
    error: '"text", "tool", "host", "path", "command", "taint" or "args.NAME"',
  });
const pattern = z.string({ error: 'a regular expression' }).superRefine((source, context) => {
  const problem = patternProblem(source);
  if (problem !== undefined)
    context.addIssue({
      code: 'custom',
      message: `a regular expression that needs linear time only; in this one ${problem}`,
    });
});
const range = z
  .tuple([z.number(), z.number()], { error: 'two numbers, the least and the most' })
  .refine(([a, b]) => a <= b, {
    error: 'two numbers, the least first',
  });
const seconds = { error: 'a whole number from 100 to 60 000 milliseconds' };

/** As it stands in the file; {@link GateSetting} is what becomes of it. */
function gate() {
  return z
    .strictObject({
      name: z
        .string({ error: 'a name in lower case' })
        .regex(/^[a-z][a-z0-9-]{0,39}$/, { error: 'a name of 1 to 40 lower-case letters, digits and "-"' }),
      on: point,
      when: z.strictObject({ tool: names('names of tools'), host: names('hosts'), path: names('paths') }).prefault({}),
      kind: z.enum(['predicate', 'script', 'model'], { error: '"predicate", "script" or "model"' }),
      on_block: z
        .enum(['respond', 'report', 'escalate', 'rephrase', 'retry'], {
          error: '"respond", "report", "escalate", "rephrase" or "retry"',
        })
        .default('respond'),
      // predicate
      field: field.default('text'),
      regex: pattern.optional(),
      ignore_case: z.boolean({ error: 'true or false' }).default(false),
      range: range.optional(),
      equals: z.array(z.union([z.string(), z.number(), z.boolean()]), { error: 'a list of values' }).optional(),
      file: file('the path of a list, from / on').optional(),
      negate: z.boolean({ error: 'true or false' }).default(false),
      verdict: z.enum(['block', 'require_approval'], { error: '"block" or "require_approval"' }).default('block'),
      // script
      program: file('the path of an executable, from / on').optional(),
      // model
      question: z.string({ error: 'a text' }).trim().min(1, { error: 'what must not be, in a sentence' }).optional(),
      model: z.string({ error: 'a model as "provider/model"' }).optional(),
      promote: z.boolean({ error: 'true or false' }).default(false),
      timeout_ms: z.int(seconds).min(100, seconds).max(60_000, seconds).default(5_000),
    })
    .superRefine((given, context) => {
      const issue = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
      const conditions = (['regex', 'range', 'equals', 'file'] as const).filter(key => given[key] !== undefined);
      if (given.kind === 'predicate' && conditions.length !== 1)
        issue('kind', `exactly one of regex, range, equals and file for a predicate (there are ${conditions.length})`);
      if (given.kind !== 'predicate' && conditions[0]) issue(conditions[0], `no ${conditions[0]} for a ${given.kind}`);
      if ((given.kind === 'script') !== (given.program !== undefined))
        issue('program', 'a program for a script, and for nothing else');
      if ((given.kind === 'model') !== (given.question !== undefined))
        issue('question', 'a question for a model, and for nothing else');
      if (given.promote && given.kind !== 'model')
        issue('promote', 'promote for a model alone: all others bind anyway');
      if (given.model !== undefined && given.kind !== 'model') issue('model', 'a model for a model gate alone');
      const isCall = given.on === 'tool' || given.on === 'access';
      if (given.verdict === 'require_approval' && !isCall)
        issue('verdict', 'require_approval where there is a call to approve (on = "tool" or "access")');
      if (!isCall && Object.values(given.when).some(list => list.length > 0))
        issue('when', 'no tool, host or path where there is no call (on = "input" or "output")');
    })
    .transform(({ on_block, ignore_case, timeout_ms, ...rest }) => ({
      ...rest,
      onBlock: on_block,
      ignoreCase: ignore_case,
      timeoutMs: timeout_ms,
    }));
}

/** The tables of config.toml. */
export function gatesTables() {
  return { gates: z.array(gate(), { error: 'a list of [[gates]]' }).default([]) };
}

export type GateSetting = z.output<ReturnType<typeof gate>>;
