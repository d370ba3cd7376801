import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { startServer } from '../../../inspector/server.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { operationService } from '../../../src/api/service.ts';
import { stubAgent } from '../stub-agent.ts';
import { ask, known, readOnlyToken, serve, token } from '../visitor.ts';

const port = (url: string) => new URL(url).port;

test('given the three names of this computer, when they stand in Host with our port, then the request is heard', async () => {
  await using served = await serve();
  const { url } = served.server;
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    assert.equal((await ask(url, '/health', { headers: { host: `${host}:${port(url)}` } })).status, 200);
});

test('given a foreign Host (DNS rebinding), when it asks for anything, then it is answered 421 and gets nothing', async () => {
  await using served = await serve();
  const { url } = served.server;
  for (const host of [
    'evil.example',
    `evil.example:${port(url)}`,
    '127.0.0.1',
    '127.0.0.1:1',
    `127.0.0.1.nip.io:${port(url)}`,
  ])
    for (const path of ['/', '/health', '/api/state', '/nowhere']) {
      const reply = await ask(url, path, { headers: { ...known, host } });
      assert.equal(reply.status, 421, `${host} ${path}`);
      assert.equal(reply.json.error.code, 'host');
    }
});

test('given a foreign Origin, when it asks, then 403, whatever it carries; our own is heard', async () => {
  await using served = await serve();
  const { url } = served.server;
  for (const origin of [
    'http://evil.example',
    'null',
    `https://127.0.0.1:${port(url)}`,
    'http://127.0.0.1:1',
    `http://localhost:${port(url)}`,
  ]) {
    const reply = await ask(url, '/api/state', { headers: { ...known, origin } });
    assert.equal(reply.status, 403, origin);
    assert.equal(reply.json.error.code, 'forbidden');
  }
  assert.equal((await ask(url, '/api/state', { headers: { ...known, origin: url } })).status, 200);
});

test('given Sec-Fetch-Site of another site, when it asks, then 403; same-origin and none are heard', async () => {
  await using served = await serve();
  const { url } = served.server;
  const status = async (site: string) => (await ask(url, '/health', { headers: { 'sec-fetch-site': site } })).status;
  assert.deepEqual(
    await Promise.all(['cross-site', 'same-site', 'same-origin', 'none'].map(status)),
    [403, 403, 200, 200],
  );
});

test('given a preflight of another origin, when it comes, then no CORS header answers it', async () => {
  await using served = await serve();
  const reply = await ask(served.server.url, '/api/state', {
    method: 'OPTIONS',
    headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  });
  assert.equal(reply.status, 403);
  assert.deepEqual(
    Object.keys(reply.headers).filter(name => name.startsWith('access-control')),
    [],
  );
});

test('given no token, when anything under /api is asked, then 401, known path or not', async () => {
  await using served = await serve();
  for (const path of ['/api/state', '/api/nowhere', '/api/stream', '/api'])
    assert.equal((await ask(served.server.url, path)).json.error.code, 'auth', path);
  const write = await ask(served.server.url, '/api/sessions/web%3Amain/messages', {
    body: { clientId: 'a', text: 'hi' },
  });
  assert.equal(write.status, 401);
  assert.deepEqual(served.agent.asked, []);
});

test('given the token in the query or a cookie, when it asks, then it does not count', async () => {
  await using served = await serve();
  assert.equal((await ask(served.server.url, `/api/state?token=${token}`)).status, 401);
  assert.equal((await ask(served.server.url, '/api/state', { headers: { cookie: `token=${token}` } })).status, 401);
});

test('given wrong tokens, when the eleventh within a minute comes, then 429 with a time to wait, and the right one is still heard', async () => {
  await using served = await serve();
  const { url } = served.server;
  const wrong = { authorization: `Bearer ${'x'.repeat(43)}` };
  for (let n = 1; n <= 10; n++) assert.equal((await ask(url, '/api/state', { headers: wrong })).status, 401);
  const flooded = await ask(url, '/api/state', { headers: wrong });
  assert.equal(flooded.status, 429);
  assert.equal(flooded.json.error.code, 'rate');
  assert.ok(flooded.json.error.retryAfterMs > 0 && flooded.json.error.retryAfterMs <= 60_000);
  assert.ok(Number(flooded.headers['retry-after']) > 0);
  assert.equal((await ask(url, '/api/state', { headers: known })).status, 200);
  assert.equal(served.log.length, 1);
  assert.doesNotMatch(served.log.join() + flooded.text, /xxxxx|owner-token/);
});

test('given wrong tokens a minute ago, when another comes, then it is 401 again', async () => {
  let now = 0;
  await using served = await serve({ clock: { ...systemClock, elapsed: () => now } });
  const wrong = { authorization: 'Bearer wrong' };
  for (let n = 1; n <= 11; n++) await ask(served.server.url, '/api/state', { headers: wrong });
  now = 60_001;
  assert.equal((await ask(served.server.url, '/api/state', { headers: wrong })).status, 401);
});

test('given the read-only token, when it reads, then it may; when it acts, then 403 and nothing happens', async () => {
  await using served = await serve();
  const headers = { authorization: `Bearer ${readOnlyToken}` };
  assert.equal((await ask(served.server.url, '/api/state', { headers })).status, 200);
  for (const path of [
    '/api/sessions/web%3Amain/messages',
    '/api/sessions/web%3Amain/abort',
    '/api/approvals/k3Qm9xTd/decision',
  ]) {
    const reply = await ask(served.server.url, path, { headers, body: { commandId: 'c', clientId: 'c', text: 'hi' } });
    assert.equal(reply.status, 403, path);
    assert.equal(reply.json.error.code, 'forbidden');
  }
  assert.deepEqual(served.agent.asked, []);
});

test('given any answer, good or bad, when it leaves, then the protective headers are on it and nothing of Straylight may be cached', async () => {
  await using served = await serve();
  const { url } = served.server;
  const replies = [
    await ask(url, '/'),
    await ask(url, '/health'),
    await ask(url, '/nowhere'),
    await ask(url, '/api/state', { headers: known }),
    await ask(url, '/api/state'),
    await ask(url, '/health', { headers: { host: 'evil.example' } }),
    await ask(url, '/%', {}),
  ];
  for (const { headers } of replies) {
    assert.match(
      String(headers['content-security-policy']),
      /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    // the page's files hold nothing of the owner's; they are asked for again each time
    const isPage = headers['content-type']?.startsWith('text/html');
    assert.equal(headers['cache-control'], isPage ? 'no-cache' : 'no-store');
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['set-cookie'], undefined);
  }
});

test('given another address than loopback, when it is asked for, then the server refuses to start', async () => {
  const agent = stubAgent();
  for (const host of ['0.0.0.0', '::', '192.168.1.4', 'example.org', ''])
    await assert.rejects(
      startServer({
        reader: agent.reader,
        operations: operationService({}),
        port: 0,
        host,
        token,
        health: agent.health,
        clock: systemClock,
        log: () => undefined,
      }),
      { name: 'Fault', message: /expected to listen on 127\.0\.0\.1, ::1 or localhost/ },
    );
});

test('given a token too short to be one, when the server starts, then it refuses', async () => {
  const agent = stubAgent();
  await assert.rejects(
    startServer({
      reader: agent.reader,
      operations: operationService({}),
      port: 0,
      token: '',
      health: agent.health,
      clock: systemClock,
      log: () => undefined,
    }),
    /256 bits/,
  );
});

test('given a port that is taken, when a second server wants it, then it says so and leaves nothing open', async () => {
  await using first = await serve();
  await assert.rejects(serve({ port: first.server.port }), {
    name: 'Fault',
    message: new RegExp(`expected port ${first.server.port} of 127\\.0\\.0\\.1 to be free`),
  });
});

test('given a whole URL as the request target, when its host is foreign and the header ours, then 400', async () => {
  await using served = await serve();
  const status = await new Promise<number>((resolve, reject) => {
    const outgoing = request(
      served.server.url,
      { path: 'http://evil.example/api/state', headers: known, agent: false },
      response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
  assert.equal(status, 400);
});

test('given a browser that claims to be the command line, when it decides, then 403', async () => {
  await using served = await serve();
  const reply = await ask(served.server.url, '/api/approvals/k3Qm9xTd/decision', {
    headers: { ...known, 'straylight-origin': 'cli', 'sec-fetch-site': 'same-origin' },
    body: { commandId: 'c1', decision: 'approve' },
  });
  assert.equal(reply.status, 403);
  assert.deepEqual(served.agent.asked, []);
});
