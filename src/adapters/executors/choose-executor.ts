/** Which executor this machine gets, found out by trying: the first whose walls all hold. */
import { type Form, inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import { worksHere } from '../../domain/security/sandbox.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { type Executor, healthAs } from '../../ports/executor.ts';
import { bubblewrapExecutor, bubblewrapHidden, bubblewrapWritable } from './bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from './bubblewrap/cold.ts';
import type { BubblewrapOptions } from './bubblewrap/walls.ts';
import { directExecutor } from './direct/direct.ts';
import { type FailedWall, namedWalls, selfProbe } from './self-probe.ts';

/** One way of running commands behind walls, to be tried. */
export interface ExecutorAttempt {
  readonly kind: 'docker' | 'bubblewrap';
  /** In which way it works, where that is not the usual one. */
  readonly how?: Form | undefined;
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
  /** The same as data. */
  readonly said?: Form;
  /** What is wrong with a kind that would have come first, if the owner named none. */
  readonly passedOver?: Sentence;
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
    return {
      executor: directExecutor(options),
      ...reasoned(says`chosen in config.toml: commands run without a sandbox.`),
    };
  const attempts = [...(options.docker ? [options.docker] : []), ...bubblewrapAttempts(options)].filter(
    ({ kind }) => wanted === 'auto' || wanted === kind,
  );
  const found: { readonly kind: string; readonly problem: Sentence }[] = [];
  for (const attempt of attempts) {
    const tried = await opened(attempt, hidden);
    if ('executor' in tried) return chosen(attempt, tried.executor, found);
    const { problem } = tried;
    if (!found.some(one => inEnglish(one.problem) === inEnglish(problem))) found.push({ kind: attempt.kind, problem });
  }
  const problems = all(found.map(({ problem }) => problem)) ?? says`${wanted} is not available here`;
  if (wanted === 'auto')
    return {
      executor: directExecutor(options),
      ...reasoned(says`Commands run directly on this machine, without a sandbox: ${problems}.`),
    };
  const reason = says`No command runs: config.toml asks for ${wanted}, and ${problems}.`;
  return { executor: refusingExecutor(wanted, reason), ...reasoned(reason), isRefusing: true };
}

/** The newest options first, then without them; a sandbox a call only where there is no Python for the runner. */
function bubblewrapAttempts(options: BubblewrapOptions): readonly ExecutorAttempt[] {
  if (process.platform !== 'linux') return [];
  const mounted = (options.mounts ?? []).filter(({ isWritable }) => isWritable).map(({ target }) => target);
  return [
    { open: bubblewrapExecutor, how: undefined },
    { open: bubblewrapExecutor, hardened: false, how: says`though not with its newest options` },
    { open: coldBubblewrapExecutor, how: says`though without a warm runner, so that each command takes longer` },
    {
      open: coldBubblewrapExecutor,
      hardened: false,
      how: says`though neither with its newest options nor with a warm runner`,
    },
  ].map(({ open, how, ...more }) => ({
    kind: 'bubblewrap' as const,
    how,
    writable: [...bubblewrapWritable, ...mounted],
    hidden: bubblewrapHidden,
    open: () => open({ ...options, ...more }),
  }));
}

/** The executor, or what is wrong with it. */
async function opened(
  attempt: ExecutorAttempt,
  hidden: readonly string[],
): Promise<{ readonly executor: Executor } | { readonly problem: Sentence }> {
  let executor: Executor | undefined;
  try {
    executor = await attempt.open();
  } catch (error) {
    return { problem: saidOf(toFailure(error)) };
  }
  const found = await selfProbe(executor, {
    hidden: [...hidden, ...(attempt.hidden ?? [])],
    writable: attempt.writable,
  });
  const failed = found.filter(({ wall, detail }) =>
    (attempt.heldElsewhere ?? []).every(held => held.wall !== wall || (held.detail ?? detail) !== detail),
  );
  if (failed.length === 0) return { executor };
  await executor.close().catch(() => {});
  const [{ wall, detail } = { wall: '', detail: '' }] = failed;
  return {
    problem: wall === 'probe' ? detail : says`the sandbox of ${attempt.kind} does not isolate: ${namedWalls(failed)}`,
  };
}

/** What was wrong with the same kind belongs to the reason; another kind nobody has asked for. */
function chosen(
  { kind, how }: ExecutorAttempt,
  executor: Executor,
  found: readonly { readonly kind: string; readonly problem: Sentence }[],
): ChosenExecutor {
  const problems = (of: typeof found) => all(of.map(({ problem }) => problem));
  const own = problems(found.filter(one => one.kind === kind));
  const others = problems(found.filter(one => one.kind !== kind));
  return {
    executor,
    ...reasoned(worksHere(how, own)),
    passedOver: others,
  };
}

const reasoned = (said: Form) => ({ reason: inEnglish(said), said });

/** All of them in a row; undefined: there are none. */
function all(problems: readonly Sentence[]): Sentence | undefined {
  return problems.length === 0 ? undefined : problems.reduce((said, one) => says`${said}; ${one}`);
}

function refusingExecutor(kind: 'docker' | 'bubblewrap', reason: Form): Executor {
  return {
    kind,
    description: 'No command can be run: the sandbox, which would have no network, does not work.',
    folders: { workspace: '/workspace', scripts: '/scripts' },
    execute: () => Promise.reject(fault('unavailable', reason)),
    health: async () => healthAs(false, reason),
    close: async () => {},
  };
}
