/**
 * One command in a sandbox: what its runner reports becomes its result. At its deadline, or when it is cancelled, it
 * gets TERM, five seconds later KILL, and if even that is not answered its sandbox is ended.
 */

import { constants } from 'node:os';
import { type Fault, fault } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Command, CommandResult } from '../../../ports/executor.ts';
import { type Limits, resourceLimits } from '../limits.ts';
import { keptOutput } from '../output/kept-output.ts';
import { graceMs } from '../processes/process-group.ts';
import { killFrame, type RunnerFrame, runFrame, termFrame } from './frames.ts';

export interface CommandRunOptions {
  readonly command: Command;
  readonly clock: Clock;
  readonly limits: Limits;
  /** What runs a command that is no `argv`. */
  readonly shell: string;
  /** Where it starts. */
  readonly cwd: string;
  /** To the runner. */
  send(frame: Uint8Array): void;
  /** The runner did not end the command within this time after KILL. */
  readonly answerMs: number;
  onUnanswered(): void;
}

export interface CommandRun {
  start(): void;
  receive(frame: RunnerFrame): void;
  /** The sandbox has ended, so nothing more will come. */
  lose(why: string): void;
  /** Called once, before anything else can come. */
  result(): Promise<CommandResult>;
}

export function commandRun(options: CommandRunOptions): CommandRun {
  const { command, clock, limits, send, answerMs, onUnanswered } = options;
  const startedAt = clock.elapsed();
  const stdout = keptOutput(limits.maxOutputBytes, command.onOutput);
  const stderr = keptOutput(limits.maxOutputBytes, command.onOutput);
  const exit = Promise.withResolvers<Exit>();
  let hasBegun = false;
  let isOver = false;
  let ended: CommandResult['ended'];
  let cancelTimeout = () => {};
  let cancelNext = () => {};

  function stop(why: 'timeout' | 'cancelled'): void {
    if (ended !== undefined || isOver) return;
    ended = why;
    send(termFrame());
    cancelNext = clock.after(graceMs, () => {
      send(killFrame());
      cancelNext = clock.after(answerMs, onUnanswered);
    });
  }

  const onAbort = () => stop('cancelled');

  return {
    start() {
      cancelTimeout = clock.after(command.timeoutMs, () => stop('timeout'));
      command.signal.addEventListener('abort', onAbort);
      send(startFrame(options));
      if (command.signal.aborted) onAbort();
    },
    receive(frame) {
      if (frame.kind !== 'ended') command.onAlive?.();
      if (frame.kind === 'begun') hasBegun = true;
      else if (frame.kind === 'stdout') stdout.push(frame.bytes);
      else if (frame.kind === 'stderr') stderr.push(frame.bytes);
      else if (frame.kind === 'ended') {
        isOver = true;
        if (frame.end === 'lifetime') ended ??= 'timeout';
        if (frame.end === 'processes')
          stderr.push(Buffer.from(`\n[it was killed: more than ${limits.processes} processes]\n`));
        exit.resolve(exitOf(frame.waitStatus));
      }
    },
    lose(why) {
      // killed by us, it ended as it should; else nobody knows how far it came
      if (ended !== undefined) exit.resolve(hasBegun ? { signal: 'SIGKILL' } : {});
      else exit.reject(lostFault(hasBegun, why));
    },
    async result() {
      try {
        const how = await exit.promise;
        return {
          ...how,
          ...defined({ ended }),
          stdout: stdout.text(),
          stderr: stderr.text(),
          stdoutBytes: stdout.bytes,
          stderrBytes: stderr.bytes,
          durationMs: clock.elapsed() - startedAt,
        };
      } finally {
        cancelTimeout();
        cancelNext();
        command.signal.removeEventListener('abort', onAbort);
      }
    },
  };
}

type Exit = Pick<CommandResult, 'exitCode' | 'signal'>;

function startFrame({ command, limits, shell, cwd }: CommandRunOptions): Uint8Array {
  const argv = command.argv ?? [shell, '-c', command.command];
  const job = { argv, cwd, limits: resourceLimits(limits), env: command.env };
  const lifetimeMs = command.timeoutMs + graceMs + 1_000;
  return runFrame(job, command.stdin ?? '', lifetimeMs, limits.processes);
}

function lostFault(hasBegun: boolean, why: string): Fault {
  return hasBegun
    ? fault('unknown', `the sandbox ended while the command ran, so nobody knows how far it came: ${why}`, {
        cause: why,
      })
    : fault('unavailable', `the command could not be started, because its sandbox is gone: ${why}`, { cause: why });
}

/** A wait status as waitpid gives it. */
function exitOf(waitStatus: number): Exit {
  const number = waitStatus & 0x7f;
  if (number === 0) return { exitCode: (waitStatus >> 8) & 0xff };
  return { signal: Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}` };
}
