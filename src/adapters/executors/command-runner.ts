/**
 * What every executor on this machine shares: starting a program, its deadline, its output, its end.
 *
 * An executor says which program runs a command, how to reach its processes and how to know that none is left; the
 * ladder (TERM, five seconds, KILL), the bounds and the lifeline are the same for all.
 */
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Command, CommandResult } from '../../ports/executor.ts';
import { checkCommand } from './command-check.ts';
import { markOf } from './processes/left-commands.ts';
import { type Lifeline, openLifeline } from './processes/lifeline.ts';
import { type OutputPipes, pipePool } from './processes/pipes.ts';
import { type Program, runProgram } from './processes/process-group.ts';

export interface CommandRunner {
  /** `program` gets the mark this very command carries in its environment as `STRAYLIGHT_RUN`. */
  run(command: Command, program: (mark: string) => Program): Promise<CommandResult>;
  /** For a program that lives on: its mark, and the shell that ends it with this process. */
  hold(): Promise<{ readonly mark: string; readonly lifeline: Lifeline }>;
  /** Stops every running command as an abort does, waits for their ends and refuses new ones. */
  close(): Promise<void>;
}

export function commandRunner(options: {
  readonly clock: Clock;
  readonly maxOutputBytes: number;
  /** Whose commands they are (left-commands.ts). */
  readonly workspace: string;
}): CommandRunner {
  const { clock, maxOutputBytes, workspace } = options;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let base: Promise<Base> | undefined;
  let count = 0;

  async function openBase(): Promise<Base> {
    const lifeline = await openLifeline(markOf(workspace) + clock.id());
    return { lifeline, pipes: pipePool(lifeline.directory) };
  }

  /** Opened with the first command, and again should somebody have killed it. */
  async function currentBase(): Promise<Base> {
    const current = await base?.catch(() => undefined);
    if (current?.lifeline.alive) return current;
    await current?.lifeline.close();
    base = openBase();
    return await base;
  }

  async function start(command: Command, program: (mark: string) => Program): Promise<CommandResult> {
    const { lifeline, pipes } = await currentBase();
    return await runProgram(
      program(`${lifeline.mark}.${++count}`),
      { ...command, signal: AbortSignal.any([command.signal, closing.signal]) },
      { clock, maxOutputBytes, lifeline, pipes },
    );
  }

  return {
    async run(command, program) {
      if (closing.signal.aborted) throw closed();
      checkCommand(command);
      const work = start(command, program);
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    async hold() {
      if (closing.signal.aborted) throw closed();
      const { lifeline } = await currentBase();
      return { lifeline, mark: `${lifeline.mark}.${++count}` };
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      const current = await base?.catch(() => undefined);
      base = undefined;
      await current?.lifeline.close();
    },
  };
}

const closed = () => fault('unavailable', 'the executor is closed and starts no more commands');

interface Base {
  readonly lifeline: Lifeline;
  readonly pipes: { take(): Promise<OutputPipes> };
}
