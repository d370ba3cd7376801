import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { systemConnect, systemResolve } from '../../../src/adapters/fetcher/network.ts';
import { refusedAddresses, refusedUrls } from '../../domain/egress/egress-table.ts';
import { manualClock } from '../models/manual-clock.ts';
import { certificateFor } from './fetcher-certificate.ts';
import { coded, createWorld, faultOf, fetcherIn, memoryLedger } from './fetcher-world.ts';

const [front, other, third] = ['93.184.216.34', '151.101.1.140', '2606:4700:4700::1111'];
const asText = (body: Uint8Array) => Buffer.from(body).toString();

/** A server on loopback that must never be reached. */
async function tripwire(t: TestContext) {
  const caught: Socket[] = [];
  const server = createServer(socket => caught.push(socket.on('error', () => {})));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of caught) socket.destroy();
    server.close();
  });
  return { caught, port: (server.address() as { port: number }).port };
}

test('given a public name, when it is fetched, then it is resolved once and the connection goes to its address', async t => {
  const world = createWorld(t);
  world.name('news.com', [front]);
  const seen = await world.peer(front, (_request, response) => response.setHeader('x-a', 'b').end('hello'));
  const answer = await fetcherIn(world).fetch({ url: 'http://NEWS.com./a?b=c#d', headers: { Accept: 'text/html' } });
  assert.equal(asText(answer.body), 'hello');
  assert.deepEqual([answer.status, answer.statusText, answer.headers['x-a'], answer.redirects], [200, 'OK', 'b', 0]);
  assert.equal(answer.url, 'http://news.com./a?b=c');
  assert.deepEqual([world.resolved, world.connected], [['news.com'], [front]]);
  assert.equal(seen[0]?.url, '/a?b=c');
  assert.deepEqual(seen[0]?.headers, {
    host: 'news.com.',
    'user-agent': 'Straylight/test',
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br, zstd',
    connection: 'close',
  });
});

test('given every refused URL and address of the tables, when each is fetched over real sockets, then nothing is connected', async t => {
  const trap = await tripwire(t);
  const dialled: string[] = [];
  let answer: readonly string[] = [];
  const world = {
    resolve: async () => ({ addresses: answer }),
    connect: (to: Parameters<typeof systemConnect>[0], signal: AbortSignal) => {
      dialled.push(to.address);
      return systemConnect(to, signal);
    },
  };
  const { fetch } = fetcherIn(world);
  const urls = refusedUrls.flatMap(([, ...list]) => list);
  for (const url of urls) await assert.rejects(fetch({ url }), faultOf('denied', /this request may not leave/));
  for (const address of refusedAddresses.flatMap(([, ...list]) => list))
    for (const addresses of [[address], ['8.8.8.8', address]]) {
      answer = addresses;
      await assert.rejects(
        fetch({ url: `http://public.com:${trap.port}/` }),
        faultOf('denied', /public\.com is refused/),
      );
    }
  await assert.rejects(fetch({ url: `http://127.0.0.1:${trap.port}/` }), faultOf('denied', /loopback/));
  assert.deepEqual([dialled, trap.caught], [[], []]);
  const addresses = refusedAddresses.flatMap(([, ...list]) => list).length;
  t.diagnostic(
    `${urls.length} refused URLs, ${2 * addresses} answers with a refused address: ${dialled.length} connections`,
  );
});

test('given a resolver that rebinds, when the name comes up again in a redirect, then it is judged anew and refused', async t => {
  const trap = await tripwire(t);
  const world = createWorld(t);
  world.name('rebind.com', [front], ['127.0.0.1']);
  await world.peer(front, (_request, response) =>
    response.writeHead(302, { location: `http://rebind.com:${trap.port}/` }).end(),
  );
  await assert.rejects(
    fetcherIn(world).fetch({ url: 'http://rebind.com/' }),
    faultOf('denied', /127\.0\.0\.1 is loopback/),
  );
  assert.deepEqual([world.resolved, world.connected, trap.caught], [['rebind.com', 'rebind.com'], [front], []]);
});

test('given a resolver that changes its mind at every question, when pages are fetched, then each connection is to what was judged', async t => {
  const world = createWorld(t);
  await world.peer(front, (_request, response) => response.end('one'));
  const { fetch } = fetcherIn(world);
  for (let round = 0; round < 20; round++) {
    world.name('flip.com', ...(round % 2 ? [[front], ['10.0.0.1']] : [['169.254.169.254', front], [front]]));
    const before = world.connected.length;
    if (round % 2) assert.equal(asText((await fetch({ url: 'http://flip.com/' })).body), 'one');
    else await assert.rejects(fetch({ url: 'http://flip.com/' }), faultOf('denied', /metadata/));
    assert.deepEqual(world.connected.slice(before), round % 2 ? [front] : []);
    assert.equal(world.resolved.length, round + 1);
  }
});

test('given redirects to private places, when they are followed, then only the public hops were connected to', async t => {
  const world = createWorld(t);
  world.name('start.com', [front]);
  world.name('next.com', [other]);
  world.name('inside.com', ['192.168.0.1']);
  world.name('mixed.com', [front, '::1']);
  let [target, status] = ['', 302];
  await world.peer(front, (_request, response) => response.writeHead(status, { location: 'http://next.com/x' }).end());
  await world.peer(other, (_request, response) => response.writeHead(status, { location: target }).end());
  const { fetch } = fetcherIn(world);
  const targets = [
    ...[
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://[::1]/',
      'http://169.254.169.254/latest/',
      '//0x7f.1/',
      '\\\\127.1\\x',
    ],
    ...[
      'http://inside.com/',
      'http://mixed.com/',
      'http://localhost/',
      'http://metadata.google.internal/',
      'https://intranet/',
    ],
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_',
      'http://u:p@next.com/',
      'http://next.com:22/',
      'http://[',
      'data:,x',
    ],
  ];
  for (const code of [301, 302, 303, 307, 308])
    for (const one of targets) {
      [target, status] = [one, code];
      world.connected.length = 0;
      await assert.rejects(fetch({ url: 'http://start.com/' }), faultOf('denied', /may not leave/), one);
      assert.deepEqual(world.connected, [front, other], one);
    }
  t.diagnostic(`${5 * targets.length} chains to a private place: 0 connections there`);
});

test('given chains of five and of six redirects, when they are followed, then five arrive and six are refused', async t => {
  const world = createWorld(t);
  world.name('chain.com', [front]);
  await world.peer(front, (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const { fetch } = fetcherIn(world);
  const answer = await fetch({ url: 'http://chain.com/5' });
  assert.deepEqual([asText(answer.body), answer.redirects, answer.url], ['there', 5, 'http://chain.com/0']);
  assert.equal(world.resolved.length, 6);
  await assert.rejects(fetch({ url: 'http://chain.com/6' }), faultOf('denied', /more than 5 redirects/));
});

test('given credentials, when redirects leave their origin and come back, then no other origin and no later hop sees them', async t => {
  const world = createWorld(t);
  world.name('home.com', [front]);
  world.name('away.com', [other]);
  const atHome = await world.peer(front, (request, response) => {
    const to = request.url === '/' ? '/same' : request.url === '/same' ? 'http://away.com/' : undefined;
    response.writeHead(to ? 302 : 200, to ? { location: to } : {}).end();
  });
  const away = await world.peer(other, (_request, response) =>
    response.writeHead(307, { location: 'http://home.com/end' }).end(),
  );
  await fetcherIn(world).fetch({
    url: 'http://home.com/',
    headers: { Authorization: 'Bearer aaa', cookie: 'b=1', 'X-Api-Key': 'ccc', 'x-plain': 'stays' },
    secretHeaders: { 'X-Own': 'ddd' },
  });
  const secrets = ({ headers }: { headers: Record<string, unknown> }) => [
    headers['authorization'],
    headers['cookie'],
    headers['x-api-key'],
    headers['x-own'],
    headers['x-plain'],
  ];
  const all = ['Bearer aaa', 'b=1', 'ccc', 'ddd', 'stays'];
  const none = [undefined, undefined, undefined, undefined, 'stays'];
  assert.deepEqual(atHome.map(secrets), [all, all, none]);
  assert.deepEqual(away.map(secrets), [none]);
});

test('given other ports and schemes of the same host, when a redirect leads there, then credentials stay behind', async t => {
  const world = createWorld(t);
  world.name('home.com', [front]);
  const seen = await world.peer(front, (request, response) => {
    if (request.headers.host === 'home.com') response.writeHead(302, { location: 'http://home.com:8080/' }).end();
    else response.end();
  });
  await fetcherIn(world).fetch({ url: 'http://home.com/', headers: { authorization: 'x' } });
  assert.deepEqual(world.connected, [front, `${front} 8080`]);
  assert.deepEqual(
    seen.map(({ headers }) => headers.authorization),
    ['x', undefined],
  );
});

test('given a POST, when it is redirected, then it becomes a GET or keeps its body as in a browser, and no body changes origin unasked', async t => {
  const world = createWorld(t);
  world.name('form.com', [front]);
  world.name('away.com', [other]);
  let [status, location] = [302, '/next'];
  const seen = await world.peer(front, (request, response) => {
    if (request.url === '/') response.writeHead(status, { location }).end();
    else response.end('done');
  });
  const away = await world.peer(other, (_request, response) => response.end('away'));
  const { fetch } = fetcherIn(world);
  const post = {
    url: 'http://form.com/',
    method: 'POST',
    body: 'päy',
    headers: { 'content-type': 'text/plain' },
  } as const;
  for (status of [301, 302, 303, 307, 308]) {
    seen.length = 0;
    await fetch(post);
    const kept = status >= 307;
    const [first, second] = seen;
    assert.deepEqual([first?.method, first?.body, first?.headers['content-length']], ['POST', 'päy', '4']);
    assert.deepEqual([second?.method, second?.body], kept ? ['POST', 'päy'] : ['GET', '']);
    assert.deepEqual(
      [second?.headers['content-type'], second?.headers['content-length']],
      kept ? ['text/plain', '4'] : [undefined, undefined],
    );
  }
  location = 'http://away.com/';
  await assert.rejects(fetch(post), faultOf('denied', /another origin/));
  assert.deepEqual([away.length, world.connected.includes(other)], [0, false]);
  const asked: string[] = [];
  await fetch({ ...post, permit: ({ url, method }) => void asked.push(`${method} ${url}`) });
  assert.deepEqual(asked, ['POST http://form.com/', 'POST http://away.com/']);
  assert.equal(away[0]?.body, 'päy');
  const refused = fetch({ ...post, permit: ({ url }) => (url.includes('away') ? 'away.com is blocked' : undefined) });
  await assert.rejects(refused, faultOf('denied', /away\.com is blocked/));
  assert.equal(away.length, 1);
});

test('given bodies in every coding, when they are read, then they come decoded, and bombs end at the limit', async t => {
  const world = createWorld(t);
  world.name('zip.com', [front]);
  const codings: Record<string, (data: Buffer) => Buffer> = {
    identity: data => data,
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    DEFLATE: deflateRawSync,
    br: data => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
    zstd: data => zstdCompressSync(data),
  };
  let [coding, body]: [string, Buffer] = ['identity', Buffer.alloc(0)];
  await world.peer(front, (_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
  const { fetch } = fetcherIn(world, { limits: { maxBytes: 100_000 } });
  const get = () => fetch({ url: 'http://zip.com/' });
  for (const [name, code] of Object.entries(codings)) {
    [coding, body] = [name, code(Buffer.from('plain words'))];
    assert.equal(asText((await get()).body), 'plain words', name);
    body = code(Buffer.alloc(100_000));
    assert.equal((await get()).body.length, 100_000, name);
    for (const size of [100_001, 4_000_000]) {
      body = code(Buffer.alloc(size));
      await assert.rejects(get(), faultOf('invalid', /longer than 100000 bytes/), name);
    }
    if (name === 'identity') continue;
    body = code(Buffer.from('plain words')).subarray(0, -4);
    await assert.rejects(get(), faultOf('unavailable', /broken/), name);
    body = Buffer.alloc(0);
    assert.equal((await get()).body.length, 0, name);
  }
  for (const odd of ['gzip, gzip', 'compress', 'x'.repeat(300)]) {
    coding = odd;
    await assert.rejects(get(), faultOf('invalid', /sent the body as/));
  }
});

test('given a body without a length, when it passes the limit, then it is cut off there', async t => {
  const world = createWorld(t);
  world.name('long.com', [front]);
  let sent = 0;
  await world.peer(front, (_request, response) => {
    const chunk = Buffer.alloc(10_000);
    const more = (): void => {
      sent += 1;
      response.write(chunk, error => (error ? undefined : more()));
    };
    more();
  });
  const answer = fetcherIn(world, { limits: { maxBytes: 1_000_000 } }).fetch({ url: 'http://long.com/' });
  await assert.rejects(answer, faultOf('invalid', /longer than 1000000 bytes/));
  assert.ok(sent < 2_000);
});

test('given a peer or a resolver that keeps one waiting, when a deadline passes, then that is what is told and the socket is closed', async t => {
  const world = createWorld(t);
  world.name('slow.com', [front]);
  const sockets: Socket[] = [];
  let [reply, arrived] = ['', () => {}];
  await world.raw(front, socket => {
    sockets.push(socket);
    socket.on('data', () => {
      socket.write(reply);
      arrived();
    });
  });
  const cases = [
    { reply: '', wait: 15_000, message: /an answer of http:\/\/slow\.com did not come within 15 s/ },
    { reply: 'HTTP/1.1 200 OK\r\ncontent-le', wait: 15_000, message: /an answer of/ },
    { reply: 'HTTP/1.1 100 Continue\r\n\r\n', wait: 15_000, message: /an answer of/ },
  ];
  for (const one of cases) {
    const clock = manualClock();
    reply = one.reply;
    const request = new Promise<void>(resolve => {
      arrived = resolve;
    });
    const answer = fetcherIn(world, { clock }).fetch({ url: 'http://slow.com/' });
    const outcome = assert.rejects(answer, faultOf('timeout', one.message));
    await request;
    clock.advance(one.wait);
    await outcome;
    const socket = sockets.at(-1);
    if (!socket?.destroyed) await new Promise(resolve => socket?.once('close', resolve));
  }
  const clock = manualClock();
  const never = new Promise<never>(() => {});
  let onConnect = () => {};
  const connect = () => {
    onConnect();
    return never;
  };
  const hung = fetcherIn({ resolve: () => never, connect }, { clock });
  const named = assert.rejects(hung.fetch({ url: 'http://slow.com/' }), faultOf('timeout', /the address of slow\.com/));
  clock.advance(5_000);
  await named;
  const connecting = new Promise<void>(resolve => {
    onConnect = resolve;
  });
  const direct = assert.rejects(hung.fetch({ url: 'http://8.8.8.8/' }), faultOf('timeout', /a connection to http:/));
  await connecting;
  clock.advance(5_000);
  await direct;
});

test('given a body that drips, when a pause is too long or the whole takes too long, then the reading stops', async t => {
  const world = createWorld(t);
  world.name('drip.com', [front]);
  let socket: Socket | undefined;
  const arrived = () => {};
  await world.raw(front, one => {
    socket = one;
    one.on('data', () => one.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nx', () => arrived()));
  });
  for (const [pause, message] of [
    [10_000, /the rest of the answer of http:\/\/drip\.com did not come within 10 s/],
    [9_000, /the whole answer did not come within 45 s/],
  ] as const) {
    const clock = manualClock();
    // Every piece begins the deadline anew, which shows as one more timer asked for.
    let begun = 0;
    let onBegin = () => {};
    const watched = {
      ...clock,
      after: (ms: number, call: () => void) => {
        if (ms === 10_000) begun += 1;
        onBegin();
        return clock.after(ms, call);
      },
    };
    const until = (count: number) =>
      new Promise<void>(resolve => {
        onBegin = () => (begun >= count ? setImmediate(resolve) : undefined);
        onBegin();
      });
    const outcome = assert.rejects(
      fetcherIn(world, { clock: watched }).fetch({ url: 'http://drip.com/' }),
      faultOf('timeout', message),
    );
    await until(2);
    for (let piece = 3; pause === 9_000 && piece <= 6; piece++) {
      clock.advance(pause);
      socket?.write('x');
      await until(piece);
    }
    clock.advance(pause);
    await outcome;
  }
});

test('given an abort, before, while waiting and while reading, when it comes, then the request is cancelled', async t => {
  const world = createWorld(t);
  world.name('wait.com', [front]);
  const stops: AbortController[] = [new AbortController()];
  await world.raw(front, socket => {
    socket.on('data', () => {
      if (stops.length === 3) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', () => stops[2]?.abort());
      else stops.at(-1)?.abort();
    });
  });
  const { fetch } = fetcherIn(world);
  stops[0]?.abort();
  for (let round = 0; round < 3; round++) {
    const { signal } = stops.at(-1) ?? {};
    await assert.rejects(fetch({ url: 'http://wait.com/', signal }), faultOf('cancelled', /cancelled/));
    stops.push(new AbortController());
  }
  assert.equal(world.connected.length, 2);
});

test('given TLS, when the certificate is for the name, then the name goes into SNI, and for any other nothing is sent', async t => {
  const world = createWorld(t);
  const certificate = certificateFor(['good.com', '*.wide.com'], ['9.9.9.9']);
  for (const name of ['good.com', 'a.wide.com', 'bad.com']) world.name(name, [front]);
  const asked: unknown[] = [];
  const named =
    (words: string): RequestListener =>
    (request, response) => {
      asked.push((request.socket as TLSSocket).servername);
      response.end(words);
    };
  const seen = await world.peer(front, named('safe'), certificate);
  await world.peer('9.9.9.9', named('by address'), certificate);
  await world.peer('9.9.9.10', (_request, response) => response.end('by address'), certificate);
  const { fetch } = fetcherIn(world, { certificates: [certificate.cert] });
  for (const url of ['https://good.com/', 'https://good.com./', 'https://a.wide.com/'])
    assert.equal(asText((await fetch({ url })).body), 'safe');
  assert.equal(asText((await fetch({ url: 'https://9.9.9.9/' })).body), 'by address');
  assert.deepEqual(asked, ['good.com', 'good.com', 'a.wide.com', false]);
  for (const url of ['https://bad.com/', 'https://9.9.9.10/'])
    await assert.rejects(fetch({ url }), faultOf('denied', /not valid for it \(ERR_TLS_CERT_ALTNAME_INVALID\)/));
  await assert.rejects(fetcherIn(world).fetch({ url: 'https://good.com/' }), faultOf('denied', /SELF_SIGNED/));
  assert.equal(seen.length, 3);
  await world.raw(other, socket => socket.end('no TLS here'));
  world.name('plain.com', [other]);
  await assert.rejects(fetch({ url: 'https://plain.com/' }), faultOf('unavailable', /TLS handshake/));
});

test('given an environment full of proxies and laxness, when a page is fetched, then the environment is not heard', async t => {
  const trap = await tripwire(t);
  const proxy = `http://127.0.0.1:${trap.port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const env = {
    ...Object.fromEntries(names.map(name => [name, proxy])),
    NODE_USE_ENV_PROXY: '1',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_NO_WARNINGS: '1',
  };
  const program = fileURLToPath(new URL('fetcher-environment.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'], env });
  assert.deepEqual(JSON.parse(await text(child.stdout)), { plain: 'direct', secure: 'denied', seen: 0 });
  assert.deepEqual(trap.caught, []);
});

test('given several addresses, when the first do not answer, then the next judged one is tried, four at most', async t => {
  const world = createWorld(t);
  world.name('many.com', ['1.1.1.1', third, front]);
  world.name('none.com', ['1.0.0.1', '1.0.0.2', '1.0.0.3', '1.0.0.4', '1.0.0.5', front]);
  await world.peer(front, (_request, response) => response.end('found'));
  const { fetch } = fetcherIn(world);
  assert.equal(asText((await fetch({ url: 'http://many.com/' })).body), 'found');
  assert.deepEqual(world.connected, ['1.1.1.1', third, front]);
  await assert.rejects(fetch({ url: 'http://none.com/' }), faultOf('unavailable', /does not answer \(ECONNREFUSED\)/));
  assert.equal(world.connected.length, 7);
});

test('given DNS that fails, when a name is fetched, then a missing name is invalid and a failing resolver unavailable', async t => {
  const world = createWorld(t);
  world.name('broken.com', 'SERVFAIL');
  world.name('empty.com', []);
  const { fetch } = fetcherIn(world);
  await assert.rejects(fetch({ url: 'http://missing.com/' }), faultOf('invalid', /missing\.com does not exist/));
  await assert.rejects(fetch({ url: 'http://broken.com/' }), faultOf('unavailable', /SERVFAIL/));
  await assert.rejects(fetch({ url: 'http://empty.com/' }), faultOf('denied', /has no address/));
  assert.deepEqual(world.connected, []);
});

test('given the limits of a minute, when they are reached, then the next request waits, another kind does not, and refused ones cost nothing', async t => {
  const world = createWorld(t);
  world.name('busy.com', [front]);
  await world.peer(front, (_request, response) => response.end());
  const [clock, ledger] = [manualClock(), memoryLedger()];
  clock.advance(1_000_000);
  const limits = { readsPerMinute: 30, writesPerMinute: 10 };
  const { fetch } = fetcherIn(world, { clock, ledger, limits });
  const get = (url = 'http://busy.com/') => fetch({ url });
  const post = () => fetch({ url: 'http://busy.com/', method: 'POST', body: 'x' });
  await assert.rejects(get('http://127.0.0.1/'), faultOf('denied', /loopback/));
  for (let count = 0; count < 30; count++) await get();
  await assert.rejects(get(), faultOf('unavailable', /30 GET requests a minute/));
  for (let count = 0; count < 10; count++) await post();
  await assert.rejects(post(), faultOf('unavailable', /10 other requests a minute/));
  // The rows outlive the process: a new fetcher knows them.
  await assert.rejects(
    fetcherIn(world, { clock, ledger, limits }).fetch({ url: 'http://busy.com/' }),
    faultOf('unavailable', /30 GET/),
  );
  clock.advance(60_001);
  await get();
  await post();
  assert.deepEqual([world.connected.length, ledger.rows.length], [42, 42]);
});

test('given peers that do not keep to HTTP, when they answer, then it is told and nothing hangs', async t => {
  const world = createWorld(t);
  world.name('odd.com', [front]);
  let reply = '';
  await world.raw(front, socket => socket.on('data', () => socket.end(reply)));
  const { fetch } = fetcherIn(world);
  for (const [bytes, message] of [
    ['', /broke off/],
    ['SSH-2.0-OpenSSH_9.9\r\n', /did not speak HTTP/],
    ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort', /broke off/],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhel', /broke off/],
    ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', /did not speak HTTP/],
    [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, /HPE_HEADER_OVERFLOW/],
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', /leave HTTP/],
  ] as const) {
    reply = bytes;
    await assert.rejects(fetch({ url: 'http://odd.com/secret-path?token=abc' }), (thrown: unknown) => {
      assert.doesNotMatch(String(thrown), /secret-path|abc/);
      return faultOf('unavailable', message)(thrown);
    });
  }
});

test('given headers a caller may not set or that would break the request, when they are given, then nothing is sent', async t => {
  const world = createWorld(t);
  world.name('any.com', [front]);
  const { fetch } = fetcherIn(world);
  for (const headers of [
    ...[
      { Host: 'a' },
      { connection: 'x' },
      { 'Content-Length': '0' },
      { 'transfer-encoding': 'chunked' },
      { 'proxy-x': 'y' },
    ],
    ...[{ 'a b': 'c' }, { '': 'c' }, { a: 'b\r\nc: d' }, { a: 'b\0' }, { a: '…' }, { 'a\n': 'b' }],
  ] as Record<string, string>[]) {
    await assert.rejects(fetch({ url: 'http://any.com/', headers }), faultOf('invalid', /header/));
    await assert.rejects(fetch({ url: 'http://any.com/', secretHeaders: headers }), faultOf('invalid', /header/));
  }
  await assert.rejects(fetch({ url: 'http://any.com/', body: 'x' }), faultOf('invalid', /no body/));
  assert.deepEqual(world.resolved, []);
});

test('given HEAD, DELETE and answers without a body, when they are fetched, then they arrive', async t => {
  const world = createWorld(t);
  world.name('rest.com', [front]);
  const seen = await world.peer(front, (request, response) => {
    if (request.method === 'HEAD')
      response.writeHead(200, { 'content-length': '99999999', 'content-encoding': 'gzip' }).end();
    else response.writeHead(204).end();
  });
  const { fetch } = fetcherIn(world);
  assert.equal((await fetch({ url: 'http://rest.com/', method: 'HEAD' })).headers['content-length'], '99999999');
  for (const method of ['DELETE', 'PUT', 'PATCH'] as const)
    assert.equal((await fetch({ url: 'http://rest.com/', method })).status, 204);
  assert.deepEqual(
    seen.map(one => one.headers['content-length']),
    [undefined, undefined, '0', '0'],
  );
});

test('given the connector of the system, when it is given anything but an address, then it connects to nothing', async t => {
  const trap = await tripwire(t);
  const { signal } = new AbortController();
  for (const address of ['localhost', '127.1', 'example.com', '', '::1%lo'])
    await assert.rejects(systemConnect({ address, port: trap.port }, signal), faultOf('defect', /expected an address/));
  assert.equal(trap.caught.length, 0);
  const socket = await systemConnect({ address: '127.0.0.1', port: trap.port }, signal);
  assert.equal(socket.remotePort, trap.port);
  socket.destroy();
  const refused = systemConnect({ address: '127.0.0.1', port: 1 }, signal);
  await assert.rejects(refused, (error: Error) => 'code' in error && error.code === coded('ECONNREFUSED').message);
  await assert.rejects(systemResolve('name.invalid', signal), (error: Error) => 'code' in error);
});

test('given domains the owner has blocked, when they are fetched or redirected to, then nothing is resolved there', async t => {
  const world = createWorld(t);
  world.name('good.com', [front]);
  await world.peer(front, (_request, response) => response.writeHead(302, { location: 'https://cdn.evil.com/' }).end());
  const { fetch } = fetcherIn(world, { blockedDomains: ['evil.com', '9.9.9.9'] });
  for (const url of ['http://evil.com/', 'https://a.b.EVIL.com./', 'http://9.9.9.9/', 'http://0x9.9.9.9/'])
    await assert.rejects(fetch({ url }), faultOf('denied', /is blocked by the owner/), url);
  assert.deepEqual(world.resolved, []);
  await assert.rejects(fetch({ url: 'http://good.com/' }), faultOf('denied', /cdn\.evil\.com is blocked/));
  assert.deepEqual([world.resolved, world.connected], [['good.com'], [front]]);
});
