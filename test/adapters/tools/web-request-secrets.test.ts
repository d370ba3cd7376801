import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { htmlToMarkdown } from '../../../src/adapters/pages/html-to-markdown.ts';
import { openSecrets } from '../../../src/adapters/secrets/keeper.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { webRequestTool } from '../../../src/adapters/tools/web-request.ts';
import type { AuditNote } from '../../../src/domain/audit/audit.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import type { SecretRule } from '../../../src/domain/secrets/rule.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import type { RunningTool, ToolContext } from '../../../src/ports/tool.ts';
import { certificateFor } from '../fetcher/fetcher-certificate.ts';
import { createWorld, faultOf, fetcherIn } from '../fetcher/fetcher-world.ts';
import { trustHome } from '../fetcher/trust-world.ts';
import { entry, scratch, vaultIn } from '../secrets/vault-world.ts';

const value = 'ghp_Canary_1x9Q_z7';
const [front, other] = ['93.184.216.34', '151.101.1.140'];
const context: ToolContext = {
  session: 's',
  turn: 't',
  call: 'tool-call:1',
  taint: 'owner' as const,
  signal: new AbortController().signal,
  progress: () => {},
};

interface Reply {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string | ((headers: Readonly<Record<string, unknown>>) => string);
}

async function web(t: TestContext, rule: Partial<SecretRule> = {}) {
  const world = createWorld(t);
  for (const [name, address] of [
    ['api.com', front],
    ['away.com', other],
  ] as const)
    world.name(name, [address]);
  const certificate = certificateFor(['api.com', 'away.com']);
  let reply: Reply = {};
  const seen = await world.peer(
    front,
    (request, response) => {
      const { status = 200, type = 'text/plain', location, body = 'ok' } = reply;
      const text = typeof body === 'string' ? body : body(request.headers);
      response.writeHead(status, { 'content-type': type, ...defined({ location: location || undefined }) }).end(text);
    },
    certificate,
  );
  const away = await world.peer(other, (_request, response) => response.end(), certificate);
  const vault = vaultIn(scratch(t));
  await vault.set(entry('github', value, { rule: { ...entry('', '').rule, ...rule } }));
  const notes: AuditNote[] = [];
  const redactor = createRedactor([{ name: 'github', value }]);
  const secrets = await openSecrets({
    vault,
    record: note => void notes.push(note),
    learn: () => {},
    lastUses: () => new Map(),
    takers: () => new Map(),
  });
  const tool = webRequestTool(fetcherIn(world, { certificates: [certificate.cert] }), {
    trust: trustHome(t)({ allowed: ['api.com'] }).trust,
    readers: { html: htmlToMarkdown },
    maxOutputBytes: 4_000,
    secrets,
    redact: redactor.text,
  }) as RunningTool;
  const toolbox = createToolbox([tool]);
  return {
    tool,
    seen,
    away,
    world,
    vault,
    notes,
    answer: (next: Reply) => {
      reply = next;
    },
    freeze: (args: object) => toolbox.resolve({ callId: '1', name: 'web_request', arguments: JSON.stringify(args) }),
    send: (args: object) => tool.run(tool.schema.parse(args), context),
  };
}

const post = {
  url: 'https://api.com/items',
  method: 'POST',
  headers: { Authorization: 'Bearer {{secret:github}}' },
  body: '{}',
};

test('given a handle in a header, when the call is frozen and sent, then everything shows the handle and the wire alone the value', async t => {
  const { freeze, send, seen, notes } = await web(t);
  const call = freeze(post);
  assert.ok(!isMalformed(call));
  assert.equal(
    call.exact,
    'POST https://api.com/items\nauthorization: Bearer {{secret:github}}\ncontent-type: application/json\n\n{}',
  );
  assert.match(call.intent, /^Send a POST to https:\/\/api\.com\/items, with the secret github\./);
  assert.deepEqual([call.facts.secrets, call.facts.refused, call.facts.trusted], [['github'], undefined, true]);
  assert.doesNotMatch(JSON.stringify(call), /ghp_/);
  assert.equal(notes.length, 0);
  await send(post);
  assert.equal(seen[0]?.headers['authorization'], `Bearer ${value}`);
  assert.deepEqual(
    notes.map(({ kind, subject, actor }) => [kind, subject, actor]),
    [['secret.used', 'github', 'tool-call:1']],
  );
  assert.doesNotMatch(JSON.stringify(notes), /ghp_/);
});

test('given a GET, when a secret stands in its headers, then it may be sent here, and no other GET may', async t => {
  const { freeze, send, seen } = await web(t);
  const { body: _, ...get } = { ...post, method: 'GET' };
  await send(get);
  assert.deepEqual([seen[0]?.method, seen[0]?.headers['authorization']], ['GET', `Bearer ${value}`]);
  for (const [args, problem] of [
    [{ ...get, headers: { accept: 'text/plain' } }, /read with web_fetch/],
    [{ ...get, body: 'x' }, /a GET has no body/],
  ] as const) {
    const call = freeze(args);
    assert.ok(isMalformed(call) && problem.test(call.problem), JSON.stringify(call));
  }
});

test('given an answer that echoes the value in any shape, when it is told, then the name stands in its place', async t => {
  const { answer, send } = await web(t);
  const echoes: Readonly<Record<string, Reply>> = {
    plain: { body: headers => `you sent ${headers['authorization']}` },
    json: { type: 'application/json', body: headers => JSON.stringify({ headers }) },
    base64: { body: headers => `x${Buffer.from(`user:${headers['authorization']}`).toString('base64')}` },
    hex: { body: headers => Buffer.from(String(headers['authorization'])).toString('hex') },
    query: { body: headers => `https://a.example/?t=${encodeURIComponent(String(headers['authorization']))}` },
    // Markdown would write the underscores with a backslash before them.
    html: {
      type: 'text/html',
      body: headers => `<main><p>Your token is <b>${headers['authorization']}</b>, it_is_not valid.</p></main>`,
    },
    refusal: { status: 401, body: headers => `bad credentials: ${headers['authorization']}` },
    location: { status: 302, location: `https://away.com/?token=${value}` },
    cut: { body: headers => `${'x'.repeat(3_790 + 5)}${String(headers['authorization']).repeat(200)}` },
  };
  for (const [shape, reply] of Object.entries(echoes)) {
    answer(reply);
    const { text } = await send(post);
    assert.doesNotMatch(text.replaceAll('\\', ''), /ghp_|Canary|1x9Q|Z2hwX|Q2FuYXJ5|6768705f/, `${shape}: ${text}`);
    assert.match(text, shape === 'cut' ? /\[secret|characters follow/ : /\[secret:github\]/, `${shape}: ${text}`);
  }
  t.diagnostic(`${Object.keys(echoes).length} echoes, none shown`);
});

test('given redirects, when a secret went along, then another origin never sees it, whichever way it is led there', async t => {
  const { answer, send, away, seen, world } = await web(t);
  const ways = [
    'https://away.com/take',
    '//away.com/x',
    'http://api.com/plain',
    'https://api.com:8443/',
    'https://api.com.away.com/',
  ];
  for (const location of ways)
    for (const status of [301, 302, 303, 307, 308]) {
      answer({ status, location });
      assert.match((await send(post)).text, /another origin; not followed/);
    }
  assert.equal(away.length, 0);
  assert.deepEqual([...new Set(world.connected)], [front]);
  assert.equal(seen.length, ways.length * 5);
  t.diagnostic(`${ways.length * 5} redirects, none followed`);
});

test('given a use that the rule does not allow, when it is frozen, then it never runs, and the words say what the owner can do', async t => {
  const { freeze, send, seen, away, notes } = await web(t, { hosts: ['api.com'] });
  for (const [args, why] of [
    [
      { ...post, url: 'https://away.com/items' },
      /it is for api\.com, and not for away\.com\. The owner can allow it with: straylight secret set github --tool web_request --host away\.com/,
    ],
    [{ ...post, url: 'http://api.com/items' }, /only over https/],
    [
      { ...post, headers: { 'x-note': '{{secret:github}}' } },
      /it may stand in the header authorization, and not in x-note/,
    ],
    [{ ...post, headers: { Authorization: '{{secret:nobody}}' } }, /There is no secret named nobody/],
  ] as const) {
    const call = freeze(args);
    assert.ok(!isMalformed(call));
    assert.match(call.facts.refused ?? '', why);
    await assert.rejects(send(args), faultOf('denied', why));
  }
  assert.deepEqual([seen, away], [[], []]);
  assert.equal(notes.length, 8);
  assert.ok(notes.every(({ kind }) => kind === 'secret.refused'));
});

test('given handles where none may stand, when the call is frozen, then it is malformed and says where they belong', async t => {
  const { freeze } = await web(t);
  for (const [more, problem] of [
    [{ url: 'https://api.com/?t={{secret:github}}' }, /in the value of a header only/],
    [{ body: '{"token":"{{secret:github}}"}' }, /in the value of a header only/],
    [{ headers: { 'x-{{secret:github}}': 'a' } }, /expected a header name/],
    [{ headers: { Authorization: '{{secret:GitHub}}' } }, /a handle is written/],
    [{ headers: { Authorization: '{{ secret:github }}' } }, /a handle is written/],
  ] as const) {
    const call = freeze({ ...post, ...more });
    assert.ok(isMalformed(call) && problem.test(call.problem), JSON.stringify(call));
  }
});

test('given a permission that is taken back between the yes and the act, when the call runs, then it does not', async t => {
  const { freeze, send, vault, seen } = await web(t);
  const call = freeze(post);
  assert.ok(!isMalformed(call) && call.facts.refused === undefined);
  await vault.remove('github');
  await assert.rejects(send(post), faultOf('denied', /There is no secret named github/));
  assert.deepEqual(seen, []);
});

test('given a value no header can hold, when it would be sent, then the fault does not show it', async t => {
  const { send, vault, seen } = await web(t);
  await vault.set(entry('github', 'two\nlines-of-canary'));
  await assert.rejects(
    send(post),
    error =>
      faultOf('invalid', /the value of the header authorization/)(error) && !/canary/.test(JSON.stringify(error)),
  );
  assert.deepEqual(seen, []);
});
