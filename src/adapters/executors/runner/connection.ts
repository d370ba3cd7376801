/**
 * One warm runner (sandbox/runner.py) at the other end of two streams, and the ladder for each command: TERM at the
 * deadline, KILL five seconds later.
 *
 * The runner is trusted no further than it speaks: a stream that ends, a frame that is none or comes out of turn, or an
 * answer that does not come in time ends its whole sandbox, and only then the call.
 */
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { type Fault, fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Command, CommandResult } from '../../../ports/executor.ts';
import { type Limits, resourceLimits } from '../limits.ts';
import { keptOutput } from '../output/kept-output.ts';
import { graceMs } from '../processes/process-group.ts';
import { frameReader, killFrame, type RunnerFrame, runFrame, runnerVersion, termFrame } from './frames.ts';

export interface RunnerConnectionOptions {
  /** To the runner. */
  readonly input: Writable;
  /** From the runner. */
  readonly output: Readable;
  /** Ends the whole sandbox at once, whatever it is doing; resolves when nothing in it is left. Called once at most. */
  kill(): Promise<void>;
  /** What the sandbox said of its trouble, for messages. */
  complaint?(): string;
  readonly clock: Clock;
  readonly limits: Limits;
  /** What runs a command that is no `argv`, as the sandbox sees it; `/bin/bash` if left out. */
  readonly shell?: string;
  /** Where commands start, as the sandbox sees it; `/workspace` if left out. */
  readonly cwd?: string;
}

export interface RunnerConnection {
  /** Resolves when the runner has said that it is there; rejects with a `Fault` (`unavailable`) where it did not. */
  readonly ready: Promise<void>;
  /** Runs one command as the `Executor` contract says; one at a time. */
  run(command: Command): Promise<CommandResult>;
  /** Resolves when the last command's traces are gone: true, the next may come; false, the sandbox has ended. */
  clean(): Promise<boolean>;
  /** False once the sandbox has ended. */
  readonly alive: boolean;
  /** Ends the sandbox; a command in it ends as unknown. */
  close(): Promise<void>;
}

/** How long a runner may take to be there, to end everything after KILL, and to clean up. */
const answerMs = 10_000;

export function runnerConnection(options: RunnerConnectionOptions): RunnerConnection {
  const { input, output, clock, limits, shell = '/bin/bash', cwd = '/workspace' } = options;
  const hello = Promise.withResolvers<void>();
  let turn: Turn | undefined;
  let cleaned = Promise.withResolvers<boolean>();
  let cancelCleaning = () => {};
  let over: Promise<void> | undefined;
  const isSilent = clock.after(answerMs, () => end('it did not answer'));

  hello.promise.catch(() => {});
  cleaned.resolve(true);
  const read = frameReader(onFrame);
  output.on('data', (chunk: Uint8Array) => {
    if (over) return;
    try {
      read(chunk);
    } catch (error) {
      end(`it sent ${error instanceof Error ? error.message : 'what is no frame'}`);
    }
  });
  for (const event of ['end', 'close', 'error']) output.on(event, () => end('it has ended'));
  input.on('error', () => end('it takes no more'));

  /** Ends the sandbox, then whoever waits for it. */
  function end(why: string): Promise<void> {
    if (over) return over;
    isSilent();
    cancelCleaning();
    over = options
      .kill()
      .catch(() => {})
      .then(() => {
        const complaint = options.complaint?.().trim();
        const problem = complaint ? `${why}: ${complaint}` : why;
        hello.reject(fault('unavailable', `the sandbox could not be built: ${problem}`, { cause: why }));
        cleaned.resolve(false);
        turn?.lost(problem);
      });
    input.destroy();
    output.destroy();
    return over;
  }

  function onFrame(frame: RunnerFrame): void {
    switch (frame.kind) {
      case 'hello':
        if (frame.version !== runnerVersion) throw new Error(`the greeting “${frame.version}”`);
        isSilent();
        hello.resolve();
        return;
      case 'clean':
        if (turn || over) throw new Error('“clean” out of turn');
        cancelCleaning();
        cleaned.resolve(true);
        return;
      default:
        if (!turn) throw new Error(`“${frame.kind}” out of turn`);
        turn.hear(frame);
    }
  }

  return {
    ready: hello.promise,
    get alive() {
      return over === undefined;
    },
    async run(command) {
      const begun = clock.elapsed();
      const stdout = keptOutput(limits.maxOutputBytes, command.onOutput);
      const stderr = keptOutput(limits.maxOutputBytes, command.onOutput);
      const result = Promise.withResolvers<Pick<CommandResult, 'exitCode' | 'signal'>>();
      let hasBegun = false;
      let ended: CommandResult['ended'];
      let cancelNext = () => {};
      turn = {
        hear(frame) {
          if (frame.kind !== 'ended') command.onAlive?.();
          if (frame.kind === 'begun') hasBegun = true;
          else if (frame.kind === 'stdout') stdout.push(frame.bytes);
          else if (frame.kind === 'stderr') stderr.push(frame.bytes);
          else if (frame.kind === 'ended') {
            if (frame.end === 'lifetime') ended ??= 'timeout';
            if (frame.end === 'processes')
              stderr.push(Buffer.from(`\n[it was killed: more than ${limits.processes} processes]\n`));
            turn = undefined;
            cleaned = Promise.withResolvers();
            cancelCleaning = clock.after(answerMs, () => end('it did not clean up in time'));
            result.resolve(endOf(frame.waitStatus));
          }
        },
        lost(why) {
          // Killed by us, it ended as it should; else nobody knows how far it came.
          if (ended !== undefined) result.resolve(hasBegun ? { signal: 'SIGKILL' } : {});
          else result.reject(lost(hasBegun, why));
        },
      };
      const stop = (why: 'timeout' | 'cancelled') => {
        if (ended !== undefined || !turn) return;
        ended = why;
        input.write(termFrame());
        cancelNext = clock.after(graceMs, () => {
          input.write(killFrame());
          cancelNext = clock.after(answerMs, () => end('it did not end a command'));
        });
      };
      const onAbort = () => stop('cancelled');
      const cancelTimeout = clock.after(command.timeoutMs, () => stop('timeout'));
      command.signal.addEventListener('abort', onAbort);
      const argv = command.argv ?? [shell, '-c', command.command];
      const lifetimeMs = command.timeoutMs + graceMs + 1_000;
      if (over) turn.lost('it has ended');
      else
        input.write(
          runFrame(
            { argv, cwd, limits: resourceLimits(limits), ...(command.env && { env: command.env }) },
            command.stdin ?? '',
            lifetimeMs,
            limits.processes,
          ),
        );
      if (command.signal.aborted) onAbort();
      try {
        const how = await result.promise;
        return {
          ...how,
          ...(ended && { ended }),
          stdout: stdout.text(),
          stderr: stderr.text(),
          stdoutBytes: stdout.bytes,
          stderrBytes: stderr.bytes,
          durationMs: clock.elapsed() - begun,
        };
      } finally {
        turn = undefined;
        cancelTimeout();
        cancelNext();
        command.signal.removeEventListener('abort', onAbort);
      }
    },
    clean: () => cleaned.promise,
    close: () => end('it was closed'),
  };
}

/** What the one command that runs hears. */
interface Turn {
  hear(frame: RunnerFrame): void;
  lost(why: string): void;
}

function lost(hasBegun: boolean, why: string): Fault {
  return hasBegun
    ? fault('unknown', `the sandbox ended while the command ran, so nobody knows how far it came: ${why}`, {
        cause: why,
      })
    : fault('unavailable', `the command could not be started, because its sandbox is gone: ${why}`, { cause: why });
}

/** A wait status as waitpid gives it. */
function endOf(waitStatus: number): Pick<CommandResult, 'exitCode' | 'signal'> {
  const number = waitStatus & 0x7f;
  if (number === 0) return { exitCode: (waitStatus >> 8) & 0xff };
  return { signal: Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}` };
}
