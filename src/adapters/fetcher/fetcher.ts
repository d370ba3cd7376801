/**
 * The one way out: every request a tool makes to the network passes here.
 *
 * A URL is judged (src/domain/egress/egress.ts), its name resolved once, every address of the answer judged, the
 * connection made to one of exactly these, and all of that again at each redirect. HTTP is spoken over that socket
 * alone: no pool, no proxy, no cache, no cookies. Resolver and connector are arguments, so that a test may put a
 * loopback peer under a public address; no setting does.
 */

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { hostOf, whyBlocked } from '../../domain/egress/domains.ts';
import { type Destination, isDenied, judgeUrl, maxRedirects, redirectOf } from '../../domain/egress/egress.ts';
import type { OwnHost } from '../../domain/egress/own-network.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RequestKind, RequestLedger } from '../../ports/ledgers/egress.ts';
import type { Fetcher, FetchRequest, FetchResponse, OutgoingHeaders } from '../../ports/web/fetcher.ts';
import { acceptedEncodings, readBody } from './body.ts';
import { type Deadlines, startDeadlines } from './deadlines.ts';
import { dial } from './dial.ts';
import { exchange } from './exchange.ts';
import { checkedHeaders, headersAfter } from './headers.ts';
import type { Connect, OwnNetwork, Resolve } from './network.ts';

export interface FetcherLimits {
  /** The body, as it comes and decoded; 5 MB. */
  readonly maxBytes: number;
  /** DNS, one attempt to connect, a TLS handshake. */
  readonly connectMs: number;
  /** From the request sent to the response's head. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** All of it, redirects included. */
  readonly totalMs: number;
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
}

export interface FetcherOptions {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly ledger: RequestLedger;
  readonly userAgent: string;
  /** Hosts nothing goes to, and everything beneath them. */
  readonly blockedDomains?: readonly string[];
  readonly own?: OwnNetwork;
  readonly limits?: Partial<FetcherLimits>;
  /** Certificates (PEM) to trust instead of the well-known ones. */
  readonly certificates?: readonly string[];
}

const defaults: FetcherLimits = {
  maxBytes: 5_000_000,
  connectMs: 5_000,
  headersMs: 15_000,
  idleMs: 10_000,
  totalMs: 45_000,
  readsPerMinute: 30,
  writesPerMinute: 10,
};

export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...defaults, ...options.limits };
  return {
    async fetch(request) {
      const first = firstHop(request);
      const destination = judged(first, request, options, request.mayReachOwn ? options.own?.hosts : undefined);
      countIn(first.method, options, limits);
      const deadlines = startDeadlines(options.clock, limits.totalMs, request.signal);
      try {
        return await follow(first, destination, request, { ...options, limits, deadlines });
      } finally {
        deadlines.end();
      }
    },
  };
}

/** One request of a chain of redirects. */
interface Hop {
  readonly url: string;
  readonly method: string;
  readonly headers: OutgoingHeaders;
  readonly body?: Uint8Array | undefined;
}

type Means = Omit<FetcherOptions, 'limits'> & { readonly limits: FetcherLimits; readonly deadlines: Deadlines };

function firstHop({ url, method = 'GET', headers, secretHeaders, body }: FetchRequest): Hop {
  if (body !== undefined && (method === 'GET' || method === 'HEAD'))
    throw fault('invalid', says`expected no body with ${method}; use another method`);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { url, method, headers: checkedHeaders(headers, secretHeaders), body: bytes };
}

function judged(
  { url, method }: Hop,
  { permit }: FetchRequest,
  { blockedDomains = [] }: Pick<FetcherOptions, 'blockedDomains'>,
  own: readonly OwnHost[] = [],
): Destination {
  const destination = judgeUrl(url, own);
  const why = isDenied(destination)
    ? destination.reason
    : (whyBlocked(hostOf(destination), blockedDomains) ?? permit?.({ url: destination.href, method }));
  if (isDenied(destination) || why !== undefined) throw fault('denied', says`this request may not leave: ${why ?? ''}`);
  return destination;
}

function countIn(method: string, { ledger, clock }: FetcherOptions, limits: FetcherLimits): void {
  const kind: RequestKind = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  const most = kind === 'read' ? limits.readsPerMinute : limits.writesPerMinute;
  const now = clock.now();
  if (ledger.countSince(kind, now - 60_000) >= most)
    throw fault(
      'unavailable',
      kind === 'read'
        ? says`the limit of ${most} GET requests a minute is reached`
        : says`the limit of ${most} other requests a minute is reached`,
      {
        retryAfterMs: 60_000,
      },
    );
  ledger.note(kind, now);
}

async function follow(first: Hop, to: Destination, request: FetchRequest, means: Means): Promise<FetchResponse> {
  let [hop, destination] = [first, to];
  for (let redirects = 0; ; redirects++) {
    const socket = await dial(destination, { ...means, connectMs: means.limits.connectMs, own: means.own });
    try {
      const response = await ask(socket, hop, destination, means);
      const next = nextHop(hop, destination, response, request);
      if (next === undefined) return { ...(await answerOf(response, hop, destination, means)), redirects };
      if (redirects === maxRedirects)
        throw fault('denied', says`more than ${maxRedirects} redirects; the last came from ${destination.origin}`);
      // from a host of the own network back to the same host, and from nowhere else
      const own = destination.own === undefined ? [] : [destination.own];
      [hop, destination] = [next, judged(next, request, means, own)];
    } finally {
      socket.destroy();
    }
  }
}

function ask(socket: Socket, { method, headers, body }: Hop, { href, origin }: Destination, means: Means) {
  const { deadlines, limits, userAgent } = means;
  const own = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': acceptedEncodings };
  const all = { ...own, ...headers.plain, ...headers.credentials };
  return deadlines.within(says`an answer of ${origin}`, limits.headersMs, signal =>
    exchange({ socket, href, method, headers: all, body, signal }),
  );
}

function nextHop(
  hop: Hop,
  { href, origin }: Destination,
  response: IncomingMessage,
  { permit, staysAtOrigin = false }: FetchRequest,
): Hop | undefined {
  const { statusCode: status = 0, headers } = response;
  const next = redirectOf({ href, method: hop.method }, { status, location: headers.location });
  if (next === undefined) return undefined;
  if (isDenied(next)) throw fault('denied', says`this request may not leave: ${next.reason}`);
  const { to, method, keepsBody } = next;
  const sameOrigin = new URL(to).origin === origin;
  if (!sameOrigin && staysAtOrigin) return undefined;
  const isWriting = method !== 'GET' && method !== 'HEAD';
  if (isWriting && !sameOrigin && permit === undefined)
    throw fault(
      'denied',
      says`${origin} redirects a ${method} to another origin, which was not asked for; nothing was sent there`,
    );
  const kept = headersAfter(hop.headers, { sameOrigin, keepsBody });
  return { url: to, method, headers: kept, body: keepsBody ? hop.body : undefined };
}

async function answerOf(response: IncomingMessage, hop: Hop, { href, origin }: Destination, means: Means) {
  const { maxBytes, idleMs } = means.limits;
  const { statusCode: status = 0, statusMessage: statusText = '' } = response;
  const body =
    hop.method === 'HEAD'
      ? new Uint8Array()
      : await means.deadlines.within(says`the rest of the answer of ${origin}`, idleMs, (_signal, onChunk) =>
          readBody(response, { maxBytes, onChunk, origin }),
        );
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  return { url: href, status, statusText, headers: Object.fromEntries(headers), body };
}
