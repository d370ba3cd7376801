import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedServer } from '../../../src/domain/mcp/typed.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

test('given a server as it is typed, when it is read, then program, address and rights are what was meant', () => {
  const local = typedServer(`files node "/home/me/my servers/files.js" /workspace`, {
    folders: ['/home/me/my servers'],
    writable: ['/home/me/data'],
    network: ['api.github.com'],
    env: ['TOKEN={{secret:github}}', 'EMPTY='],
    workspace: 'read',
  });
  assert.ok('server' in local);
  assert.deepEqual(local.server, {
    name: 'files',
    timeoutMs: 60_000,
    forbid: [],
    reach: {
      kind: 'local',
      argv: ['node', '/home/me/my servers/files.js', '/workspace'],
      workspace: 'read',
      env: { TOKEN: '{{secret:github}}', EMPTY: '' },
      folders: [
        { path: '/home/me/my servers', isWritable: false },
        { path: '/home/me/data', isWritable: true },
      ],
      network: ['api.github.com'],
    },
  });
  const remote = typedServer('docs https://example.com/mcp', { headers: ['Authorization=Bearer {{secret:docs}}'] });
  assert.ok('server' in remote);
  assert.deepEqual(remote.server.reach, {
    kind: 'remote',
    url: 'https://example.com/mcp',
    transport: 'http',
    headers: { Authorization: 'Bearer {{secret:docs}}' },
  });
});

test('given words that are no server, when they are read, then it is said what was expected and what came', () => {
  for (const [text, rights, said] of [
    ['Files node x', {}, /^expected as a name .*; came "Files"$/],
    ['a__b node x', {}, /^expected as a name/],
    ['files', {}, /^expected a program or an address behind the name files$/],
    ['files https://me:pw@example.com/', {}, /^expected an address without user/],
    ['files https://example.com/?key=1', {}, /^expected an address without user/],
    ['files https://example.com/ more', {}, /nothing behind it/],
    ['files https://example.com/', { folders: ['/x'] }, /are for a program/],
    ['files node x', { headers: ['A=b'] }, /^headers are for a server at an address$/],
    ['files node x', { folders: ['x'] }, /^expected folders from \/ on; came "x"$/],
    ['files node x', { network: ['http://a.org'] }, /^expected hosts/],
    ['files node x', { env: ['A'] }, /^expected NAME=VALUE; came "A"$/],
    ['files node x', { env: ['A={{secret:}}'] }, /^expected NAME=VALUE/],
  ] as const) {
    const read = typedServer(text, rights);
    assert.ok('problem' in read, text);
    assert.match(inEnglish(read.problem), said);
  }
});
