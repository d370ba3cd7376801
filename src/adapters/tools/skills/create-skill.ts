/** The tool with which the agent writes a skill. Its owner is asked, and reads all of it. */
import { createRequire } from 'node:module';
import { z } from 'zod';
import type * as Findings from '../../../domain/skills/finding.ts';
import type * as Lint from '../../../domain/skills/lint.ts';
import type * as Manifest from '../../../domain/skills/manifest.ts';
import { isSkillName, longestDescription } from '../../../domain/skills/skill.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import type { Executor } from '../../../ports/executor.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import { syntaxProblem } from '../../scripts/python-syntax.ts';
import type * as SkillFolder from '../../skills/skill-folder.ts';
import type { SkillFiles } from '../../skills/skill-folder.ts';
import type { SkillLibrary } from '../../skills/skill-library.ts';

// With the first skill that is written.
const load = createRequire(import.meta.url);
const manifest = () => load('../../../domain/skills/manifest.ts') as typeof Manifest;

/** What `create_skill` says of itself. */
export const createSkillDeclaration = {
  name: 'create_skill',
  effect: 'act',
  deeds: ['keep', 'writeFile'],
  leavesWorkspace: true,
} as const satisfies ToolDeclaration;

/** `create_skill`. */
export function createSkillTool({
  write,
  executor,
}: {
  readonly write: SkillLibrary['write'];
  readonly executor: Executor;
}): Tool {
  const schema = z.strictObject({
    name: z
      .string()
      .refine(isSkillName, 'lower case letters, digits and single hyphens, at most 64')
      .describe(
        'Lower case letters, digits and hyphens, like weekly-report. A skill of that name is replaced; its earlier version is kept.',
      ),
    description: z
      .string()
      .trim()
      .min(1)
      .max(longestDescription)
      .describe('What it is for and when to use it. It is all that is seen when a skill is chosen.'),
    text: z.string().trim().min(1).max(50_000).describe('How the work is done, in Markdown.'),
    files: z
      .array(
        z.strictObject({
          path: z
            .string()
            .regex(/^(?:scripts|references|assets)\/[\w.-]+$/, 'as in "scripts/count.py" or "references/rules.md"'),
          text: z.string().max(100_000),
        }),
      )
      .max(20)
      .default([])
      .describe('Further files: scripts/NAME, references/NAME, assets/NAME.'),
  });
  return defineTool({
    ...createSkillDeclaration,
    description:
      'Writes a skill: how a kind of work is done that will come again, in words, with references and scripts where needed. It is checked, and the owner is asked before it counts. For a computation alone, write a tool with create_tool.',
    schema,
    timeoutMs: 90_000,
    intent: ({ name, description }, language) => intentTexts(language).createSkill(name, description),
    exact: ({ name, description, text, files }) =>
      [
        `── SKILL.md ──\n${manifest().writtenSkill({ name, description }, text)}`,
        ...files.map(one => `── ${one.path} ──\n${one.text}`),
      ].join('\n\n'),
    problem(args) {
      const { isGrave } = load('../../../domain/skills/finding.ts') as typeof Findings;
      const { lintFiles } = load('../../../domain/skills/lint.ts') as typeof Lint;
      const { linted } = load('../../skills/skill-folder.ts') as typeof SkillFolder;
      const grave = lintFiles(linted(filesOf(args))).filter(isGrave);
      if (grave.length === 0) return undefined;
      return grave.map(({ file, line, rule, excerpt }) => `${file}, line ${line}: ${rule}: ${excerpt}`).join('\n');
    },
    async run(args, { signal, taint }): Promise<ToolOutput> {
      for (const { path, text } of args.files) {
        if (!path.endsWith('.py')) continue;
        const problem = await syntaxProblem(executor, { file: path, source: text, signal });
        if (problem !== undefined)
          return { text: `${path} is no Python: ${problem}\nNothing was written.`, failed: true, taint: 'owner' };
      }
      const { name, isNew } = await write(filesOf(args), taint === 'owner' ? 'own' : 'outside');
      return {
        text: `The skill ${name} is ${isNew ? 'there' : 'changed; its earlier version is kept'}. It can be loaded from the next step on.`,
        taint: 'owner',
      };
    },
  });
}

type Draft = {
  readonly name: string;
  readonly description: string;
  readonly text: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
};

function filesOf({ name, description, text, files }: Draft): SkillFiles {
  const all = [
    ...files.map(one => [one.path, one.text]),
    ['SKILL.md', manifest().writtenSkill({ name, description }, text)],
  ];
  return new Map(
    all
      .map(([path = '', content = '']): [string, Buffer] => [path, Buffer.from(content)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
