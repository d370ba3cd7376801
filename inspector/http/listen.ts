/** Binding the loopback, both of its addresses, and nothing else. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuse } from '../../src/api/refusal.ts';
import { fault } from '../../src/domain/supervision/failure.ts';
import type { Limits } from '../limits.ts';
import { rawRefusal } from './reply.ts';
import type { Strangers } from './strangers.ts';

// not by an import: see src/adapters/process/node-http.ts
const http = process.getBuiltinModule('node:http');

export interface Listening {
  readonly port: number;
  readonly addresses: readonly string[];
  /** Takes no more connections, lets running requests end until the time is up, then cuts. */
  close(graceMs: number, after: (delayMs: number, call: () => void) => () => void): Promise<void>;
}

/**
 * Listens on 127.0.0.1 and, where there is one, ::1, on the same port (0: any free one); `host` names one of them
 * alone. Throws a `Fault`: `invalid` for any other address, `unavailable` for a port that is taken.
 */
export async function listenLoopback(
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  options: {
    readonly port: number;
    readonly host?: string | undefined;
    readonly limits: Limits;
    readonly strangers: Strangers;
  },
): Promise<Listening> {
  const addresses = loopback(options.host);
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    try {
      let port = options.port;
      for (const address of addresses) {
        const server = httpServer(onRequest, options);
        port = await bind(server, port, address);
        servers.push(server);
      }
      return listening(servers, addresses, port);
    } catch (thrown) {
      await Promise.all(servers.map(server => new Promise(done => server.close(done))));
      const code = (thrown as NodeJS.ErrnoException).code ?? '';
      // This computer has no ::1; the other one will do.
      if (servers.length === 1 && noSuchAddress.includes(code)) addresses.pop();
      else if (code === 'EADDRINUSE' && options.port === 0 && attempt < 10) continue;
      else throw unbound(code, options.port, servers.length === 0 ? addresses[0] : addresses[1]);
    }
  }
}

const noSuchAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT'];

function loopback(host: string | undefined): string[] {
  if (host === undefined || host === 'localhost') return ['127.0.0.1', '::1'];
  if (host === '127.0.0.1' || host === '::1') return [host];
  throw fault(
    'invalid',
    `expected to listen on 127.0.0.1, ::1 or localhost, got ${JSON.stringify(host)}; ` +
      'anyone who reaches this port and has the token is the owner, so it stays on this computer (use an SSH tunnel)',
  );
}

function httpServer(
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  { limits, strangers }: { readonly limits: Limits; readonly strangers: Strangers },
): Server {
  const current = new WeakMap<Duplex, ServerResponse>();
  const server = http.createServer(
    {
      headersTimeout: Math.min(limits.headersMs, limits.requestMs),
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(1_000, limits.requestMs),
    },
    (request, response) => {
      current.set(request.socket, response);
      strangers.touch(request.socket);
      onRequest(request, response);
    },
  );
  server.maxConnections = limits.connections;
  server.maxHeadersCount = 64;
  server.on('connection', strangers.touch);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || current.get(socket)?.headersSent || error.code === 'ECONNRESET') return socket.destroy();
    const [status, reason, message] = unreadable[error.code ?? ''] ?? [
      400,
      'Bad Request',
      'expected an HTTP/1.1 request',
    ];
    socket.end(rawRefusal(refuse(status, message), reason));
    return undefined;
  });
  return server;
}

const unreadable: Readonly<Record<string, readonly [number, string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'expected the whole request in time'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'expected at most 16 KB of headers'],
};

function bind(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // stays: a server that can take no connection for a while (no file handle is left) says so here
    server.on('error', reject);
    server.listen({ port, host, ipv6Only: true }, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}

function listening(servers: readonly Server[], addresses: readonly string[], port: number): Listening {
  return {
    port,
    addresses,
    async close(graceMs, after) {
      const closed = servers.map(server => new Promise<void>(done => void server.close(() => done())));
      const cancel = after(graceMs, () => {
        for (const server of servers) server.closeAllConnections();
      });
      await Promise.all(closed);
      cancel();
    },
  };
}

function unbound(code: string, port: number, address: string | undefined): Error {
  if (code === 'EADDRINUSE')
    return fault(
      'unavailable',
      `expected port ${port} of ${address} to be free, but another program has it; choose another port with "straylight start --port 0" (any free one), or set port under [channels.web] in config.toml`,
      {
        cause: code,
      },
    );
  if (code === 'EACCES')
    return fault('invalid', `expected a port we may use, got ${port}; choose one from 1024 up`, { cause: code });
  return fault('unavailable', `could not listen on port ${port} of ${address} (${code || 'unknown reason'})`, {
    cause: code,
  });
}
