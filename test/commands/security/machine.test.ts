/** What the machine around a home weakens, read from the texts the system gives. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAddress, otherUsers, sharedKeys, sharedPort, statelyOn } from '../../../src/commands/security/machine.ts';
import { weakKey } from '../../../src/commands/security/records.ts';
import { weakSettings } from '../../../src/commands/security/settings.ts';
import { type Weakness, worstFirst } from '../../../src/domain/security/weakness.ts';

const passwd = `root:x:0:0:root:/root:/bin/bash
daemon:x:1:1::/usr/sbin:/usr/sbin/nologin
me:x:1000:1000::/home/me:/bin/bash
ada:x:1001:1001::/home/ada:/bin/zsh
build:x:1002:1002::/home/build:/bin/false
nobody:x:65534:65534::/nonexistent:/bin/sh
`;

test('given accounts, when others are sought, then people who can log in are named where a fixed port depends on it', () => {
  const users = otherUsers(passwd, 1000);
  assert.deepEqual(users, ['ada']);
  assert.deepEqual(sharedPort(users, 8420), [{ kind: 'users', names: ['ada'] }]);
  for (const port of [0, undefined]) assert.deepEqual(sharedPort(users, port), []);
  assert.deepEqual(sharedPort([], 8420), []);
});

/** Port 8420 is 20E4. */
const listening = (address: string, state = '0A') =>
  `  sl  local_address rem_address   st\n   0: ${address}:20E4 00000000:0000 ${state} 00000000:00000000\n`;

test('given tables of sockets, when the port is looked up, then a program that listens beyond loopback is found', () => {
  const found: Readonly<Record<string, string>> = {
    '00000000': '0.0.0.0:8420',
    '0A00A8C0': '192.168.0.10:8420',
    ['0'.repeat(32)]: '[::]:8420',
  };
  for (const [address, shown] of Object.entries(found))
    assert.deepEqual(openAddress([listening(address)], 8420), [{ kind: 'address', names: [shown] }]);
  for (const address of ['0100007F', '00000000000000000000000001000000', '0000000000000000FFFF00000100007F'])
    assert.deepEqual(openAddress([listening(address)], 8420), [], address);
  assert.deepEqual(openAddress([listening('00000000', '01')], 8420), [], 'a connection does not listen');
  assert.deepEqual(openAddress([listening('00000000')], 8421), []);
});

test('given an environment, command lines and keys, when they are looked at, then only what weakens is named', () => {
  assert.deepEqual(sharedKeys({ A_KEY: 'x', B_KEY: '' }, ['A_KEY', 'B_KEY'], true), [
    { kind: 'environment', names: ['A_KEY'] },
  ]);
  assert.deepEqual(sharedKeys({ A_KEY: 'x' }, ['A_KEY'], false), []);
  assert.deepEqual(statelyOn('node\0straylight\0start\0'), []);
  assert.equal(statelyOn('node\0straylight\0start\0--stately-ws=ws://localhost:1\0').length, 1);
  assert.equal(weakKey('signing.pem', true, true)[0]?.kind, 'key');
  assert.deepEqual([...weakKey('signing.pem', true, false), ...weakKey('signing.pem', false, true)], []);
});

test('given domains and endpoints, when they are judged, then those that are narrow or on this machine are not told', () => {
  const judged = (allowedDomains: readonly string[], tracesUrl?: string) =>
    weakSettings({
      store: { synchronous: 'full' },
      telemetry: { tracesUrl },
      egress: { allowedDomains, allowPrivate: [] },
      packages: { enabled: false, hosts: [] },
      budget: {},
      undo: { enabled: true },
      approvals: { expiresMs: 1 },
    }).map(({ kind, names }) => `${kind} ${names.join(' ')}`);
  assert.deepEqual(judged(['example.com', '*.example.com', 'github.io', '*.example.co.uk']), []);
  for (const broad of ['*.com', '*.co.uk', '*.github.io', '*.s3.amazonaws.com', '*.workers.dev'])
    assert.deepEqual(judged([broad]), [`egress ${broad}`]);
  for (const here of ['http://127.0.0.1:4318/v1/traces', 'http://[::1]:4318', 'http://localhost:1'])
    assert.deepEqual(judged([], here), []);
  assert.deepEqual(judged([], 'https://otel.example.com/v1/traces'), ['telemetry otel.example.com']);
});

test('given weaknesses in any order, when they are put in words, then the serious come first and each says what to do', () => {
  const some: readonly Weakness[] = [
    { kind: 'users', names: ['ada'] },
    { kind: 'undo', names: [] },
    { kind: 'env', names: ['.env'], command: 'chmod 600 .env' },
    { kind: 'direct', names: ['as configured'] },
    { kind: 'chain', names: ['row 3'], command: 'straylight audit accept' },
  ];
  const kinds = (all: readonly Weakness[]) => worstFirst(all).map(({ kind }) => kind);
  assert.deepEqual(kinds(some), ['chain', 'env', 'direct', 'undo', 'users']);
  assert.deepEqual(kinds(some.toReversed()), kinds(some));
  for (const { command, advice, kind } of worstFirst(some)) assert.ok(command ?? advice, kind);
});
