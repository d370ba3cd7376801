/**
 * A process for fetcher.test.ts, started with an environment that asks for proxies and for no TLS checks: tells what
 * became of it.
 */
import { certificateFor } from './fetcher-certificate.ts';
import { createWorld, fetcherIn } from './fetcher-world.ts';

const closing: (() => unknown)[] = [];
const world = createWorld({ after: close => void closing.push(close) });
world.name('plain.com', ['93.184.216.34']);
world.name('secure.com', ['151.101.1.140']);
await world.peer('93.184.216.34', (_request, response) => response.end('direct'));
const seen = await world.peer('151.101.1.140', (_request, response) => response.end(), certificateFor(['other.com']));
const { fetch } = fetcherIn(world);
const plain = Buffer.from((await fetch({ url: 'http://plain.com/' })).body).toString();
const secure = await fetch({ url: 'https://secure.com/' }).then(
  () => 'allowed',
  (thrown: { failure: { kind: string } }) => thrown.failure.kind,
);
for (const close of closing) await close();
console.log(JSON.stringify({ plain, secure, seen: seen.length }));
