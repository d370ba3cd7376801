/**
 * A small internet: public names and addresses whose peers are real servers on loopback. It remembers who was asked
 * for.
 */
import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import {
  type AddressInfo,
  connect as connectSocket,
  createServer as createTcp,
  type Server,
  type Socket,
} from 'node:net';
import { createFetcher, type FetcherLimits } from '../../../src/adapters/fetcher/fetcher.ts';
import type { Connect, OwnNetwork, Resolve } from '../../../src/adapters/fetcher/network.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { RequestKind, RequestLedger } from '../../../src/ports/ledgers/egress.ts';
import type { Certificate } from './fetcher-certificate.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface World {
  readonly resolve: Resolve;
  readonly connect: Connect;
  /** Names that were resolved, addresses that were connected to, in order. */
  readonly resolved: string[];
  readonly connected: string[];
  /** The successive answers of a name; the last repeats. An error word rejects. */
  name(name: string, ...answers: readonly (readonly string[] | string)[]): void;
  /** An HTTP peer behind a public address; answers what it has seen. */
  peer(address: string, listener: RequestListener, certificate?: Certificate): Promise<Seen[]>;
  /** A peer that speaks whatever it likes. */
  raw(address: string, onSocket: (socket: Socket) => void): Promise<void>;
}

/** Closed by what `after` is given. */
export function createWorld(t: { after(close: () => unknown): void }): World {
  const answers = new Map<string, (readonly string[] | string)[]>();
  const ports = new Map<string, number>();
  const [resolved, connected]: string[][] = [[], []];
  const listen = async (server: Server, address: string) => {
    const sockets = new Set<Socket>();
    server.on('connection', socket => sockets.add(socket.on('error', () => {})));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    ports.set(address, (server.address() as AddressInfo).port);
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => server.close(resolve));
    });
  };
  return {
    resolved: resolved as string[],
    connected: connected as string[],
    name: (name, ...list) => void answers.set(name, [...list]),
    async resolve(name) {
      resolved?.push(name);
      const list = answers.get(name);
      const answer = list && list.length > 1 ? list.shift() : list?.[0];
      if (answer === undefined) throw coded('ENOTFOUND');
      if (typeof answer === 'string') throw coded(answer);
      return { addresses: answer };
    },
    connect({ address, port }, signal) {
      connected?.push(port === 80 || port === 443 ? address : `${address} ${port}`);
      const at = ports.get(address);
      if (at === undefined) return Promise.reject(coded('ECONNREFUSED'));
      return new Promise((resolve, reject) => {
        const socket = connectSocket({ host: '127.0.0.1', port: at, signal });
        socket.on('error', reject).once('connect', () => resolve(socket));
      });
    },
    async peer(address, listener, certificate) {
      const seen: Seen[] = [];
      const onRequest: RequestListener = (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', chunk => chunks.push(chunk));
        request.on('end', () => {
          const { method = '', url = '', headers } = request;
          seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
          listener(request, response);
        });
      };
      await listen(certificate ? createHttps(certificate, onRequest) : createHttp(onRequest), address);
      return seen;
    },
    raw: (address, onSocket) => listen(createTcp(onSocket), address),
  };
}

/** A fetcher in that world. */
export function fetcherIn(
  world: Pick<World, 'resolve' | 'connect'>,
  options: {
    readonly limits?: Partial<FetcherLimits>;
    readonly clock?: Clock;
    readonly ledger?: RequestLedger;
    readonly certificates?: readonly string[];
    readonly blockedDomains?: readonly string[];
    readonly own?: OwnNetwork;
  } = {},
) {
  const { clock = systemClock, ledger = memoryLedger(), limits = {}, certificates, blockedDomains, own } = options;
  return createFetcher({
    ...world,
    clock,
    ledger,
    userAgent: 'Straylight/test',
    limits: { readsPerMinute: 10_000, writesPerMinute: 10_000, ...limits },
    certificates,
    blockedDomains,
    own,
  });
}

export function memoryLedger(): RequestLedger & { readonly rows: { kind: RequestKind; at: number }[] } {
  const rows: { kind: RequestKind; at: number }[] = [];
  return {
    rows,
    countSince: (kind, since) => rows.filter(row => row.kind === kind && row.at >= since).length,
    note: (kind, at) => void rows.push({ kind, at }),
  };
}

export function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Rejects with a fault of this kind whose message fits. */
export function faultOf(kind: string, message: RegExp) {
  return (thrown: unknown): boolean => {
    const { failure } = thrown as { failure?: { kind: string; message: string } };
    if (failure?.kind === kind && message.test(failure.message)) return true;
    throw new Error(`expected ${kind} ${message}, got ${JSON.stringify(failure ?? String(thrown))}`, { cause: thrown });
  };
}
