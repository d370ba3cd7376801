/**
 * How a server in the sandbox reaches the hosts that it was granted, and nothing else: a proxy on a socket in a folder of
 * its own, which tunnels TLS to them on port 443, judged and pinned as everything that leaves.
 */
import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isPermitted } from '../../domain/egress/domains.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Executor } from '../../ports/executor.ts';
import { startProxy } from '../fetcher/proxy.ts';
import type { EgressNetwork } from './egress-fetch.ts';

export interface ServerProxy {
  /** Holds the socket `proxy.sock`. */
  readonly folder: string;
  /** What the server finds in its environment, so that it goes there. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const limits = {
  connectMs: 5_000,
  idleMs: 120_000,
  totalMs: 3_600_000,
  maxConnections: 32,
  maxBytesOut: 64 * 2 ** 20,
  maxBytesIn: 2 ** 30,
};

/** The port of the server's own loopback, as sandbox/package-proxy.py opens it. */
const inside = 'http://127.0.0.1:3128';

/** Opens it; `user`: as whom the server runs, where that is another one. Throws `invalid` where the folder's name is too long for a socket. */
export async function openServerProxy(
  folder: string,
  hosts: readonly string[],
  network: EgressNetwork,
  user?: Executor['user'],
): Promise<ServerProxy> {
  const path = join(folder, 'proxy.sock');
  if (Buffer.byteLength(path) > 107)
    throw fault(
      'invalid',
      says`${path} is longer than the 107 bytes a socket may have; move the home to a shorter path`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  rmSync(path, { force: true }); // left by a process that was killed
  const { resolve, connect, clock, blockedDomains } = network;
  const proxy = await startProxy({
    resolve,
    connect,
    clock,
    blockedDomains,
    limits,
    listen: { path },
    onlyTls: true,
    permit({ host, port }) {
      const name = 'name' in host ? host.name : host.address;
      if (port !== 443) return says`a server reaches port 443 alone, not ${port}`;
      return 'name' in host && isPermitted(name, hosts)
        ? undefined
        : says`${name} is not among the hosts of this server`;
    },
  });
  chmodSync(path, 0o600);
  if (user) for (const one of [folder, path]) chownSync(one, user.uid, user.gid);
  return {
    folder,
    env: { HTTPS_PROXY: inside, https_proxy: inside, HTTP_PROXY: inside, http_proxy: inside, NODE_USE_ENV_PROXY: '1' },
    close: proxy.close,
  };
}
