/**
 * A scripted Telegram: the Bot API over real HTTP, with long polling that waits, take-over, its errors and its ways to
 * fail.
 *
 * `getMe`, `getUpdates`, the methods of telegram-methods.ts and `/file/bot<token>/<path>`; bodies as JSON, multipart,
 * form or query. A test holds the people's side in its hand (`say`, `press`, `upload`, …: telegram-person.ts) and waits
 * on what the bot did (`sent`, `drafts`, `answers`, …). As a process:
 * `node test/peers/telegram/telegram.ts [--port N] [--token T]` prints `{"url","token"}` and takes the people's side at
 * `POST /person/<what>` with the arguments as a JSON array, what was seen at `GET /seen/<list>`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { bodyOf, paramsOf } from './body.ts';
import { longPoll } from './long-poll.ts';
import { methods } from './methods.ts';
import { type Person, person } from './person.ts';
import type { Records } from './records.ts';
import {
  ApiError,
  type Call,
  type CallbackAnswer,
  type Download,
  type Draft,
  newWorld,
  type Params,
  type Poll,
  type SentMessage,
  type World,
} from './world.ts';

export type { Button, Call, CallbackAnswer, Download, Draft, Poll, SentMessage } from './world.ts';

/**
 * How one call fails. `cut`: the connection ends before anything is done; `lose`: it is done, then the connection ends
 * without an answer; `torn`: it is done, then the connection ends in the middle of the answer; `hang`: nothing is done
 * and nothing answered;
 * `garbage`: a gateway's page instead of an answer, and `lateGarbage` the same after it was done. `retryAfter`: null
 * leaves out what a 429 otherwise says.
 */
export type Fault =
  | 'cut'
  | 'lose'
  | 'torn'
  | 'hang'
  | 'garbage'
  | 'lateGarbage'
  | { readonly status: number; readonly description?: string; readonly retryAfter?: number | null };

/** A call that waits in the peer: it is done and answered when it is let go. */
export interface Held {
  readonly arrived: Promise<Call>;
  release(): void;
}

export interface TelegramPeer extends Person {
  /** The Bot API's root, for `apiRoot`: `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly token: string;
  readonly bot: { readonly id: number; readonly username: string };
  readonly sent: Records<SentMessage>;
  readonly drafts: Records<Draft>;
  readonly answers: Records<CallbackAnswer>;
  readonly actions: Records<{ readonly chatId: number; readonly threadId?: number; readonly action: string }>;
  readonly polls: Records<Poll>;
  readonly calls: Records<Call>;
  /** Groups and channels the bot has left. */
  readonly left: Records<number>;
  /** Files that were fetched. */
  readonly downloads: Records<Download>;
  /** Ids of updates that no offset has confirmed yet. */
  unconfirmed(): readonly number[];
  /** The commands the bot has made known. */
  commands(): readonly unknown[];
  /**
   * The next `times` calls of a method (`*`: of any but getUpdates) fail so; `file` is the download of one, which `cut`
   * ends half way.
   */
  fail(method: string, fault: Fault, times?: number): void;
  /** How many calls have failed so. */
  readonly failed: number;
  /** Nothing fails any more. */
  mend(): void;
  /** The next call of a method waits until it is let go. */
  hold(method: string): Held;
  /** Update ids go on from here, as they do after a week without any. */
  renumber(nextUpdateId: number): void;
  /** No callback query made so far can be answered any more. */
  ageQueries(): void;
  /** Polls as a second program with the same token would, once there is a poll to take over from; that one gets 409. */
  pollElsewhere(): Promise<void>;
  /** Drops every connection and refuses new ones, until the answer is called; then it listens where it did. */
  refuse(): Promise<() => Promise<void>>;
  /** Drops every connection and stops listening. */
  close(): Promise<void>;
}

export interface TelegramPeerOptions {
  readonly token?: string;
  readonly port?: number;
  /** Private chats that have been opened already. */
  readonly known?: readonly number[];
  readonly now?: () => number;
  /** Offers the people's side over HTTP too. */
  readonly control?: boolean;
}

/** Starts the peer on 127.0.0.1. */
export async function telegramPeer(options: TelegramPeerOptions = {}): Promise<TelegramPeer> {
  const { token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', port = 0, known = [], now = Date.now } = options;
  const bot = {
    id: Number(token.split(':')[0]) || 1,
    is_bot: true as const,
    first_name: 'Straylight',
    username: 'straylight_bot',
  };
  const world = newWorld(bot, now);
  const hand = person(world);
  for (const user of known) hand.open(user);
  const faults: { method: string; fault: Fault; left: number }[] = [];
  let failed = 0;
  const held: { method: string; arrive: (call: Call) => void; released: Promise<void> }[] = [];
  const polling = longPoll(world);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://peer');
    const [, root = '', ...rest] = url.pathname.split('/');
    if (root === 'file') return sendFile(world, rest.join('/'), token, response, next(faults, 'file'));
    if (options.control && (root === 'person' || root === 'seen')) return control(root, rest, request, response);
    if (!root.startsWith('bot'))
      return respond(response, 404, { ok: false, error_code: 404, description: 'Not Found' });
    const given = decodeURIComponent(root.slice('bot'.length));
    const method = rest[0] ?? '';
    if (given !== token) {
      const [code, description] = /^\d+:[\w-]+$/.test(given) ? [401, 'Unauthorized'] : [404, 'Not Found'];
      return respond(response, code as number, { ok: false, error_code: code, description });
    }
    const params = await paramsOf(request, url);
    const call = world.calls.add({ method, params, at: now() });

    const gate = held.findIndex(one => one.method === method);
    if (gate >= 0) {
      const [one] = held.splice(gate, 1);
      one!.arrive(call);
      await one!.released;
    }
    const fault = next(faults, method);
    if (fault !== undefined) failed += 1;
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'hang') return;
    if (fault === 'garbage') return void badGateway(response);
    if (typeof fault === 'object') return refuse(response, errorOf(fault));
    const result = await perform(method, params, response);
    if (result === undefined) return;
    if (fault === 'lose') return void request.socket.destroy();
    if (fault === 'lateGarbage') return void badGateway(response);
    if (fault === 'torn') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 200 });
      return void response.write('{"ok":true,"resul', () => request.socket.destroy());
    }
    respond(response, 200, { ok: true, result: result.value });
  };

  const perform = async (
    method: string,
    params: Params,
    response: ServerResponse,
  ): Promise<{ readonly value: unknown } | undefined> => {
    if (method.toLowerCase() === 'getupdates') return polling.poll(params, response);
    const known = Object.keys(methods).find(name => name.toLowerCase() === method.toLowerCase());
    if (known === undefined) throw new ApiError(404, 'Not Found: method not found');
    return { value: methods[known]!(world, params) };
  };

  const control = async (
    root: string,
    rest: string[],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const name = rest[0] ?? '';
    const lists: Readonly<Record<string, Records<unknown>>> = { ...world } as never;
    if (root === 'seen') return respond(response, 200, lists[name]?.all ?? []);
    const act = { ...hand, fail: peer.fail, ageQueries: peer.ageQueries }[name as 'say'] as
      | ((...args: unknown[]) => unknown)
      | undefined;
    if (act === undefined) return respond(response, 404, { problem: `nobody can ${name}` });
    const args: unknown[] = JSON.parse((await bodyOf(request)).toString() || '[]');
    // A message is named by its id, a draft by its draft id.
    const objects = args.map(arg => {
      const { sent, draft } = (arg ?? {}) as { sent?: number; draft?: number };
      if (sent !== undefined) return world.sent.all.find(one => one.messageId === sent);
      return draft === undefined ? arg : world.drafts.all.findLast(one => one.draftId === draft);
    });
    return respond(response, 200, act(...objects) ?? null);
  };

  const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
    answer(request, response).catch(error => {
      if (error instanceof ApiError) return refuse(response, error);
      if (response.destroyed) return;
      respond(response, 500, { ok: false, error_code: 500, description: `Internal Server Error: ${String(error)}` });
    });
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', resolve);
    });
  await listen(port);
  const { port: own } = server.address() as AddressInfo;

  const peer: TelegramPeer = {
    ...hand,
    url: `http://127.0.0.1:${own}`,
    token,
    bot,
    sent: world.sent,
    drafts: world.drafts,
    answers: world.answers,
    actions: world.actions,
    polls: world.polls,
    calls: world.calls,
    downloads: world.downloads,
    left: world.left,
    unconfirmed: () => world.queue.map(update => update.update_id),
    commands: () => world.commands,
    fail: (method, fault, times = 1) => void faults.push({ method, fault, left: times }),
    get failed() {
      return failed;
    },
    mend: () => void faults.splice(0),
    hold(method) {
      const arrived = Promise.withResolvers<Call>();
      const released = Promise.withResolvers<void>();
      held.push({ method, arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    renumber(nextUpdateId) {
      world.nextUpdateId = nextUpdateId;
    },
    ageQueries() {
      for (const query of world.queries.values()) query.old = true;
    },
    async pollElsewhere() {
      await world.polls.until(poll => poll.end === undefined);
      await polling.poll({ timeout: 0, limit: 1 }, undefined).catch(() => {});
    },
    async refuse() {
      const closed = new Promise<void>(resolve => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      return () => listen(own);
    },
    close: () =>
      new Promise<void>(resolve => {
        for (const list of [
          world.sent,
          world.drafts,
          world.answers,
          world.actions,
          world.polls,
          world.calls,
          world.downloads,
        ])
          list.end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return peer;
}

function next(faults: { method: string; fault: Fault; left: number }[], method: string): Fault | undefined {
  const index = faults.findIndex(
    one => one.method === method || (one.method === '*' && method !== 'getUpdates' && method !== 'file'),
  );
  const found = faults[index];
  if (found === undefined) return undefined;
  found.left -= 1;
  if (found.left <= 0) faults.splice(index, 1);
  return found.fault;
}

function errorOf(fault: Exclude<Fault, string>): ApiError {
  const { status, retryAfter } = fault;
  const usual: Readonly<Record<number, string>> = {
    401: 'Unauthorized',
    403: 'Forbidden: bot was blocked by the user',
    413: 'Request Entity Too Large',
    409: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    429: `Too Many Requests: retry after ${retryAfter ?? 1}`,
    500: 'Internal Server Error',
  };
  return new ApiError(
    status,
    fault.description ?? usual[status] ?? 'Error',
    retryAfter !== null && (status === 429 || retryAfter !== undefined) ? { retry_after: retryAfter ?? 1 } : undefined,
  );
}

function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
}

function refuse(response: ServerResponse, error: ApiError): void {
  const parameters = error.parameters === undefined ? {} : { parameters: error.parameters };
  respond(response, error.code, { ok: false, error_code: error.code, description: error.message, ...parameters });
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendFile(world: World, path: string, token: string, response: ServerResponse, fault: Fault | undefined): void {
  const prefix = `bot${token}/`;
  const wanted = decodeURIComponent(path);
  const file = [...world.files.values()].find(one => `${prefix}${one.path}` === wanted);
  if (fault === 'hang') return;
  if (fault === 'lose') return void response.destroy();
  if (fault === 'garbage') return void badGateway(response);
  if (typeof fault === 'object') return void refuse(response, errorOf(fault));
  if (file === undefined) return void respond(response, 404, { ok: false, error_code: 404, description: 'Not Found' });
  world.downloads.add({ path: file.path, at: world.now() });
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': file.bytes.length });
  if (fault !== 'cut') return void response.end(file.bytes);
  response.write(file.bytes.subarray(0, Math.ceil(file.bytes.length / 2)), () => response.destroy());
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, token: { type: 'string' }, known: { type: 'string' } },
  });
  const peer = await telegramPeer({
    control: true,
    port: values.port === undefined ? undefined : Number(values.port),
    token: values.token,
    known: values.known === undefined ? undefined : values.known.split(',').map(Number),
  });
  console.log(JSON.stringify({ url: peer.url, token: peer.token }));
  process.send?.({ url: peer.url, token: peer.token });
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(signal, () => void peer.close().then(() => process.exit(0)));
}
