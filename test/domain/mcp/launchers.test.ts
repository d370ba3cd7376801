/** Servers as their owner types them: what is refused before anything is started, and what a program cannot read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LocalServer } from '../../../src/domain/mcp/server.ts';
import { typedServer, unreadable } from '../../../src/domain/mcp/typed.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

test('given a launcher that gets its program from the network, when it is typed, then what to do is said', () => {
  for (const launcher of ['npx', 'uvx', 'bunx', 'pnpx', 'docker']) {
    const typed = typedServer(`files ${launcher} -y some-server`, {});
    assert.ok('problem' in typed, launcher);
    assert.match(inEnglish(typed.problem), new RegExp(`^${launcher} gets its program from the network .*: install`));
  }
  assert.ok('server' in typedServer('files node /workspace/npx', {}));
});

test('given a program whose file is in no folder it may read, when that is looked for, then the file is named', () => {
  const server = (argv: readonly [string, ...string[]], ...folders: readonly string[]): LocalServer => ({
    kind: 'local',
    argv,
    env: {},
    workspace: 'write',
    folders: folders.map(path => ({ path, isWritable: false })),
    network: [],
  });
  const argv = ['node', '/home/me/mcp/server.js', '/workspace'] as const;
  assert.equal(unreadable(server(argv)), '/home/me/mcp/server.js');
  assert.equal(unreadable(server(argv, '/home/me/mc')), '/home/me/mcp/server.js');
  assert.equal(unreadable(server(argv, '/home/me/mcp')), undefined);
  assert.equal(unreadable(server(['/usr/bin/server', '/workspace/a'])), undefined);
});
