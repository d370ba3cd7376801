import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { openPackageProxy } from '../../../src/adapters/packages/package-proxy.ts';
import { areAllRun } from '../../slow.ts';
import { helloFor } from '../fetcher/client-hello.ts';
import { faultOf } from '../fetcher/fetcher-world.ts';
import { manualClock } from '../models/manual-clock.ts';
import { bubblewrap, files, hasPip, inSandbox, packageWorld, pages } from './package-proxy-world.ts';

const sandbox = { skip: bubblewrap === undefined && 'bubblewrap is not installed' };

/** A client of pip's protocol, which starts in a tenth of pip's time. */
const client = ['python3', '/run/package-client.py', 'greeting'];
/** The installer of this machine. */
const installer = hasPip ? ['python3', '-m', 'pip', 'install', '--user', 'greeting'] : client;
type World = Awaited<ReturnType<typeof packageWorld>>;

test(
  'given a sandbox without a network, when pip installs through the proxy, then the package works and only the index was connected to',
  sandbox,
  async t => {
    const here = await packageWorld(t);
    const installed = await inSandbox(here, installer);
    assert.equal(installed.code, 0, installed.output);
    assert.match(installed.output, /Successfully installed greeting/);
    const used = await inSandbox(here, ['python3', '-c', 'import greeting; print(greeting.say())']);
    assert.deepEqual(used, { code: 0, output: 'hello from a wheel\n' });
    assert.deepEqual(new Set(here.world.connected), new Set([pages, files]));
    assert.deepEqual(
      here.asked.files.map(({ url }) => url),
      ['/packages/greeting-1.0-py3-none-any.whl'],
    );
    t.diagnostic(
      `installed by ${hasPip ? 'pip' : 'a client of its protocol'}, through ${here.world.connected.length} tunnels`,
    );
  },
);

test(
  'given a client of pip’s protocol, when it installs through the proxy, then the package works',
  sandbox,
  async t => {
    const here = await packageWorld(t);
    const installed = await inSandbox(here, client);
    assert.deepEqual(installed, { code: 0, output: 'Successfully installed greeting\n' });
    const used = await inSandbox(here, ['python3', '-c', 'import greeting; print(greeting.say())']);
    assert.equal(used.output, 'hello from a wheel\n');
  },
);

test(
  'given other places to install from, when pip is sent there, then each is refused and nothing is connected to',
  sandbox,
  async t => {
    const here = await packageWorld(t, { hosts: ['pypi.org', 'inside.org', 'rebind.org', 'files.pythonhosted.org'] });
    here.world.name('inside.org', ['10.0.0.5']);
    here.world.name('rebind.org', ['127.0.0.1']);
    const cases: readonly (readonly [what: string, index: string, reason: RegExp])[] = [
      ['a host that is not listed', 'https://evil.com/simple', /evil\.com is not one of the package hosts/],
      ['a listed host at a private address', 'https://inside.org/simple', /10\.0\.0\.5 is private/],
      ['a listed host at loopback', 'https://rebind.org/simple', /127\.0\.0\.1 is loopback/],
      ['plain HTTP', 'http://pypi.org/simple', /only CONNECT/],
      ['another port', 'https://pypi.org:8443/simple', /port 443, not 8443/],
      ['an address', `https://${pages}/simple`, /151\.101\.0\.223 is not one of the package hosts/],
    ];
    for (const [place, [what, index, reason]] of cases.entries()) {
      const before = here.events.length;
      const program = areAllRun || place === 0 ? installer : client;
      const ran = await inSandbox(here, program, { PIP_INDEX_URL: index, PIP_TRUSTED_HOST: 'pypi.org' });
      assert.notEqual(ran.code, 0, what);
      const told = `${here.events
        .slice(before)
        .map(event => event.reason)
        .join('\n')}\n${ran.output}`;
      assert.match(told, reason, what);
    }
    assert.deepEqual([here.world.connected, here.asked.elsewhere], [[], []]);
    t.diagnostic(`${cases.length} other places refused by the proxy, 0 connections`);
  },
);

test(
  'given a listed name that rebinds between two tunnels, when pip comes again, then the second tunnel is refused',
  sandbox,
  async t => {
    const here = await packageWorld(t);
    const trap: Socket[] = [];
    const server = createServer(socket => trap.push(socket));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    here.world.name('pypi.org', [pages], ['127.0.0.1']);
    const withPip = areAllRun && hasPip;
    const program = withPip ? installer : client;
    assert.equal((await inSandbox(here, program)).code, 0);
    const again = await inSandbox(here, [
      ...program.slice(0, -1),
      ...(withPip ? ['--force-reinstall'] : []),
      'greeting',
    ]);
    assert.notEqual(again.code, 0);
    assert.match(here.events.at(-1)?.reason ?? '', /127\.0\.0\.1 is loopback/);
    assert.deepEqual([new Set(here.world.connected), trap], [new Set([pages, files]), []]);
  },
);

test('given the sandbox, when a program goes past the proxy, then there is no network to go to', sandbox, async t => {
  const here = await packageWorld(t);
  const direct = 'import socket; socket.create_connection(("151.101.0.223", 443), 2)';
  const ran = await inSandbox(here, ['python3', '-c', direct]);
  assert.notEqual(ran.code, 0);
  assert.match(ran.output, /unreachable|refused/);
  const withoutProxy = await inSandbox(here, ['env', '-u', 'PIP_PROXY', ...installer]);
  assert.notEqual(withoutProxy.code, 0);
  assert.deepEqual(here.world.connected, []);
});

test(
  'given a command behind the forwarder, when it ends, then its exit code, output and input are its own and nothing is left',
  sandbox,
  async t => {
    const here = await packageWorld(t);
    assert.deepEqual(await inSandbox(here, ['sh', '-c', 'echo out; exit 7']), { code: 7, output: 'out\n' });
    const missing = await inSandbox(here, ['no-such-program']);
    assert.deepEqual(missing, { code: 1, output: 'package-proxy: no-such-program: No such file or directory\n' });
  },
);

/** Speaks to the proxy's socket directly; answers all that came back. */
function knock(socket: string, text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const caller = connect(socket, () => caller.write(text));
    caller.on('data', chunk => {
      answer += chunk.toString('latin1');
    });
    caller.on('error', reject).on('close', () => resolve(answer));
  });
}

test('given requests that are not a tunnel to a package host, when they knock, then each is refused and nothing is resolved', async t => {
  const { socket, world: net } = await packageWorld(t, {
    blockedDomains: ['bad.pypi.org'],
    hosts: ['pypi.org', '*.pypi.org'],
  });
  const host = '\r\nhost: pypi.org\r\n\r\n';
  const cases: readonly (readonly [string, RegExp])[] = [
    [`GET http://pypi.org/simple/ HTTP/1.1${host}`, /^HTTP\/1\.1 403 .*only CONNECT/s],
    [`GET / HTTP/1.1${host}`, /^HTTP\/1\.1 403 .*only CONNECT/s],
    [`POST https://pypi.org/ HTTP/1.1${host}`, /^HTTP\/1\.1 403 .*only CONNECT/s],
    [`CONNECT evil.com:443 HTTP/1.1${host}`, /^HTTP\/1\.1 403 evil\.com is not one of the package hosts/],
    [`CONNECT pypi.org.evil.com:443 HTTP/1.1${host}`, /^HTTP\/1\.1 403 /],
    [`CONNECT pypi.org:80 HTTP/1.1${host}`, /^HTTP\/1\.1 403 packages come over port 443, not 80/],
    [`CONNECT pypi.org:22 HTTP/1.1${host}`, /^HTTP\/1\.1 403 port 22 belongs to another protocol/],
    [`CONNECT pypi.org HTTP/1.1${host}`, /^HTTP\/1\.1 400 expected CONNECT host:port/],
    [`CONNECT user@pypi.org:443 HTTP/1.1${host}`, /^HTTP\/1\.1 400 /],
    [`CONNECT pypi.org:443@evil.com:443 HTTP/1.1${host}`, /^HTTP\/1\.1 400 /],
    [`CONNECT http://pypi.org:443 HTTP/1.1${host}`, /^HTTP\/1\.1 400 /],
    [`CONNECT pypi.org/x:443 HTTP/1.1${host}`, /^HTTP\/1\.1 400 /],
    [`CONNECT pypi.org:99999 HTTP/1.1${host}`, /^HTTP\/1\.1 403 this is not a URL/],
    [`CONNECT bad.pypi.org:443 HTTP/1.1${host}`, /^HTTP\/1\.1 403 bad\.pypi\.org is blocked by the owner/],
    [`CONNECT 127.0.0.1:443 HTTP/1.1${host}`, /^HTTP\/1\.1 403 127\.0\.0\.1 is loopback/],
    [`CONNECT 2130706433:443 HTTP/1.1${host}`, /^HTTP\/1\.1 403 127\.0\.0\.1 is loopback/],
    [`CONNECT [::1]:443 HTTP/1.1${host}`, /^HTTP\/1\.1 403 ::1 is loopback/],
    [`CONNECT localhost:443 HTTP/1.1${host}`, /^HTTP\/1\.1 403 localhost means this host/],
    ['SSH-2.0-OpenSSH_9.9\r\n\r\n', /^HTTP\/1\.1 400/],
    ['\x16\x03\x01\x00\x02\x01\x00\r\n\r\n', /^HTTP\/1\.1 400/],
  ];
  for (const [request, answer] of cases) assert.match(await knock(socket, request), answer, request);
  assert.deepEqual([net.resolved, net.connected], [[], []]);
  t.diagnostic(`${cases.length} requests refused, 0 names resolved`);
});

/** A TLS handshake through a tunnel; answers the first line of what came back, or why it broke. */
function handshake(here: World, servername: string, target = 'pypi.org:443'): Promise<string> {
  return new Promise(resolve => {
    const caller = connect(here.socket, () => caller.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`));
    caller
      .on('error', () => {})
      .once('data', head => {
        if (!head.toString().startsWith('HTTP/1.1 200')) return resolve(head.toString().split('\r\n', 1)[0] ?? '');
        const tls = connectTls({
          socket: caller,
          servername,
          ca: here.certificate.cert,
          checkServerIdentity: () => undefined,
        });
        tls.once('secureConnect', () =>
          tls.write(`GET /simple/greeting/ HTTP/1.1\r\nhost: ${servername}\r\nconnection: close\r\n\r\n`),
        );
        tls.once('data', data => resolve(data.toString().split('\r\n', 1)[0] ?? ''));
        tls
          .once('error', error => resolve(`broke: ${(error as NodeJS.ErrnoException).code}`))
          .once('close', () => resolve('closed'));
      });
  });
}

test('given an open tunnel, when another host is asked for inside it, or no TLS is spoken, then it is cut before a byte leaves', async t => {
  const here = await packageWorld(t);
  const received: Buffer[] = [];
  await here.world.raw('151.101.9.9', socket => socket.on('data', (chunk: Buffer) => received.push(chunk)));
  assert.equal(await handshake(here, 'pypi.org'), 'HTTP/1.1 200 OK');
  here.world.name('pypi.org', ['151.101.9.9']);
  assert.match(await handshake(here, 'evil.com'), /broke|closed/);
  for (const bytes of [
    'GET / HTTP/1.1\r\nhost: evil.com\r\n\r\n',
    '\x16\x03\x01\x00\x01\x02rest',
    '\x17\x03\x03\x00\x05hello',
  ])
    assert.match(
      await knock(here.socket, Buffer.from(`CONNECT pypi.org:443 HTTP/1.1\r\nhost: a\r\n\r\n${bytes}`, 'latin1')),
      /^HTTP\/1\.1 200 OK\r\n\r\n$/,
    );
  assert.deepEqual(received, []);
  const reasons = here.events.filter(({ reason }) => reason !== undefined).map(({ reason }) => reason);
  assert.equal(reasons.length, 4);
  for (const reason of reasons) assert.match(reason ?? '', /is for TLS with pypi\.org and nothing else/);
});

test('given a tunnel, when it carries more than its share either way, then it is cut there', async t => {
  const limits = { maxBytesIn: 30_000, maxBytesOut: 20_000 };
  const here = await packageWorld(t, { limits });
  const taken: number[] = [];
  await here.world.raw('151.101.9.9', socket => socket.on('data', chunk => taken.push(chunk.length)));
  const big = Buffer.alloc(100_000);
  here.asked.files.length = 0;
  assert.equal(await handshake(here, 'pypi.org'), 'HTTP/1.1 200 OK');
  here.world.name('pypi.org', ['151.101.9.9']);
  const hello = await helloFor('pypi.org');
  const answer = await knock(
    here.socket,
    Buffer.concat([Buffer.from('CONNECT pypi.org:443 HTTP/1.1\r\nhost: a\r\n\r\n'), hello, big]),
  );
  assert.match(answer, /^HTTP\/1\.1 200/);
  assert.match(here.events.at(-1)?.reason ?? '', /more than 20000 bytes were sent in one tunnel/);
  assert.ok(taken.reduce((sum, length) => sum + length, 0) <= 20_000);
  await here.world.raw('151.101.9.10', socket => socket.once('data', () => socket.write(big)));
  here.world.name('pypi.org', ['151.101.9.10']);
  const received = await knock(
    here.socket,
    Buffer.concat([Buffer.from('CONNECT pypi.org:443 HTTP/1.1\r\nhost: a\r\n\r\n'), hello]),
  );
  assert.match(here.events.at(-1)?.reason ?? '', /more than 30000 bytes were received in one tunnel/);
  assert.ok(received.length <= 30_100);
});

test('given a hello in many small pieces, when it goes through a tunnel, then it is put together and judged', async t => {
  const here = await packageWorld(t);
  const hello = await helloFor('pypi.org');
  const arrived = new Promise<Buffer>(resolve => {
    let all = Buffer.alloc(0);
    here.world.raw('151.101.9.9', socket =>
      socket.on('data', (chunk: Buffer) => {
        all = Buffer.concat([all, chunk]);
        if (all.length === hello.length) resolve(all);
      }),
    );
  });
  here.world.name('pypi.org', ['151.101.9.9']);
  const caller = connect(here.socket, () => caller.write('CONNECT pypi.org:443 HTTP/1.1\r\nhost: a\r\n\r\n'));
  t.after(() => caller.destroy());
  await new Promise(resolve => caller.once('data', resolve));
  caller.setNoDelay(true);
  for (const byte of hello) await new Promise(resolve => caller.write(Buffer.of(byte), resolve));
  assert.deepEqual(await arrived, hello);
});

test('given a home, when the proxy opens and closes, then its socket is the owner’s alone, a stale one is replaced, and it goes with the proxy', async t => {
  const here = await packageWorld(t);
  assert.deepEqual(
    [statSync(here.socket).mode & 0o777, statSync(join(here.folder, 'run')).mode & 0o777],
    [0o600, 0o700],
  );
  await here.proxy.close();
  assert.equal(existsSync(here.socket), false);
  writeFileSync(here.socket, 'left by a crash');
  const again = await packageWorld(t, { folder: join(here.folder, 'run') });
  assert.match(await knock(here.socket, 'CONNECT evil.com:443 HTTP/1.1\r\nhost: a\r\n\r\n'), /^HTTP\/1\.1 403/);
  await again.proxy.close();
  const long = openPackageProxy({
    ...again.world,
    folder: join(here.folder, 'x'.repeat(120)),
    library: join(here.folder, 'y'),
    hosts: [],
    blockedDomains: [],
    clock: {} as never,
  });
  await assert.rejects(long, faultOf('invalid', /107 bytes a socket may have/));
});

test('given a tunnel in which nobody speaks, when a minute has passed, then it is cut', async t => {
  const clock = manualClock();
  const here = await packageWorld(t, { clock });
  const hello = await helloFor('pypi.org');
  let arrived = () => {};
  const onHello = new Promise<void>(resolve => {
    arrived = resolve;
  });
  await here.world.raw('151.101.9.9', socket => socket.once('data', arrived));
  here.world.name('pypi.org', ['151.101.9.9']);
  const answer = knock(
    here.socket,
    Buffer.concat([Buffer.from('CONNECT pypi.org:443 HTTP/1.1\r\nhost: a\r\n\r\n'), hello]),
  );
  await onHello;
  clock.advance(60_001);
  assert.match(await answer, /^HTTP\/1\.1 200/);
  assert.match(here.events.at(-1)?.reason ?? '', /the next byte of a tunnel did not come within 60 s/);
});
