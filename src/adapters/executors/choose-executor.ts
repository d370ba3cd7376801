/** Which executor this machine gets, found out by trying: the first whose walls all hold. */
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Executor } from '../../ports/executor.ts';
import { bubblewrapExecutor, bubblewrapHidden, bubblewrapWritable } from './bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from './bubblewrap/cold.ts';
import type { BubblewrapOptions } from './bubblewrap/walls.ts';
import { directExecutor } from './direct/direct.ts';
import { type FailedWall, namedWalls, selfProbe } from './self-probe.ts';

/** One way of running commands behind walls, to be tried. */
export interface ExecutorAttempt {
  readonly kind: 'docker' | 'bubblewrap';
  /** That it works, as the beginning of a sentence. */
  readonly name: string;
  /** Where a command may write in it. */
  readonly writable: readonly string[];
  /** Findings of the self-probe that are no gap here, because something it cannot see holds that wall. */
  readonly heldElsewhere?: readonly Partial<FailedWall>[];
  /** More paths of this machine that must not be there in it. */
  readonly hidden?: readonly string[];
  /** Throws a `Fault` that says what is missing. */
  open(): Executor | Promise<Executor>;
}

export interface ChosenExecutor {
  readonly executor: Executor;
  /** Why this one, in one sentence for the owner. */
  readonly reason: string;
  /** What is wrong with a kind that would have come first, if the owner named none. */
  readonly passedOver?: string;
  /** What the owner wants does not work here, so no command runs. */
  readonly isRefusing?: true;
}

/** Never throws: where what is wanted does not hold, the executor is one that refuses every command and says why. */
export async function chooseExecutor(
  options: BubblewrapOptions & {
    /** `auto` if left out: Docker, else bubblewrap, else directly. A kind that is named is used or nothing is. */
    readonly wanted?: 'auto' | Executor['kind'];
    /** Paths of this machine that no command behind walls may see: database, secrets, settings. */
    readonly hidden?: readonly string[];
    /** How Docker would be tried; without it, it is not. */
    readonly docker?: ExecutorAttempt;
  },
): Promise<ChosenExecutor> {
  const { wanted = 'auto', hidden = [] } = options;
  if (wanted === 'direct')
    return { executor: directExecutor(options), reason: 'chosen in config.toml: commands run without a sandbox.' };
  const attempts = [...(options.docker ? [options.docker] : []), ...bubblewrapAttempts(options)].filter(
    ({ kind }) => wanted === 'auto' || wanted === kind,
  );
  const found: { readonly kind: string; readonly problem: string }[] = [];
  for (const attempt of attempts) {
    const executor = await opened(attempt, hidden);
    if (typeof executor !== 'string') return chosen(attempt, executor, found);
    if (found.every(({ problem }) => problem !== executor)) found.push({ kind: attempt.kind, problem: executor });
  }
  const problems = found.map(({ problem }) => problem);
  if (problems.length === 0) problems.push(`${wanted} is not available here`);
  if (wanted === 'auto')
    return {
      executor: directExecutor(options),
      reason: `Commands run directly on this machine, without a sandbox: ${problems.join('; ')}.`,
    };
  const reason = `No command runs: config.toml asks for ${wanted}, and ${problems.join('; ')}.`;
  return { executor: refusingExecutor(wanted, reason), reason, isRefusing: true };
}

/** The newest options first, then without them; a sandbox a call only where there is no Python for the runner. */
function bubblewrapAttempts(options: BubblewrapOptions): readonly ExecutorAttempt[] {
  if (process.platform !== 'linux') return [];
  const mounted = (options.mounts ?? []).filter(({ isWritable }) => isWritable).map(({ target }) => target);
  return [
    { open: bubblewrapExecutor, how: '' },
    { open: bubblewrapExecutor, hardened: false, how: ', though not with its newest options' },
    { open: coldBubblewrapExecutor, how: ', though without a warm runner, so that each command takes longer' },
    {
      open: coldBubblewrapExecutor,
      hardened: false,
      how: ', though neither with its newest options nor with a warm runner',
    },
  ].map(({ open, how, ...more }) => ({
    kind: 'bubblewrap' as const,
    name: `bubblewrap works here${how}`,
    writable: [...bubblewrapWritable, ...mounted],
    hidden: bubblewrapHidden,
    open: () => open({ ...options, ...more }),
  }));
}

/** The executor, or what is wrong with it. */
async function opened(attempt: ExecutorAttempt, hidden: readonly string[]): Promise<Executor | string> {
  let executor: Executor | undefined;
  try {
    executor = await attempt.open();
  } catch (error) {
    return toFailure(error).message;
  }
  const found = await selfProbe(executor, {
    hidden: [...hidden, ...(attempt.hidden ?? [])],
    writable: attempt.writable,
  });
  const failed = found.filter(({ wall, detail }) =>
    (attempt.heldElsewhere ?? []).every(held => held.wall !== wall || (held.detail ?? detail) !== detail),
  );
  if (failed.length === 0) return executor;
  await executor.close().catch(() => {});
  const [{ wall, detail } = { wall: '', detail: '' }] = failed;
  return wall === 'probe' ? detail : `the sandbox of ${attempt.kind} does not isolate: ${namedWalls(failed)}`;
}

/** What was wrong with the same kind belongs to the reason; another kind nobody has asked for. */
function chosen(
  { kind, name }: ExecutorAttempt,
  executor: Executor,
  found: readonly { readonly kind: string; readonly problem: string }[],
): ChosenExecutor {
  const problems = (of: typeof found) => of.map(({ problem }) => problem).join('; ');
  const own = problems(found.filter(one => one.kind === kind));
  const others = problems(found.filter(one => one.kind !== kind));
  return {
    executor,
    reason: `${name}${own === '' ? '' : ` (${own})`}: commands run in a sandbox without network.`,
    passedOver: others === '' ? undefined : others,
  };
}

function refusingExecutor(kind: 'docker' | 'bubblewrap', reason: string): Executor {
  return {
    kind,
    description: 'No command can be run: the sandbox, which would have no network, does not work.',
    folders: { workspace: '/workspace', scripts: '/scripts' },
    execute: () => Promise.reject(fault('unavailable', reason)),
    health: async () => ({ ok: false, detail: reason }),
    close: async () => {},
  };
}
