/** The peer over HTTP, on a port of its own of this machine. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { peerServer } from './tools.ts';

export interface HttpPeer {
  readonly port: number;
  readonly url: string;
  /** Of every request, in order. */
  readonly heard: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** `folder`: where its tools write what they did. */
export async function httpPeer(folder: string): Promise<HttpPeer> {
  const handler = createMcpHandler(peerServer(folder));
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    heard.push(request.headers);
    const body = await buffer(request);
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        signal: gone.signal,
        body: body.length > 0 ? new Uint8Array(body) : null,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body)
      Readable.fromWeb(answer.body as ReadableStream)
        .on('error', () => response.destroy())
        .pipe(response);
    else response.end();
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/mcp`,
    heard,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise(closed => server.close(closed));
    },
  };
}
