import assert from 'node:assert/strict';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { test } from 'node:test';
import { addressBytes } from '../../../src/domain/egress/address.ts';
import { isDenied, judgeAnswer, judgeUrl, redirectOf } from '../../../src/domain/egress/egress.ts';
import { whyNotPublic } from '../../../src/domain/egress/ranges.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { allowedUrls, publicAddresses, refusedAddresses, refusedUrls } from './egress-table.ts';

const name = 'public.com';
const answer = (...addresses: string[]) => judgeAnswer(name, { addresses });

/** A reproducible source of chance: mulberry32. */
function chance(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  return { next, pick: <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item };
}

test('given the table of addresses, when each is the answer for a public name, then none is wrongly allowed or denied', () => {
  const rows = refusedAddresses.flatMap(([pattern, ...addresses]) => addresses.map(one => [one, pattern] as const));
  for (const [address, pattern] of rows) {
    const verdict = answer(address);
    assert.ok(isDenied(verdict), `${address} was allowed`);
    assert.match(inEnglish(verdict.reason), pattern, address);
  }
  for (const address of publicAddresses) assert.deepEqual(answer(address), { verdict: 'allow', addresses: [address] });
  assert.ok(rows.length + publicAddresses.length >= 200);
});

test('given the table of URLs, when each is judged, then none is wrongly allowed or denied', () => {
  for (const [pattern, ...urls] of refusedUrls)
    for (const url of urls) {
      const verdict = judgeUrl(url);
      assert.ok(isDenied(verdict), `${JSON.stringify(url)} was allowed`);
      assert.match(inEnglish(verdict.reason), pattern, JSON.stringify(url));
    }
  for (const [url, host, port] of allowedUrls) {
    const verdict = judgeUrl(url);
    assert.ok(!isDenied(verdict), `${url}: ${JSON.stringify(verdict)}`);
    assert.deepEqual([Object.values(verdict.host)[0], verdict.port], [host, port], url);
    assert.equal(verdict.href.includes('#'), false);
  }
});

test('given one refused address among public ones, when the answer is judged, then all of it is refused', () => {
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', 'fe80::1', '::ffff:192.168.0.1', 'not one'])
    for (const addresses of [
      [address, '8.8.8.8'],
      ['8.8.8.8', address],
      ['8.8.8.8', address, '2606:4700:4700::1111'],
    ])
      assert.ok(isDenied(answer(...addresses)), addresses.join());
  assert.ok(isDenied(answer()));
  assert.deepEqual(answer('8.8.8.8', '2606:4700:4700::1111'), {
    verdict: 'allow',
    addresses: ['8.8.8.8', '2606:4700:4700::1111'],
  });
});

test('given an alias that leads through a refused name, when the answer is judged, then it is refused whatever it resolves to', () => {
  const through = (...aliases: string[]) => judgeAnswer(name, { addresses: ['8.8.8.8'], aliases });
  assert.ok(isDenied(through('cdn.net', 'db.internal')));
  assert.ok(isDenied(through('LOCALHOST.')));
  assert.ok(isDenied(through('intranet')));
  assert.ok(!isDenied(through('cdn.net', 'edge.cdn.net.')));
});

test('given random bytes, when an address is written in any form, then it is read as node:net reads it', () => {
  const { next, pick } = chance(1);
  const hex = (group: number) =>
    pick([group.toString(16), group.toString(16).padStart(4, '0'), group.toString(16).toUpperCase()]);
  for (let round = 0; round < 20_000; round++) {
    const groups = Array.from({ length: 8 }, () => pick([0, 0, 0xffff, next(0x1_0000)]));
    const bytes = groups.flatMap(group => [group >> 8, group & 0xff]);
    const texts = groups.map(hex);
    if (round % 3 === 0) texts.splice(6, 2, bytes.slice(12).join('.'));
    const [from, length] = [next(texts.length), 1 + next(3)];
    const zeros = groups.slice(from, from + length).every(group => group === 0) && from + length <= 6;
    const text = zeros ? `${texts.slice(0, from).join(':')}::${texts.slice(from + length).join(':')}` : texts.join(':');
    assert.ok(isIPv6(text), text);
    assert.deepEqual(addressBytes(text), bytes, text);
  }
  for (let round = 0; round < 5_000; round++) {
    const bytes = Array.from({ length: 4 }, () => next(256));
    assert.deepEqual(addressBytes(bytes.join('.')), bytes);
  }
});

test('given random and mutated text, when it is read, then it is an address exactly when node:net says so', () => {
  const { next, pick } = chance(2);
  const seeds = [
    '1.2.3.4',
    '255.255.255.255',
    '::',
    '::1',
    '2001:db8::1',
    '1:2:3:4:5:6:7:8',
    '::ffff:1.2.3.4',
    '64:ff9b::8.8.8.8',
  ];
  const letters = [...'0123456789abcfFxX:.-+ []/g'];
  let valid = 0;
  for (let round = 0; round < 100_000; round++) {
    let text = pick(seeds);
    for (let changes = next(4); changes >= 0; changes--) {
      const at = next(text.length + 1);
      text = text.slice(0, at) + pick([...letters, '']) + text.slice(at + next(2));
    }
    const expected = isIPv4(text) || isIPv6(text);
    if (expected) valid += 1;
    assert.equal(addressBytes(text) !== undefined, expected, JSON.stringify(text));
  }
  assert.ok(valid > 5_000);
});

test('given random IPv4 addresses, when each is judged, then a block list of node:net agrees, bare, mapped and through NAT64', () => {
  const blocks = new BlockList();
  for (const block of [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
    ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3', '168.63.129.16/32'],
  ]) {
    const [network = '', length] = block.split('/');
    blocks.addSubnet(network, Number(length));
  }
  const { next, pick } = chance(3);
  const firsts = [0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255];
  for (let round = 0; round < 10_000; round++) {
    const bytes = [
      pick([...firsts, next(256)]),
      pick([0, 64, 168, 254, next(256)]),
      pick([0, 2, 99, next(256)]),
      next(256),
    ];
    const text = bytes.join('.');
    const refused = blocks.check(text);
    for (const form of [text, `::ffff:${text}`, `64:ff9b::${text}`])
      assert.equal(isDenied(answer(form)), refused, form);
    for (const form of [`::${text}`, `::ffff:0:${text}`, `64:ff9b:1::${text}`]) assert.ok(isDenied(answer(form)), form);
  }
});

test('given random IPv6 addresses, when each is judged, then only addresses of 2000::/3 or with a public IPv4 inside are allowed', () => {
  const { next } = chance(4);
  let allowed = 0;
  for (let round = 0; round < 10_000; round++) {
    const bytes = Array.from({ length: 16 }, () => next(256));
    if (whyNotPublic(bytes) !== undefined) continue;
    allowed += 1;
    assert.equal((bytes[0] ?? 0) >> 5, 1, bytes.join());
  }
  assert.ok(allowed > 900);
});

test('given random URLs, when new URL() reads them, then what is allowed is a public host as it reads it, and nothing throws', () => {
  const { next, pick } = chance(5);
  const parts = [
    'http',
    'https',
    ':',
    '//',
    '/',
    '\\',
    '@',
    '127.0.0.1',
    'localhost',
    'example.com',
    '.',
    '[',
    ']',
    '::1',
    '#',
    '?',
    '%2e',
    '0x7f',
    '１',
    '。',
    '8.8.8.8',
    '\t',
    '\u00ad',
    ':80',
    ':22',
    '2130706433',
  ];
  for (let round = 0; round < 100_000; round++) {
    const text = `${pick(['http://', 'https://', ''])}${Array.from({ length: 1 + next(6) }, () => pick(parts)).join('')}`;
    const verdict = judgeUrl(text);
    if (isDenied(verdict)) continue;
    const url = new URL(text);
    assert.ok(['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '', text);
    assert.doesNotMatch(url.hostname, /^127\.[\d.]*$|^\[::1|(^|\.)localhost\.*$/, text);
  }
});

test('given redirects, when the next request is made, then method and body go as browsers send them', () => {
  const next = (method: string, status: number, location?: string) =>
    redirectOf({ href: 'https://a.com/x/y?z', method }, { status, location });
  for (const status of [200, 204, 300, 304, 305, 306, 400, 500]) assert.equal(next('GET', status, '/'), undefined);
  assert.equal(next('GET', 302), undefined);
  for (const status of [301, 302, 303, 307, 308])
    assert.deepEqual(next('GET', status, '../b'), { to: 'https://a.com/b', method: 'GET', keepsBody: true });
  for (const status of [301, 302, 303])
    assert.deepEqual(next('POST', status, '//b.com'), { to: 'https://b.com/', method: 'GET', keepsBody: false });
  for (const status of [307, 308])
    assert.deepEqual(next('POST', status, '?q'), { to: 'https://a.com/x/y?q', method: 'POST', keepsBody: true });
  for (const status of [301, 302]) assert.equal((next('PUT', status, '/') as { method: string }).method, 'PUT');
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    assert.deepEqual(next(method, 303, '/'), { to: 'https://a.com/', method: 'GET', keepsBody: false });
  assert.equal((next('HEAD', 303, '/') as { method: string }).method, 'HEAD');
  assert.ok(isDenied(next('GET', 302, 'http://[')));
  assert.equal((next('GET', 302, 'file:///etc/passwd') as { to: string }).to, 'file:///etc/passwd');
});
