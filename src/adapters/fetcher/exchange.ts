/**
 * One HTTP/1.1 request over one connected socket, and its response up to the body.
 *
 * node:http with `createConnection` and no agent: it is handed the socket, so it has no name to resolve, no pool to
 * take another connection from and no proxy of the environment to turn to, and it follows no redirect.
 */

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { HeaderRecord } from '../../ports/web/fetcher.ts';
import { http } from '../process/node-http.ts';
import { codeOf } from './dial.ts';

export interface Exchange {
  readonly socket: Socket;
  readonly href: string;
  readonly method: string;
  readonly headers: HeaderRecord;
  readonly body?: Uint8Array | undefined;
  readonly signal: AbortSignal;
}

/** All headers of a response together; Node's own limit is half of that. */
const maxHeaderBytes = 32 * 1024;

/** Resolves with the head of the response; what the signal stops rejects with its reason. */
export function exchange({ socket, href, method, headers, body, signal }: Exchange): Promise<IncomingMessage> {
  const url = new URL(href);
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => socket,
      setDefaultHeaders: false,
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, ...headers, ...lengthOf(method, body), connection: 'close' },
      maxHeaderSize: maxHeaderBytes,
    });
    const onAbort = () => {
      reject(signal.reason);
      socket.destroy();
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    // Stays for the body: a socket that breaks later is told to the reader of the response, and here once more.
    request.on('error', error => {
      const cause = codeOf(error);
      reject(fault('unavailable', says`${url.origin} broke off or did not speak HTTP (${cause})`, { cause }));
    });
    request.once('upgrade', (_response, upgraded) => {
      upgraded.destroy();
      reject(fault('unavailable', says`${url.origin} wanted to leave HTTP, which nobody asked for`));
    });
    request.once('response', resolve);
    request.once('close', () => signal.removeEventListener('abort', onAbort));
    request.end(body);
  });
}

function lengthOf(method: string, body: Uint8Array | undefined): HeaderRecord {
  if (body !== undefined) return { 'content-length': String(body.byteLength) };
  return method === 'GET' || method === 'HEAD' || method === 'DELETE' ? {} : { 'content-length': '0' };
}
