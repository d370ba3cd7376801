/** The tool with which the agent makes tools. */

import { z } from 'zod';
import { outputTaint } from '../../../domain/policy/taint.ts';
import type { JsonObject } from '../../../domain/text/json.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { isToolName, toolNameRule } from '../../../domain/tools/name.ts';
import { parameterProblem } from '../../../domain/tools/parameter-schema.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import { defaultTimeoutSeconds, longestDescription, longestTimeoutSeconds } from '../../../domain/tools/script-tool.ts';
import type { Executor } from '../../../ports/executor.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import type { ScriptOutcome } from '../../scripts/script-tool-run.ts';
import type { NewTool, RefusedTool } from '../../scripts/tool-making.ts';
import type { ToolWorkshop } from '../../scripts/tool-workshop.ts';

/** What `create_tool` says of itself. */
export const createToolDeclaration = {
  name: 'create_tool',
  does: {
    en: 'Writes a tool of its own, or a new version of one, and tries it.',
    de: 'Schreibt ein eigenes Werkzeug oder eine neue Fassung davon und probiert es.',
  },
  effect: 'act',
  deeds: ['keep', 'makeTool', 'writeFile', 'passTests'],
  runsCommands: true,
  factsOf: () => ({ writes: 'scripts' }),
} as const satisfies ToolDeclaration;

const longestImplementation = 200_000;

/** `create_tool`. `executor`: where it will run. `reserved`: is it the name of a built-in tool? */
export function createTool(
  workshop: Pick<ToolWorkshop, 'make'>,
  executor: Pick<Executor, 'kind'>,
  reserved: (name: string) => boolean,
): Tool {
  const schema = z.strictObject({
    name: z
      .string()
      .refine(isToolName, `a tool's name is ${toolNameRule}`)
      .refine(name => !reserved(name), 'that is the name of a built-in tool; choose another')
      .describe(
        'Lower case letters, digits and underscores, like word_count. An existing tool of that name is replaced.',
      ),
    description: z
      .string()
      .trim()
      .min(1)
      .max(longestDescription)
      .describe('What it does and when to use it, in one sentence. It is all that is seen when a tool is chosen.'),
    parameters_schema: z
      .record(z.string(), z.unknown())
      .superRefine((value, context) => {
        const problem = parameterProblem(value);
        if (problem !== undefined) context.addIssue(problem);
      })
      .describe('JSON Schema of its parameters, of type object, each property described.'),
    implementation: z
      .string()
      .min(1)
      .max(longestImplementation)
      .describe(
        'A whole Python 3 program: reads one JSON object from standard input, writes one JSON value to standard output.',
      ),
    timeout_secs: z
      .int()
      .min(1)
      .max(longestTimeoutSeconds)
      .default(defaultTimeoutSeconds)
      .describe('When a run of it is stopped.'),
    test_input: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Arguments to try it with now; if that fails, nothing is changed. Give one wherever a run does no harm.',
      ),
  });
  return defineTool({
    ...createToolDeclaration,
    description:
      'Makes a tool of your own, or a new version of one, from a Python program. It is checked, tried with test_input, kept in git, and offered to you like any other tool from your next step on. Use it for what will be needed again.',
    schema,
    timeoutMs: ({ timeout_secs }) => timeout_secs * 1000 + 90_000,
    intent: ({ name, description }, language) => intentTexts(language).makeTool(name, description),
    exact: ({ name, description, parameters_schema, implementation, timeout_secs, test_input }) =>
      [
        `── ${name}.py ──\n${implementation}`,
        `── description ──\n${description}`,
        `── parameters, stopped after ${timeout_secs} s ──\n${JSON.stringify(parameters_schema, null, 2)}`,
        ...(test_input === undefined ? [] : [`── tried with ──\n${JSON.stringify(test_input, null, 2)}`]),
      ].join('\n\n'),
    facts: () => ({ writes: 'scripts', executor: executor.kind }),
    async run({ name, description, parameters_schema, implementation, timeout_secs, test_input }, { signal, alive }) {
      const made = await workshop.make(
        {
          name,
          description,
          parameters: parameters_schema as JsonObject,
          timeoutSeconds: timeout_secs,
          implementation,
          testInput: test_input,
        },
        signal,
        alive,
      );
      return made.ok ? outputOf(name, made) : { ...failed(made), ...taintOf(made.test) };
    },
  });
}

function outputOf(name: string, { isNew, version, commit, test, alike, outOfUse }: NewTool): ToolOutput {
  const made: Said = { code: isNew ? 'toolMade' : 'toolUpdated', values: { name, version, commit: committed(commit) } };
  const tested: readonly (Said | string)[] = test
    ? [{ code: test.isJson ? 'testPassed' : 'testPassedAsText', values: { ms: Math.round(test.ms) } }, test.text]
    : [{ code: 'untested' }];
  const use: Said = {
    code: outOfUse === 'disabled' ? 'staysOff' : outOfUse === 'quarantined' ? 'staysQuarantined' : 'usableNext',
  };
  const names = alike.map(one => `${one.name} (${one.description})`).join('; ');
  const others: readonly Said[] = names === '' ? [] : [{ code: 'muchAlike', values: { names } }];
  return { ...answerOf(made, ...tested, use, ...others), ...taintOf(test) };
}

/** Under which commit it is kept. */
function committed(commit: string | undefined): Said {
  return commit === undefined ? { code: 'asBefore' } : { code: 'committed', values: { commit: commit.slice(0, 7) } };
}

function failed({ problem, test }: RefusedTool): ToolOutput {
  const why: readonly (Said | string)[] = test
    ? [{ code: 'toolFailed', values: { error: test.said ?? test.error ?? '' } }]
    : [];
  const output: readonly (Said | string)[] = test && test.text !== '' ? [{ code: 'itsOutput' }, test.text] : [];
  const problems: Said = { code: 'sentence', values: { sentence: problem } };
  return { ...answerOf(problems, ...why, ...output, { code: 'nothingChanged' }), failed: true };
}

/** Without a test all words are the agent's own. */
function taintOf(test: ScriptOutcome | undefined): Pick<ToolOutput, 'taint'> {
  if (!test) return { taint: 'owner' };
  return { taint: test.ok ? outputTaint(test.text) : 'external' };
}
