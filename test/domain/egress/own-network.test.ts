import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDenied, judgeAnswer, judgeUrl } from '../../../src/domain/egress/egress.ts';
import { isForGuestsOnly, ownHost, ownHostOf } from '../../../src/domain/egress/own-network.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

const own = ['homeassistant.lan:8123', '127.0.0.1:5173', '[fd12::7]:443', 'nas:80'];

test('given entries of allow_private, when they are read, then each is a host with its port or nothing', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['HomeAssistant.LAN:8123', 'homeassistant.lan:8123'],
    ['127.0.0.1:5173', '127.0.0.1:5173'],
    ['[FD12::0007]:443', '[fd12::7]:443'],
    ['nas:80', 'nas:80'],
    ['Bücher.lan:80', 'xn--bcher-kva.lan:80'],
    ...['nas', '192.168.1.5', '192.168.1.0/24:80', 'http://nas:80', 'nas:80/x', '*.lan:80', 'a@nas:80', 'nas:', ''].map(
      text => [text, undefined] as const,
    ),
  ];
  for (const [text, read] of cases) assert.equal(ownHost(text), read, text);
});

test('given entries of allow_private, when they name where a cloud hands out credentials, then that is known by name and by address', () => {
  for (const text of [
    ...['metadata.google.internal:80', 'METADATA.goog:80', 'instance-data:80', 'metadata:80'],
    ...['169.254.169.254:80', '0xa9fea9fe:80', '100.100.100.200:80', '[fd00:ec2::254]:80', '[fd20:ce::254]:80'],
  ])
    assert.equal(isForGuestsOnly(text), true, text);
  for (const text of ['nas:80', 'metadata.lan:80', '192.168.1.5:80', '[fd12::7]:443', 'no host'])
    assert.equal(isForGuestsOnly(text), false, text);
});

test('given hosts that are let in, when URLs are judged, then host and port have to be those, and nothing else of the network is open', () => {
  const open: readonly (readonly [string, string])[] = [
    ['http://homeassistant.lan:8123/api?x=1', 'homeassistant.lan:8123'],
    ['http://HOMEASSISTANT.lan.:8123/', 'homeassistant.lan:8123'],
    ['http://127.0.0.1:5173/', '127.0.0.1:5173'],
    ['http://0x7f.1:5173/', '127.0.0.1:5173'],
    ['https://[fd12::7]/', '[fd12::7]:443'],
    ['http://nas/', 'nas:80'],
  ];
  for (const [url, host] of open) {
    const judged = judgeUrl(url, own);
    assert.equal(isDenied(judged) ? judged.reason : judged.own, host, url);
  }
  const closed = [
    'http://127.0.0.1:5174/',
    'http://localhost:5173/',
    'http://nas:8080/',
    'https://nas/',
    'http://[::ffff:127.0.0.1]:5173/',
    'ftp://nas:80/',
    'http://me:secret@nas/',
  ];
  for (const url of closed) assert.ok(isDenied(judgeUrl(url, own)), url);
  assert.equal(ownHostOf('https://example.com/', own), undefined);
});

test('given an answer of DNS for a name that is let in, when it is judged, then the own network is allowed and the guests of clouds are not', () => {
  const verdict = (addresses: readonly string[]) => judgeAnswer('homeassistant.lan', { addresses }, own[0]).verdict;
  assert.equal(verdict(['192.168.1.5']), 'allow');
  assert.equal(verdict(['fd12::5', '10.0.0.5']), 'allow');
  for (const address of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '0.0.0.0', '224.0.0.1', '::'])
    assert.equal(verdict([address]), 'deny', address);
  assert.equal(judgeAnswer('homeassistant.lan', { addresses: ['192.168.1.5'] }).verdict, 'deny');
  // named by the owner or not: nothing lets these in
  for (const url of ['http://169.254.169.254/', 'http://[fd00:ec2::254]/'])
    assert.ok(isDenied(judgeUrl(url, ['169.254.169.254:80', '[fd00:ec2::254]:80'])), url);
});

test('given a refused address of the own network, when the reason is read, then it says how to let it in', () => {
  const reason = (url: string) => {
    const judged = judgeUrl(url);
    return isDenied(judged) ? inEnglish(judged.reason) : '';
  };
  assert.match(reason('http://127.0.0.1:5173/'), /loopback .*allow_private = \["127\.0\.0\.1:5173"\] in config\.toml$/);
  assert.match(reason('http://printer.local/'), /allow_private = \["printer\.local:80"\]/);
  assert.match(reason('http://[fd12::7]:81/'), /allow_private = \["\[fd12::7\]:81"\]/);
  for (const url of ['http://169.254.169.254/', 'http://metadata.google.internal/', 'http://224.0.0.1/', 'gopher://x/'])
    assert.doesNotMatch(reason(url), /allow_private/, url);
});
