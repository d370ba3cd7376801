/**
 * The browser's only way out: a proxy on loopback in front of the one egress point, for clients that know its password.
 *
 * It goes only to hosts to which a request was judged and let through by the wall (browser-wall.ts) before. What the
 * browser does by itself, past the wall (preconnects, WebSockets, reports, updates), reaches no new host.
 */

import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { hostOf } from '../../domain/egress/domains.ts';
import { type Destination, isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import type { OwnHost } from '../../domain/egress/own-network.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import { exchange } from '../fetcher/exchange.ts';
import type { Connect, OwnNetwork, Resolve } from '../fetcher/network.ts';
import { type Open, type ProxyEvent, type ProxyLimits, startProxy } from '../fetcher/proxy.ts';

export interface BrowserProxyOptions {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly blockedDomains: readonly string[];
  readonly own?: OwnNetwork;
  readonly onEvent: (event: ProxyEvent) => void;
}

export interface BrowserProxy {
  readonly server: string;
  readonly username: string;
  readonly password: string;
  /** A request to this URL was let through: its host may be connected to from now on. */
  expect(url: string): void;
  /** No host of the own network may be connected to until a request to it is let through again. */
  forgetOwn(): void;
  close(): Promise<void>;
}

const limits: ProxyLimits = {
  connectMs: 8_000,
  idleMs: 120_000,
  totalMs: 3_600_000,
  maxConnections: 256,
  maxBytesOut: 2 ** 26,
  maxBytesIn: 2 ** 30,
};

/** A browser may connect a moment before it asks: so long a connection waits for its request. */
const patienceMs = 1_000;

export async function startBrowserProxy(options: BrowserProxyOptions): Promise<BrowserProxy> {
  const { clock } = options;
  const [username, password] = ['straylight', `${clock.id()}${clock.id()}`];
  const expected = expectations(clock, options.own?.hosts);
  const welcome = digest(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  const proxy = await startProxy({
    ...options,
    listen: { host: '127.0.0.1', port: 0 },
    limits,
    isWelcome: ({ headers }) => timingSafeEqual(digest(headers['proxy-authorization'] ?? ''), welcome),
    permit: async to =>
      (await expected.has(to)) ? undefined : `no request of a page to ${hostOf(to)} was let through before`,
    relay,
  });
  return {
    server: `http://127.0.0.1:${proxy.port}`,
    username,
    password,
    expect: expected.add,
    forgetOwn: expected.forgetOwn,
    close: proxy.close,
  };
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Hosts and ports that may be connected to; one that is not there yet is waited for. */
function expectations(clock: Clock, own: readonly OwnHost[] = []) {
  const known = new Set<string>();
  const ofOwn = new Set<string>();
  const waiting = new Map<string, Set<() => void>>();
  const keyOf = ({ host, port }: Pick<Destination, 'host' | 'port'>) => `${hostOf({ host })} ${port}`;
  return {
    add(url: string) {
      const destination = judgeUrl(url, own);
      if (isDenied(destination)) return;
      const key = keyOf(destination);
      known.add(key);
      if (destination.own !== undefined) ofOwn.add(key);
      for (const call of waiting.get(key) ?? []) call();
    },
    forgetOwn() {
      for (const key of ofOwn) known.delete(key);
      ofOwn.clear();
    },
    has(to: Destination): Promise<boolean> {
      const key = keyOf(to);
      if (known.has(key)) return Promise.resolve(true);
      return new Promise(resolve => {
        const callers = waiting.get(key) ?? new Set();
        const end = (isKnown: boolean) => {
          cancel();
          callers.delete(onKnown);
          if (callers.size === 0) waiting.delete(key);
          resolve(isKnown);
        };
        const onKnown = () => end(true);
        const cancel = clock.after(patienceMs, () => end(false));
        waiting.set(key, callers.add(onKnown));
      });
    },
  };
}

/** One plain http request, passed on over its own socket; https comes as a tunnel. */
async function relay(request: IncomingMessage, response: ServerResponse, open: Open): Promise<void> {
  const body = await bodyOf(request);
  await open(request.url ?? '', async (socket, { href, secure, origin }, deadlines) => {
    if (secure) throw fault('invalid', 'https is asked for with CONNECT');
    const headers = passedOn(request.rawHeaders);
    const { method = 'GET' } = request;
    const answer = await deadlines.within(says`an answer of ${origin}`, 60_000, signal =>
      exchange({ socket, href, method, headers: Object.fromEntries(headers), body, signal }),
    );
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders).flat());
    await deadlines.within(`the rest of ${origin}`, limits.idleMs, async (signal, again) => {
      answer.on('data', again);
      await pipeline(answer, response, { signal });
    });
  });
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limits.maxBytesOut) throw fault('denied', says`more than ${limits.maxBytesOut} bytes in one request`);
    pieces.push(piece);
  }
  return bytes > 0 ? Buffer.concat(pieces) : undefined;
}

/** Headers about the connection are each connection's own (RFC 9110 §7.6.1). */
function passedOn(raw: readonly string[]): [string, string][] {
  const pairs = raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
  const named = pairs.filter(([name]) => /^connection$/i.test(name)).flatMap(([, value]) => value.split(','));
  const own = new Set([...hopByHop, ...named.map(name => name.trim().toLowerCase())]);
  return pairs.filter(([name]) => !own.has(name.toLowerCase()));
}

const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'host'],
];
