import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBrowserProxy } from '../../../src/adapters/browser/proxy.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { test } from '../../slow.ts';
import { certificateFor } from '../fetcher/fetcher-certificate.ts';
import { createWorld, faultOf } from '../fetcher/fetcher-world.ts';
import { children } from '../process/child-processes.ts';
import { browserWorld, chromium } from './browser-world.ts';

const [front, other] = ['93.184.216.34', '151.101.1.140'];

/** A server on loopback, for TCP and UDP, that must never be reached. */
async function tripwire(t: TestContext) {
  const caught: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    caught.push('tcp');
    sockets.add(socket);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const udp = createSocket('udp4', () => caught.push('udp'));
  await new Promise<void>(resolve => udp.bind(port, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    udp.close();
  });
  return { caught, port };
}

test(
  'given a page that reaches for this machine in every way, when it is open, then nothing of this machine is reached',
  chromium,
  async t => {
    const { caught, port } = await tripwire(t);
    const to = `127.0.0.1:${port}`;
    const redirect: RequestListener = (_request, response) =>
      void response.writeHead(302, { location: `http://${to}/redirected` }).end();
    const { use, world, browser } = await browserWorld(t, {
      [front]: {
        'page.com/': `<link rel=preconnect href="http://${to}"><link rel=dns-prefetch href="//${to}"><link rel=prefetch href="http://${to}/p">
        <script type=speculationrules>{"prefetch":[{"urls":["http://${to}/s"]}]}</script>
        <body><img src="http://${to}/i"><img src="/redirect"><img src="http://localhost:${port}/l"><img src="http://inside.com/x">
        <img src="http://169.254.169.254/latest"><iframe src="http://[::1]:${port}/"></iframe><iframe src="file:///etc/passwd"></iframe>
        <script>
          const tries = [
            () => fetch('http://${to}/f', { mode: 'no-cors' }),
            () => new WebSocket('ws://${to}/w'),
            () => new WebSocket('ws://fresh.com/w'),
            () => new EventSource('http://${to}/e'),
            () => new WebTransport('https://${to}/t'),
            () => new RTCPeerConnection({ iceServers: [{ urls: 'stun:${to}' }] }).createDataChannel('x'),
            () => navigator.sendBeacon('http://${to}/b'),
            () => navigator.serviceWorker.register('/worker.js'),
            () => window.open('http://${to}/o'),
            () => new Worker(URL.createObjectURL(new Blob(["fetch('http://${to}/n',{mode:'no-cors'}).catch(()=>{})"]))),
            () => document.body.append(Object.assign(document.createElement('a'), { href: 'http://${to}/d', download: 'x' })),
          ];
          for (const one of tries) try { Promise.resolve(one()).catch(() => {}); } catch {}
          document.title = 'tried ' + tries.length;
        </script>`,
        'page.com/redirect': redirect,
      },
    });
    world.name('inside.com', ['10.0.0.1']);
    world.name('fresh.com', [other]);
    const opened = await use({ action: 'navigate', url: 'http://page.com/' });
    assert.match(opened.text, /Title: tried 11/);
    await use({ action: 'wait', timeout_ms: 5_000 });
    const script = `location.href = 'http://${to}/script'; 1`;
    await use({ action: 'evaluate', script });
    const { signal } = new AbortController();
    for (const url of [`http://${to}/`, 'file:///etc/passwd', 'chrome://version/', 'view-source:http://page.com/'])
      await assert.rejects(
        browser.act('session:a', { action: 'navigate', url }, 3_000, signal),
        faultOf('denied', /it may not be opened/),
      );
    assert.deepEqual(caught, []);
    assert.deepEqual(new Set(world.connected), new Set([front]));
    assert.deepEqual(
      world.resolved.filter(name => name !== 'page.com'),
      ['inside.com'],
    );
  },
);

test(
  'given a name that rebinds, when the browser connects again, then it is judged again and refused',
  chromium,
  async t => {
    const { caught, port } = await tripwire(t);
    const { use, world } = await browserWorld(t, { [front]: { 'rebind.com/': '<h1>public</h1>' } });
    world.name('rebind.com', [front], ['127.0.0.1']);
    assert.match((await use({ action: 'navigate', url: 'http://rebind.com/' })).text, /heading "public"/);
    const again = await use({ action: 'navigate', url: `http://rebind.com:${port}/` });
    assert.match(again.text, /127\.0\.0\.1 is loopback/);
    assert.deepEqual([caught, new Set(world.connected)], [[], new Set([front])]);
  },
);

test(
  'given https, when the certificate is known or not, then the page comes through a tunnel or is refused',
  chromium,
  async t => {
    const certificate = certificateFor(['safe.com']);
    const { use, world } = await browserWorld(t, {}, { certificates: [certificate.cert] });
    world.name('safe.com', [front]);
    world.name('unsafe.com', [other]);
    const page: RequestListener = (_request, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>locked</h1>');
    await world.peer(front, page, certificate);
    const seen = await world.peer(other, page, certificateFor(['unsafe.com']));
    assert.match((await use({ action: 'navigate', url: 'https://safe.com/' })).text, /heading "locked"/);
    const refused = await use({ action: 'navigate', url: 'https://unsafe.com/' });
    assert.match(refused.text, /It did not work: .*ERR_CERT_AUTHORITY_INVALID/);
    assert.deepEqual([seen, new Set(world.connected)], [[], new Set([front, other])]);
  },
);

test(
  'given the browser’s proxy, when somebody else on this machine asks it, then it answers nobody without its password',
  chromium,
  async t => {
    const world = createWorld(t);
    const proxy = await startBrowserProxy({ ...world, clock: systemClock, blockedDomains: [], onEvent: () => {} });
    t.after(proxy.close);
    proxy.expect('http://page.com/');
    const port = Number(new URL(proxy.server).port);
    const ask = (text: string) =>
      new Promise<string>(resolve => {
        let answer = '';
        const socket = connect({ host: '127.0.0.1', port }, () => socket.write(text));
        socket.on('data', chunk => {
          answer += chunk;
        });
        socket.on('close', () => resolve(answer)).on('error', () => {});
      });
    const word = (secret: string) =>
      `proxy-authorization: Basic ${Buffer.from(`straylight:${secret}`).toString('base64')}\r\n`;
    for (const secret of ['', word(''), word('wrong'), word(proxy.password).replace('Basic', 'Bearer')]) {
      assert.match(await ask(`GET http://page.com/ HTTP/1.1\r\nhost: page.com\r\n${secret}\r\n`), /^HTTP\/1\.1 407/);
      assert.match(await ask(`CONNECT page.com:443 HTTP/1.1\r\nhost: page.com\r\n${secret}\r\n`), /^HTTP\/1\.1 407/);
    }
    assert.match(
      await ask(`CONNECT new.com:443 HTTP/1.1\r\nhost: new.com\r\n${word(proxy.password)}\r\n`),
      /^HTTP\/1\.1 403 no request of a page to new\.com was let through before/,
    );
    assert.deepEqual(world.resolved, []);
  },
);

test(
  'given two conversations, when both browse, then neither sees the other, and the oldest of five is closed',
  chromium,
  async t => {
    const setCookie: RequestListener = (request, response) => {
      response.writeHead(200, { 'set-cookie': `who=${request.url?.slice(2)}; path=/`, 'content-type': 'text/html' });
      response.end(`<p>cookie: ${request.headers.cookie ?? 'none'}</p>`);
    };
    const pages = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(name => [`jar.com/?${name}`, setCookie]));
    const { use } = await browserWorld(t, { [front]: pages });
    const open = (name: string) =>
      use({ action: 'navigate', url: `http://jar.com/?${name}` }, { session: `session:${name}` });
    for (const name of ['a', 'b', 'a', 'b']) await open(name);
    assert.match((await open('a')).text, /cookie: who=a/);
    assert.match((await open('b')).text, /cookie: who=b/);
    for (const name of ['c', 'd', 'e']) assert.match((await open(name)).text, /cookie: none/);
    await assert.rejects(use({ action: 'extract' }, { session: 'session:a' }), faultOf('invalid', /no page is open/));
    assert.match((await use({ action: 'extract' }, { session: 'session:b' })).text, /cookie: who=b/);
  },
);

test(
  'given a page that opens windows, dialogs and downloads, when it does, then it is told and nothing is kept',
  chromium,
  async t => {
    const { use, arrived } = await browserWorld(t, {
      [front]: {
        'busy.com/': `<body><button onclick="window.open('/other')">open</button><button id=save onclick="location.href='/file'">save</button>
        <script>alert('hello'); document.title = String(confirm('sure?'));</script>`,
        'busy.com/other': '<title>Other</title>',
        'busy.com/file': (_request, response) =>
          void response.writeHead(200, { 'content-disposition': 'attachment; filename="x.bin"' }).end('data'),
      },
    });
    assert.match((await use({ action: 'navigate', url: 'http://busy.com/' })).text, /Title: false/);
    assert.match(
      (await use({ action: 'click', selector: 'text=open' })).text,
      /the page opened a window at .*, which was closed/,
    );
    assert.match(
      (await use({ action: 'click', selector: '#save' })).text,
      /busy\.com offered a download, which was not taken/,
    );
    assert.ok(arrived().includes('GET busy.com/file'));
  },
);

test(
  'given a page with a form, when it is open, then what Playwright turns off is off, and nothing is asked of another server',
  chromium,
  async t => {
    const form =
      '<form><label>Name <input name="name" autocomplete="name"></label><input type="email" name="mail"></form>';
    const { use } = await browserWorld(t, { [front]: { 'page.com/': form } });
    const opened = await use({ action: 'navigate', url: 'http://page.com/' });
    assert.doesNotMatch(opened.text, /Refused or noticed/);
    const lists = readFileSync(`/proc/${browserPid()}/cmdline`, 'latin1')
      .split('\0')
      .filter(one => one.startsWith('--disable-features='))
      .map(one => new Set(one.slice('--disable-features='.length).split(',')));
    // the last list is the one that counts
    const [playwrights, ours] = [lists.at(0), lists.at(-1)];
    assert.ok(playwrights && ours && lists.length === 2);
    assert.deepEqual([...playwrights.difference(ours)], []);
    assert.deepEqual([...ours.difference(playwrights)], ['AutofillServerCommunication']);
  },
);

/** The browser's own process. */
function browserPid(): number {
  const [pid] = children(process.pid);
  assert.ok(pid !== undefined);
  return pid;
}

test(
  'given a browser that is killed, when the next action comes, then it is a fault, and navigating starts anew',
  chromium,
  async t => {
    const here = await browserWorld(t, { [front]: { 'page.com/': '<h1>hi</h1>' } });
    await here.use({ action: 'navigate', url: 'http://page.com/' });
    process.kill(browserPid(), 'SIGKILL');
    await assert.rejects(here.use({ action: 'click', selector: 'h1' }), (thrown: { failure?: { kind: string } }) =>
      ['unavailable', 'invalid'].includes(thrown.failure?.kind ?? ''),
    );
    assert.match((await here.use({ action: 'navigate', url: 'http://page.com/' })).text, /heading "hi"/);
  },
);

/** A clock whose waits are so many times shorter; a browser starts in its own time. */
function hastyClock() {
  const clock = {
    ...systemClock,
    haste: 1,
    after: (ms: number, call: () => void) => systemClock.after(ms / clock.haste, call),
  };
  return clock;
}

test(
  'given a browser that hangs, when an action waits too long, then it is ended, and navigating starts anew',
  chromium,
  async t => {
    const clock = hastyClock();
    const here = await browserWorld(t, { [front]: { 'page.com/': '<h1>hi</h1>' } }, { clock });
    await here.use({ action: 'navigate', url: 'http://page.com/' });
    const pid = browserPid();
    process.kill(pid, 'SIGSTOP');
    clock.haste = 10;
    await assert.rejects(
      here.use({ action: 'extract', timeout_ms: 1_000 }),
      faultOf('timeout', /did not answer within 9 s/),
    );
    await gone(pid);
    clock.haste = 1;
    assert.match((await here.use({ action: 'navigate', url: 'http://page.com/' })).text, /heading "hi"/);
  },
);

test(
  'given a script without an end, when it is run, then its page is closed and the browser goes on',
  chromium,
  async t => {
    const clock = hastyClock();
    const here = await browserWorld(t, { [front]: { 'page.com/': '<h1>hi</h1>' } }, { clock });
    const inOther = { session: 'session:b' };
    await here.use({ action: 'navigate', url: 'http://page.com/' }, inOther);
    await here.use({ action: 'navigate', url: 'http://page.com/' });
    clock.haste = 5;
    await assert.rejects(
      here.use({ action: 'evaluate', script: 'while (true);', timeout_ms: 1_000 }),
      faultOf('timeout', /did not answer/),
    );
    clock.haste = 1;
    await assert.rejects(here.use({ action: 'extract' }), faultOf('invalid', /no page is open/));
    assert.match((await here.use({ action: 'extract' }, inOther)).text, /heading "hi"/);
  },
);

test(
  'given a page whose process dies, when the next action comes, then it is a fault, and the other conversations go on',
  chromium,
  async t => {
    const large = '<script>held = new Uint8Array(300_000_000).fill(1)</script>';
    const { use } = await browserWorld(t, { [front]: { 'page.com/': '<h1>hi</h1>', 'page.com/large': large } });
    const inOther = { session: 'session:b' };
    await use({ action: 'navigate', url: 'http://page.com/large' });
    await use({ action: 'navigate', url: 'http://page.com/' }, inOther);
    const waiting = use({ action: 'wait', selector: '#never', timeout_ms: 20_000 });
    // a spare one may be there too: the page is told by what it holds
    const [largest = 0] = renderers().toSorted((one, other) => residentPages(other) - residentPages(one));
    process.kill(largest, 'SIGKILL');
    await assert.rejects(waiting, faultOf('unavailable', /the browser or its page died/));
    await assert.rejects(use({ action: 'extract' }), faultOf('invalid', /no page is open/));
    assert.match((await use({ action: 'extract' }, inOther)).text, /heading "hi"/);
  },
);

test(
  'given a host of the own network that is let in, when pages are opened, then it has a tab of its own, which no public page can ask anything from',
  chromium,
  async t => {
    const home = '192.168.1.5';
    const page = `<h1>hi</h1><img src="http://home.lan:8123/off"><iframe src="http://home.lan:8123/off"></iframe>
      <script>fetch('http://home.lan:8123/off', { mode: 'no-cors', method: 'POST' }).catch(() => {})</script>
      <script>new WebSocket('ws://home.lan:8123/off')</script>
      <script>new Worker(URL.createObjectURL(new Blob(["new WebSocket('ws://home.lan:8123/off')"])))</script>
      <a href="http://home.lan:8123/off">next</a>`;
    const { use, arrived, browser } = await browserWorld(
      t,
      {
        [front]: { 'page.com/': page },
        [home]: {
          'home.lan:8123/':
            '<h1>Lamps</h1><img src="/lamp.png"><a href="/more">more</a><a href="http://page.com/">out</a>',
          'home.lan:8123/more': '<h1>More lamps</h1>',
        },
      },
      { ownHosts: ['home.lan:8123'] },
    );
    const toDevice = () => arrived().filter(one => one.includes('home.lan') && !one.includes('favicon'));
    assert.match((await use({ action: 'navigate', url: 'http://home.lan:8123/' })).text, /heading "Lamps"/);
    assert.equal(browser.ownHost('session:a'), 'home.lan:8123');
    assert.match((await use({ action: 'click', selector: 'text=more' })).text, /heading "More lamps"/);
    assert.match((await use({ action: 'navigate', url: 'http://home.lan:8123/' })).text, /heading "Lamps"/);
    assert.match((await use({ action: 'click', selector: 'text=out' })).text, /this tab is for home\.lan:8123/);
    const before = toDevice();
    assert.match((await use({ action: 'navigate', url: 'http://page.com/' })).text, /heading "hi"/);
    assert.equal(browser.ownHost('session:a'), undefined);
    const clicked = await use({ action: 'click', selector: 'text=next' });
    assert.match(clicked.text, /home\.lan:8123 is in the owner's own network; navigate to it/);
    assert.deepEqual(toDevice(), before);
    assert.ok(before.includes('GET home.lan:8123/lamp.png'));
    const neighbour = await use({ action: 'navigate', url: 'http://home.lan:8124/' });
    assert.match(neighbour.text, /192\.168\.1\.5 is private/);
  },
);

test('given two navigations at once, when a conversation has no page, then both are for one tab', chromium, async t => {
  const { use, browser } = await browserWorld(t, { [front]: { 'page.com/': '<h1>hi</h1>' } });
  const both = await Promise.all([1, 2].map(() => use({ action: 'navigate', url: 'http://page.com/' })));
  for (const { text } of both) assert.match(text, /heading "hi"/);
  assert.deepEqual([await browser.closeTab('session:a'), await browser.closeTab('session:a')], [true, false]);
});

test('given a cancelled call, when it runs, then it ends at once', chromium, async t => {
  const { use } = await browserWorld(t, { [front]: { 'page.com/': '<h1>hi</h1>' } });
  await use({ action: 'navigate', url: 'http://page.com/' });
  const stop = new AbortController();
  const waiting = use({ action: 'wait', selector: '#never', timeout_ms: 60_000 }, { signal: stop.signal });
  stop.abort();
  await assert.rejects(waiting, faultOf('cancelled', /cancelled/));
});

test('given the limits of a minute, when they are reached, then the next waits, and a minute later it goes', async t => {
  let now = 1_000_000;
  const { use } = await browserWorld(t, {}, { clock: { ...systemClock, now: () => now } });
  const noPage = faultOf('invalid', /no page is open/);
  for (let count = 0; count < 10; count++) await assert.rejects(use({ action: 'screenshot' }), noPage);
  await assert.rejects(use({ action: 'screenshot' }), faultOf('unavailable', /10 screenshots a minute/));
  for (let count = 0; count < 49; count++) await assert.rejects(use({ action: 'extract' }), noPage);
  await assert.rejects(use({ action: 'extract' }), faultOf('unavailable', /60 browser actions a minute/));
  now += 60_001;
  await assert.rejects(use({ action: 'screenshot' }), noPage);
});

test('given nobody who browses, when the idle time has passed, then the browser is gone', chromium, async t => {
  let idle = () => {};
  const clock = {
    ...systemClock,
    after: (ms: number, call: () => void) => {
      if (ms !== 777_777) return systemClock.after(ms, call);
      idle = call;
      return () => {};
    },
  };
  const here = await browserWorld(t, { [front]: { 'page.com/': '<h1>hi</h1>' } }, { clock, idleMs: 777_777 });
  await here.use({ action: 'navigate', url: 'http://page.com/' });
  const pid = browserPid();
  idle();
  await gone(pid);
  await assert.rejects(here.use({ action: 'extract' }), faultOf('invalid', /no page is open/));
});

test(
  'given an agent that is killed with its browser open, when it is gone, then so is the browser',
  chromium,
  async t => {
    const program = fileURLToPath(new URL('browser-holder.ts', import.meta.url));
    const holder: ChildProcess = spawn(process.execPath, ['--conditions=development', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => holder.kill('SIGKILL'));
    const pids = await new Promise<number[]>(resolve =>
      holder.stdout?.once('data', line => resolve(JSON.parse(String(line)))),
    );
    assert.ok(pids.length > 0);
    holder.kill('SIGKILL');
    for (const pid of pids) await gone(pid);
  },
);

/** The processes in which the browser runs its pages. */
function renderers(): number[] {
  const below = (pid: number): number[] => children(pid).flatMap(child => [child, ...below(child)]);
  return below(browserPid()).filter(pid => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer'));
}

/** Its memory; 0 where it has ended. */
function residentPages(pid: number): number {
  return existsSync(`/proc/${pid}/statm`) ? Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) : 0;
}

async function gone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await new Promise(resolve => setTimeout(resolve, 10));
}
