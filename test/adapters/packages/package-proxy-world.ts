/**
 * A package index under public names, the proxy to it, and a sandbox without a network on the other side of the proxy.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ProxyEvent } from '../../../src/adapters/fetcher/proxy.ts';
import {
  openPackageProxy,
  type PackageMount,
  type PackageProxyOptions,
} from '../../../src/adapters/packages/package-proxy.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { packageIndex } from '../../peers/package-index.ts';
import { certificateFor } from '../fetcher/fetcher-certificate.ts';
import { createWorld } from '../fetcher/fetcher-world.ts';

export const [pages, files, elsewhere] = ['151.101.0.223', '151.101.1.63', '93.184.216.34'];
export const packageHosts = ['pypi.org', 'files.pythonhosted.org'];

export async function packageWorld(t: TestContext, options: Partial<PackageProxyOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-proxy-'));
  const world = createWorld(t);
  const certificate = certificateFor([...packageHosts, 'evil.com']);
  const index = packageIndex('greeting', 'def say():\n    return "hello from a wheel"\n', 'files.pythonhosted.org');
  world.name('pypi.org', [pages]);
  world.name('files.pythonhosted.org', [files]);
  world.name('evil.com', [elsewhere]);
  const asked = {
    pages: await world.peer(pages, index.pages, certificate),
    files: await world.peer(files, index.files, certificate),
    elsewhere: await world.peer(elsewhere, index.pages, certificate),
  };
  const events: ProxyEvent[] = [];
  const proxy = await openPackageProxy({
    folder: join(folder, 'run'),
    library: join(folder, 'packages'),
    hosts: packageHosts,
    blockedDomains: [],
    resolve: world.resolve,
    connect: world.connect,
    clock: systemClock,
    onEvent: event => events.push(event),
    ...options,
  });
  t.after(async () => {
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, certificate.cert);
  return { world, proxy, events, asked, folder, socket: join(folder, 'run', 'proxy.sock'), certificate, ca };
}

const client = join(import.meta.dirname, 'package-client.py');

export const hasPip = spawnSync('/usr/bin/python3', ['-m', 'pip', '--version'], { env: {} }).status === 0;

export const bubblewrap = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'].find(existsSync);

export interface Ran {
  readonly code: number;
  readonly output: string;
}

const mountWords = ({ source, target, isWritable }: PackageMount) => [
  isWritable ? '--bind' : '--ro-bind',
  source,
  target,
];

/** Runs a command where there is no network but the proxy: the system's programs to read, a library to install into. */
export function inSandbox(
  { proxy, ca }: Pick<Awaited<ReturnType<typeof packageWorld>>, 'proxy' | 'ca'>,
  command: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const words = [
    ...['--unshare-all', '--die-with-parent', '--clearenv', '--cap-drop', 'ALL', '--ro-bind', '/usr', '/usr'],
    ...['/bin', '/lib', '/lib64'].flatMap(name => ['--ro-bind-try', name, name]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/home/agent', '--chdir', '/home/agent'],
    ...[
      '--ro-bind',
      ca,
      '/run/ca.pem',
      '--ro-bind',
      client,
      '/run/package-client.py',
      ...proxy.mounts.flatMap(mountWords),
    ],
    ...Object.entries({
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: '/home/agent',
      LANG: 'C.UTF-8',
      PIP_CERT: '/run/ca.pem',
      PIP_RETRIES: '0',
      ...more,
    }).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
  return new Promise(resolve => {
    execFile(
      bubblewrap ?? 'bwrap',
      [...words, '--', 'python3', '-I', '/run/straylight/package-proxy.py', ...command],
      { env: {} },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? -1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}
