/**
 * Gates by a program of the owner, run on this machine with his rights and an environment of its own.
 *
 * What is looked at stands in variables and nowhere else: nothing of it is part of a command line, so nothing of it can
 * be run. The answer is one JSON object on standard output:
 * `{"verdict": "pass" | "block" | "require_approval", "reason"?, "changes"?}`. Another exit code than 0, another
 * answer, none in time or too much of it is a failure.
 */
import type { SpawnOptions } from 'node:child_process';
import { z } from 'zod';
import type { GateAnswer, GateRule, Subject } from '../../domain/policy/gates.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Gate } from '../../ports/gate.ts';
import { endOf } from '../process/bounded-child.ts';
import { startChild } from '../process/child-process.ts';

const mostOutput = 262_144;
/** What the kernel takes as one variable, less its name. */
const mostValue = 128 * 1024 - 64;

const answer = z.strictObject({
  verdict: z.enum(['pass', 'block', 'require_approval']),
  reason: z.string().max(2_000).optional(),
  changes: z.record(z.string(), z.unknown()).optional(),
});

/** `program`: an executable, by its absolute path. */
export function scriptGate(rule: GateRule, program: string, timeoutMs: number, clock: Pick<Clock, 'after'>): Gate {
  return {
    rule,
    async check(subject, signal) {
      const text = await outputOf(program, timeoutMs, clock, environmentOf(rule.name, subject), signal);
      const parsed = answer.safeParse(jsonIn(text));
      if (!parsed.success) throw new Error('it did not answer with one JSON object that has a "verdict"');
      const { verdict, reason, changes } = parsed.data;
      return {
        verdict,
        ...defined({ reason, changes: changes === undefined ? undefined : (changes as JsonObject) }),
      } satisfies GateAnswer;
    },
  };
}

function environmentOf(name: string, { point, session, taint, text, tool, command, host, path }: Subject) {
  const given = {
    POINT: point,
    SESSION: session,
    TAINT: taint,
    TEXT: text,
    TOOL: tool,
    COMMAND: command,
    HOST: host,
    PATH_ASKED: path,
  };
  const environment: Record<string, string> = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    GATE_NAME: name,
  };
  for (const [key, value = ''] of Object.entries(given)) {
    if (value.includes('\0') || Buffer.byteLength(value) > mostValue)
      throw new Error(`what it would look at (GATE_${key}) is too long for a variable, or holds a NUL`);
    environment[`GATE_${key}`] = value;
  }
  return environment;
}

async function outputOf(
  program: string,
  timeoutMs: number,
  clock: Pick<Clock, 'after'>,
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const options: SpawnOptions = { cwd: '/', env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] };
  const begun = startChild(program, [], options, 'it could not be started');
  const { code, stdout } = await endOf(begun, { clock, timeoutMs, mostOutput, signal });
  if (code !== 0) throw new Error(code === null ? 'it was killed' : `it ended with exit code ${code}`);
  return stdout;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
