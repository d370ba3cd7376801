/**
 * A program that lives on in walls of its own: those of commands, without the agent's own tools, with the folders that it
 * was granted, and with a way to an HTTP proxy of ours where it was granted hosts.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Resident, RunningResident } from '../../../ports/executor.ts';
import { limitedResident } from '../limits.ts';
import type { Masks } from '../masks/masks.ts';
import { markOf } from '../processes/left-commands.ts';
import { startResident } from '../processes/resident.ts';
import { signalTo, untilGone } from '../processes/survivors.ts';
import { maskArguments } from './mask-arguments.ts';
import { type BubblewrapOptions, bubblewrapWalls } from './walls.ts';

const sandbox = fileURLToPath(new URL('../../../../sandbox', import.meta.url));

/** Where a program finds the Node that Straylight runs on, by the bare word `node`. */
const nodeInside = '/run/straylight/node';

/** Starts it. Throws a `Fault` (`unavailable`) where that fails. */
export async function bubblewrapResident(
  options: BubblewrapOptions,
  masks: Pick<Masks, 'plan' | 'identity'>,
  resident: Resident,
): Promise<RunningResident> {
  const { clock, limits, workspace } = options;
  const sees = resident.workspace !== 'none';
  const plan = sees ? await masks.plan() : undefined;
  const masked = (plan?.mounts ?? []).filter(({ target }) => target.startsWith('/workspace'));
  const recipe = options.recipe ?? (await readFile(`${sandbox}/bubblewrap.args`, 'utf8'));
  const walls = await bubblewrapWalls({
    ...options,
    recipe: recipeFor(recipe, resident.workspace),
    letIn: sees ? readOnly(options.letIn ?? [], resident.workspace === 'read') : [],
    mounts: [
      ...resident.folders.map(({ path, isWritable }) => ({ source: path, target: path, isWritable })),
      { source: process.execPath, target: nodeInside },
      ...(resident.proxyFolder === undefined ? [] : proxyMounts(resident.proxyFolder)),
    ],
  });
  const variables = Object.entries(resident.env).flatMap(([name, value]) => ['--setenv', name, value]);
  let status = '';
  const first = () => Number(/"child-pid"\s*:\s*(\d+)/.exec(status)?.[1]) || undefined;
  // the descriptors in their order: its status, then what bubblewrap reads; values stand on no command line
  const given = [
    ...(walls.filter ? [{ option: '--seccomp', given: walls.filter }] : []),
    ...(variables.length > 0 ? [{ option: '--args', given: Buffer.from(`${variables.join('\0')}\0`) }] : []),
  ];
  const last = 4 + given.length;
  const [word, ...words] = resident.argv;
  const argv = [word === 'node' ? nodeInside : word, ...words] as const;
  const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  return startResident(
    {
      file: walls.path,
      args: [
        ...walls.args(masked.length > 0 ? last : undefined),
        ...['--json-status-fd', '3'],
        ...given.flatMap(({ option }, at) => [option, String(4 + at)]),
        ...['--', shell, ...limitedResident(shell, throughProxy(argv, resident.proxyFolder), limits, true)],
      ],
      env: { PATH: '/usr/bin:/bin', STRAYLIGHT_SANDBOX: `${markOf(workspace)}resident` },
      cwd: '/',
      pipes: [
        {
          onText: text => {
            status += text;
          },
        },
        ...given,
        ...(masked.length > 0 ? [{ given: maskArguments(masked) }] : []),
      ],
      signal(pid, signal) {
        const init = first();
        if (signal === 'SIGTERM' && init !== undefined && signalTo(-init, signal)) return;
        if (init !== undefined) signalTo(init, 'SIGKILL');
        signalTo(-pid, 'SIGKILL');
      },
      async killSurvivors() {
        const init = first();
        // the kernel ends everything in the namespace before its first process is gone
        if (init !== undefined) await untilGone(init, clock);
      },
      isCurrent: async () => plan === undefined || (await masks.identity()) === plan.identity,
    },
    resident,
    clock,
  );
}

/** The walls of commands without what only commands have: the scripts, and the runner. */
function recipeFor(recipe: string, workspace: Resident['workspace']): string {
  const seen = {
    none: '--dir /workspace',
    read: '--ro-bind {workspace} /workspace',
    write: '--bind {workspace} /workspace',
  };
  return recipe
    .split('\n')
    .filter(line => !line.includes('{scripts}') && !line.includes('runner.py'))
    .map(line => (line.startsWith('--bind {workspace}') ? seen[workspace] : line))
    .join('\n');
}

function readOnly(
  letIn: NonNullable<BubblewrapOptions['letIn']>,
  isReadOnly: boolean,
): NonNullable<BubblewrapOptions['letIn']> {
  return isReadOnly ? letIn.map(folder => ({ ...folder, isWritable: false })) : letIn;
}

/** What sandbox/package-proxy.py knows by heart. */
function proxyMounts(folder: string) {
  return [
    { source: folder, target: '/run/packages' },
    { source: `${sandbox}/package-proxy.py`, target: '/run/straylight/package-proxy.py' },
  ];
}

function throughProxy(argv: readonly string[], proxyFolder: string | undefined): readonly string[] {
  return proxyFolder === undefined ? argv : ['python3', '-I', '/run/straylight/package-proxy.py', ...argv];
}
