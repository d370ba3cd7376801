/**
 * One MCP server from the first need of it to its end: connected to when it is needed, looked at with each connection,
 * left alone for a while after failures in a row, and ended when nobody has needed it for long.
 */

import type { ServerOffers } from '../../domain/mcp/offer.ts';
import type { McpServer } from '../../domain/mcp/server.ts';
import type { ListedTool } from '../../domain/mcp/tool.ts';
import { inEnglish, says } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CallAnswer, CallOptions, Link, LinkNews } from './link.ts';
import type { Offering } from './offers.ts';

export interface Peer {
  readonly server: McpServer;
  /** It is connected to. */
  readonly isOn: boolean;
  /**
   * One call. `check` is called once the connection is there, and what it throws keeps the call from being sent. Throws
   * what `Link.call` throws.
   */
  call(tool: string, args: JsonObject, options: CallOptions, check: () => void): Promise<CallAnswer>;
  /** Connects where it has to, and looks at its lists now. Throws a `Fault`. */
  look(signal: AbortSignal): Promise<void>;
  /** Uses the connection for something that changes nothing; what `work` throws is thrown. */
  ask<Value>(work: (link: Omit<Offering, 'offers'>) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export interface PeerOptions {
  readonly clock: Clock;
  /** Connects. */
  readonly open: (onNews: (news: LinkNews) => void) => Promise<Link>;
  /** Its tools, each time that they were looked at. */
  readonly onSeen: (link: Pick<Link, 'title' | 'protocol'>, tools: readonly ListedTool[]) => void;
  /** What it offers beside them, the same. */
  readonly onOffers: (offers: ServerOffers) => void;
  /** What else it tells by itself. */
  readonly onNews: (news: LinkNews) => void;
  readonly onFailed: (problem: string) => void;
}

/** Nobody needs it for so long: it is ended. */
const idleMs = 600_000;
/** One that lived for so long has not failed at its start. */
const healthyMs = 60_000;
const longestRestMs = 300_000;

export function peerOf(server: McpServer, options: PeerOptions): Peer {
  const { clock } = options;
  const rest = rests(server.name, clock);
  const connection = connectionOf(server.name, options, rest);
  let busy = 0;
  let cancelIdle = () => {};

  async function using<Value>(work: (one: Link) => Promise<Value>): Promise<Value> {
    busy += 1;
    cancelIdle();
    try {
      return await work(await connection.current(busy > 1));
    } finally {
      busy -= 1;
      if (busy === 0) cancelIdle = clock.after(idleMs, () => void connection.end());
    }
  }

  return {
    server,
    get isOn() {
      return connection.isOn;
    },
    call: (tool, args, given, check) =>
      using(async one => {
        check();
        const answer = await one.call(tool, args, given);
        rest.over();
        return answer;
      }),
    async look(signal) {
      rest.end();
      const wasOn = connection.isOn;
      await using(async one => {
        // one that was connected to just now has been looked at
        if (wasOn) options.onSeen(one, await one.list(signal));
        await connection.offered(one);
      });
    },
    ask: work => using(one => work(one)),
    async close() {
      cancelIdle();
      await connection.close();
    },
  };
}

/** How long it is left alone after failures in a row. */
function rests(name: string, clock: Pick<Clock, 'elapsed'>) {
  let failures = 0;
  let until = 0;
  return {
    failed(livedMs = 0): void {
      failures = livedMs >= healthyMs ? 1 : failures + 1;
      // none after the first, then a second, then twice as long each time
      const restMs = failures <= 1 ? 0 : Math.min(longestRestMs, 1_000 * 2 ** (failures - 2));
      until = clock.elapsed() + restMs;
    },
    over(): void {
      failures = 0;
    },
    /** The owner wants to know now. */
    end(): void {
      until = 0;
    },
    /** Throws `unavailable` while it rests. */
    check(): void {
      const restMs = until - clock.elapsed();
      if (restMs > 0)
        throw fault(
          'unavailable',
          says`the MCP server ${name} failed ${failures} times in a row and is tried again in ${Math.ceil(restMs / 1_000)} s; "straylight mcp test ${name}" says why`,
          { cause: 'unrun', retryAfterMs: restMs },
        );
    },
  };
}

/** The one connection there is at a time. */
function connectionOf(name: string, options: PeerOptions, rest: ReturnType<typeof rests>) {
  const { clock, open, onSeen, onFailed } = options;
  const closing = new AbortController();
  let link: Promise<Link> | undefined;
  let [isOn, isEnding] = [false, false];

  async function begin(): Promise<Link> {
    try {
      let hear = (_news: LinkNews) => {};
      const one = await open(news => hear(news));
      const look = async () => onSeen(one, await one.list(closing.signal));
      await look().catch(async (error: unknown) => {
        await one.close().catch(() => {});
        throw error;
      });
      hear = news => {
        if (news.kind === 'tools') void look().catch((error: unknown) => onFailed(wordsOf(error)));
        else if (news.kind === 'offers') void offered(one);
        else options.onNews(news);
      };
      // no call waits for them
      void offered(one);
      isOn = true;
      const began = clock.elapsed();
      void one.closed.then(() => {
        isOn = false;
        link = undefined;
        if (!closing.signal.aborted && !isEnding) rest.failed(clock.elapsed() - began);
      });
      return one;
    } catch (error) {
      link = undefined;
      rest.failed();
      onFailed(wordsOf(error));
      throw error;
    }
  }

  /** What it offers beside tools is a help: where it does not say, what was known stays. */
  async function offered(one: Link): Promise<void> {
    await one.offers(closing.signal).then(
      offers => {
        if (!closing.signal.aborted) options.onOffers(offers);
      },
      () => {},
    );
  }

  async function end(): Promise<void> {
    const one = await link?.catch(() => undefined);
    isEnding = true;
    link = undefined;
    await one?.close().catch(() => {});
    await one?.closed;
    isEnding = false;
  }

  return {
    get isOn() {
      return isOn;
    },
    /** `isShared`: others use it already, so it stays what it is. Throws a `Fault`. */
    async current(isShared: boolean): Promise<Link> {
      if (closing.signal.aborted)
        throw fault('unavailable', says`the MCP server ${name} was ended`, { cause: 'unrun' });
      const there = await link?.catch(() => undefined);
      if (there && (isShared || (await there.isCurrent()))) return there;
      if (there) await end();
      if (link === undefined) rest.check();
      link ??= begin();
      return link;
    },
    offered,
    end,
    async close(): Promise<void> {
      closing.abort();
      await end();
    },
  };
}

function wordsOf(error: unknown): string {
  return inEnglish(saidOf(toFailure(error)));
}
