/**
 * A skill tried out: its form, what the linter finds, whether its scripts can be read, and the tests it brings.
 *
 * A test is a file `tests/NAME.json`: `{ "script", "args", "stdin", "stdout" | "contains", "exitCode" }`. It runs the
 * script as `run_skill_script` does.
 */
import { z } from 'zod';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { isGrave } from '../../domain/skills/finding.ts';
import { lintFiles } from '../../domain/skills/lint.ts';
import type { SkillCheck } from '../../domain/skills/skill.ts';
import type { Executor } from '../../ports/executor.ts';
import { syntaxProblem } from '../scripts/python-syntax.ts';
import { readSkill } from './frontmatter.ts';
import { runScript } from './script-run.ts';
import { isScript, linted, type SkillFiles, textOf } from './skill-folder.ts';

/** One test as it stands in its file. */
const skillTest = z.strictObject({
  script: z.string().min(1).max(300),
  args: z.array(z.string().max(4_000)).max(50).default([]),
  stdin: z.string().max(200_000).default(''),
  /** All of its output, without blanks around it. */
  stdout: z.string().max(200_000).optional(),
  /** Texts that its output has to hold. */
  contains: z.array(z.string().min(1).max(4_000)).max(50).default([]),
  exitCode: z.int().min(0).max(255).default(0),
});

export interface TrialOptions {
  readonly executor: Executor;
  readonly signal: AbortSignal;
  /** Of one run of a script. */
  readonly timeoutMs: number;
  /** False: no script runs, since its owner has not allowed this content. */
  readonly mayRun: boolean;
}

const longestDetail = 2_000;
const mostTests = 50;

/** `folder`: the name of its folder. */
export async function skillTrial(
  files: SkillFiles,
  folder: string,
  options: TrialOptions,
): Promise<readonly SkillCheck[]> {
  const read = await readSkill(files, folder);
  if ('form' in read) return [failed('shape', 'SKILL.md', 'broken', inEnglish(read))];
  const grave = lintFiles(linted(files)).filter(isGrave);
  const findings = grave.map(({ file, line, rule, excerpt }) =>
    failed('lint', file, 'grave', `${line}: ${rule}: ${excerpt}`),
  );
  return [
    { check: 'shape', file: 'SKILL.md', outcome: 'passed' },
    ...(findings.length > 0 ? findings : [{ check: 'lint', file: 'SKILL.md', outcome: 'passed' } as const]),
    ...(await syntaxChecks(files, options)),
    ...(await testRuns(files, read.manifest.name, options)),
  ];
}

async function syntaxChecks(files: SkillFiles, options: TrialOptions): Promise<readonly SkillCheck[]> {
  const checks: SkillCheck[] = [];
  for (const [file, content] of files) {
    const language = isScript(file, content) ? languageOf(file, content) : undefined;
    if (language === undefined) continue;
    if (options.executor.kind === 'direct') {
      checks.push({ check: 'syntax', file, outcome: 'skipped', why: 'noSandbox' });
      continue;
    }
    const problem = await problemIn(language, file, content, options);
    checks.push(
      problem === undefined ? { check: 'syntax', file, outcome: 'passed' } : failed('syntax', file, 'syntax', problem),
    );
  }
  return checks;
}

function languageOf(file: string, content: Buffer): 'python' | 'shell' | undefined {
  const [first = ''] = content.subarray(0, 100).toString('latin1').split('\n', 1);
  if (/\.py$/.test(file) || /^#!.*\bpython3?\b/.test(first)) return 'python';
  return /\.(?:ba)?sh$/.test(file) || /^#!.*\b(?:ba|da)?sh\b/.test(first) ? 'shell' : undefined;
}

/** What is wrong in a script, without running any of it; undefined: nothing. */
async function problemIn(
  language: 'python' | 'shell',
  file: string,
  content: Buffer,
  { executor, signal }: Pick<TrialOptions, 'executor' | 'signal'>,
): Promise<string | undefined> {
  const source = textOf(content);
  if (source === undefined) return 'it is no text in UTF-8';
  if (language === 'python') return syntaxProblem(executor, { file, source, signal });
  const shell = content.subarray(0, 40).includes('bash') ? 'bash' : 'sh';
  const { exitCode, stderr } = await executor.execute({
    command: `the syntax of ${file}`,
    argv: [shell, '-n', '-s'],
    stdin: source,
    timeoutMs: 20_000,
    signal,
  });
  return exitCode === 0 ? undefined : stderr.trim().slice(-longestDetail) || 'the shell cannot read it';
}

async function testRuns(files: SkillFiles, skill: string, options: TrialOptions): Promise<readonly SkillCheck[]> {
  const tests = [...files].filter(([path]) => /^tests\/[^/]+\.json$/.test(path)).slice(0, mostTests);
  const hasScripts = [...files].some(([path, content]) => isScript(path, content));
  if (tests.length === 0)
    return hasScripts ? [{ check: 'run', file: 'tests/', outcome: 'skipped', why: 'noTest' }] : [];
  const checks: SkillCheck[] = [];
  for (const [file, content] of tests) checks.push(await testRun({ files, skill, file, content }, options));
  return checks;
}

async function testRun(
  {
    files,
    skill,
    file,
    content,
  }: { readonly files: SkillFiles; readonly skill: string; readonly file: string; readonly content: Buffer },
  { executor, signal, timeoutMs, mayRun }: TrialOptions,
): Promise<SkillCheck> {
  const test = skillTest.safeParse(jsonOf(content));
  if (!test.success) return failed('run', file, 'badTest', z.prettifyError(test.error));
  const { script, args, stdin, stdout, contains, exitCode } = test.data;
  const code = files.get(script);
  if (code === undefined || !isScript(script, code))
    return failed('run', file, 'badTest', `there is no script ${script}`);
  if (!mayRun) return { check: 'run', file, outcome: 'skipped', why: 'notEnabled' };
  if (executor.kind === 'direct') return { check: 'run', file, outcome: 'skipped', why: 'noSandbox' };
  const result = await runScript(executor, { skill, files, script, args, stdin }, { timeoutMs, signal });
  const output = result.stdout.trim();
  if (result.exitCode !== exitCode)
    return failed('run', file, 'exit', [`${result.exitCode ?? result.signal ?? '?'}`, result.stderr.trim()].join(' '));
  const isAsWanted =
    (stdout === undefined || output === stdout.trim()) && contains.every(text => output.includes(text));
  return isAsWanted ? { check: 'run', file, outcome: 'passed' } : failed('run', file, 'output', output);
}

function failed(
  check: SkillCheck['check'],
  file: string,
  why: NonNullable<SkillCheck['why']>,
  detail: string,
): SkillCheck {
  return { check, file, outcome: 'failed', why, detail: detail.slice(0, longestDetail) };
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}
