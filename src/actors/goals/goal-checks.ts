/** Runs the checks of a goal in the sandbox: no network, an environment of their own, and nothing asked of a model. */

import { type CheckAsk, type CheckResult, type GoalCheck, readCheck } from '../../domain/goals/check.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
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

  async function found(ask: CheckAsk, hash = ''): Promise<CheckResult> {
    try {
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
    if (ask.kind !== 'unchanged') return { text, before: await found(ask) };
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
      for (const { text, before } of checks) {
        const result = await found(askOf(text), 'hash' in before ? before.hash : '');
        ran.push({ text, before, last: { ...result, at: clock.now() } });
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
  if (ask.kind === 'exit_code') return holds(exitCode === ask.number);
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
