/** The tool that runs one shell command where the executor puts it. */
import { z } from 'zod';
import type { CommandResult, Executor } from '../executor.ts';
import { shortened } from '../executors/bounded-output.ts';
import { graceMs } from '../executors/process-group.ts';
import { defineTool, type Tool } from '../tool.ts';

export interface ExecuteCommandOptions {
  /** The deadline of a call that names none. */
  readonly timeoutMs: number;
  /** The whole result, stdout and stderr together; at least 1 000. */
  readonly maxOutputBytes: number;
}

const maxTimeoutMs = 600_000;

/**
 * `execute_command`. The result begins with how the command ended, so that no cut can take that away, then come stdout
 * and stderr, each under its own heading and only if there is any. A command that went wrong is a result, marked `failed`.
 */
export function executeCommandTool(executor: Executor, { timeoutMs, maxOutputBytes }: ExecuteCommandOptions): Tool {
  const schema = z.object({
    command: z
      .string()
      .min(1)
      .refine(text => !text.includes('\0'), 'must not hold a NUL character')
      .describe('What bash runs, in the workspace. Each call is a new shell: nothing is kept but files.'),
    timeout_ms: z
      .int()
      .min(100)
      .max(maxTimeoutMs)
      .optional()
      .describe(`When it is stopped, in milliseconds; ${timeoutMs} if left out.`),
    stdin: z.string().optional().describe('Text for its standard input; empty if left out.'),
  });
  return defineTool({
    name: 'execute_command',
    description: `Runs one shell command and answers its exit code, stdout and stderr. ${executor.description} Plain reading commands run at once; others may wait for the owner's approval. Output beyond ${maxOutputBytes} bytes loses its middle.`,
    schema,
    effect: 'act',
    // The command's own deadline comes first, so that its output is not lost to the deadline of the call.
    timeoutMs: args => (args.timeout_ms ?? timeoutMs) + graceMs + 5_000,
    intent: ({ command, stdin }) =>
      `Run “${oneLine(command)}”${stdin ? `, with ${stdin.length} characters as its standard input` : ''}.`,
    exact: ({ command, stdin }) => (stdin ? `${command}\n\n── its standard input ──\n${stdin}` : command),
    facts: ({ command }) => ({ command, executor: executor.kind }),
    async run({ command, timeout_ms, stdin }, { signal, progress }) {
      const deadline = timeout_ms ?? timeoutMs;
      const result = await executor.execute({
        command,
        timeoutMs: deadline,
        signal,
        onOutput: progress,
        ...(stdin !== undefined && { stdin }),
      });
      return {
        text: asText(result, deadline, maxOutputBytes),
        failed: result.exitCode !== 0,
        taint: 'external',
      };
    },
  });
}

function asText(result: CommandResult, timeoutMs: number, maxBytes: number): string {
  const { stdout, stderr, stdoutBytes, stderrBytes } = result;
  const status = statusOf(result, timeoutMs);
  // 400 bytes for the status, two headings and two lines that tell of a cut.
  const room = maxBytes - 400;
  const forErrors = Math.min(bytesOf(stderr), Math.max(Math.floor(room / 2), room - bytesOf(stdout)));
  const parts = [
    section('stdout', shortened(stdout, room - forErrors, stdoutBytes)),
    section('stderr', shortened(stderr, forErrors, stderrBytes)),
  ];
  return `${status}\n${parts.join('') || '(no output)\n'}`.trimEnd();
}

function statusOf({ exitCode, signal, ended, durationMs }: CommandResult, timeoutMs: number): string {
  const end =
    exitCode !== undefined ? `exit code ${exitCode}` : signal ? `ended by ${signal}, no exit code` : 'it did not start';
  if (ended === 'timeout') return `stopped: not done after ${timeoutMs} ms (${end})`;
  if (ended === 'cancelled') return `stopped: cancelled after ${Math.round(durationMs)} ms (${end})`;
  return end;
}

function section(name: string, text: string): string {
  if (text === '') return '';
  return `--- ${name} ---\n${text}${text.endsWith('\n') ? '' : '\n'}`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** A sentence's worth of it; the approval card shows the whole. */
function oneLine(command: string): string {
  const line = command.trim().replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
