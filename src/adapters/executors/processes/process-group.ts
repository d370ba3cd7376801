/**
 * One program in a process group of its own, from its start until nothing of it is left.
 *
 * The end is in three parts: the program's own exit, the burial of whatever it left running, and the end of its output
 * (which comes when the last process that could write is gone). A result is given after the third.
 */

import type { SpawnOptions } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { says } from '../../../domain/policy/sentence.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Command, CommandResult } from '../../../ports/executor.ts';
import { atMost } from '../../process/at-most.ts';
import { type StartedChild, startChild } from '../../process/child-process.ts';
import type { BoundedOutput } from '../output/bounded-output.ts';
import { keptOutput } from '../output/kept-output.ts';
import type { Lifeline } from './lifeline.ts';
import { type OutputPipe, type OutputPipes, textAsFile } from './pipes.ts';
import { watchWork } from './processor-time.ts';

/** One command as a program to start. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** One more pipe from the program, as its descriptor 3; hears each piece of ASCII text. */
  readonly onStatus?: (text: string) => void;
  /**
   * More pipes to the program, as its descriptors from 4 on, each with these bytes and no more. Only beside `onStatus`.
   */
  readonly given?: readonly Uint8Array[];
  /** Sends a signal to everything the program runs. `pid` leads its group and session. */
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void;
  /**
   * Called once the program itself has ended: kills what is left and resolves when nothing is, or nothing can be done.
   */
  killSurvivors(pid: number): Promise<void>;
  /**
   * The program's end as the command's. Throws `Fault` where the command never ran; `errors` is the program's stderr.
   */
  verdict(end: ProgramEnd, errors: string): Pick<CommandResult, 'exitCode' | 'signal'>;
}

export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It was we who sent a signal. */
  readonly interrupted: boolean;
}

/** What a program needs from its executor. */
export interface Surroundings {
  readonly clock: Clock;
  readonly maxOutputBytes: number;
  readonly lifeline: Lifeline;
  readonly pipes: { take(): Promise<OutputPipes> };
}

/** How long a command has to tidy up between TERM and KILL. */
export const graceMs = 5_000;

/** How long output is awaited after the burial; only a process that hid from it can still hold a pipe. */
const lastOutputMs = 1_000;

/** Runs it; resolves as the `Executor` contract says. Throws `Fault` (`unavailable`) where it could not be started. */
export async function runProgram(program: Program, command: Command, around: Surroundings): Promise<CommandResult> {
  const { clock, maxOutputBytes, lifeline } = around;
  const begun = clock.elapsed();
  const stdin =
    command.stdin === undefined ? undefined : await textAsFile(command.stdin, lifeline.directory, clock.id());
  const pipes = await around.pipes.take().catch((error: unknown) => {
    if (stdin !== undefined) closeSync(stdin);
    throw error;
  });
  const stdout = collect(pipes.stdout, maxOutputBytes, command);
  const stderr = collect(pipes.stderr, maxOutputBytes, command);
  let end: Ended | undefined;
  try {
    if (command.signal.aborted) closeOurEnds(pipes, stdin);
    else end = await untilGone(start(program, pipes, stdin), program, command, around);
  } finally {
    pipes.free(await drained([stdout, stderr], clock));
  }
  const errors = stderr.output.text();
  const ended = end ? end.ended : 'cancelled';
  const verdict = end && program.verdict(end.exit, errors);
  return {
    ...verdict,
    ...defined({ ended }),
    stdout: stdout.output.text(),
    stderr: errors,
    stdoutBytes: stdout.output.bytes,
    stderrBytes: stderr.output.bytes,
    durationMs: clock.elapsed() - begun,
  };
}

/** Starts it, then closes our copies of its ends: while we hold a writer, a reader never comes to its end. */
function start(program: Program, pipes: OutputPipes, stdin: number | undefined): StartedChild {
  try {
    const options: SpawnOptions = {
      cwd: program.cwd,
      env: program.env,
      detached: true,
      stdio: [
        stdin ?? 'ignore',
        pipes.stdout.writer,
        pipes.stderr.writer,
        ...(program.onStatus ? ['pipe' as const] : []),
        ...(program.given ?? []).map(() => 'pipe' as const),
      ],
    };
    return startChild(program.file, program.args, options, says`the command could not be started`);
  } finally {
    closeOurEnds(pipes, stdin);
  }
}

function closeOurEnds(pipes: OutputPipes, stdin: number | undefined): void {
  closeSync(pipes.stdout.writer);
  closeSync(pipes.stderr.writer);
  if (stdin !== undefined) closeSync(stdin);
}

interface Ended {
  readonly exit: ProgramEnd;
  readonly ended: CommandResult['ended'];
}

/** Stops it at its deadline or when it is cancelled; resolves when nothing of it is left. */
async function untilGone(
  { child, started }: StartedChild,
  program: Program,
  command: Command,
  { clock, lifeline }: Pick<Surroundings, 'clock' | 'lifeline'>,
): Promise<Ended> {
  const exited = new Promise<Omit<ProgramEnd, 'interrupted'>>(resolve => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const { pid } = child;
  if (pid === undefined) {
    await started;
    return { exit: { ...(await exited), interrupted: false }, ended: undefined };
  }
  const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
  const unwatch = lifeline.watch(pid);
  talkTo(child, program);
  const endWatch = command.onAlive ? watchWork(pid, clock, command.onAlive) : () => {};
  const stopping = stopInTime(command, clock, signal => program.signal(pid, signal));
  try {
    const exit = await exited;
    return { exit: { ...exit, interrupted: stopping.ended !== undefined }, ended: stopping.ended };
  } finally {
    endWatch();
    stopping.cancel();
    await program.killSurvivors(pid);
    unwatch();
    // what it said of itself may come later than its exit
    await closed;
  }
}

/** Reads what the program reports beside its output, and gives it the bytes of its further pipes. */
function talkTo({ stdio }: StartedChild['child'], { onStatus, given = [] }: Program): void {
  stdio[3]?.on('data', (chunk: Buffer) => onStatus?.(chunk.toString('latin1')));
  for (const [at, bytes] of given.entries()) {
    const pipe = stdio[4 + at] as Writable | null | undefined;
    // a program that did not want it has said so by its end
    pipe?.end(bytes);
  }
}

/** TERM at the deadline or when the command is cancelled, KILL after the grace. `ended`: why it was stopped. */
function stopInTime(command: Command, clock: Clock, send: (signal: 'SIGTERM' | 'SIGKILL') => void) {
  let ended: CommandResult['ended'];
  let cancelKill = () => {};
  const stop = (why: 'timeout' | 'cancelled') => {
    if (ended !== undefined) return;
    ended = why;
    cancelKill = clock.after(graceMs, () => send('SIGKILL'));
    send('SIGTERM');
  };
  const onAbort = () => stop('cancelled');
  const cancelTimeout = clock.after(command.timeoutMs, () => stop('timeout'));
  command.signal.addEventListener('abort', onAbort);
  return {
    get ended() {
      return ended;
    },
    cancel() {
      cancelTimeout();
      cancelKill();
      command.signal.removeEventListener('abort', onAbort);
    },
  };
}

interface Collected {
  readonly output: BoundedOutput;
  /** Resolves when nobody is left who could write. */
  readonly ended: Promise<void>;
  stop(): void;
}

function collect(
  { reader }: OutputPipe,
  maxBytes: number,
  { onOutput, onAlive }: Pick<Command, 'onOutput' | 'onAlive'>,
): Collected {
  const output = keptOutput(maxBytes, onOutput);
  reader.on('data', output.push);
  if (onAlive) reader.on('data', onAlive);
  const ended = new Promise<void>(resolve => {
    reader.once('close', () => resolve());
    reader.on('error', () => resolve());
  });
  return { output, ended, stop: () => void reader.destroy() };
}

/** Waits for the ends of the outputs, not for ever. Answers whether they came. */
async function drained(outputs: readonly Collected[], clock: Clock): Promise<boolean> {
  const ended = Promise.all(outputs.map(output => output.ended)).then(() => true);
  const isWhole = (await atMost(clock, lastOutputMs, ended)) === true;
  for (const output of outputs) output.stop();
  return isWhole;
}
