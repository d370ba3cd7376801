/**
 * Open sandboxes with a warm runner each. One is kept ready; others are kept a while for the next command.
 *
 * A sandbox whose command left something that cannot be cleaned, or whose folders have been replaced, is ended.
 */
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import { checkMasks } from '../masks/mask-check.ts';
import type { MaskPlan } from '../masks/masks.ts';
import { type RunnerConnection, type RunnerConnectionOptions, runnerConnection } from './connection.ts';

/** One sandbox, just opened: the two streams of its runner, and how to end it. */
export interface Instance extends Omit<RunnerConnectionOptions, 'clock' | 'limits'> {
  /** False where it should not be used again although it works, for example because a folder it holds was replaced. */
  isCurrent?(): Promise<boolean>;
  /** What is hidden in it. */
  readonly plan?: MaskPlan;
  /** While true it keeps this process alive. */
  hold?(isHeld: boolean): void;
}

export interface WarmSandboxesOptions extends Pick<RunnerConnectionOptions, 'clock' | 'limits'> {
  /**
   * Opens a sandbox in which the private files `given` are not hidden. Throws `Fault` (`unavailable`) where there is none
   * to be had.
   */
  open(given: readonly string[]): Promise<Instance>;
  /** How long one beyond the first is kept for the next command. */
  readonly idleMs: number;
  /** Aborted when no more commands will come. */
  readonly closing: AbortSignal;
}

export interface WarmSandbox {
  readonly connection: RunnerConnection;
  /** How often `renew` had been called when it was opened. */
  readonly generation: number;
  /** What a command in it cannot see. */
  readonly hidden: readonly string[];
  /** It shows what others hide: it is for one command. */
  readonly gives: boolean;
  /** It has run a command. */
  used: boolean;
  hold(isHeld: boolean): void;
  isCurrent(): Promise<boolean>;
  cancelEnd: () => void;
}

export interface WarmSandboxes {
  /**
   * The idle one used last, if it may still be used; else one that is about to be idle; else a new one. With private files
   * `given` always a new one.
   */
  take(given?: readonly string[]): Promise<WarmSandbox>;
  /** Resolves once the traces of its last command are cleaned away: it is idle again, or has ended. */
  giveBack(sandbox: WarmSandbox): Promise<void>;
  /** How many there are. */
  count(): number;
  /** Ends the idle ones now, and each of the others when it is given back. */
  renew(): Promise<void>;
  endAll(): Promise<void>;
}

export function warmSandboxes(options: WarmSandboxesOptions): WarmSandboxes {
  const { clock, idleMs, closing } = options;
  const idle: WarmSandbox[] = [];
  const all = new Set<WarmSandbox>();
  const cleaning = new Set<Promise<boolean>>();
  let generation = 0;

  async function open(given: readonly string[] = [], tries = 3): Promise<WarmSandbox> {
    const opened = generation;
    const instance = await options.open(given);
    const sandbox = warmSandbox(instance, options, opened);
    all.add(sandbox);
    try {
      await sandbox.connection.ready;
    } catch (error) {
      all.delete(sandbox);
      throw error;
    }
    const problem = await maskProblem(instance.plan, sandbox);
    if (problem === undefined) return sandbox;
    await end(sandbox);
    if (tries <= 1) throw problem;
    return await open(given, tries - 1);
  }

  async function end(sandbox: WarmSandbox): Promise<void> {
    sandbox.cancelEnd();
    await sandbox.connection.close();
    all.delete(sandbox);
  }

  async function cleaned(sandbox: WarmSandbox): Promise<boolean> {
    const isClean =
      (await sandbox.connection.clean()) && !closing.aborted && sandbox.generation === generation && !sandbox.gives;
    if (isClean) keepIdle(sandbox);
    else await end(sandbox);
    return isClean;
  }

  function keepIdle(sandbox: WarmSandbox): void {
    sandbox.hold(false);
    idle.push(sandbox);
    if (idle.length > 1) sandbox.cancelEnd = clock.after(idleMs, () => endIdle(sandbox));
  }

  /** One is always kept. */
  function endIdle(sandbox: WarmSandbox): void {
    const at = idle.indexOf(sandbox);
    if (at < 0 || idle.length < 2) return;
    idle.splice(at, 1);
    void end(sandbox);
  }

  return {
    async take(given = []) {
      if (given.length > 0) return await open(given);
      if (idle.length === 0 && cleaning.size > 0) await firstOf(cleaning, clock);
      for (let sandbox = idle.pop(); sandbox; sandbox = idle.pop()) {
        sandbox.cancelEnd();
        sandbox.hold(true);
        if (await sandbox.isCurrent()) return sandbox;
        await end(sandbox);
      }
      return await open();
    },
    async giveBack(sandbox) {
      const isIdle = cleaned(sandbox).finally(() => cleaning.delete(isIdle));
      cleaning.add(isIdle);
      // so that the next command finds one ready; where none can be opened, that command reports it
      if (!(await isIdle) && !closing.aborted && !sandbox.gives && idle.length === 0)
        await open().then(keepIdle, () => {});
    },
    count: () => all.size,
    async renew() {
      generation += 1;
      await Promise.all(idle.splice(0).map(end));
    },
    endAll: async () => void (await Promise.all([...all, ...idle.splice(0)].map(end))),
  };
}

/** Why it may not be used: something private could be read, or came or was moved while it was opened. */
async function maskProblem(plan: MaskPlan | undefined, sandbox: WarmSandbox): Promise<unknown> {
  if (plan === undefined || plan.mounts.length === 0) return undefined;
  try {
    await checkMasks(plan, sandbox.connection.run);
    if ((await sandbox.connection.clean()) && (await sandbox.isCurrent())) return undefined;
    return fault('unavailable', says`the sandbox could not be built: private files were moved all the while`);
  } catch (error) {
    return error;
  }
}

function warmSandbox(
  instance: Instance,
  { clock, limits }: Pick<WarmSandboxesOptions, 'clock' | 'limits'>,
  generation: number,
): WarmSandbox {
  const connection = runnerConnection({ ...instance, clock, limits });
  return {
    connection,
    generation,
    hidden: instance.plan?.hidden ?? [],
    gives: instance.plan?.gives ?? false,
    used: false,
    hold: isHeld => instance.hold?.(isHeld),
    isCurrent: async () => connection.alive && (await (instance.isCurrent?.() ?? true)),
    cancelEnd: () => {},
  };
}

/**
 * Resolves with the first of the work, or soon: cleaning takes less than a millisecond where a command left little, and
 * opening a sandbox fifty.
 */
async function firstOf(work: Iterable<Promise<unknown>>, clock: Pick<Clock, 'after'>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const cancel = clock.after(20, late.resolve);
  await Promise.race([...work, late.promise]);
  cancel();
}
