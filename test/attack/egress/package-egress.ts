/**
 * The way to package registries, asked for everything else: other hosts, other ports, other protocols, another name
 * within TLS.
 */
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { helloFor } from '../../adapters/fetcher/client-hello.ts';
import { elsewhere, files, packageHosts, packageWorld, pages } from '../../adapters/packages/package-proxy-world.ts';
import { type Chance, random } from '../../domain/random.ts';
import { type Area, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';

const most = 1500;

export const packageEgress: Area = {
  name: 'egress for packages',
  run: ({ share, draw }) =>
    scoped(async scope => {
      const here = await packageWorld(scope as TestContext, { hosts: [...packageHosts, 'rebind.org', 'inside.org'] });
      here.world.name('inside.org', ['10.0.0.5']);
      const chance = random(seedOf(`packages ${draw}`));
      const breaches: string[] = [];
      const hellos = await Promise.all(['evil.com', 'pypi.org.evil.com', undefined].map(helloFor));
      const genuine = await helloFor('pypi.org');
      const total = Math.ceil(most * share);
      for (let at = 0; at < total; at += 1) {
        // public when it is judged, private or somebody else's a moment later
        here.world.name(
          'rebind.org',
          [pages],
          chance.pick([['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1'], [pages]]),
        );
        const before = here.world.connected.length;
        const seen = here.asked.pages.length + here.asked.files.length;
        const target = chance.pick(targets);
        const head = requestOf(chance, target);
        const after = chance.pick([
          ...hellos,
          Buffer.from('GET / HTTP/1.1\r\nHost: pypi.org\r\n\r\n'),
          cut(chance, genuine),
        ]);
        await send(here.socket, head, after);
        const reached = here.world.connected.slice(before).filter(address => address !== pages && address !== files);
        if (reached.length > 0) breaches.push(`${JSON.stringify(head)} connected to ${reached.join(', ')}`);
        if (here.asked.pages.length + here.asked.files.length > seen)
          breaches.push(`${JSON.stringify(head)} was answered`);
      }
      if (here.asked.elsewhere.length > 0) breaches.push('a host that is not listed was asked');
      if (here.world.connected.includes(elsewhere)) breaches.push('a host that is not listed was connected to');
      return { probes: total, breaches, note: `${here.world.connected.length} connections to listed hosts` };
    }),
};

const targets = [
  ...[
    'evil.com:443',
    'pypi.org:80',
    'pypi.org:22',
    'pypi.org:4433',
    'pypi.org:443:443',
    'pypi.org',
    '127.0.0.1:443',
    '[::1]:443',
  ],
  ...['localhost:443', '151.101.0.223:443', 'pypi.org.evil.com:443', 'evil.com#pypi.org:443', 'evil.com/pypi.org:443'],
  ...[
    'user@evil.com:443',
    'pypi.org@evil.com:443',
    'pypi.org\\evil.com:443',
    '2130706433:443',
    '0x7f.1:443',
    '[::ffff:10.0.0.5]:443',
  ],
  ...[
    'pypi.org:443',
    'inside.org:443',
    'rebind.org:443',
    'PYPI.ORG:443',
    'pypi.org.:443',
    'xn--pypi-.org:443',
    'pypi.org:0443',
    'pypi.org:65979',
    ' pypi.org:443',
  ],
];

function requestOf(chance: Chance, target: string): string {
  const method = chance.pick(['CONNECT', 'CONNECT', 'CONNECT', 'GET', 'POST', 'connect']);
  const line = method === 'CONNECT' || method === 'connect' ? target : `http://${target}/`;
  const more = chance.pick([
    '',
    '\r\nHost: pypi.org:443',
    '\r\nContent-Length: 5',
    '\r\nTransfer-Encoding: chunked',
    '\r\nUpgrade: h2c',
  ]);
  return `${method} ${line} HTTP/1.1\r\nHost: ${target}${more}\r\n\r\n`;
}

/** A genuine beginning that ends too early, or goes on as something else. */
function cut(chance: Chance, hello: Buffer): Buffer {
  const kept = hello.subarray(0, 1 + chance.integer(hello.length - 1));
  return chance.integer(2) === 0 ? kept : Buffer.concat([kept, Buffer.from('evil.com\r\n\r\n')]);
}

function send(path: string, head: string, after: Buffer): Promise<void> {
  return new Promise(resolve => {
    const socket: Socket = connect(path, () => socket.write(head));
    socket.once('data', () => socket.end(after));
    socket.on('error', () => {});
    socket.once('end', () => socket.destroy());
    socket.once('close', () => resolve());
    // a request that is not whole for the other side ends when we have nothing more to say
    socket.setTimeout(300, () => socket.destroy());
  });
}
