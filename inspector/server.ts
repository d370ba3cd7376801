/**
 * Straylight over HTTP, for this computer alone: what runs, and what the owner can do about it.
 *
 * It changes nothing itself: all it answers but the stream, the charts and the page are operations (src/api). The token
 * is the owner.
 */

import { openApi } from '../src/api/openapi.ts';
import type { OperationService } from '../src/api/service.ts';
import type { SecretForms } from '../src/domain/connections/request.ts';
import { fault } from '../src/domain/supervision/failure.ts';
import type { Health, PageRole } from '../src/domain/supervision/view.ts';
import type { Language } from '../src/domain/text/texts.ts';
import { auditExportRoutes } from './audit-export.ts';
import { chartRoutes } from './charts/chart-routes.ts';
import { charts } from './charts/charts.ts';
import { fileRoutes } from './file-routes.ts';
import type { A2aEndpoint } from './http/a2a.ts';
import { fields, text } from './http/body.ts';
import { entries, entryRoutes } from './http/entry.ts';
import { guard } from './http/guard.ts';
import { handler } from './http/handler.ts';
import { listenLoopback } from './http/listen.ts';
import type { McpEndpoint } from './http/mcp.ts';
import { operationRoutes } from './http/operation-routes.ts';
import { proofs } from './http/proof.ts';
import { encoder } from './http/reply.ts';
import type { Route } from './http/routes.ts';
import { secretFormRoute } from './http/secret-form.ts';
import { severalRoute } from './http/several.ts';
import { strangers } from './http/strangers.ts';
import { defaultLimits, type Limits, type ServerClock } from './limits.ts';
import { metricsRoutes, type ReadMetrics } from './metrics.ts';
import { page } from './page-files/page.ts';
import { statelyExport } from './stately/stately.ts';
import { statelyRelay } from './stately/stately-relay.ts';
import { statelyStreams } from './stately/stately-stream.ts';
import { streamHub } from './stream/stream.ts';
import { streams } from './stream/streams.ts';
import type { Watched } from './watched.ts';

export interface ServerOptions {
  readonly reader: Watched;
  /** Everything an owner can ask or do. */
  readonly operations: OperationService;
  /** The secrets that the agent asks for; without it there are no links to give one. */
  readonly secretForms?: SecretForms;
  /** 0: any free one. */
  readonly port: number;
  /** `127.0.0.1`, `::1`, or `localhost` for both (as without it); anything else is refused. */
  readonly host?: string;
  readonly token: string;
  /** A token whose acts are answered 403. */
  readonly readOnlyToken?: string;
  /** A token that is good for `/mcp` and nothing else. */
  readonly callerToken?: string;
  /** What other programs ask over MCP, at `/mcp`; without it there is no such address. */
  readonly mcp?: McpEndpoint;
  /** What agents of others ask, at `/a2a`; without it there is no such address. */
  readonly a2a?: A2aEndpoint | undefined;
  /** Makes and keeps a new token for a role, and answers it. */
  readonly renewToken?: (role: PageRole) => string;
  /**
   * What the keys of a role's open pages are made from; asked each time. Without it they hold as long as this server.
   */
  readonly pageKey?: (role: PageRole) => string;
  /**
   * Where the files lie that lead a browser here, and nothing else; emptied at the start. Without it a browser gets a
   * code alone.
   */
  readonly entryFolder?: string;
  readonly health: () => Health;
  /** What `/metrics` answers; without it there is no such address. */
  readonly metrics?: ReadMetrics | undefined;
  readonly clock: ServerClock;
  readonly log: (message: string) => void;
  /** The last redactor before a text leaves the process. */
  readonly redact?: (text: string) => string;
  readonly limits?: Partial<Limits>;
  /** Where the layouts of charts are kept; without it they are computed again after each start. */
  readonly chartFolder?: string;
  /** The owner's, in which the page speaks; English without it. */
  readonly language?: Language;
  /** Visual Studio Code may show the page in a frame. */
  readonly embed?: boolean;
  /** Shows what runs to Stately's inspector: on the page `/stately`, and by the relay at this address. */
  readonly stately?: { readonly page: boolean; readonly relay?: string };
}

export interface RunningServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT`, without the token. */
  readonly url: string;
  /** What there is under `/api`. */
  readonly routes: readonly Pick<Route, 'method' | 'path'>[];
  /** Ends the streams, takes no more connections, lets running requests end for `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

/**
 * Starts to serve. Throws a `Fault` for an address that is not loopback, a port that is taken, a token that is no
 * token.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { reader, clock, log } = options;
  for (const token of [options.token, options.readOnlyToken, options.callerToken])
    if (token !== undefined && token.length < 43)
      throw fault(
        'defect',
        'expected a token of 256 bits (43 characters or more) for the inspector, got a shorter one',
      );
  const limits = { ...defaultLimits, ...options.limits };
  const encode = encoder(options.redact);
  const hub = streamHub({ reader, health: options.health, clock, limits, encode, log });
  const unfollow = options.operations.follow(end => hub.publish({ type: 'command', ...end }));
  const drawn = charts({ machines: reader.machines ?? [], folder: options.chartFolder, log });
  const exported = statelyExport(reader, encode);
  const shownToStately = options.stately?.page ? statelyStreams(exported, clock, limits) : undefined;
  const address: Address = { hosts: [], url: '' };
  const endStreams = () => {
    hub.endStreams();
    shownToStately?.endStreams();
  };
  const { codes, gate, shown, renew, enter } = admission(options, limits, { address, endStreams });
  const routes = routesOf(options, { hub, limits, encode, drawn, shownToStately, codes, shown, renew });
  const waiting = strangers(limits.strangers);
  const listening = await listenLoopback(
    handler({
      guard: gate,
      open: { prove: shown.prove, continue: shown.resume, enter },
      secretForm:
        options.secretForms && secretFormRoute(options.secretForms, { clock, language: options.language, limits }),
      routes,
      health: options.health,
      page: page({
        embed: options.embed,
        stately: options.stately?.page,
        language: options.language,
        all: () => options.operations.all,
      }),
      mcp: options.mcp,
      a2a: options.a2a,
      limits,
      strangers: waiting,
      encode,
      log,
    }),
    { port: options.port, host: options.host, limits, strangers: waiting },
  );

  const { port, addresses } = listening;
  const names = addresses.map(one => (one.includes(':') ? `[${one}]` : one));
  address.hosts = [...names, 'localhost'].map(name => `${name}:${port}`);
  address.url = `http://${names[0]}:${port}`;
  const relayUrl = options.stately?.relay;
  const relay = relayUrl === undefined ? undefined : statelyRelay({ url: relayUrl, exported, clock, log });
  return {
    port,
    url: address.url,
    routes,
    close: graceMs => {
      unfollow();
      hub.close();
      codes.close();
      shownToStately?.endStreams();
      relay?.close();
      drawn.close();
      void options.mcp?.close();
      return listening.close(graceMs, clock.after);
    },
  };
}

/** Where the server is reached; empty until it listens. */
interface Address {
  hosts: readonly string[];
  url: string;
}

/** Who is let in: tokens, the codes of links, and the proof of who answers. */
function admission(
  options: ServerOptions,
  limits: Limits,
  { address, endStreams }: { readonly address: Address; readonly endStreams: () => void },
) {
  const { clock, log, renewToken } = options;
  const tokens: Record<PageRole, string | undefined> = { owner: options.token, reader: options.readOnlyToken };
  const codes = entries(clock, { folder: options.entryFolder, url: () => address.url });
  const gate = guard(() => address.hosts, {
    isAwaited: () => codes.isAwaited(),
    token: options.token,
    readOnlyToken: options.readOnlyToken,
    callerToken: options.callerToken,
    badTokensPerMinute: limits.badTokensPerMinute,
    clock,
    onBadToken: count => {
      if (count === limits.badTokensPerMinute)
        log(`the inspector got ${count} wrong tokens within a minute; more of them are turned away`);
    },
  });
  const ownKeys = { owner: keyMade(clock), reader: keyMade(clock) };
  const shown = proofs({
    token: role => tokens[role],
    pageKey: role => options.pageKey?.(role) ?? ownKeys[role],
    guard: gate,
    clock,
  });
  const renewed = (make: (role: PageRole) => string) => (role: PageRole) => {
    const token = make(role);
    tokens[role] = token;
    ownKeys[role] = keyMade(clock);
    gate.replaceToken(role, token);
    endStreams();
  };
  const enter = (body: Readonly<Record<string, unknown>>) => {
    const role = codes.take(fields<{ code: string }>(body, { code: text('the code of the link', 100) }).code);
    const token = role && tokens[role];
    if (token === undefined)
      throw gate.turnDown('this link was used, or is older than a minute; run "straylight ui" again');
    return { token };
  };
  return { codes, gate, shown, enter, renew: renewToken && renewed(renewToken) };
}

/** Everything there is under `/api`, and `/metrics`. */
function routesOf(
  { reader, operations, clock, metrics, health }: ServerOptions,
  {
    hub,
    limits,
    encode,
    drawn,
    shownToStately,
    codes,
    shown,
    renew,
  }: Pick<ReturnType<typeof admission>, 'codes' | 'shown' | 'renew'> & {
    readonly hub: ReturnType<typeof streamHub>;
    readonly limits: Limits;
    readonly encode: ReturnType<typeof encoder>;
    readonly drawn: ReturnType<typeof charts>;
    readonly shownToStately: ReturnType<typeof statelyStreams> | undefined;
  },
): readonly Route[] {
  const ofOperations = operationRoutes(operations, hub, limits, clock);
  return [
    ...ofOperations,
    severalRoute(ofOperations),
    {
      method: 'GET',
      path: '/api/openapi.json',
      run: () => ({ status: 200, value: openApi(health().version, operations.all) }),
    },
    ...auditExportRoutes(reader, encode),
    ...fileRoutes(reader),
    ...chartRoutes(drawn, clock),
    ...streams(hub),
    ...metricsRoutes(metrics),
    ...(shownToStately?.routes ?? []),
    ...shown.routes,
    ...entryRoutes({ entries: codes, renew }),
  ];
}

function keyMade(clock: Pick<ServerClock, 'id'>): string {
  return `${clock.id()}${clock.id()}`;
}
