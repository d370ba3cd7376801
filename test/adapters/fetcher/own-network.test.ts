import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { systemConnect, systemResolve } from '../../../src/adapters/fetcher/network.ts';
import { createWorld, faultOf, fetcherIn } from './fetcher-world.ts';

const [front, device, other] = ['93.184.216.34', '192.168.1.5', '192.168.1.6'];
const own = () => ({ hosts: ['homeassistant.lan:8123'], pins: new Map<string, readonly string[]>() });

test('given a service of this machine that is let in, when it is fetched over the real network, then it answers, and its neighbour is not asked', async t => {
  const server = createServer((_request, response) => response.end('the kettle is on'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const network = { resolve: systemResolve, connect: systemConnect };
  const { fetch } = fetcherIn(network, { own: { hosts, pins: new Map() } });
  for (const host of hosts) {
    const { body } = await fetch({ url: `http://${host}/`, mayReachOwn: true });
    assert.equal(Buffer.from(body).toString(), 'the kettle is on');
    // a caller that nobody has judged so
    await assert.rejects(fetch({ url: `http://${host}/` }), faultOf('denied', /allow_private/));
  }
  await assert.rejects(
    fetch({ url: `http://127.0.0.1:${port + 1}/`, mayReachOwn: true }),
    faultOf('denied', /loopback/),
  );
});

test('given a name that is let in, when it moves to another address, then nothing goes there until a restart', async t => {
  const world = createWorld(t);
  world.name('homeassistant.lan', [device], [other], [other, device]);
  const seen = await world.peer(device, (_request, response) => response.end('on'));
  const { fetch } = fetcherIn(world, { own: own() });
  const ask = () => fetch({ url: 'http://homeassistant.lan:8123/', mayReachOwn: true });
  await ask();
  await assert.rejects(ask(), faultOf('denied', /was at 192\.168\.1\.5 and is at 192\.168\.1\.6 now; restart/));
  await ask();
  assert.deepEqual([world.connected, seen.length], [[`${device} 8123`, `${device} 8123`], 2]);
});

test('given redirects, when they lead into the own network, then only a host that was asked leads back to itself', async t => {
  const world = createWorld(t);
  world.name('site.com', [front]);
  world.name('homeassistant.lan', [device]);
  await world.peer(front, (_request, response) =>
    response.writeHead(302, { location: 'http://homeassistant.lan:8123/turn-off' }).end(),
  );
  const seen = await world.peer(device, ({ url }, response) => {
    if (url !== '/') return void response.end('here');
    response.writeHead(302, { location: '/lovelace' }).end();
  });
  const { fetch } = fetcherIn(world, { own: own() });
  await assert.rejects(
    fetch({ url: 'http://site.com/', mayReachOwn: true }),
    faultOf('denied', /private|allow_private|RFC/),
  );
  assert.equal(seen.length, 0);
  const { url } = await fetch({ url: 'http://homeassistant.lan:8123/', mayReachOwn: true });
  assert.equal(url, 'http://homeassistant.lan:8123/lovelace');
});
