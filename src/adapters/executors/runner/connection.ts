/**
 * One warm runner (sandbox/runner.py) at the other end of two streams.
 *
 * The runner is trusted no further than it speaks: a stream that ends, a frame that is none or comes out of turn, or an
 * answer that does not come in time ends its whole sandbox, and only then the call.
 */

import type { Readable, Writable } from 'node:stream';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Command, CommandResult } from '../../../ports/executor.ts';
import type { Limits } from '../limits.ts';
import { type CommandRun, commandRun } from './command-run.ts';
import { frameReader, type RunnerFrame, runnerVersion } from './frames.ts';

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
  const terms = { clock, limits, shell, cwd, answerMs };
  const hello = Promise.withResolvers<void>();
  let current: CommandRun | undefined;
  let over: Promise<void> | undefined;
  const cancelHello = clock.after(answerMs, () => end('it did not answer'));
  const cleaning = cleaningWatch(clock, () => end('it did not clean up in time'));

  hello.promise.catch(() => {});
  readFrames(output, onFrame, end);
  input.on('error', () => end('it takes no more'));

  /** Ends the sandbox, then rejects what waits for it. */
  function end(why: string): Promise<void> {
    if (over) return over;
    cancelHello();
    cleaning.cancel();
    over = options
      .kill()
      .catch(() => {})
      .then(() => {
        const complaint = options.complaint?.().trim();
        const problem = complaint ? `${why}: ${complaint}` : why;
        hello.reject(fault('unavailable', says`the sandbox could not be built: ${problem}`, { cause: why }));
        cleaning.finish(false);
        current?.lose(problem);
      });
    input.destroy();
    output.destroy();
    return over;
  }

  function onFrame(frame: RunnerFrame): void {
    if (over) return;
    switch (frame.kind) {
      case 'hello':
        if (frame.version !== runnerVersion) throw new Error(`the greeting “${frame.version}”`);
        cancelHello();
        hello.resolve();
        return;
      case 'clean':
        if (current) throw new Error('“clean” out of turn');
        cleaning.finish(true);
        return;
      default:
        if (!current) throw new Error(`“${frame.kind}” out of turn`);
        current.receive(frame);
        if (frame.kind !== 'ended') return;
        current = undefined;
        cleaning.expect();
    }
  }

  async function run(command: Command): Promise<CommandResult> {
    const one = commandRun({
      command,
      ...terms,
      send: frame => void input.write(frame),
      onUnanswered: () => end('it did not end a command'),
    });
    current = one;
    if (over) one.lose('it has ended');
    else one.start();
    try {
      return await one.result();
    } finally {
      current = undefined;
    }
  }

  return {
    ready: hello.promise,
    get alive() {
      return over === undefined;
    },
    run,
    clean: cleaning.done,
    close: () => end('it was closed'),
  };
}

/** Calls `end` with the reason where no more frames can come, or what came is none. */
function readFrames(output: Readable, onFrame: (frame: RunnerFrame) => void, end: (why: string) => void): void {
  const read = frameReader(onFrame);
  output.on('data', (chunk: Uint8Array) => {
    try {
      read(chunk);
    } catch (error) {
      end(`it sent ${error instanceof Error ? error.message : 'what is no frame'}`);
    }
  });
  for (const event of ['end', 'close', 'error']) output.on(event, () => end('it has ended'));
}

/** Whether the traces of the last command are gone. There are none before the first. */
function cleaningWatch(clock: Clock, onLate: () => void) {
  let cleaned = Promise.withResolvers<boolean>();
  let cancel = () => {};
  cleaned.resolve(true);
  return {
    done: () => cleaned.promise,
    expect() {
      cleaned = Promise.withResolvers();
      cancel = clock.after(answerMs, onLate);
    },
    finish(isClean: boolean) {
      cancel();
      cleaned.resolve(isClean);
    },
    cancel: () => cancel(),
  };
}
