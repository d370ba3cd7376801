/**
 * Runs commands in sandboxes with a warm runner each: one is kept ready, more are opened when several commands run at
 * once.
 *
 * A sandbox runs one command at a time, so no command can see, stop or speak for another. One that fails, or whose
 * folders have been replaced, is not used again; the next call gets a new one.
 */
import { says } from '../../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../../domain/supervision/failure.ts';
import { type Command, type CommandResult, type ExecutorHealth, healthAs } from '../../../ports/executor.ts';
import { checkCommand } from '../command-check.ts';
import { slots } from './slots.ts';
import { type WarmSandbox, type WarmSandboxesOptions, warmSandboxes } from './warm-sandboxes.ts';

export interface RunnerPool {
  /** As the `Executor` contract says. The deadline begins with the command, not with its wait for a sandbox. */
  execute(command: Command): Promise<CommandResult>;
  /** Is a sandbox there, or can one be opened? */
  health(): Promise<ExecutorHealth>;
  /** Ends every idle sandbox; those that run a command end after it. The next command gets a fresh one. */
  renew(): Promise<void>;
  /** Stops every running command as an abort does, waits for their ends and refuses new ones. */
  close(): Promise<void>;
}

export function runnerPool({
  most = 8,
  idleMs = 60_000,
  ...options
}: Pick<WarmSandboxesOptions, 'clock' | 'limits' | 'open'> & {
  /** Sandboxes at the same time; a command beyond that waits for its turn. 8 if left out. */
  readonly most?: number;
  /** How long one beyond the first is kept for the next command. A minute if left out. */
  readonly idleMs?: number;
}): RunnerPool {
  const closing = new AbortController();
  const sandboxes = warmSandboxes({ ...options, idleMs, closing: closing.signal });
  const places = slots(most);
  const running = new Set<Promise<unknown>>();

  async function run(command: Command, isLast = false): Promise<CommandResult> {
    const signal = AbortSignal.any([command.signal, closing.signal]);
    if (!(await places.take(signal))) return notStarted;
    let sandbox: WarmSandbox | undefined;
    let wasUsed = false;
    try {
      sandbox = await sandboxes.take(command.given);
      if (signal.aborted) return notStarted;
      wasUsed = sandbox.used;
      sandbox.used = true;
      const result = await sandbox.connection.run({ ...command, signal });
      return sandbox.hidden.length === 0 ? result : { ...result, hidden: sandbox.hidden };
    } catch (error) {
      // the sandbox was gone before the command began: once more, in another
      if (isLast || !wasUsed || toFailure(error).kind !== 'unavailable') throw error;
    } finally {
      // the place is free when the sandbox is; the caller need not wait for that
      inBackground(sandbox ? sandboxes.giveBack(sandbox) : Promise.resolve(), places.release);
    }
    return await run(command, true);
  }

  /** `close` waits for it. */
  function inBackground(work: Promise<unknown>, then: () => void): void {
    const settled = work
      .catch(() => {})
      .then(() => {
        running.delete(settled);
        then();
      });
    running.add(settled);
  }

  return {
    async execute(command) {
      if (closing.signal.aborted) throw fault('unavailable', 'the executor is closed and starts no more commands');
      checkCommand(command);
      const work = run(command);
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    async health() {
      try {
        const trial = { command: 'true', timeoutMs: 10_000, signal: new AbortController().signal };
        const { exitCode, ended } = await run(trial);
        if (exitCode !== 0)
          return healthAs(false, ended ? says`a trial command did not end in time` : says`a trial command failed`);
        const count = sandboxes.count();
        return healthAs(true, count === 1 ? says`1 sandbox open` : says`${count} sandboxes open`);
      } catch (error) {
        return healthAs(false, saidOf(toFailure(error)));
      }
    },
    renew: sandboxes.renew,
    async close() {
      closing.abort();
      while (running.size > 0) await Promise.allSettled(running);
      await sandboxes.endAll();
    },
  };
}

/** The result of a command that was cancelled before it had a sandbox. */
const notStarted: CommandResult = {
  ended: 'cancelled',
  stdout: '',
  stderr: '',
  stdoutBytes: 0,
  stderrBytes: 0,
  durationMs: 0,
};
