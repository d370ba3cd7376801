/**
 * The export as a stream of our own server, for the one page that hands it on to Stately's inspector in the owner's
 * browser.
 */
import type { ServerResponse } from 'node:http';
import { refuse } from '../../src/api/refusal.ts';
import { securityHeaders } from '../http/reply.ts';
import type { Route } from '../http/routes.ts';
import type { Limits, ServerClock } from '../limits.ts';
import type { StatelyExport } from './stately.ts';

export interface StatelyStreams {
  readonly routes: readonly Route[];
  /** Ends every stream; a client that still may opens another. */
  endStreams(): void;
}

/** One page is enough; a second one may take over before the first is closed. */
const most = 4;
/** A reader so far behind is let go; when it comes back it begins with what is now. */
const longestLag = 4 * 1024 * 1024;

export function statelyStreams(
  exported: StatelyExport,
  clock: ServerClock,
  { beatMs }: Pick<Limits, 'beatMs'>,
): StatelyStreams {
  const open = new Set<ServerResponse>();

  function begin(response: ServerResponse): void {
    if (open.size >= most)
      throw refuse(429, `expected at most ${most} open pages of this kind; close one first`, { retryAfterMs: 5_000 });
    response.writeHead(200, { ...securityHeaders, 'Content-Type': 'text/event-stream; charset=utf-8' });
    open.add(response);
    let allowed = Number.POSITIVE_INFINITY;
    const write = (text: string) => {
      if (response.writableLength > allowed) response.destroy();
      else response.write(text);
    };
    const follower = exported.follow(text => write(`event: message\ndata: ${text}\n\n`));
    allowed = response.writableLength + longestLag;
    response.on('drain', () => {
      allowed = longestLag;
    });
    let cancelBeat = clock.after(beatMs, beat);
    function beat(): void {
      write(':\n\n');
      cancelBeat = clock.after(beatMs, beat);
    }
    response.once('close', () => {
      open.delete(response);
      cancelBeat();
      follower.end();
    });
  }

  return {
    routes: [
      {
        method: 'GET',
        path: '/api/stately',
        run: ({ response }) => {
          begin(response);
          return 'taken';
        },
      },
    ],
    endStreams() {
      for (const response of open) response.end();
    },
  };
}
