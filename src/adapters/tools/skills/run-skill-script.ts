/**
 * The tool that runs a script of a skill in the sandbox: the bytes that were compared with what the owner enabled, put
 * into the sandbox for this one run.
 */
import { createRequire } from 'node:module';
import { z } from 'zod';
import { outputTaint } from '../../../domain/policy/taint.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import type { Executor } from '../../../ports/executor.ts';
import type { SkillLoad } from '../../../ports/ledgers/skill.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import type * as ScriptRun from '../../skills/script-run.ts';
import type * as SkillFolder from '../../skills/skill-folder.ts';
import type { EnabledSkill, SkillLibrary } from '../../skills/skill-library.ts';

// With the first script that is run.
const loadModule = createRequire(import.meta.url);
const skillFolder = () => loadModule('../../skills/skill-folder.ts') as typeof SkillFolder;

/** What `run_skill_script` says of itself. */
export const runSkillScriptDeclaration = {
  name: 'run_skill_script',
  does: { en: 'Runs a script of a skill in the sandbox.', de: 'Führt ein Skript eines Skills in der Sandbox aus.' },
  effect: 'act',
  runsCommands: true,
} as const satisfies ToolDeclaration;

/** `run_skill_script`. */
export function runSkillScriptTool({
  load,
  enabled,
  loaded,
  executor,
  timeoutMs,
}: {
  readonly load: SkillLibrary['load'];
  readonly enabled: () => readonly EnabledSkill[];
  readonly loaded: (load: Omit<SkillLoad, 'at'>) => Promise<void>;
  readonly executor: Executor;
  readonly timeoutMs: number;
}): Tool {
  return defineTool({
    ...runSkillScriptDeclaration,
    description:
      'Runs a script of a skill in the sandbox, in /workspace, without network. The skill’s files lie beside it for this run.',
    schema: z.strictObject({
      skill: z.string().min(1).max(64).describe('The skill, by its name.'),
      script: z.string().min(1).max(300).describe('The script, as in "scripts/count.py".'),
      args: z.array(z.string().max(4_000)).max(50).default([]).describe('Its arguments.'),
      stdin: z.string().max(200_000).default('').describe('Text for its standard input.'),
    }),
    timeoutMs: timeoutMs + 10_000,
    intent: ({ skill, script, args }, language) =>
      intentTexts(language).runSkillScript(skill, [script, ...args].join(' ')),
    facts({ skill }) {
      const one = enabled().find(({ name }) => name === skill);
      const facts = { executor: executor.kind };
      if (executor.kind === 'direct') return { ...facts, refused: noSandbox };
      // enabled with this content, and granted: the owner has allowed this very code
      const isGranted = one?.granted.tools.some(tool => tool === '*' || tool === 'run_skill_script');
      return { ...facts, trusted: isGranted === true };
    },
    async run({ skill, script, args, stdin }, { signal, progress, alive, call, session, turn }): Promise<ToolOutput> {
      const found = await load(skill);
      if ('problem' in found) return { ...answerOf(found.problem), failed: true, taint: 'owner' };
      const content = found.files.get(script);
      if (content === undefined || !skillFolder().isScript(script, content))
        return {
          ...answerOf({ code: 'skillScriptMissing', values: { name: skill, file: script } }),
          failed: true,
          taint: 'owner',
        };
      await loaded({ call, skill, hash: found.hash, session, turn });
      const { runScript } = loadModule('../../skills/script-run.ts') as typeof ScriptRun;
      const wanted = { skill, files: found.files, script, args, stdin };
      const result = await runScript(executor, wanted, {
        timeoutMs,
        signal,
        onOutput: progress,
        ...defined({ onAlive: alive }),
      });
      const isWell = result.exitCode === 0;
      const end: Said = { code: 'exitCode', values: { code: result.exitCode ?? result.signal ?? 'unknown' } };
      const parts = [result.stdout.trim(), ...(isWell ? [] : [end, result.stderr.trim()])].filter(part => part !== '');
      const answer = answerOf(...(parts.length === 0 ? [{ code: 'noOutput' } as const] : parts));
      return { ...answer, failed: !isWell, taint: isWell ? outputTaint(answer.text) : 'external' };
    },
  });
}

const noSandbox = 'Scripts of skills run only in a sandbox, and there is none here.';
