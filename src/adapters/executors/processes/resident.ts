/** A program that lives on, as every executor of this machine starts and ends it. */
import type { SpawnOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Resident, RunningResident } from '../../../ports/executor.ts';
import { atMost } from '../../process/at-most.ts';
import { startChild } from '../../process/child-process.ts';
import { boundedOutput } from '../output/bounded-output.ts';

/** How long it has to tidy up between TERM and KILL. */
const graceMs = 2_000;

/** How long its last words may take once nothing of it is left: a child that has left its group may hold them open. */
const lastOutputMs = 1_000;

/** So much is kept of what it writes to its standard error, in bytes. */
const keptOfErrors = 4_000;

export interface ResidentProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** More pipes to it, as its descriptors from 3 on: what stands here is written to each, and what comes is read. */
  readonly pipes?: readonly { readonly given?: Uint8Array; readonly onText?: (text: string) => void }[];
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Ends what it left running, and resolves when nothing is. */
  killSurvivors(pid: number): Promise<void>;
  isCurrent(): Promise<boolean>;
}

/** Starts it. Throws a `Fault` (`unavailable`) where that fails. */
export async function startResident(
  program: ResidentProgram,
  { name }: Pick<Resident, 'name'>,
  clock: Clock,
): Promise<RunningResident> {
  const { pipes = [] } = program;
  const options: SpawnOptions = {
    cwd: program.cwd,
    env: program.env,
    // a Ctrl-C in our terminal must not reach it
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...pipes.map(() => 'pipe' as const)],
  };
  const { child, started } = startChild(program.file, program.args, options, says`${name} could not be started`);
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const errors = boundedOutput(keptOfErrors);
  child.stderr?.on('data', errors.push);
  const readAll = new Promise<void>(resolve => child.stderr?.once('close', () => resolve()));
  for (const [at, { given, onText }] of pipes.entries()) {
    const pipe = child.stdio[3 + at] as (Readable & Writable) | null | undefined;
    if (onText) pipe?.on('data', (chunk: Buffer) => onText(chunk.toString('latin1')));
    if (given) pipe?.end(given);
  }
  await started;
  const { pid, stdin, stdout } = child;
  if (pid === undefined || !stdin || !stdout) throw fault('defect', `${name} came without its pipes`);
  // what it said of itself may come later than its exit
  const ended = exited.then(() => program.killSurvivors(pid)).then(() => atMost(clock, lastOutputMs, readAll));
  ended.catch(() => {});
  return {
    pid,
    input: stdin,
    output: stdout,
    complaint: () => errors.text().trim(),
    ended,
    isCurrent: program.isCurrent,
    async kill() {
      stdin.end();
      program.signal(pid, 'SIGTERM');
      const cancel = clock.after(graceMs, () => program.signal(pid, 'SIGKILL'));
      try {
        await ended;
      } finally {
        cancel();
      }
    },
  };
}
