/**
 * Commands in bubblewrap: namespaces of their own, no network, no capability, and of the files only the system's (to
 * read), the workspace and the scripts. The walls are sandbox/bubblewrap.args and sandbox/denied-syscalls.
 *
 * In each sandbox waits sandbox/runner.py, as its first process, so that a call pays neither for the walls nor for a
 * Python.
 */

import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Executor } from '../../../ports/executor.ts';
import { startChild } from '../../process/child-process.ts';
import { folderIdentity } from '../folder-identity.ts';
import { umaskWord } from '../limits.ts';
import { lazyMasks } from '../masks/lazy-masks.ts';
import type { MaskPlan } from '../masks/masks.ts';
import { boundedOutput } from '../output/bounded-output.ts';
import { markOf } from '../processes/left-commands.ts';
import { signalTo, untilGone } from '../processes/survivors.ts';
import { runnerPool } from '../runner/pool.ts';
import type { Instance } from '../runner/warm-sandboxes.ts';
import { maskArguments } from './mask-arguments.ts';
import { residentsOf } from './residents.ts';
import { type BubblewrapOptions, bubblewrapWalls, type Walls } from './walls.ts';

/** What commands in bubblewrap are told about, warm or cold. */
export const bubblewrapDescription =
  'Commands run in a bubblewrap sandbox: they can read the system’s programs and write to /workspace and /scripts; they have no network and see nothing else of this machine.';

/** Needs a `python3` on the machine; without one there is `coldBubblewrapExecutor`. */
export function bubblewrapExecutor(options: BubblewrapOptions): Executor {
  const { limits, clock } = options;
  const pool = runnerPool({ clock, limits, open });
  const masks = lazyMasks(options);
  const residents = residentsOf(options, masks);
  let walls: Promise<Walls> | undefined;

  async function open(given: readonly string[]): Promise<Instance> {
    walls ??= bubblewrapWalls(options);
    const built = await walls.catch(error => {
      walls = undefined;
      throw error;
    });
    const { workspace, scripts, letIn = [] } = options;
    const held = await folderIdentity(workspace, scripts, letIn);
    const plan = await masks.plan(given);
    return {
      ...(await start(built, clock, workspace, limits.umask, plan)),
      plan,
      isCurrent: async () =>
        (await folderIdentity(workspace, scripts, letIn).catch(() => '')) === held &&
        (await masks.identity()) === plan.identity,
    };
  }

  return {
    kind: 'bubblewrap',
    description: bubblewrapDescription,
    folders: { workspace: '/workspace', scripts: '/scripts' },
    execute: pool.execute,
    open: residents.open,
    health: pool.health,
    async close() {
      await Promise.all([residents.close(), pool.close()]);
      masks.close();
    },
  };
}

/** Emptied after each command. The size of each is bounded by the recipe. */
const scratch = ['/tmp', '/dev/shm', '/home/agent'];

/** What of this machine must not be there: each stands for the rest of its folder. */
export const bubblewrapHidden: readonly string[] = ['/etc/shadow', '/etc/machine-id', '/var/log', '/boot'];

/** Where a command in bubblewrap may write, as it sees it. */
export const bubblewrapWritable: readonly string[] = ['/workspace', '/scripts', ...scratch];

async function start(
  { path, args, filter }: Walls,
  clock: Clock,
  workspace: string,
  umask: number | undefined,
  { mounts }: MaskPlan,
): Promise<Omit<Instance, 'plan'>> {
  const python = ['python3', '-I', '/run/straylight/runner.py', ...scratch];
  // the shell becomes the runner, which so stays the first process
  const runner = umask === undefined ? python : ['/bin/sh', '-c', `${umaskWord(umask)}; exec "$@"`, 'sh', ...python];
  const fds = ['--json-status-fd', '3', ...(filter ? ['--seccomp', '4'] : [])];
  const { child, started } = startChild(
    path,
    [...args(mounts.length > 0 ? 5 : undefined), ...fds, '--as-pid-1', '--', ...runner],
    {
      cwd: '/',
      // bubblewrap's own environment: nothing of it reaches the runner
      env: { PATH: '/usr/bin:/bin', STRAYLIGHT_SANDBOX: `${markOf(workspace)}warm` },
      // A Ctrl-C in our terminal must not reach it.
      detached: true,
      stdio: [
        ...(['pipe', 'pipe', 'pipe', 'pipe'] as const),
        filter ? 'pipe' : 'ignore',
        mounts.length > 0 ? 'pipe' : 'ignore',
      ],
    },
    says`the sandbox could not be built`,
  );
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
  await started;
  const said = boundedOutput(2_000);
  let status = '';
  const { stdin, stdout, stderr } = child;
  const statusPipe = child.stdio[3] as Socket;
  const filterPipe = child.stdio[4] as Socket | null | undefined;
  stderr?.on('data', said.push);
  statusPipe.on('data', (chunk: Buffer) => {
    status += chunk.toString('latin1');
  });
  // A bubblewrap that ends before it has read it says why by its end.
  if (filter) filterPipe?.end(filter);
  if (mounts.length > 0)
    ((child.stdio as readonly unknown[])[5] as Socket | null | undefined)?.end(maskArguments(mounts));
  if (!stdin || !stdout || !stderr) throw fault('defect', 'a child process came without its pipes');
  return {
    input: stdin,
    output: stdout,
    shell: existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh',
    complaint: said.text,
    async kill() {
      child.ref();
      const first = Number(/"child-pid"\s*:\s*(\d+)/.exec(status)?.[1]);
      // Either takes the other with it, and the kernel ends everything in the namespace before its first process is
      // gone.
      if (first) signalTo(first, 'SIGKILL');
      child.kill('SIGKILL');
      await exited;
      if (first) await untilGone(first, clock);
    },
    hold(isHeld) {
      for (const held of [child, ...[stdin, stdout, stderr, statusPipe].map(stream => stream as Socket)])
        if (isHeld) held.ref();
        else held.unref();
    },
  };
}
