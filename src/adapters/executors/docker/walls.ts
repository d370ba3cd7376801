/**
 * The walls around a command in Docker, as the engine is told them. Each line is one wall or one limit; nothing of them
 * comes from the image.
 */

import { join } from 'node:path';
import type { ContainerCreateOptions } from 'dockerode';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Resident } from '../../../ports/executor.ts';
import { bytesOf, shownPath } from '../../undo/byte-path.ts';
import type { Limits } from '../limits.ts';
import type { MaskMount } from '../masks/masks.ts';
import type { SandboxUser } from './user.ts';

/** A file or folder of this machine, and where a command sees it; to read only unless `isWritable`. */
export interface SandboxMount {
  readonly source: string;
  readonly target: string;
  readonly isWritable?: boolean;
}

export interface Walls {
  readonly image: string;
  /** `UID:GID`, never root's. */
  readonly user: string;
  /** Folders of this machine. */
  readonly workspace: string;
  readonly scripts: string;
  /**
   * The history of the scripts, where there is one: read-only, because Git on this machine believes what stands in it.
   */
  readonly history?: string;
  /** The folder `sandbox`, with what runs in it. */
  readonly sandbox: string;
  /** The name of the volume that is its home. */
  readonly home: string;
  /** The text of sandbox/seccomp.json. */
  readonly seccomp: string;
  readonly mounts: readonly SandboxMount[];
  /** What is mounted over private files. */
  readonly masks?: readonly MaskMount[];
  readonly limits: Limits;
  readonly cpus: number;
  readonly runtime?: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Folders in memory, for everybody; the runner empties them after each command. */
const scratch = ['/tmp', '/dev/shm', '/dev/mqueue'];

/** Where a command may write. */
export const dockerWritable: readonly string[] = ['/workspace', '/scripts', '/home/agent', ...scratch];

/** The runtime whose kernel is not the machine's, but its own. It has no message queues, so no folder of them. */
export const gvisor = 'runsc';

/** All that a command finds in its environment. */
const environment = [
  'PATH=/usr/local/bin:/usr/bin:/bin:/home/agent/.local/bin',
  'HOME=/home/agent',
  'LANG=C.UTF-8',
] as const;

/** A container with the warm runner as its first process, to be spoken with over its standard streams. */
export function sandboxContainer(walls: Walls): ContainerCreateOptions {
  const { limits } = walls;
  const emptied = walls.runtime === gvisor ? scratch.filter(folder => folder !== '/dev/mqueue') : scratch;
  return {
    Image: walls.image,
    Labels: walls.labels,
    User: walls.user,
    WorkingDir: '/workspace',
    // `env -i`: what the image or the engine put into the environment ends here.
    Entrypoint: ['env', '-i', ...environment, 'python3', '-I', '/run/straylight/runner.py', ...emptied],
    Cmd: [],
    Healthcheck: { Test: ['NONE'] },
    ...oneConversation,
    Hostname: 'sandbox',
    HostConfig: {
      ...noWayOut(walls.seccomp),
      Mounts: [
        bind(walls.workspace, '/workspace', false),
        bind(walls.scripts, '/scripts', false),
        ...(walls.history === undefined ? [] : [bind(walls.history, '/scripts/.git', true)]),
        bind(join(walls.sandbox, 'runner.py'), '/run/straylight/runner.py', true),
        ...walls.mounts
          .filter(({ target }) => !isMasked(walls, target))
          .map(({ source, target, isWritable = false }) => bind(source, target, !isWritable)),
        ...(walls.masks ?? []).map(maskMount),
        homeVolume(walls.home, walls.labels),
      ],
      Tmpfs: { '/tmp': `rw,nosuid,nodev,exec,mode=1777,size=${Math.min(limits.memoryBytes, 512 * 2 ** 20)}` },
      Memory: limits.memoryBytes,
      // The same figure again: none of it is swap.
      MemorySwap: limits.memoryBytes,
      // One for the runner.
      PidsLimit: limits.processes + 1,
      NanoCpus: Math.round(walls.cpus * 1e9),
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
      ...defined({ Runtime: walls.runtime }),
      AutoRemove: true,
    },
  };
}

/** Where a program that lives on finds the Node that Straylight runs on, by the bare word `node`. */
export const nodeInside = '/run/straylight/node';

/**
 * A container for a program that lives on, with sandbox/resident.py as its first process. It sees the workspace as it was
 * granted, its own folders and a home in memory; neither the scripts nor the home of commands.
 */
export function residentContainer(walls: Walls, resident: Resident): ContainerCreateOptions {
  const { workspace, folders, proxyFolder } = resident;
  const { HostConfig: host = {}, ...container } = sandboxContainer(walls);
  const sees = workspace !== 'none';
  const memory = `rw,nosuid,nodev,exec,size=${256 * 2 ** 20}`;
  const [uid = '', gid = ''] = walls.user.split(':');
  const isRead = workspace === 'read';
  return {
    ...container,
    Entrypoint: ['env', '-i', ...environment, 'python3', '-I', '/run/straylight/resident.py'],
    HostConfig: {
      ...host,
      Mounts: [
        ...(sees ? [bind(walls.workspace, '/workspace', isRead)] : []),
        bind(join(walls.sandbox, 'resident.py'), '/run/straylight/resident.py', true),
        bind(process.execPath, nodeInside, true),
        ...(sees
          ? walls.mounts
              .filter(({ target }) => target.startsWith('/workspace/') && !isMasked(walls, target))
              .map(({ source, target, isWritable = false }) => bind(source, target, isRead || !isWritable))
          : []),
        ...folders.map(({ path, isWritable }) => bind(path, path, !isWritable)),
        ...(sees ? (walls.masks ?? []).filter(({ target }) => target.startsWith('/workspace')).map(maskMount) : []),
        ...(proxyFolder === undefined
          ? []
          : [
              bind(proxyFolder, '/run/packages', true),
              bind(join(walls.sandbox, 'package-proxy.py'), '/run/straylight/package-proxy.py', true),
            ]),
      ],
      Tmpfs: {
        ...host.Tmpfs,
        '/home/agent': `${memory},mode=700,uid=${uid},gid=${gid}`,
        ...defined({ '/workspace': sees ? undefined : 'ro,nosuid,nodev,noexec,size=65536,mode=755' }),
      },
      // one for its first process, and one for what it hands on
      PidsLimit: walls.limits.processes + 4,
    },
  };
}

/**
 * Where root shares the folders with the sandbox's user, they have a group that comes into all that is made in them
 * (set-group-id). Programs give such folders their rights with that bit; so there only set-user-id is refused, and the
 * group is nobody's on the machine.
 */
export function seccompFor({ isStranger }: Pick<SandboxUser, 'isStranger'>, profile: string): string {
  return isStranger ? profile.replaceAll('"value": 3072,', '"value": 2048,') : profile;
}

/**
 * The one container that runs as root, for as long as it takes to give a new, empty home to its user. It has no command
 * of anybody's.
 */
export function homeGiver(
  walls: Pick<Walls, 'image' | 'user' | 'home' | 'seccomp' | 'labels'>,
): ContainerCreateOptions {
  return {
    Image: walls.image,
    Labels: walls.labels,
    User: '0:0',
    WorkingDir: '/',
    Entrypoint: ['sh', '-c', 'chmod 700 /home/agent && chown "$0" /home/agent', walls.user],
    Cmd: [],
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      ...noWayOut(walls.seccomp),
      CapAdd: ['CHOWN'],
      Mounts: [homeVolume(walls.home, walls.labels)],
    },
  };
}

/**
 * Standard input closes for good when we go, however we go; and with it the runner ends, and with the runner the
 * container.
 */
const oneConversation: ContainerCreateOptions = {
  AttachStdin: true,
  AttachStdout: true,
  AttachStderr: true,
  OpenStdin: true,
  StdinOnce: true,
  Tty: false,
};

/** The types of the library do not know it. */
const ownCgroups: object = { CgroupnsMode: 'private' };

function noWayOut(seccomp: string): NonNullable<ContainerCreateOptions['HostConfig']> {
  return {
    NetworkMode: 'none',
    // The engine would copy this machine's own resolvers and search domains.
    Dns: ['127.0.0.1'],
    DnsSearch: ['.'],
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges:true', `seccomp=${seccomp}`],
    ReadonlyRootfs: true,
    Privileged: false,
    IpcMode: 'private',
    ...ownCgroups,
    // Ids inside are ids outside, also where the engine shifts them by default: files in the folders stay their
    // owner's.
    UsernsMode: 'host',
    // Else the engine would keep everything a command prints.
    LogConfig: { Type: 'none', Config: {} },
    RestartPolicy: { Name: 'no' },
    MaskedPaths: masked,
  };
}

/** The engine's own list, with what tells of this machine added. */
const masked = [
  ...['/proc/acpi', '/proc/asound', '/proc/interrupts', '/proc/kcore', '/proc/keys', '/proc/latency_stats'],
  ...['/proc/sched_debug', '/proc/scsi', '/proc/timer_list', '/proc/timer_stats'],
  ...['/proc/cmdline', '/proc/kallsyms', '/proc/modules', '/proc/partitions', '/proc/diskstats'],
  ...['/proc/pressure'],
  ...['/sys/firmware', '/sys/devices/virtual/powercap', '/sys/devices/virtual/dmi', '/sys/class/dmi', '/sys/kernel'],
];

/** The engine takes one mount for each place, and what hides the place wins. */
function isMasked({ masks = [] }: Walls, target: string): boolean {
  return masks.some(mask => mask.target === bytesOf(target));
}

type Mount = NonNullable<NonNullable<ContainerCreateOptions['HostConfig']>['Mounts']>[number];

function bind(source: string, target: string, isReadOnly: boolean): Mount {
  return { Type: 'bind', Source: source, Target: target, ReadOnly: isReadOnly };
}

/** The engine takes names that are text, and no others. */
function maskMount({ kind, source = '', target, isReadOnly }: MaskMount): Mount {
  const [from, to] = [shownPath(source), shownPath(target)];
  if (bytesOf(from) !== source || bytesOf(to) !== target)
    throw fault(
      'unavailable',
      says`the sandbox could not be built: rename ${to}, whose name is no text, so that it can be hidden`,
    );
  if (kind !== 'empty') return bind(from, to, kind === 'over' || isReadOnly === true);
  return { Type: 'tmpfs', Target: to, ReadOnly: true, TmpfsOptions: { SizeBytes: 65_536, Mode: 0o755 } } as Mount;
}

function homeVolume(name: string, labels: Readonly<Record<string, string>>): Mount {
  return {
    Type: 'volume',
    Source: name,
    Target: '/home/agent',
    VolumeOptions: { NoCopy: true, Labels: { ...labels }, DriverConfig: { Name: 'local', Options: {} } },
  } as Mount;
}
