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
import type { Executor } from '../../../ports/executor.ts';
import type { SkillLoad } from '../../../ports/ledgers/skill.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../ports/tool.ts';
import type * as SkillFolder from '../../skills/skill-folder.ts';
import type { SkillFiles } from '../../skills/skill-folder.ts';
import type { EnabledSkill, SkillLibrary } from '../../skills/skill-library.ts';

// With the first script that is run.
const load = createRequire(import.meta.url);
const skillFolder = () => load('../../skills/skill-folder.ts') as typeof SkillFolder;

/** What `run_skill_script` says of itself. */
export const runSkillScriptDeclaration = {
  name: 'run_skill_script',
  effect: 'act',
  runsCommands: true,
} as const satisfies ToolDeclaration;

export interface RunSkillScriptOptions {
  readonly load: SkillLibrary['load'];
  readonly enabled: () => readonly EnabledSkill[];
  readonly loaded: (load: Omit<SkillLoad, 'at'>) => Promise<void>;
  readonly executor: Executor;
  readonly timeoutMs: number;
}

/** `run_skill_script`. */
export function runSkillScriptTool({ load, enabled, loaded, executor, timeoutMs }: RunSkillScriptOptions): Tool {
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
      if ('problem' in found) return { text: found.problem, failed: true, taint: 'owner' };
      const content = found.files.get(script);
      if (content === undefined || !skillFolder().isScript(script, content))
        return { text: `${skill} has no script ${script}.`, failed: true, taint: 'owner' };
      await loaded({ call, skill, hash: found.hash, session, turn });
      const result = await executor.execute({
        command: `the script ${script} of the skill ${skill}`,
        argv: ['/bin/sh', '-s'],
        stdin: unpacking(found.files, { script, args, stdin, content, workspace: executor.folders.workspace }),
        timeoutMs,
        signal,
        onOutput: progress,
        ...defined({ onAlive: alive }),
      });
      const isWell = result.exitCode === 0;
      const text = [
        result.stdout.trim(),
        isWell ? '' : `[exit code ${result.exitCode ?? result.signal ?? 'unknown'}]`,
        isWell ? '' : result.stderr.trim(),
      ]
        .filter(part => part !== '')
        .join('\n');
      return {
        text: text === '' ? '(no output)' : text,
        failed: !isWell,
        taint: isWell ? outputTaint(text) : 'external',
      };
    },
  });
}

const noSandbox = 'Scripts of skills run only in a sandbox, and there is none here.';

/**
 * A program of the shell that writes the files into a folder of the sandbox alone, and becomes the script. Contents are
 * base64, so nothing of them is read as words of the shell.
 */
function unpacking(
  files: SkillFiles,
  {
    script,
    args,
    stdin,
    content,
    workspace,
  }: {
    readonly script: string;
    readonly args: readonly string[];
    readonly stdin: string;
    readonly content: Buffer;
    readonly workspace: string;
  },
): string {
  const put = (path: string, bytes: Buffer) => [
    `base64 -d > ${quoted(path)} <<'END'`,
    ...(bytes.toString('base64').match(/.{1,76}/g) ?? []),
    'END',
  ];
  const folders = [
    ...new Set([...files.keys()].flatMap(path => (path.includes('/') ? [path.slice(0, path.lastIndexOf('/'))] : []))),
  ];
  return [
    'set -e',
    'place=$(mktemp -d /tmp/skill.XXXXXX)',
    'cd "$place"',
    ...folders.map(folder => `mkdir -p ${quoted(`./${folder}`)}`),
    ...[...files].flatMap(([path, bytes]) => put(`./${path}`, bytes)),
    ...put('./.stdin', Buffer.from(stdin)),
    'input="$place/.stdin"',
    `script="$place"/${quoted(script)}`,
    'chmod -R u+rwX,go-w . && chmod u+x "$script"',
    `cd ${quoted(workspace)}`,
    `exec ${interpreter(script, content)} "$script" ${args.map(quoted).join(' ')} < "$input"`,
    '',
  ].join('\n');
}

/** By its ending, else by its first line; the folder may not run programs. */
function interpreter(script: string, content: Buffer): string {
  if (/\.py$/.test(script)) return 'env PYTHONDONTWRITEBYTECODE=1 python3';
  if (/\.(?:m?js|cjs)$/.test(script)) return 'node';
  if (/\.(?:ba)?sh$/.test(script)) return content.subarray(0, 40).includes('bash') ? 'bash' : 'sh';
  if (/\.pl$/.test(script)) return 'perl';
  if (/\.rb$/.test(script)) return 'ruby';
  const [first = ''] = content.subarray(0, 200).toString('latin1').split('\n', 1);
  const [, named] = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?|\/(?:usr\/)?(?:local\/)?bin\/)([\w.+-]+)/.exec(first) ?? [];
  return named ?? 'sh';
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
