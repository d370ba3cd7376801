import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelAddress, wholeAddress } from '../../../src/domain/models/address.ts';

const here = [
  ...['http://127.0.0.1:8080/v1', 'https://127.255.0.1', 'http://localhost:1234', 'http://llm.localhost/v1'],
  ...['http://LOCALHOST./', 'http://[::1]:8000', 'http://[::ffff:127.0.0.1]', 'http://2130706433/', 'http://127.1/v1'],
  ...['http://0x7f.0.0.1', 'http://0.0.0.0:8000', 'http://[::]:8000', 'http://127.0.0.1'],
  ...['unix:/run/llama.sock', 'unix:///run/llama.sock:/v1'],
];
const elsewhere = [
  ...['http://192.168.1.20:8000/v1', 'http://box:8080', 'http://box.local', 'https://api.openai.com/v1'],
  ...['http://localhost.example.com', 'http://127.0.0.1.example.com', 'http://notlocalhost', 'http://128.0.0.1'],
  ...['http://[::2]', 'http://[::127.0.0.1]', 'http://[64:ff9b::7f00:1]', 'http://unix/run/llama.sock'],
  ...['http://unix:80/run/llama.sock:/v1', 'http://lоcalhost'],
];

test('given addresses of loopback in every spelling, and sockets, when they are read, then they are on this machine, and no other is', () => {
  for (const text of here) assert.equal(modelAddress(text)?.isLocal, true, text);
  for (const text of elsewhere) assert.equal(modelAddress(text)?.isLocal, false, text);
  for (const text of ['ftp://127.0.0.1', 'unix:relative.sock', 'unix:/a b', '127.0.0.1:8080', ''])
    assert.equal(modelAddress(text), undefined, text);
});

test('given addresses, when they are read, then origin, way and network follow from them', () => {
  assert.deepEqual(modelAddress('unix:/run/llama.sock:/v1/'), {
    origin: 'unix:/run/llama.sock',
    url: 'http://localhost/v1',
    socketPath: '/run/llama.sock',
    isLocal: true,
    isPrivate: true,
    isOpen: false,
  });
  assert.deepEqual(modelAddress('http://0.0.0.0:8000/v1'), {
    origin: 'http://127.0.0.1:8000',
    url: 'http://127.0.0.1:8000/v1',
    isLocal: true,
    isPrivate: true,
    isOpen: false,
  });
  const of = (text: string) => modelAddress(text) ?? { isPrivate: undefined, isOpen: undefined };
  assert.deepEqual([of('http://10.0.0.7').isPrivate, of('http://10.0.0.7').isOpen], [true, true]);
  assert.deepEqual([of('https://box.lan').isPrivate, of('http://box').isPrivate], [false, true]);
  assert.deepEqual([of('https://gw.example.com').isPrivate, of('https://gw.example.com').isOpen], [false, false]);
});

test('given addresses as people type them, when they are made whole, then those of one’s own machine and network get http, all others https, and the rest stays', () => {
  for (const [typed, whole] of [
    ['localhost', 'http://localhost'],
    ['localhost:8080', 'http://localhost:8080'],
    ['LOCALHOST:8080/v1', 'http://LOCALHOST:8080/v1'],
    [' 127.0.0.1:1234/v1 ', 'http://127.0.0.1:1234/v1'],
    ['192.168.1.5:1234/v1', 'http://192.168.1.5:1234/v1'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['[fd00::5]:8080/v1', 'http://[fd00::5]:8080/v1'],
    ['box:8080', 'http://box:8080'],
    ['box.local:8080/v1', 'http://box.local:8080/v1'],
    ['llm.example.com/v1', 'https://llm.example.com/v1'],
    ['8.8.8.8:8080', 'https://8.8.8.8:8080'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['ftp://localhost', 'ftp://localhost'],
    ['unix:/run/llama.sock:/v1', 'unix:/run/llama.sock:/v1'],
    ['me:word@box:8080', 'me:word@box:8080'],
    ['box', 'box'],
    ['here/v1', 'here/v1'],
    ['', ''],
  ] as const)
    assert.equal(wholeAddress(typed), whole, typed);
});
