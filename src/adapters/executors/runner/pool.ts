/**
 * Sandboxes with a warm runner each: one is kept ready, more are opened when several commands run at once.
 *
 * A sandbox runs one command at a time, so no command can see, stop or speak for another. One that fails, or whose
 * folders have been replaced, is not used again; the next call gets a new one.
 */
import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import type { Command, CommandResult, ExecutorHealth } from '../../../ports/executor.ts';
import { checkCommand } from '../command-check.ts';
import { type RunnerConnection, type RunnerConnectionOptions, runnerConnection } from './connection.ts';

/** One sandbox, just opened: the two streams of its runner, and how to end it. */
export interface Instance extends Omit<RunnerConnectionOptions, 'clock' | 'limits'> {
  /** False where it should not be used again although it works, for example because a folder it holds was replaced. */
  isCurrent?(): Promise<boolean>;
  /** While true it keeps this process alive. */
  hold?(isHeld: boolean): void;
}

export interface RunnerPoolOptions extends Pick<RunnerConnectionOptions, 'clock' | 'limits'> {
  /** Opens a sandbox. Throws `Fault` (`unavailable`) where there is none to be had. */
  open(): Promise<Instance>;
  /** Sandboxes at the same time; a command beyond that waits for its turn. 8 if left out. */
  readonly most?: number;
  /** How long one beyond the first is kept for the next command. A minute if left out. */
  readonly idleMs?: number;
}

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

export function runnerPool(options: RunnerPoolOptions): RunnerPool {
  const { clock, limits, most = 8, idleMs = 60_000 } = options;
  const closing = new AbortController();
  const idle: Warm[] = [];
  const all = new Set<Warm>();
  const running = new Set<Promise<unknown>>();
  const cleaning = new Set<Promise<boolean>>();
  const waiting: (() => void)[] = [];
  let places = most;
  let generation = 0;

  async function open(): Promise<Warm> {
    const born = generation;
    const instance = await options.open();
    const connection = runnerConnection({ ...instance, clock, limits });
    const warm: Warm = {
      connection,
      hold: isHeld => instance.hold?.(isHeld),
      generation: born,
      used: false,
      isCurrent: async () => connection.alive && (await (instance.isCurrent?.() ?? true)),
      cancelEnd: () => {},
    };
    all.add(warm);
    try {
      await connection.ready;
    } catch (error) {
      all.delete(warm);
      throw error;
    }
    return warm;
  }

  /** The idle one used last, if it may still be used; else one that is about to be idle; else a new one. */
  async function take(): Promise<Warm> {
    if (idle.length === 0 && cleaning.size > 0) await anyOf(cleaning);
    for (let warm = idle.pop(); warm; warm = idle.pop()) {
      warm.cancelEnd();
      warm.hold(true);
      if (await warm.isCurrent()) return warm;
      await end(warm);
    }
    return await open();
  }

  /**
   * Cleaning takes less than a millisecond where a command left little, and opening fifty; so it is not awaited for
   * long.
   */
  async function anyOf(work: Iterable<Promise<unknown>>): Promise<void> {
    const late = Promise.withResolvers<void>();
    const cancel = clock.after(20, late.resolve);
    await Promise.race([...work, late.promise]);
    cancel();
  }

  async function end(warm: Warm): Promise<void> {
    warm.cancelEnd();
    await warm.connection.close();
    all.delete(warm);
  }

  /** Once its last command is cleaned away: back to the idle ones, or gone. */
  async function giveBack(warm: Warm): Promise<void> {
    const back = comeBack(warm).finally(() => cleaning.delete(back));
    cleaning.add(back);
    // So that the next command finds one ready; where none can be opened, it will say why.
    if (!(await back) && !closing.signal.aborted && idle.length === 0) await open().then(rest, () => {});
  }

  async function comeBack(warm: Warm): Promise<boolean> {
    const isClean = (await warm.connection.clean()) && !closing.signal.aborted && warm.generation === generation;
    if (isClean) rest(warm);
    else await end(warm);
    return isClean;
  }

  function rest(warm: Warm): void {
    warm.hold(false);
    idle.push(warm);
    if (idle.length > 1) warm.cancelEnd = clock.after(idleMs, () => retire(warm));
  }

  function retire(warm: Warm): void {
    const at = idle.indexOf(warm);
    if (at < 0 || idle.length < 2) return;
    idle.splice(at, 1);
    void end(warm);
  }

  async function place(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (places > 0) {
      places -= 1;
      return true;
    }
    return await new Promise<boolean>(resolve => {
      const mine = () => {
        signal.removeEventListener('abort', gone);
        resolve(true);
      };
      const gone = () => {
        waiting.splice(waiting.indexOf(mine), 1);
        resolve(false);
      };
      waiting.push(mine);
      signal.addEventListener('abort', gone, { once: true });
    });
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

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else places += 1;
  }

  async function run(command: Command, isLast = false): Promise<CommandResult> {
    const signal = AbortSignal.any([command.signal, closing.signal]);
    if (!(await place(signal))) return notStarted;
    let warm: Warm | undefined;
    let wasUsed = false;
    try {
      warm = await take();
      if (signal.aborted) return notStarted;
      wasUsed = warm.used;
      warm.used = true;
      return await warm.connection.run({ ...command, signal });
    } catch (error) {
      // It turned out to be gone before the command began: once more, in another.
      if (isLast || !wasUsed || toFailure(error).kind !== 'unavailable') throw error;
    } finally {
      // The place is free when the sandbox is; the caller need not wait for that.
      inBackground(warm ? giveBack(warm) : Promise.resolve(), leave);
    }
    return await run(command, true);
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
        if (exitCode === 0) return { ok: true, detail: `${all.size} sandbox${all.size === 1 ? '' : 'es'} open` };
        return { ok: false, detail: ended ? 'a trial command did not end in time' : 'a trial command failed' };
      } catch (error) {
        return { ok: false, detail: toFailure(error).message };
      }
    },
    async renew() {
      generation += 1;
      await Promise.all(idle.splice(0).map(end));
    },
    async close() {
      closing.abort();
      while (running.size > 0) await Promise.allSettled(running);
      await Promise.all([...all].map(end));
      idle.length = 0;
    },
  };
}

interface Warm {
  readonly connection: RunnerConnection;
  readonly generation: number;
  used: boolean;
  hold(isHeld: boolean): void;
  isCurrent(): Promise<boolean>;
  cancelEnd: () => void;
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
