/**
 * The export pushed to a relay the owner runs (`createInspectorServer` of `@statelyai/inspect`). Lost, it is tried
 * again for as long as Straylight runs, and starts over with the present state.
 */
import type { ServerClock } from '../limits.ts';
import type { StatelyExport, StatelyFollower } from './stately.ts';

export interface StatelyRelay {
  close(): void;
}

/** The relay keeps so many messages for who joins it late; before they have passed, everybody is announced again. */
const kept = 200;
/** Where there are very many actors, at least so many messages lie between two announcements. */
const leastBetween = 100;
const [firstRetryMs, longestRetryMs] = [1_000, 30_000];
/** A relay so far behind is let go. */
const longestLag = 16 * 1024 * 1024;

/** Connects now, and again whenever it has to. */
export function statelyRelay({
  url,
  exported,
  clock,
  log,
}: {
  readonly url: string;
  readonly exported: StatelyExport;
  readonly clock: Pick<ServerClock, 'after'>;
  readonly log: (message: string) => void;
}): StatelyRelay {
  let socket: WebSocket | undefined;
  let follower: StatelyFollower | undefined;
  let retryMs = firstRetryMs;
  let isLogged = false;
  let isClosed = false;
  let cancelRetry = () => {};

  function connect(): void {
    const one = new WebSocket(url);
    socket = one;
    one.addEventListener('open', () => {
      retryMs = firstRetryMs;
      isLogged = false;
      log(`the Stately relay at ${url} is connected: what runs here is sent there`);
      follow(one);
    });
    one.addEventListener('close', () => lost());
    // the close that comes after it says all there is to say
    one.addEventListener('error', () => undefined);
  }

  function follow(one: WebSocket): void {
    /** Messages since the last announcement, and how many of them there may be. */
    let passed = 0;
    let most = Number.POSITIVE_INFINITY;
    const next = exported.follow(text => {
      if (one.readyState !== WebSocket.OPEN) return;
      if (one.bufferedAmount > longestLag) return one.close();
      one.send(text);
      passed += 1;
      if (passed < most) return;
      most = Number.POSITIVE_INFINITY;
      begin(next.announce());
    });
    begin(passed);
    follower = next;

    function begin(announced: number): void {
      passed = 0;
      most = Math.max(leastBetween, kept - announced);
    }
  }

  function lost(): void {
    follower?.end();
    follower = undefined;
    if (isClosed) return;
    if (!isLogged) log(`the Stately relay at ${url} does not answer; it is tried again`);
    isLogged = true;
    cancelRetry = clock.after(retryMs, connect);
    retryMs = Math.min(longestRetryMs, retryMs * 2);
  }

  connect();
  return {
    close() {
      isClosed = true;
      cancelRetry();
      follower?.end();
      socket?.close();
    },
  };
}
