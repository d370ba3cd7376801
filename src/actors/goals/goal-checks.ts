/** Runs the checks of a goal in the sandbox: no network, an environment of their own, and nothing asked of a model. */

import { isTestFile, pathsIn } from '../../domain/claims/requested.ts';
import {
  type CheckAsk,
  type CheckResult,
  type FrozenFile,
  type GoalCheck,
  readCheck,
} from '../../domain/goals/check.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CommandResult, Executor } from '../../ports/executor.ts';

export interface CheckRunner {
  /** Each with what it finds now, before the work. Throws `invalid` where one cannot be read. */
  begun(lines: readonly string[]): Promise<readonly GoalCheck[]>;
  /** Each with what it finds now. */
  run(checks: readonly GoalCheck[]): Promise<readonly GoalCheck[]>;
}

export interface CheckEdge {
  readonly executor: Pick<Executor, 'execute'>;
  readonly clock: Clock;
  /** Takes secrets out of what a check shows. */
  readonly redacted: (text: string) => string;
  /** Why a pattern cannot be used; undefined where it can. */
  readonly patternProblem: (source: string) => string | undefined;
  readonly matches: (source: string, text: string) => boolean;
}

const timeoutMs = 60_000;
const mostShown = 200;

/** What is found in the sandbox whatever the agent has put into its home. */
const ownEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp' };

const fileCommands = {
  file_exists: '[ -e "$CHECKED" ]',
  not_empty: '[ -s "$CHECKED" ]',
  unchanged: 'sha256sum < "$CHECKED"',
} as const;

export function goalChecks(edge: CheckEdge): CheckRunner {
  const { executor, clock, redacted, patternProblem, matches } = edge;

  function askOf(line: string): CheckAsk {
    const ask = readCheck(line, patternProblem);
    if ('form' in ask) throw fault('invalid', ask);
    return ask;
  }

  const execute = (command: string, env: Readonly<Record<string, string>>) =>
    executor.execute({ command, env, timeoutMs, signal: new AbortController().signal });

  const hashOf = async (path: string) => {
    const { exitCode, stdout } = await execute(fileCommands.unchanged, { ...ownEnv, CHECKED: path });
    return exitCode === 0 ? stdout.trim() : undefined;
  };

  /** The files of tests that a command names, as they are before the work. */
  async function frozenBy(ask: CheckAsk): Promise<readonly FrozenFile[]> {
    const frozen: FrozenFile[] = [];
    for (const path of 'run' in ask ? testFilesIn(ask.run) : []) {
      const hash = await hashOf(path);
      if (hash !== undefined) frozen.push({ path, hash });
    }
    return frozen;
  }

  /** What was written as a test is to pass as it was written. */
  async function edited(frozen: readonly FrozenFile[]): Promise<CheckResult | undefined> {
    for (const { path, hash } of frozen)
      if ((await hashOf(path)) !== hash) return { outcome: 'fails', saw: says`the test ${path} was changed since` };
    return undefined;
  }

  async function found(ask: CheckAsk, hash = '', frozen: readonly FrozenFile[] = []): Promise<CheckResult> {
    try {
      const change = await edited(frozen);
      if (change) return change;
      if ('run' in ask) return judged(ask, await execute(ask.run, ownEnv), matches, redacted);
      const { exitCode, stdout } = await execute(fileCommands[ask.kind], { ...ownEnv, CHECKED: ask.path });
      if (exitCode !== 0) return { outcome: 'fails', saw: absent[ask.kind](ask.path) };
      if (ask.kind !== 'unchanged') return { outcome: 'holds', saw: says`it is there` };
      const isSame = stdout.trim() === hash;
      return { outcome: isSame ? 'holds' : 'fails', saw: isSame ? says`it is as it was` : says`it was changed` };
    } catch (error) {
      return { outcome: 'unknown', saw: toFailure(error).said ?? toFailure(error).message };
    }
  }

  async function begunWith(line: string): Promise<GoalCheck> {
    const [text, ask] = [line.trim(), askOf(line)];
    if (ask.kind !== 'unchanged') {
      const frozen = await frozenBy(ask);
      return { text, before: await found(ask), ...defined({ frozen: frozen.length === 0 ? undefined : frozen }) };
    }
    const { exitCode, stdout } = await execute(fileCommands.unchanged, { ...ownEnv, CHECKED: ask.path });
    if (exitCode !== 0)
      throw fault('invalid', says`unchanged: expected a file of the workspace; there is no ${ask.path}`);
    return { text, before: { hash: stdout.trim() } };
  }

  return {
    async begun(lines) {
      // all are read before one is run
      for (const line of lines) askOf(line);
      const checks: GoalCheck[] = [];
      for (const line of lines) checks.push(await begunWith(line));
      return checks;
    },
    async run(checks) {
      const ran: GoalCheck[] = [];
      for (const check of checks) {
        const { text, before, frozen } = check;
        const result = await found(askOf(text), 'hash' in before ? before.hash : '', frozen);
        ran.push({ ...check, last: { ...result, at: clock.now() } });
      }
      return ran;
    },
  };
}

const absent = {
  file_exists: (path: string) => says`there is no ${path}`,
  not_empty: (path: string) => says`${path} is empty or not there`,
  unchanged: (path: string) => says`there is no ${path}`,
} as const;

function judged(
  ask: Extract<CheckAsk, { readonly run: string }>,
  { exitCode, signal, ended, stdout, stderr }: CommandResult,
  matches: CheckEdge['matches'],
  redacted: (text: string) => string,
): CheckResult {
  if (ended === 'timeout') return { outcome: 'unknown', saw: says`it did not end within ${timeoutMs / 1_000} s` };
  const output = stdout.trim();
  const shown = oneLine(redacted(lastLine(output) || lastLine(stderr.trim())), mostShown);
  const code = exitCode === undefined ? (signal ?? '?') : String(exitCode);
  const saw = shown === '' ? says`exit code ${code}` : says`exit code ${code}: ${shown}`;
  const holds = (is: boolean): CheckResult => ({ outcome: is ? 'holds' : 'fails', saw });
  if (ask.kind === 'exit_code' && exitCode === ask.number) return holds(true);
  // the shell's own words for a program that is not there, or cannot be run
  if (exitCode === 127 || exitCode === 126) return { outcome: 'unknown', saw: says`a program is missing: ${saw}` };
  if (ask.kind === 'exit_code') return holds(false);
  // what a command says that failed is not what was asked for
  if (exitCode !== 0) return holds(false);
  switch (ask.kind) {
    case 'equals':
      return holds(output === ask.text);
    case 'contains':
      return holds(output.includes(ask.text));
    case 'regex':
      return holds(matches(ask.text, output));
    case 'output_lt':
      return holds(isNumber(output) && Number(output) < ask.number);
    case 'output_gt':
      return holds(isNumber(output) && Number(output) > ask.number);
  }
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function isNumber(text: string): boolean {
  return text !== '' && Number.isFinite(Number(text));
}

function testFilesIn(command: string): readonly string[] {
  return [...new Set(pathsIn(command).map(({ path }) => path))].filter(isTestFile);
}
