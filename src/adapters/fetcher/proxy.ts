/**
 * An HTTP proxy in front of the fetcher, for programs that make connections themselves.
 *
 * It opens a tunnel (CONNECT) to what is judged as the fetcher judges it: the host by its text and the owner's list,
 * its name resolved once, every address judged, the socket to one of exactly these. Nothing else is answered, unless
 * `relay` says how.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostOf, whyBlocked } from '../../domain/egress/domains.ts';
import { type Destination, isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import type { Sentence } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import { http } from '../process/node-http.ts';
import { type Deadlines, startDeadlines } from './deadlines.ts';
import { dial } from './dial.ts';
import type { Connect, OwnNetwork, Resolve } from './network.ts';
import { type TunnelLimits, tunnelled } from './tunnel.ts';

export interface ProxyLimits extends TunnelLimits {
  /** DNS, and one attempt to connect. */
  readonly connectMs: number;
  /** Between two pieces of a tunnel, whichever way. */
  readonly idleMs: number;
  /** One tunnel from its beginning to its end. */
  readonly totalMs: number;
  readonly maxConnections: number;
}

export interface ProxyOptions {
  readonly listen: Pick<ListenOptions, 'host' | 'port' | 'path'>;
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly blockedDomains: readonly string[];
  readonly own?: OwnNetwork;
  readonly limits: ProxyLimits;
  /** Asked after the proxy's own judgement: a reason refuses. */
  readonly permit?: (destination: Destination) => Sentence | undefined | Promise<Sentence | undefined>;
  /** May this caller ask at all? Everybody may, where it is left out. */
  readonly isWelcome?: (request: IncomingMessage) => boolean;
  /** The first bytes of a tunnel must be TLS for its host and no other. */
  readonly onlyTls?: boolean;
  /** Answers a request that is no CONNECT; without it such a request is refused. */
  readonly relay?: (request: IncomingMessage, response: ServerResponse, open: Open) => Promise<void>;
  /** Told of every refusal, and of every tunnel once it is over. */
  readonly onEvent?: (event: ProxyEvent) => void;
}

/** Judges a URL, dials it and hands the socket to `work`; throws a `Fault` that says why not. */
export type Open = (
  url: string,
  work: (socket: Socket, to: Destination, deadlines: Deadlines) => Promise<void>,
) => Promise<void>;

export interface ProxyEvent {
  readonly kind: 'tunnel' | 'refused';
  /** As it was asked for: host and port, never a path. */
  readonly target: string;
  readonly reason?: string;
}

export interface RunningProxy {
  /** Where it listens; 0 for a socket in the file system. */
  readonly port: number;
  /** Ends every tunnel. */
  close(): Promise<void>;
}

export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { listen, limits, isWelcome = () => true, relay = refuseAll } = options;
  const open = opener(options);
  const sockets = new Set<Duplex>();
  // Node's own limits: a request line and headers in 10 s and 16 KB.
  const server = http.createServer({ headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 16_384 });
  server.maxConnections = limits.maxConnections;
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    if (!isWelcome(request)) return void response.writeHead(407, challenge).end();
    relay(request, response, open).catch((thrown: unknown) => {
      const reason = refusal(thrown, URL.parse(request.url ?? '')?.host ?? '', options);
      if (response.headersSent) response.destroy();
      else
        response.writeHead(statusOf(thrown), { connection: 'close', 'content-type': 'text/plain' }).end(`${reason}\n`);
    });
  });
  server.on('connect', (request, client, head) => {
    const answer = (status: string) => client.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`);
    if (!isWelcome(request))
      return void answer(`407 Who asks?\r\nproxy-authenticate: ${challenge['proxy-authenticate']}`);
    connectTunnel(request.url ?? '', client, head, open, options).catch((thrown: unknown) => {
      const reason = refusal(thrown, request.url ?? '', options);
      if (client.writable) answer(`${statusOf(thrown)} ${reason}`);
    });
  });
  await listening(server, listen);
  return {
    port: (server.address() as AddressInfo | null)?.port ?? 0,
    close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

async function refuseAll(): Promise<void> {
  throw fault('denied', 'only CONNECT is answered here');
}

const challenge = { 'proxy-authenticate': 'Basic realm="straylight"', connection: 'close' };

/** A host and a port, and nothing a URL could make more of. */
const authority = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\]):(\d{1,5})$/i;

async function connectTunnel(target: string, client: Duplex, head: Buffer, open: Open, options: ProxyOptions) {
  const port = authority.exec(target)?.[1];
  if (port === undefined) throw fault('invalid', 'expected CONNECT host:port');
  // Port 80 is http's own, so that the URL keeps the port; what is spoken in the tunnel is the caller's business.
  await open(`${port === '80' ? 'http' : 'https'}://${target}/`, async (upstream, to, deadlines) => {
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    if (head.length > 0) client.unshift(head);
    const { limits, onlyTls = false, onEvent } = options;
    const host = onlyTls ? hostOf(to) : undefined;
    const reason = await tunnelled({ client, upstream, limits, idleMs: limits.idleMs, deadlines, onlyTlsFor: host });
    onEvent?.({ kind: 'tunnel', target, reason });
  });
}

function opener({ blockedDomains, own, permit, clock, limits, resolve, connect }: ProxyOptions): Open {
  return async (url, work) => {
    const destination = judgeUrl(url, own?.hosts);
    if (isDenied(destination)) throw fault('denied', destination.reason);
    const why = whyBlocked(hostOf(destination), blockedDomains) ?? (await permit?.(destination));
    if (why !== undefined) throw fault('denied', why);
    const deadlines = startDeadlines(clock, limits.totalMs);
    try {
      // TLS, where there is any, is between the caller and the other side.
      const plain = { ...destination, secure: false };
      const socket = await dial(plain, { resolve, connect, deadlines, connectMs: limits.connectMs, own });
      try {
        await work(socket, destination, deadlines);
      } finally {
        socket.destroy();
      }
    } finally {
      deadlines.end();
    }
  };
}

function statusOf(thrown: unknown): number {
  const { kind } = toFailure(thrown);
  return kind === 'denied' ? 403 : kind === 'invalid' ? 400 : kind === 'timeout' ? 504 : 502;
}

/** Tells of it, and says it in the letters a status line may have. */
function refusal(thrown: unknown, target: string, { onEvent }: ProxyOptions): string {
  const reason = toFailure(thrown).message;
  onEvent?.({ kind: 'refused', target: target.slice(0, 300), reason });
  return reason.replace(/[^\x20-\x7e]+/g, '?').slice(0, 300);
}

function listening(server: Server, where: ProxyOptions['listen']): Promise<void> {
  return new Promise((resolve, reject) => {
    // stays: a server that can take no connection for a while says so here
    server.on('error', reject);
    server.listen({ ...where }, resolve);
  });
}
