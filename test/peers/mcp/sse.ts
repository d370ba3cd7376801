/** The peer over HTTP as it was before 2025: a stream of events for what it says, and an address for what it is sent. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { HttpPeer } from './http.ts';
import { peerServer } from './tools.ts';

/** One client at a time. `folder`: where its tools write what they did. */
export async function ssePeer(folder: string): Promise<HttpPeer> {
  const heard: HttpPeer['heard'][number][] = [];
  const make = peerServer(folder);
  let transport: Transport | undefined;
  const server = createServer(async (request, response) => {
    heard.push(request.headers);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages\n\n');
      transport = over(response);
      const made = await make({ era: 'legacy' });
      await made.connect(transport);
      return;
    }
    const message = (await json(request)) as JSONRPCMessage;
    response.writeHead(202).end();
    transport?.onmessage?.(message);
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/sse`,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise(closed => server.close(closed));
    },
  };
}

function over(response: ServerResponse): Transport {
  const transport: Transport = {
    start: async () => void response.on('close', () => transport.onclose?.()),
    send: async message => void response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    close: async () => void response.end(),
  };
  return transport;
}
