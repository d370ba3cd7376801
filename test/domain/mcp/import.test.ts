import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedServers } from '../../../src/domain/mcp/import.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

/** As each program keeps it. */
const files: Readonly<Record<string, string>> = {
  'Claude Desktop': JSON.stringify({
    globalShortcut: '',
    mcpServers: {
      filesystem: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me'] },
      'My Notes': { command: 'node', args: ['/home/me/notes.js'], env: { LEVEL: 'info' } },
    },
  }),
  'Claude Code': JSON.stringify({
    mcpServers: {
      sentry: { type: 'http', url: 'https://mcp.sentry.dev/mcp' },
      old: { type: 'sse', url: 'https://example.com/sse', headers: { 'X-Team': 'a' } },
      github: { type: 'http', url: 'https://api.githubcopilot.com/mcp/', headers: { Authorization: 'Bearer abc' } },
    },
  }),
  'VS Code': `{
    // asked for once
    "inputs": [{ "type": "promptString", "id": "key" }],
    "servers": {
      "docs": { "type": "http", "url": "https://example.com/mcp" }, /* a server */
      "keyed": { "type": "stdio", "command": "node", "args": ["x.js"], "env": { "LEVEL": "\${input:key}" } }
    }
  }`,
  Cursor: JSON.stringify({ mcpServers: { docs: { url: 'https://example.com/mcp' }, broken: { args: [] } } }),
};

function read(name: string) {
  const found = importedServers(files[name] ?? '');
  assert.ok('servers' in found);
  return { servers: found.servers, refused: Object.fromEntries(found.refused.map(one => [one.name, one.why])) };
}

test('given the configuration of another program, when it is read, then its servers are there without any right, and what needs its owner is refused with what to do', () => {
  const desktop = read('Claude Desktop');
  assert.deepEqual(
    desktop.servers.map(({ name, reach }) => [name, reach]),
    [
      [
        'my_notes',
        {
          kind: 'local',
          argv: ['node', '/home/me/notes.js'],
          env: { LEVEL: 'info' },
          workspace: 'write',
          folders: [],
          network: [],
        },
      ],
    ],
  );
  assert.match(desktop.refused['filesystem'] ?? '', /^npx gets its program from the network .*install the program/);
  const code = read('Claude Code');
  assert.deepEqual(
    code.servers.map(({ name, reach }) => [name, reach.kind === 'remote' && reach.transport]),
    [
      ['sentry', 'http'],
      ['old', 'sse'],
    ],
  );
  assert.match(code.refused['github'] ?? '', /^its Authorization is a key.*straylight secret set/);
  const editor = read('VS Code');
  assert.deepEqual(
    editor.servers.map(({ name }) => name),
    ['docs'],
  );
  assert.match(editor.refused['keyed'] ?? '', /its LEVEL is a key, or is asked for/);
  const cursor = read('Cursor');
  assert.deepEqual(
    cursor.servers.map(({ name }) => name),
    ['docs'],
  );
  assert.match(cursor.refused['broken'] ?? '', /neither a command with arguments nor a url/);
});

test('given names that are alike here, when they are read, then each server has its own', () => {
  const found = importedServers(
    JSON.stringify({
      mcpServers: {
        'My Notes': { url: 'https://a.org/' },
        my_notes: { url: 'https://b.org/' },
        '№': { url: 'https://c.org/' },
      },
    }),
  );
  assert.ok('servers' in found);
  assert.deepEqual(
    found.servers.map(({ name }) => name),
    ['my_notes', 'my_notes2', 'server'],
  );
});

test('given what is no configuration, when it is read, then it is said what was expected', () => {
  for (const [text, said] of [
    ['no json', /^expected the configuration as JSON$/],
    ['[]', /^expected "mcpServers"/],
    ['{"servers": []}', /^expected "mcpServers"/],
  ] as const) {
    const found = importedServers(text);
    assert.ok('problem' in found);
    assert.match(inEnglish(found.problem), said);
  }
});
