/**
 * The page on this machine that a browser is sent back to after a login: on 127.0.0.1 alone, for one answer, and gone
 * with it (RFC 8252). Who may answer is told by `state`, which the login has made and nobody else knows.
 */
import { timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import { http } from '../../process/node-http.ts';

export interface CallbackPage {
  readonly url: string;
  close(): void;
}

const path = '/callback';
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

/** `onReturn`: answers what the browser shows. Throws `unavailable` where the port is taken. */
export async function callbackPage(options: {
  readonly port: number;
  readonly state: string;
  readonly onReturn: (returned: URLSearchParams) => Promise<string>;
}): Promise<CallbackPage> {
  const { state, onReturn } = options;
  let isUsed = false;
  const server = http.createServer(
    { headersTimeout: 5_000, requestTimeout: 10_000, maxHeaderSize: 32_768 },
    (request, response) => {
      const show = (status: number, words: string) => response.writeHead(status, headers).end(pageOf(words));
      const url = URL.parse(request.url ?? '', base());
      if (request.headers.host !== new URL(base()).host) return show(421, 'This page has another name.');
      if (request.method !== 'GET' || url?.pathname !== path) return show(404, 'There is nothing here.');
      if (!isSame(url.searchParams.get('state') ?? '', state) || isUsed)
        return show(403, 'This is not the answer to a login that was begun here.');
      isUsed = true;
      onReturn(url.searchParams).then(
        words => show(200, words),
        () => show(500, 'The login failed; Straylight says why.'),
      );
      return undefined;
    },
  );
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? 0}`;
  await new Promise<void>((listening, reject) => {
    // stays: a later error ends nothing but its connection
    server.on('error', error =>
      reject(
        fault('unavailable', says`the port ${options.port} that a login comes back to is another program's`, {
          cause: (error as NodeJS.ErrnoException).code ?? 'unknown',
        }),
      ),
    );
    server.listen(options.port, '127.0.0.1', listening);
  });
  return {
    url: `${base()}${path}`,
    close() {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function pageOf(words: string): string {
  const safe = words.replace(/[&<>"]/g, one => `&#${one.charCodeAt(0)};`);
  return `<!doctype html><meta charset="utf-8"><title>Straylight</title><p>${safe}</p>\n`;
}
