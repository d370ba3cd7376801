/**
 * The `fetch` of the MCP library, by the one way out: each request is judged, resolved and connected as the fetcher does
 * it (src/adapters/fetcher), to the origin of its server and no other. No redirect is followed.
 *
 * An answer may be a stream that goes on for as long as a call does, so it has a bound in bytes and none in time; what is
 * waited for has its own deadlines.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { hostOf, whyBlocked } from '../../domain/egress/domains.ts';
import { type Destination, isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import { startDeadlines } from '../fetcher/deadlines.ts';
import { dial } from '../fetcher/dial.ts';
import { exchange } from '../fetcher/exchange.ts';
import type { Connect, OwnNetwork, Resolve } from '../fetcher/network.ts';

export interface EgressNetwork {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly blockedDomains: readonly string[];
  readonly ownNetwork: OwnNetwork;
}

const connectMs = 10_000;
/** The longest a stream is kept open. */
const longestMs = 86_400_000;

/**
 * `mostBytes`: of one answer; a longer one ends with an error. Without `url` to any origin that may be reached: a login
 * leads to the authorization server that its server names.
 */
export function egressFetch(
  network: EgressNetwork,
  server: { readonly url?: string; readonly userAgent: string; readonly mostBytes: number },
): typeof fetch {
  const origin = server.url === undefined ? undefined : URL.parse(server.url)?.origin;
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const destination = judged(url, network);
    if (server.url !== undefined && destination.origin !== origin)
      throw fault('denied', says`the server wanted a request to another address than its own; nothing was sent`);
    const deadlines = startDeadlines(network.clock, longestMs, init.signal ?? undefined);
    let socket: Socket | undefined;
    const end = () => {
      deadlines.end();
      socket?.destroy();
    };
    try {
      socket = await dial(destination, { ...network, own: network.ownNetwork, deadlines, connectMs });
      const response = await exchange({
        socket,
        href: destination.href,
        method: init.method ?? 'GET',
        headers: { 'user-agent': server.userAgent, ...plainHeaders(init.headers), 'accept-encoding': 'identity' },
        body: bytesOf(init.body),
        signal: deadlines.signal,
      });
      return answerOf(response, { mostBytes: server.mostBytes, end });
    } catch (thrown) {
      end();
      throw thrown;
    }
  };
}

function judged(url: string, { blockedDomains, ownNetwork }: EgressNetwork): Destination {
  const destination = judgeUrl(url, ownNetwork.hosts);
  const why = isDenied(destination) ? destination.reason : whyBlocked(hostOf(destination), blockedDomains);
  if (isDenied(destination) || why !== undefined) throw fault('denied', says`this request may not leave: ${why ?? ''}`);
  return destination;
}

function plainHeaders(headers: ConstructorParameters<typeof Headers>[0]): Readonly<Record<string, string>> {
  return Object.fromEntries(new Headers(headers));
}

function bytesOf(body: RequestInit['body']): Uint8Array | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (body instanceof Uint8Array) return body;
  throw fault('defect', 'expected a text as the body of a request to an MCP server');
}

/** Without a body where HTTP has none. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function answerOf(
  message: IncomingMessage,
  { mostBytes, end }: { readonly mostBytes: number; readonly end: () => void },
): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  message.once('close', end);
  if (status < 200 || bodiless.has(status)) {
    message.resume();
    return new Response(null, { status: status < 200 ? 502 : status, statusText, headers });
  }
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes)
      message.destroy(fault('invalid', says`expected an answer of at most ${mostBytes} bytes, got more`));
  });
  // until the reader asks for it
  message.pause();
  return new Response(Readable.toWeb(message) as ReadableStream, { status, statusText, headers });
}
