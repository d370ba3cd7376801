/** Whoever opens connections and says nothing keeps nobody out. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ask, known, serve, stream } from '../visitor.ts';

/** Opens connections, as another user of this computer can; each sends `says` and then nothing. */
async function crowd(t: TestContext, url: string, count: number, says = ''): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    const socket = createConnection(Number(port), hostname).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(says);
  }
  return sockets;
}

for (const [what, says] of [
  ['silent', ''],
  ['half a request', 'GET / HTTP/1.1\r\nHost: '],
  ['a wrong token', 'GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer no\r\n\r\n'],
] as const)
  test(`given 1 000 connections of somebody else (${what}), when the owner comes, then he gets in, and his stream stays`, async t => {
    await using served = await serve();
    const { url } = served.server;
    const open = await stream(url);
    assert.equal(open.status, 200);
    await open.until('hello');
    await crowd(t, url, 1_000, says);
    for (const path of ['/', '/health', '/api/state'])
      assert.equal((await ask(url, path, { headers: known })).status, 200, path);
    served.agent.publish({ type: 'gone', id: 'tool-call:a' });
    await open.until('batch');
    open.leave();
  });

test('given more strangers than may be open, when the next comes, then the one silent for longest is cut, and none with a token', async t => {
  await using served = await serve({ limits: { strangers: 3 } });
  const { url } = served.server;
  const open = await stream(url);
  await open.until('hello');
  const sockets = await crowd(t, url, 3);
  const first = once(sockets[0] as Socket, 'close');
  await crowd(t, url, 1);
  await first;
  assert.deepEqual(
    sockets.map(socket => socket.destroyed),
    [true, false, false],
  );
  served.agent.publish({ type: 'gone', id: 'tool-call:a' });
  await open.until('batch');
  open.leave();
});

test('given half a request, when its time is up, then its connection is closed', async t => {
  await using served = await serve({ limits: { headersMs: 50 } });
  const [socket] = await crowd(t, served.server.url, 1, 'GET / HTTP/1.1\r\nHost: ');
  socket?.resume();
  await once(socket as Socket, 'close');
});
