/** One run of a tool the agent has written: arguments in as JSON, an answer out, and a verdict whether it went well. */
import { type Form, formOf, inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import { defined, isJson } from '../../domain/text/json.ts';
import type { ScriptTool } from '../../domain/tools/script-tool.ts';
import type { CommandResult, Executor } from '../../ports/executor.ts';

export interface ScriptRun {
  /** Runs another file than the tool's own: a version that is being tried. */
  readonly file?: string;
  readonly tool: Pick<ScriptTool, 'name' | 'program' | 'timeoutSeconds'>;
  readonly args: unknown;
  readonly signal: AbortSignal;
  readonly progress?: ((text: string) => void) | undefined;
  readonly alive?: (() => void) | undefined;
}

export interface ScriptOutcome {
  readonly ok: boolean;
  /** JSON as it came, or whatever text there was. */
  readonly text: string;
  readonly isJson: boolean;
  /** Why it did not go well, in a line or a few. */
  readonly error?: string;
  /** The same as data. */
  readonly said?: Form;
  /** It was stopped from outside, so it says nothing about the tool. */
  readonly isCut: boolean;
  readonly ms: number;
}

/** Throws a `Fault` only where the executor could not start it: that too says nothing about the tool. */
export async function runScript(
  executor: Executor,
  { tool, file, args, signal, progress, alive }: ScriptRun,
): Promise<ScriptOutcome> {
  const path = `${executor.folders.scripts}/${file ?? tool.program}`;
  const result = await executor.execute({
    command: `the tool ${tool.name}`,
    argv: tool.program.endsWith('.py') ? [...python, path] : [path],
    stdin: JSON.stringify(args),
    timeoutMs: tool.timeoutSeconds * 1000,
    signal,
    onOutput: progress,
    onAlive: alive,
  });
  const text = result.stdout.trim();
  const error = errorOf(result, text, tool.timeoutSeconds);
  return {
    ok: error === undefined,
    text,
    isJson: isJson(text),
    isCut: result.ended === 'cancelled',
    ms: result.durationMs,
    ...defined({
      error: error === undefined ? undefined : inEnglish(error),
      said: error === undefined ? undefined : formOf(error),
    }),
  };
}

/**
 * Python without the folder of the program on its path: a file there that is named like a module (`json.py`) would run
 * in every tool, whatever its content was trusted for. By the environment, since older ones do not know the option and
 * pay no heed to this.
 */
const python = ['env', 'PYTHONSAFEPATH=1', 'python3'];

/** The end of a text, where errors say what went wrong. */
export function endOf(text: string, most = 1500): string {
  const trimmed = text.trim();
  return trimmed.length <= most ? trimmed : `… ${trimmed.slice(trimmed.length - most)}`;
}

function errorOf(
  { exitCode, signal, ended, stderr }: CommandResult,
  stdout: string,
  seconds: number,
): Sentence | undefined {
  if (exitCode === 0 && stdout !== '') return undefined;
  const why =
    ended === 'cancelled'
      ? says`it was stopped`
      : ended === 'timeout'
        ? says`it was not done after ${seconds} s`
        : exitCode === undefined
          ? says`it was ended by ${signal ?? 'a signal'}`
          : exitCode === 0
            ? says`it ended well but wrote nothing to its standard output`
            : says`it ended with exit code ${exitCode}`;
  const said = endOf(stderr);
  return said === '' ? why : says`${why}: ${said}`;
}
