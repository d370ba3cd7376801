/** A port for the page: the one that is set, or the next that no other program has. */
import { createServer } from 'node:net';

/** So many are tried; where all are taken, the first is reported as taken. */
const mostTried = 20;

/** Answers the first port from `port` on that is free on this machine's own addresses; 0 stays 0. */
export async function freePort(port: number): Promise<number> {
  for (let next = port; next !== 0 && next < Math.min(port + mostTried, 65_536); next++)
    if (await isFree(next)) return next;
  return port;
}

async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) if ((await tried(port, host)) === 'EADDRINUSE') return false;
  return true;
}

/** The code of what went wrong; undefined: nothing did. */
function tried(port: number, host: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port, host, ipv6Only: true }, () => server.close(() => resolve(undefined)));
  });
}
