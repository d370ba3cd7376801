/**
 * The package proxy: how a sandbox without a network reaches package registries, and nothing else.
 *
 * A proxy on a socket in a folder of its own, which an executor mounts; inside, sandbox/package-proxy.py makes it a port
 * of the sandbox's loopback. It tunnels TLS to the listed hosts on port 443, judged and pinned as everything that
 * leaves, bounded in bytes and time.
 */
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPermitted } from '../../domain/egress/domains.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connect, Resolve } from '../fetcher/network.ts';
import { type ProxyEvent, type ProxyLimits, startProxy } from '../fetcher/proxy.ts';

export interface PackageProxyOptions {
  /** A folder for the socket and nothing else, in the home's `run`; made 0700. */
  readonly folder: string;
  /** Where installed packages stay between two commands; made 0700. */
  readonly library: string;
  /** Registry hosts, as `isPermitted` reads them. */
  readonly hosts: readonly string[];
  readonly blockedDomains: readonly string[];
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly limits?: Partial<ProxyLimits>;
  /** Told of every tunnel and every refusal. */
  readonly onEvent?: (event: ProxyEvent) => void;
}

/** A file or folder of this machine, and where the sandbox sees it; to read only unless `isWritable`. */
export interface PackageMount {
  readonly source: string;
  readonly target: string;
  readonly isWritable?: boolean;
}

export interface PackageProxy {
  /** What an executor gives its sandbox, so that the programs in it find the proxy. */
  readonly mounts: readonly PackageMount[];
  /** Opens it to the user the sandbox runs as, where that is not the one that runs Straylight. */
  admit(user: { readonly uid: number; readonly gid: number }): void;
  /** Takes away all that was installed. */
  empty(): Promise<void>;
  /** Ends every tunnel and takes the socket away. */
  close(): Promise<void>;
}

const defaults: ProxyLimits = {
  connectMs: 5_000,
  idleMs: 60_000,
  totalMs: 600_000,
  maxConnections: 32,
  // An install asks for pages and files: what leaves are a handshake and a few hundred lines of requests.
  maxBytesOut: 512 * 1024,
  maxBytesIn: 2 ** 30,
};

/** Opens the proxy. Throws `invalid` where the folder's name is too long for a socket. */
export async function openPackageProxy(options: PackageProxyOptions): Promise<PackageProxy> {
  const { folder, library, hosts, limits, onEvent, ...rest } = options;
  const path = join(folder, 'proxy.sock');
  if (Buffer.byteLength(path) > 107)
    throw fault('invalid', `${path} is longer than the 107 bytes a socket may have; move the home to a shorter path`);
  for (const one of [folder, library]) {
    mkdirSync(one, { recursive: true, mode: 0o700 });
    chmodSync(one, 0o700);
  }
  rmSync(path, { force: true }); // left by a process that was killed
  const proxy = await startProxy({
    ...rest,
    listen: { path },
    limits: { ...defaults, ...limits },
    permit: ({ host, port }) => {
      if (port !== 443) return `packages come over port 443, not ${port}`;
      if ('name' in host && isPermitted(host.name, hosts)) return undefined;
      return `${'name' in host ? host.name : host.address} is not one of the package hosts (packages.hosts)`;
    },
    onlyTls: true,
    onEvent,
  });
  chmodSync(path, 0o600);
  return {
    mounts: [
      { source: folder, target: '/run/packages' },
      { source: program, target: '/run/straylight/package-proxy.py' },
      { source: library, target: '/packages', isWritable: true },
    ],
    admit({ uid, gid }) {
      for (const one of [folder, path, library]) chownSync(one, uid, gid);
    },
    async empty() {
      for await (const { name } of await opendir(library))
        await rm(join(library, name), { recursive: true, force: true });
    },
    close: proxy.close,
  };
}

/** The other half of the proxy. It knows these targets by heart. */
const program = fileURLToPath(new URL('../../../sandbox/package-proxy.py', import.meta.url));
