/**
 * Commands in Docker: containers without network, capabilities or a writable root, as the owner's own user. The walls
 * are walls.ts and sandbox/seccomp.json.
 *
 * In each container waits sandbox/runner.py as its first process; a command goes to it over the container's standard
 * streams, so it pays neither for a container nor for an `exec`.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Executor, Resident, RunningResident } from '../../../ports/executor.ts';
import { letInMounts } from '../../files/let-in/disk-place.ts';
import type { ExecutorOptions } from '../direct/direct.ts';
import { folderIdentity } from '../folder-identity.ts';
import { lazyMasks } from '../masks/lazy-masks.ts';
import type { MaskOptions, MaskPlan, Masks } from '../masks/masks.ts';
import { openResidents } from '../processes/open-residents.ts';
import { type RunnerPool, runnerPool } from '../runner/pool.ts';
import type { Instance } from '../runner/warm-sandboxes.ts';
import type { EngineOptions } from './engine.ts';
import { homeOf, removeHome } from './home.ts';
import { type DockerEngine, dockerEngine } from './ready-engine.ts';
import { openSandbox } from './sandbox.ts';
import { sandboxUser } from './user.ts';
import { gvisor, type SandboxMount, sandboxContainer } from './walls.ts';

export interface DockerOptions
  extends ExecutorOptions,
    Pick<MaskOptions, 'privateNames' | 'maskFolder'>,
    Omit<EngineOptions, 'clock'> {
  /** Whose files those in the folders are; the user of this process if left out. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Processors a sandbox may use, at most those of the engine; 2 if left out. */
  readonly cpus?: number;
  /** More of this machine in the sandbox, as the package proxy needs. */
  readonly mounts?: readonly SandboxMount[];
  /** Called with a fresh home after a reset: installs what the owner's tools need. */
  readonly install?: (executor: Pick<Executor, 'execute' | 'folders'>) => Promise<void>;
  /** Changes the container that is asked for. For tests of the self-probe, which must find what was broken. */
  readonly change?: (container: ReturnType<typeof sandboxContainer>) => ReturnType<typeof sandboxContainer>;
}

export interface DockerExecutor extends Executor {
  /** Whom a mounted socket or folder has to let in. */
  readonly user: { readonly uid: number; readonly gid: number };
  /** Stops every command, replaces containers and home by new ones, and installs again. Workspace and scripts stay. */
  reset(): Promise<void>;
}

const folders = { workspace: '/workspace', scripts: '/scripts' };

/** Containers at the same time; a command beyond that waits for one. */
const mostContainers = 4;

/**
 * The kernel's own limit counts all that a user runs on the machine, and a command has the owner's user: it would run
 * out of processes because the owner has some. So that one is out of reach, and the container's limit holds.
 */
const countedByTheEngine = 2 ** 22;

/** Nothing is asked of the engine before the first command. */
export function dockerExecutor(options: DockerOptions): DockerExecutor {
  const { workspace, letIn = [], clock, limits, cpus = 2 } = options;
  const user = sandboxUser(options.owner ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
  const home = homeOf(workspace, user.uid);
  const mounts = [...letInMounts(letIn), ...(options.mounts ?? [])];
  const engine = dockerEngine({ ...options, mounts, cpus, home, user });
  const masks = lazyMasks(options);
  let pool = newPool();
  let resetting: Promise<void> | undefined;
  let isClosed = false;

  function newPool(): RunnerPool {
    return runnerPool({
      clock,
      limits: { ...limits, processes: countedByTheEngine },
      most: mostContainers,
      open: given => openInstance(engine, masks, given, options),
    });
  }

  const share = () => shareFolders(options, engine, user);
  const residents = openResidents(async resident => {
    await share();
    return await startResident({ engine, masks, user }, options, resident);
  });

  const executor: DockerExecutor = {
    kind: 'docker',
    description:
      'Commands run in a Docker container: they can write to /workspace, /scripts and a home of their own; they have no network and see nothing else of this machine.',
    folders,
    user: { uid: user.uid, gid: user.gid },
    async execute(command) {
      await resetting?.catch(() => {});
      await share();
      return await pool.execute(command);
    },
    async open(resident) {
      await resetting?.catch(() => {});
      return await residents.open(resident);
    },
    async health() {
      await resetting?.catch(() => {});
      return await pool.health();
    },
    async reset() {
      resetting ??= startAgain().finally(() => {
        resetting = undefined;
      });
      await resetting;
    },
    async close() {
      isClosed = true;
      await residents.close();
      // A reset opens another pool at its end.
      await pool.close();
      await resetting?.catch(() => {});
      await pool.close();
      masks.close();
    },
  };
  return executor;

  async function startAgain(): Promise<void> {
    await pool.close();
    if (isClosed) throw fault('unavailable', 'the executor is closed and cannot be reset');
    const fresh = newPool();
    pool = fresh;
    const ready = await engine.ready();
    await removeHome(ready.engine, clock, home);
    // the engine is asked again, since it may have changed in other ways too
    engine.forget();
    await share();
    const trial = { command: 'true', argv: ['/bin/true'], timeoutMs: 10_000, signal: new AbortController().signal };
    await fresh.execute(trial);
    await options.install?.({ execute: command => fresh.execute(command), folders });
  }
}

/** Opens what a sandbox writes to, where it runs as nobody of this machine. */
async function shareFolders(
  { workspace, scripts, letIn = [] }: DockerOptions,
  engine: DockerEngine,
  user: ReturnType<typeof sandboxUser>,
): Promise<void> {
  await user.share(workspace);
  await user.share(scripts, ['.git']);
  if (letIn.length === 0 || !user.isStranger) return;
  await engine.ready(); // what is the owner's own is opened for a sandbox that is there, and for no other
  for (const { path, isWritable } of letIn) if (isWritable) await user.share(path);
}

/** Starts a program that lives on, in a container of its own. */
async function startResident(
  {
    engine,
    masks,
    user,
  }: { readonly engine: DockerEngine; readonly masks: Masks; readonly user: ReturnType<typeof sandboxUser> },
  { clock, limits, runtime }: DockerOptions,
  resident: Resident,
): Promise<RunningResident> {
  if (user.isStranger) for (const { path, isWritable } of resident.folders) if (isWritable) await user.share(path);
  const { dockerResident } = await import('./resident.ts');
  const ready = await engine.ready();
  const plan = resident.workspace === 'none' ? undefined : withIds(await masks.plan([]), runtime);
  const walls = { ...ready.walls, masks: plan?.mounts ?? [] };
  const held = { plan, identity: masks.identity };
  return await dockerResident({ engine: ready.engine, walls }, { clock, limits }, resident, held).catch(error => {
    // the engine may be another one by now
    engine.forget();
    throw error;
  });
}

/** Opens a container with a runner that waits for commands. */
async function openInstance(
  docker: DockerEngine,
  masks: Masks,
  given: readonly string[],
  { workspace, scripts, letIn = [], clock, runtime, change = container => container }: DockerOptions,
): Promise<Instance> {
  const { engine, walls } = await docker.ready();
  const held = await folderIdentity(workspace, scripts, letIn);
  const history = join(scripts, '.git');
  const hasHistory = await stat(history).then(
    () => true,
    () => false,
  );
  const plan = withIds(await masks.plan(given), runtime);
  const container = change(
    sandboxContainer({ ...walls, history: hasHistory ? history : undefined, masks: plan.mounts }),
  );
  const { isUsed, ...sandbox } = await openSandbox(engine, clock, container).catch(error => {
    // the engine may be another one by now, without our home
    docker.forget();
    throw error;
  });
  return {
    ...sandbox,
    plan,
    // in gVisor a command can reach the runner (PR_SET_DUMPABLE hides nothing there), so it is not used for another
    isCurrent: async () =>
      !(runtime === gvisor && isUsed()) &&
      (await folderIdentity(workspace, scripts, letIn).catch(() => '')) === held &&
      (await masks.identity()) === plan.identity,
  };
}

/** gVisor numbers files in its own way: what cannot be told there is not mounted. */
function withIds(plan: MaskPlan, runtime: string | undefined): MaskPlan {
  return runtime === gvisor ? { ...plan, mounts: plan.mounts.filter(({ kind }) => kind !== 'same') } : plan;
}
