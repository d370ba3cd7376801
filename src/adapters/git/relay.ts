/**
 * The only way from git on this machine to a server: a small HTTP server on loopback that passes git's requests on.
 *
 * Git itself knows no address but this one, so it resolves no name, follows no redirect and is never given a credential.
 * Each request is judged, resolved once and connected to as everything that leaves (src/adapters/fetcher); the credential
 * is added here, over TLS, for the one repository that the relay was opened for. One for fetching passes no push on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostOf, whyBlocked } from '../../domain/egress/domains.ts';
import { isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import { says } from '../../domain/policy/sentence.ts';
import { type Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import { startDeadlines } from '../fetcher/deadlines.ts';
import { dial } from '../fetcher/dial.ts';
import { exchange } from '../fetcher/exchange.ts';
import type { Connect, OwnNetwork, Resolve } from '../fetcher/network.ts';
import { http } from '../process/node-http.ts';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

export interface GitNetwork {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly blockedDomains: readonly string[];
  readonly ownNetwork: OwnNetwork;
  /** Certificates (PEM) to trust instead of the well-known ones. */
  readonly certificates?: readonly string[];
}

export interface GitRelay {
  /** What git is given instead of the repository's address. */
  readonly address: string;
  /** Why the server refused, or could not be asked; undefined: it answered. */
  problem(): Fault | undefined;
  close(): Promise<void>;
}

export interface RelayOptions {
  /** Of the repository, judged again here. */
  readonly url: string;
  readonly service: GitService;
  /** The value of the header `Authorization`. */
  readonly authorization?: string | undefined;
  readonly network: GitNetwork;
  readonly signal: AbortSignal;
}

const connectMs = 10_000;
const idleMs = 120_000;
const totalMs = 3_600_000;
const mostBytesOut = 256 * 2 ** 20;
const mostBytesIn = 2 ** 30;

export async function openGitRelay(options: RelayOptions): Promise<GitRelay> {
  const { clock } = options.network;
  const key = `${clock.id()}${clock.id()}`;
  let problem: Fault | undefined;
  const server = http.createServer({ headersTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
    passOn(request, response, key, options).catch((thrown: unknown) => {
      const { kind, message } = toFailure(thrown);
      problem ??= thrown instanceof Error && 'failure' in thrown ? (thrown as Fault) : fault(kind, message);
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { connection: 'close' }).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/${key}`,
    problem: () => problem,
    close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** The two requests that a service of git consists of, and no other. */
function pathOf(request: IncomingMessage, key: string, service: GitService): string | undefined {
  const { method, url } = request;
  if (method === 'GET' && url === `/${key}/info/refs?service=${service}`) return `/info/refs?service=${service}`;
  return method === 'POST' && url === `/${key}/${service}` ? `/${service}` : undefined;
}

async function passOn(request: IncomingMessage, response: ServerResponse, key: string, options: RelayOptions) {
  const { url, service, network, signal, authorization } = options;
  const path = pathOf(request, key, service);
  if (path === undefined) return void response.writeHead(404, { connection: 'close' }).end();
  const { resolve, connect, clock, blockedDomains, ownNetwork: own, certificates } = network;
  const to = judgeUrl(url + path, own.hosts);
  if (isDenied(to)) throw fault('denied', says`this request may not leave: ${to.reason}`);
  const why = whyBlocked(hostOf(to), blockedDomains);
  if (why !== undefined) throw fault('denied', says`this request may not leave: ${why}`);
  if (!to.secure) throw fault('denied', says`a repository is reached over https alone`);
  const body = request.method === 'POST' ? await bodyOf(request) : undefined;
  const deadlines = startDeadlines(clock, totalMs, signal);
  try {
    const socket = await dial(to, { resolve, connect, deadlines, connectMs, own, certificates });
    try {
      const answer = await deadlines.within(says`an answer of ${to.origin}`, idleMs, until =>
        exchange({
          socket,
          href: to.href,
          method: request.method ?? 'GET',
          headers: { ...headersOf(request), ...defined({ authorization }) },
          body,
          signal: until,
        }),
      );
      mustBeGit(answer, to.origin, authorization !== undefined);
      response.writeHead(200, typesOf(answer));
      let bytes = 0;
      await deadlines.within(`the rest of ${to.origin}`, idleMs, async (until, again) => {
        for await (const piece of answer as AsyncIterable<Buffer>) {
          until.throwIfAborted();
          again();
          bytes += piece.length;
          if (bytes > mostBytesIn)
            throw fault('denied', says`the repository has more than ${mostBytesIn / 2 ** 20} MB`);
          if (!response.write(piece)) await new Promise(done => response.once('drain', done).once('close', done));
        }
      });
      response.end();
    } finally {
      socket.destroy();
    }
  } finally {
    deadlines.end();
  }
}

/** Throws where the server says something else than an answer of git. */
function mustBeGit({ statusCode = 0, headers }: IncomingMessage, origin: string, hasCredential: boolean): void {
  if (statusCode === 200) return;
  if (statusCode === 401 || statusCode === 403)
    throw hasCredential
      ? fault('invalid', says`${origin} does not take this credential for that (${statusCode})`)
      : fault('invalid', says`${origin} wants a credential (${statusCode}): name a secret of the owner's as secret`);
  if (statusCode === 404)
    throw fault('invalid', says`${origin} has no such repository, or does not show it without a credential (404)`);
  if (statusCode >= 300 && statusCode < 400)
    throw fault(
      'invalid',
      says`${origin} sends on to ${(headers.location ?? 'nowhere').slice(0, 200)}, which is not followed: name that address`,
    );
  throw fault('unavailable', says`${origin} answered ${statusCode}; try again later`);
}

const passed = ['content-type', 'content-encoding', 'accept', 'accept-encoding', 'git-protocol'];

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = passed.flatMap(name => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []));
  return { ...Object.fromEntries(kept), 'user-agent': 'git/2.39' };
}

function typesOf({ headers }: IncomingMessage): Record<string, string> {
  const names = ['content-type', 'content-encoding', 'cache-control'];
  return Object.fromEntries(names.flatMap(name => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytesOut)
      throw fault('invalid', says`a push has at most ${mostBytesOut / 2 ** 20} MB, and this one has more`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
