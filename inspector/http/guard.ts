/**
 * Who may ask at all.
 *
 * The server stands on loopback, where every program and every web page of this computer can knock. Three questions are
 * put to each request: was it meant for us (the Host names us, else it is DNS rebinding), does it come from our own
 * page or from no page at all (Origin, Sec-Fetch-Site), and does it carry the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../../src/api/refusal.ts';
import type { PageRole } from '../../src/domain/supervision/view.ts';
import type { ServerClock } from '../limits.ts';

/** Who a token is: the owner, somebody who may only look, or a program that may use `/mcp` and nothing else. */
export type TokenRole = PageRole | 'caller';

/** Where an act came from, for the audit; `cli` is said by a header no web page of another origin can set. */
export type Origin = 'web' | 'cli';

export interface Guard {
  /** Refuses what was not meant for us or comes from a foreign page. `also`: other names that `Host` may say. */
  judgeSender(request: IncomingMessage, also?: readonly string[]): Refusal | undefined;
  /** The role of the token; undefined: none was sent. A wrong one is a refusal. */
  judgeToken(request: IncomingMessage): TokenRole | Refusal | undefined;
  /** From now on this is the role's token, and the one before is a wrong one. */
  replaceToken(role: PageRole, token: string): void;
  /** Counts what somebody presented in vain, as a wrong token is; answers the refusal. */
  turnDown(message: string): Refusal;
}

/** `hosts`: what `Host` may say, each with its port; asked at each request, since the port may be chosen late. */
export function guard(
  hosts: () => readonly string[],
  options: {
    readonly token: string;
    readonly readOnlyToken?: string | undefined;
    readonly callerToken?: string | undefined;
    /**
     * Whether a browser that was started with the page may be on its way: it comes from a file, not from a page of ours.
     */
    readonly isAwaited: () => boolean;
    readonly badTokensPerMinute: number;
    readonly clock: Pick<ServerClock, 'elapsed'>;
    /** Called for each wrong token, with how many there were in the last minute. */
    readonly onBadToken: (count: number) => void;
  },
): Guard {
  let owner = tokenDigest(options.token);
  let reader = options.readOnlyToken === undefined ? undefined : tokenDigest(options.readOnlyToken);
  const caller = options.callerToken === undefined ? undefined : tokenDigest(options.callerToken);
  let bad: number[] = [];

  function turnDown(message: string): Refusal {
    const now = options.clock.elapsed();
    bad = bad.filter(at => now - at < 60_000).slice(-options.badTokensPerMinute);
    bad.push(now);
    options.onBadToken(bad.length);
    // A right token is accepted all the same: otherwise any program here could lock the owner out.
    const oldest = bad[0] ?? now;
    if (bad.length > options.badTokensPerMinute)
      return refuse(429, 'too many wrong tokens within a minute; wait, then open the page with a fresh link', {
        retryAfterMs: Math.max(1, Math.ceil(oldest + 60_000 - now)),
      });
    return refuse(401, message);
  }

  return {
    judgeSender(request, also = []) {
      const named = request.headersDistinct['host'] ?? [];
      const host = named[0];
      if (named.length !== 1 || host === undefined || !(hosts().includes(host) || also.includes(host)))
        return refuse(
          421,
          `expected a Host header with one of ${hosts().join(', ')}; this server answers to no other name`,
        );
      const origin = request.headers.origin;
      if (origin !== undefined && origin !== `http://${host}`)
        return refuse(403, 'expected a request of our own page; this one comes from another origin');
      const site = request.headers['sec-fetch-site'];
      if (
        site !== undefined &&
        site !== 'same-origin' &&
        site !== 'none' &&
        !(isArrival(request) && options.isAwaited()) &&
        !isLink(request)
      )
        return refuse(403, 'expected Sec-Fetch-Site to be same-origin or none; this request comes from another site');
      return undefined;
    },

    judgeToken(request) {
      const header = request.headers.authorization;
      if (header === undefined) return undefined;
      const given = bearerDigest(header);
      // all are compared whatever the first says, so that time tells nothing.
      const isOwner = timingSafeEqual(given, owner);
      const isReader = reader !== undefined && timingSafeEqual(given, reader);
      const isCaller = caller !== undefined && timingSafeEqual(given, caller);
      if (isOwner) return 'owner';
      if (isReader) return 'reader';
      if (isCaller) return 'caller';
      return turnDown('the token is not the one of this server; use the one in run/token of the home');
    },

    replaceToken(role, token) {
      if (role === 'owner') owner = tokenDigest(token);
      else reader = tokenDigest(token);
    },

    turnDown,
  };
}

/** A browser opens the page in a tab: that shows nothing of ours, and hands nothing to the page that led here. */
function isArrival({ method, url, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': target } = headers;
  return method === 'GET' && url === '/' && mode === 'navigate' && target === 'document';
}

/** A link to give a secret, from a chat in a browser: a form is shown, and nothing of ours with it. */
function isLink({ method, url = '', headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': target } = headers;
  return method === 'GET' && url.startsWith('/secrets/') && mode === 'navigate' && target === 'document';
}

/** The token of an `Authorization: Bearer` header, as what is compared; of the empty token where there is none. */
export function bearerDigest(header = ''): Buffer {
  return tokenDigest(/^bearer +(\S+) *$/i.exec(header)?.[1] ?? '');
}

/** Digests have one length, so that comparing them tells nothing of the token's. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
