/** The tool with which the agent writes a skill. Its owner is asked, and reads all of it. */
import { createRequire } from 'node:module';
import { z } from 'zod';
import type * as Findings from '../../../domain/skills/finding.ts';
import type * as Lint from '../../../domain/skills/lint.ts';
import type * as Manifest from '../../../domain/skills/manifest.ts';
import { isSkillName, longestDescription } from '../../../domain/skills/skill.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import type { Executor } from '../../../ports/executor.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import type * as SkillFolder from '../../skills/skill-folder.ts';
import type { SkillFiles } from '../../skills/skill-folder.ts';
import type { SkillLibrary } from '../../skills/skill-library.ts';

// With the first skill that is written.
const load = createRequire(import.meta.url);
const manifest = () => load('../../../domain/skills/manifest.ts') as typeof Manifest;

/** What `create_skill` says of itself. */
export const createSkillDeclaration = {
  name: 'create_skill',
  does: {
    en: 'Writes a skill, which counts once you approve it.',
    de: 'Schreibt einen Skill, der gilt, sobald du zustimmst.',
  },
  effect: 'act',
  deeds: ['keep', 'writeFile', 'passTests'],
  leavesWorkspace: true,
} as const satisfies ToolDeclaration;

/** `create_skill`. */
export function createSkillTool({
  write,
  executor,
  timeoutMs,
}: {
  readonly write: SkillLibrary['write'];
  readonly executor: Executor;
  /** Of one run of a script. */
  readonly timeoutMs: number;
}): Tool {
  return defineTool({
    ...createSkillDeclaration,
    description:
      'Writes a skill: how a kind of work is done that will come again, in words, with references and scripts where needed. It is checked, and the owner is asked before it counts. For a computation alone, write a tool with create_tool.',
    schema: skillSchema(),
    timeoutMs: ({ tests }) => tests.length * timeoutMs + 90_000,
    intent: ({ name, description }, language) => intentTexts(language).createSkill(name, description),
    exact: ({ name, description, text, files, tests }) =>
      [
        `── SKILL.md ──\n${manifest().writtenSkill({ name, description }, text)}`,
        ...[...files, ...testFiles(tests)].map(one => `── ${one.path} ──\n${one.text}`),
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
      const files = filesOf(args);
      const { skillTrial } = await import('../../skills/skill-trial.ts');
      const checks = await skillTrial(files, args.name, { executor, signal, timeoutMs, mayRun: true });
      const wrong = checks.find(({ outcome }) => outcome === 'failed');
      if (wrong) {
        const { file, detail = '' } = wrong;
        const code = wrong.check === 'run' ? 'skillTestFailed' : 'skillFileWrong';
        // what its scripts wrote is no word of ours
        return {
          ...answerOf({ code, values: { file } }, detail, { code: 'nothingChanged' }),
          failed: true,
          taint: 'external',
        };
      }
      const { name, isNew } = await write(files, taint === 'owner' ? 'own' : 'outside');
      const runs = checks.filter(({ check, outcome }) => check === 'run' && outcome === 'passed').length;
      const made: Said = { code: isNew ? 'skillMade' : 'skillChanged', values: { name } };
      const tested: readonly Said[] = runs === 0 ? [] : [{ code: 'skillTested', values: { count: runs } }];
      return { ...answerOf(made, ...tested), taint: 'owner' };
    },
  });
}

function skillSchema() {
  return z.strictObject({
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
    tests: z
      .array(
        z.strictObject({
          script: z.string().min(1).max(300).describe('One of its scripts, as in "scripts/count.py".'),
          args: z.array(z.string().max(4_000)).max(50).optional(),
          stdin: z.string().max(20_000).optional(),
          stdout: z.string().max(20_000).optional().describe('All that it has to write.'),
          contains: z
            .array(z.string().min(1).max(4_000))
            .max(20)
            .optional()
            .describe('What it has to write, among others.'),
        }),
      )
      .max(20)
      .default([])
      .describe(
        'Runs of its scripts that are tried now, and stay with it; if one fails, nothing is changed. Give one for each script.',
      ),
  });
}

type Draft = {
  readonly name: string;
  readonly description: string;
  readonly text: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly tests: readonly object[];
};

/** As they lie in the skill. */
function testFiles(tests: Draft['tests']): Draft['files'] {
  return tests.map((test, at) => ({ path: `tests/${at + 1}.json`, text: `${JSON.stringify(test, null, 2)}\n` }));
}

function filesOf({ name, description, text, files, tests }: Draft): SkillFiles {
  const all = [
    ...[...files, ...testFiles(tests)].map(one => [one.path, one.text]),
    ['SKILL.md', manifest().writtenSkill({ name, description }, text)],
  ];
  return new Map(
    all
      .map(([path = '', content = '']): [string, Buffer] => [path, Buffer.from(content)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
