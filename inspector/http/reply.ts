/** How answers leave: the same protective headers on every one of them, and JSON. */

import type { ServerResponse } from 'node:http';
import { type Refusal, refusalBody } from '../../src/api/refusal.ts';
import { defined } from '../../src/domain/text/json.ts';

/**
 * On every answer, errors too. Nothing may be fetched, framed or sniffed that is not ours; there is no CORS header, so
 * no other origin reads anything. Nothing is ever cached: what is shown is the owner's.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/**
 * What a page may load and do. `script`: the hash of the one inline script there is, the import map. `frames`: who may
 * frame it.
 * `shows`: whose page may stand in a frame of it.
 */
export function contentPolicy(
  script?: string,
  { frames = "'none'", shows }: { readonly frames?: string | undefined; readonly shows?: string } = {},
): string {
  const scripts = script === undefined ? "'self'" : `'self' '${script}'`;
  return (
    `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self'; ` +
    `${shows === undefined ? '' : `frame-src ${shows}; `}base-uri 'none'; form-action 'none'; frame-ancestors ${frames}; require-trusted-types-for 'script'; trusted-types 'none'`
  );
}

/** A value as the JSON text that leaves the process. */
export type Encode = (value: unknown) => string;

/** {@link Encode} through a redactor: every string in the value passes it. Without one, plain JSON. */
export function encoder(redact?: (text: string) => string): Encode {
  if (!redact) return value => JSON.stringify(value) ?? 'null';
  return value =>
    JSON.stringify(value, (_, member) => (typeof member === 'string' ? redact(member) : member)) ?? 'null';
}

/** Sends text in one piece. */
function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(text);
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Length': body.length,
    ...headers,
  });
  response.end(body);
}

export function sendJson(
  response: ServerResponse,
  encode: Encode,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendText(response, status, 'application/json', encode(value), headers);
}

/** Sends a refusal. When the request has not been read to its end, the connection goes with it. */
export function sendRefusal(response: ServerResponse, encode: Encode, refusal: Refusal): void {
  const { allow, retryAfterMs } = refusal.more;
  sendJson(
    response,
    encode,
    refusal.status,
    refusalBody(refusal),
    defined({
      Allow: allow,
      'Retry-After': retryAfterMs === undefined ? undefined : String(Math.ceil(retryAfterMs / 1000)),
      'WWW-Authenticate': refusal.status === 401 ? 'Bearer' : undefined,
      Connection: response.req.complete ? undefined : 'close',
    }),
  );
}

/** An answer for a connection on which no request could be read, as it goes over the wire. */
export function rawRefusal(refusal: Refusal, reason: string): string {
  const body = JSON.stringify(refusalBody(refusal));
  const headers = {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${reason}\r\n${lines.join('')}\r\n${body}`;
}
