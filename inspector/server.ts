/**
 * The house over HTTP, for this computer alone: what runs, and the few things the owner can do about it.
 *
 * It changes nothing itself: it reads through the `Reader` and acts through the `Levers` that compose.ts hands over; without
 * levers it only shows. The token is the owner.
 */
import { fault } from '../src/machines/domain/failure.ts';
import type { Health } from '../src/machines/domain/view.ts';
import { acts } from './acts.ts';
import { chartRoutes } from './chart-routes.ts';
import { charts } from './charts.ts';
import { guard } from './guard.ts';
import { handler } from './handler.ts';
import { defaultLimits, type Limits, type ServerClock } from './limits.ts';
import { listenLoopback } from './listen.ts';
import { memoryRoutes } from './memory.ts';
import { page } from './page.ts';
import type { Levers, Reader } from './reader.ts';
import { openReads, reads } from './reads.ts';
import { encoder } from './reply.ts';
import { standingRoutes } from './standing.ts';
import { streamHub } from './stream.ts';
import { streams } from './streams.ts';

export interface ServerOptions {
  readonly reader: Reader;
  readonly levers?: Levers;
  /** 0: any free one. */
  readonly port: number;
  /** `127.0.0.1`, `::1`, or `localhost` for both (as without it); anything else is refused. */
  readonly host?: string;
  readonly token: string;
  /** A token whose acts are answered 403. */
  readonly readOnlyToken?: string;
  readonly health: () => Health;
  readonly clock: ServerClock;
  readonly log: (message: string) => void;
  /** The last redactor before a text leaves the process. */
  readonly redact?: (text: string) => string;
  readonly limits?: Partial<Limits>;
  /** Where the layouts of charts are kept; without it they are found anew after each start. */
  readonly chartFolder?: string;
  /** Visual Studio Code may show the page in a frame. */
  readonly embed?: boolean;
}

export interface RunningServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT`, without the token. */
  readonly url: string;
  /** Ends the streams, takes no more connections, lets running requests end for `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

/** Starts to serve. Throws a `Fault` for an address that is not loopback, a port that is taken, a token that is no token. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { reader, levers, clock, log } = options;
  for (const token of [options.token, options.readOnlyToken])
    if (token !== undefined && token.length < 43)
      throw fault(
        'defect',
        'expected a token of 256 bits (43 characters or more) for the inspector, got a shorter one',
      );
  const limits = { ...defaultLimits, ...options.limits };
  const encode = encoder(options.redact);
  const hub = streamHub({ reader, health: options.health, clock, limits, encode, log });
  const drawn = charts({ machines: reader.machines ?? [], folder: options.chartFolder, log });
  let hosts: readonly string[] = [];

  const listening = await listenLoopback(
    handler({
      guard: guard(() => hosts, {
        token: options.token,
        readOnlyToken: options.readOnlyToken,
        badTokensPerMinute: limits.badTokensPerMinute,
        clock,
        onBadToken: count => {
          if (count === limits.badTokensPerMinute)
            log(`the inspector got ${count} wrong tokens within a minute; more of them are turned away`);
        },
      }),
      routes: [
        ...reads(reader, hub),
        ...acts(levers, reader, hub, limits, clock),
        ...standingRoutes(levers),
        ...memoryRoutes(reader, levers),
        ...chartRoutes(drawn, clock),
        ...streams(hub),
      ],
      open: openReads(options.health),
      page: page({ embed: options.embed }),
      limits,
      encode,
      log,
    }),
    { port: options.port, host: options.host, limits },
  );

  const { port, addresses } = listening;
  const names = addresses.map(address => (address.includes(':') ? `[${address}]` : address));
  hosts = [...names, 'localhost'].map(name => `${name}:${port}`);
  const url = `http://${names[0]}:${port}`;
  return {
    port,
    url,
    close: graceMs => {
      hub.close();
      drawn.close();
      return listening.close(graceMs, clock.after);
    },
  };
}
