/** A visitor of the server, as polite or rude as a test needs: headers as given, streams read event by event. */
import { type IncomingMessage, request } from 'node:http';
import { defaultLimits, type Limits, type ServerClock } from '../../inspector/limits.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../inspector/server.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { allOperations, type MoreOperations, operationService } from '../../src/api/service.ts';
import { type StubAgent, stubAgent } from './stub-agent.ts';

export const token = 'owner-token-owner-token-owner-token-owner-t';
export const readOnlyToken = 'reader-token-reader-token-reader-token-read';
export const known = { authorization: `Bearer ${token}` };

/** A clock that stands still until it is moved; what falls due on the way is called. */
export function steppedClock(): ServerClock & { advance(ms: number): void; isWaiting(delayMs: number): boolean } {
  let now = 0;
  let ids = 0;
  const waiting = new Map<() => void, number>();
  return {
    elapsed: () => now,
    id: () => `id${++ids}`,
    after(delayMs, call) {
      const once = () => call();
      waiting.set(once, now + delayMs);
      return () => void waiting.delete(once);
    },
    isWaiting: delayMs => [...waiting.values()].includes(now + delayMs),
    advance(ms) {
      now += ms;
      for (const [call, at] of [...waiting]) if (at <= now && waiting.delete(call)) call();
    },
  };
}

export interface Served extends AsyncDisposable {
  readonly server: RunningServer;
  readonly agent: StubAgent;
  readonly log: string[];
}

/** A server on a free port over a small agent; gone with the scope. */
export async function serve(
  options: Partial<Omit<ServerOptions, 'limits' | 'reader' | 'operations'>> & {
    readonly limits?: Partial<Limits>;
    readonly agent?: StubAgent;
    readonly reader?: StubAgent['reader'];
    /** Null: it only shows. */
    readonly levers?: StubAgent['levers'] | null;
    /** Operations of an embedding program. */
    readonly more?: MoreOperations;
  } = {},
): Promise<Served> {
  const { agent = stubAgent(), limits = {}, reader = agent.reader, levers = agent.levers, more, ...rest } = options;
  const log: string[] = [];
  const server = await startServer({
    reader,
    operations: operationService({ ...reader, ...levers }, { more }),
    port: 0,
    token,
    readOnlyToken,
    health: agent.health,
    clock: systemClock,
    log: line => log.push(line),
    limits: { ...defaultLimits, ...limits },
    ...rest,
  });
  return { server, agent, log, [Symbol.asyncDispose]: () => server.close(0) };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly json: any;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** One request. A body that is no string goes as JSON, with its type. */
export async function ask(url: string, path: string, { method, headers = {}, body }: Ask = {}): Promise<Reply> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const type = body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = request(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port,
        path,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { ...type, ...headers },
        agent: false,
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks).toString('utf8');
  const isJson = response.headers['content-type']?.startsWith('application/json');
  const status = response.statusCode ?? 0;
  const json = isJson ? JSON.parse(whole) : undefined;
  if (status >= 200 && status < 300) asDeclared(method ?? (body === undefined ? 'GET' : 'POST'), path, json);
  return { status, headers: response.headers, text: whole, json };
}

/** What an operation answers has the shape that it declares. */
function asDeclared(method: string, path: string, json: unknown): void {
  const segments = path.split('?')[0]?.split('/') ?? [];
  const found = allOperations().find(({ operation: { http } }) => {
    const parts = http.path.split('/');
    const isSame =
      parts.length === segments.length && parts.every((part, at) => part.startsWith('{') || part === segments[at]);
    return isSame && http.method === method;
  });
  const problem = found?.operation.output().safeParse(json).error?.message;
  if (problem !== undefined) throw new Error(`${found?.name} answers otherwise than declared: ${problem}`);
}

export interface Event {
  readonly name: string;
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly data: any;
}

export interface Stream {
  readonly status: number;
  readonly response: IncomingMessage;
  /** The next event of that name; others on the way are left behind. */
  until(name: string, fits?: (event: Event) => boolean): Promise<Event>;
  /** The next block, whatever it is; undefined at the end. */
  next(): Promise<Event | undefined>;
  leave(): void;
}

/** Opens the stream and reads it as slowly as the test does. */
export async function stream(
  url: string,
  query = '',
  headers: Readonly<Record<string, string>> = known,
): Promise<Stream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(`${url}/api/stream${query}`, { headers, agent: false }, resolve);
    outgoing.on('error', reject);
    outgoing.end();
  });
  response.setEncoding('utf8');
  response.on('error', () => undefined);
  const chunks = response[Symbol.asyncIterator]();
  const blocks: string[] = [];
  let begun: string[] = [];

  async function next(): Promise<Event | undefined> {
    while (blocks.length === 0) {
      const chunk = await chunks.next().catch(() => ({ done: true as const, value: undefined }));
      if (chunk.done) return undefined;
      const piece: string = chunk.value;
      begun.push(piece);
      // A block may end across two pieces; only those two are looked at, so a long event is not searched again and
      // again.
      if (!piece.includes('\n\n') && !begun.slice(-2).join('').includes('\n\n')) continue;
      const parts = begun.join('').split('\n\n');
      begun = [parts.pop() ?? ''];
      blocks.push(...parts);
    }
    const lines = (blocks.shift() ?? '').split('\n');
    const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const data = field('data');
    return {
      name: field('event') ?? 'comment',
      id: field('id'),
      data: data === undefined ? undefined : JSON.parse(data),
    };
  }

  return {
    status: response.statusCode ?? 0,
    response,
    next,
    leave: () => response.destroy(),
    async until(name, fits = () => true) {
      for (let event = await next(); event; event = await next()) if (event.name === name && fits(event)) return event;
      throw new Error(`the stream ended before a ${name} event`);
    },
  };
}
