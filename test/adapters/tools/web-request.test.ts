import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { webRequestTool } from '../../../src/adapters/tools/web-request.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import type { RunningTool, ToolContext } from '../../../src/ports/tool.ts';
import { createWorld, faultOf, fetcherIn } from '../fetcher/fetcher-world.ts';
import { type OpenOptions, trustHome } from '../fetcher/trust-world.ts';
import { manualClock } from '../models/manual-clock.ts';

const [front, other] = ['93.184.216.34', '151.101.1.140'];
const context: ToolContext = {
  session: 's',
  turn: 't',
  call: 'call-1',
  taint: 'owner',
  signal: new AbortController().signal,
  progress: () => {},
};

async function web(t: TestContext, options: OpenOptions = {}, open = trustHome(t)) {
  const world = createWorld(t);
  world.name('api.com', [front]);
  world.name('away.com', [other]);
  const clock = manualClock();
  let reply: { readonly status: number; readonly location?: string; readonly body?: string } = {
    status: 200,
    body: 'ok',
  };
  const seen = await world.peer(front, (_request, response) => {
    const { status, location, body = '' } = reply;
    response
      .writeHead(status, { 'content-type': 'text/plain', ...defined({ location: location || undefined }) })
      .end(body);
  });
  const away = await world.peer(other, (_request, response) => response.end());
  const opened = open(options);
  const fetcher = fetcherIn(world, {
    clock,
    ledger: opened.requests,
    limits: { readsPerMinute: 30, writesPerMinute: 10 },
    blockedDomains: options.blocked,
  });
  const tool = webRequestTool(fetcher, {
    trust: opened.trust,
    readers: { html: async html => ({ text: html }) },
    maxOutputBytes: 4_000,
  }) as RunningTool;
  const toolbox = createToolbox([tool]);
  return {
    ...opened,
    tool,
    seen,
    away,
    world,
    clock,
    answer: (next: typeof reply) => {
      reply = next;
    },
    freeze: (args: object) => toolbox.resolve({ callId: '1', name: 'web_request', arguments: JSON.stringify(args) }),
    send: (args: object) => tool.run(tool.schema.parse(args), context),
  };
}

const post = { url: 'https://api.com/items', method: 'POST', body: '{"a":1}' };

test('given a request, when it is frozen, then the card shows method, URL, headers and the whole body, and these are sent', async t => {
  const { freeze, send, seen } = await web(t);
  const body = `${'x'.repeat(5_000)}\nlast line`;
  const args = { url: 'http://API.com:80/items?q=1#top', method: 'PUT', headers: { 'X-Tag': ' a ' }, body };
  const call = freeze(args);
  assert.ok(!isMalformed(call));
  const head = 'PUT http://api.com/items?q=1\nx-tag: a\ncontent-type: text/plain; charset=utf-8';
  assert.equal(call.exact, `${head}\n\n${body}`);
  assert.match(call.intent, /^Send a PUT to http:\/\/API\.com.* Approving it also allows api\.com from now on\.$/);
  const { text, failed, taint } = await send(args);
  assert.equal(text, 'URL: http://api.com/items?q=1\nStatus: 200 OK\nType: text/plain\n\nok');
  assert.deepEqual([failed, taint], [false, 'external']);
  const [one] = seen;
  assert.deepEqual([one?.method, one?.url, one?.body], ['PUT', '/items?q=1', body]);
  assert.deepEqual([one?.headers['x-tag'], one?.headers['content-type']], ['a', 'text/plain; charset=utf-8']);
});

test('given a body, when it is JSON or the caller names its type, then that is the content-type', async t => {
  const { send, seen } = await web(t);
  const plain = { ...post, url: 'http://api.com/' };
  await send(plain);
  await send({ ...plain, headers: { 'Content-Type': 'application/x-ndjson' } });
  await send({ url: 'http://api.com/', method: 'DELETE' });
  assert.deepEqual(
    seen.map(({ method, headers }) => [method, headers['content-type'], headers['content-length']]),
    [
      ['POST', 'application/json', '7'],
      ['POST', 'application/x-ndjson', '7'],
      ['DELETE', undefined, undefined],
    ],
  );
});

test('given a domain nobody has allowed, when a request to it runs, then the owner was asked, and the next one is not', async t => {
  const { freeze, send, rows } = await web(t);
  const args = { ...post, url: 'http://api.com/' };
  const level = (taint: 'owner' | 'external') => {
    const call = freeze(args);
    assert.ok(!isMalformed(call));
    return judge(call, { taint }).level;
  };
  assert.equal(level('owner'), 2);
  await send(args);
  assert.deepEqual(rows(), [{ domain: 'api.com', by: 'call-1', at: 1_000 }]);
  assert.equal(level('owner'), 1);
  // Outside text may have chosen the address: trust in the domain is not trust in what is sent there.
  assert.equal(level('external'), 2);
  const call = freeze(args);
  assert.ok(!isMalformed(call));
  assert.equal(call.intent, 'Send a POST to http://api.com/.');
});

test('given the owner’s lists, when requests are frozen, then allowed ones are trusted, others ask every time, blocked ones never leave', async t => {
  const lists = { allowed: ['api.com', '*.wide.com', 'bank.com'], alwaysApprove: ['bank.com'], blocked: ['evil.com'] };
  const { freeze, send, rows, world } = await web(t, lists);
  const trusted = (url: string) => {
    const call = freeze({ ...post, url });
    return isMalformed(call) ? call.problem : call.facts.trusted;
  };
  assert.equal(trusted('https://api.com/'), true);
  assert.equal(trusted('https://a.wide.com/'), true);
  assert.equal(trusted('https://www.api.com/'), false);
  assert.equal(trusted('https://www.bank.com/'), false);
  assert.match(String(trusted('https://x.evil.com/')), /x\.evil\.com is blocked by the owner/);
  for (const url of [
    'http://127.0.0.1/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'http://u:p@api.com/',
  ])
    assert.match(String(trusted(url)), /this request may not leave/);
  world.name('bank.com', [front]);
  await send({ ...post, url: 'http://bank.com/' });
  assert.deepEqual(rows(), []);
});

test('given no sandbox, when a request is frozen, then no domain is trusted and the card promises nothing', async t => {
  const { freeze } = await web(t, { isDirect: true, allowed: ['api.com'] });
  const call = freeze(post);
  assert.ok(!isMalformed(call));
  assert.deepEqual([call.facts.trusted, call.intent], [false, 'Send a POST to https://api.com/items.']);
});

test('given redirects of a request, when they stay at the origin they are followed, and to any other they are told and not followed', async t => {
  const { send, seen, away, answer, world } = await web(t);
  for (const status of [301, 302, 303, 307, 308]) {
    answer({ status, location: 'http://away.com/take?this=1' });
    const args = { ...post, url: 'http://api.com/', headers: { authorization: 'Bearer abc' } };
    const { text, failed } = await send(args);
    assert.match(
      text,
      new RegExp(`Status: ${status} .*\nType: text/plain\nLocation: http://away\\.com/take\\?this=1 \\(another`),
    );
    assert.equal(failed, false);
  }
  answer({ status: 307, location: 'http://169.254.169.254/latest' });
  assert.match((await send({ ...post, url: 'http://api.com/' })).text, /Location: http:\/\/169\.254\.169\.254\/latest/);
  assert.deepEqual([away, world.connected.filter(one => one !== front)], [[], []]);
  assert.equal(seen.length, 6);
});

test('given headers that are not the model’s to set, when they are given, then the call is malformed and says which', async t => {
  const { freeze } = await web(t);
  for (const name of [
    'Host',
    'connection',
    'Content-Length',
    'proxy-authorization',
    'Cookie',
    'set-cookie',
    'Sec-Fetch-Site',
    'a b',
  ]) {
    const call = freeze({ ...post, headers: { [name]: 'secret-value' } });
    assert.ok(isMalformed(call), name);
    assert.match(call.problem, new RegExp(name, 'i'));
    assert.doesNotMatch(call.problem, /secret-value/);
  }
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`x-${at}`, 'y']));
  for (const args of [
    { headers: { 'x-a': 'b\r\nhost: c' } },
    { headers: many },
    { body: 'x'.repeat(200_001) },
    { method: 'GET' },
  ])
    assert.ok(isMalformed(freeze({ ...post, ...args })), JSON.stringify(args).slice(0, 60));
});

test('given ten requests a minute, when Straylight starts again in between, then the eleventh waits all the same', async t => {
  const open = trustHome(t);
  const args = { ...post, url: 'http://api.com/' };
  const first = await web(t, {}, open);
  for (let count = 0; count < 10; count++) await first.send(args);
  first.close();
  const second = await web(t, {}, open);
  await assert.rejects(second.send(args), faultOf('unavailable', /10 other requests a minute/));
  assert.equal(second.seen.length, 0);
  second.clock.advance(60_001);
  await second.send(args);
  assert.equal(second.seen.length, 1);
});

test('given an answer longer than the limit, when it is told, then it is cut and says so', async t => {
  const { send, answer } = await web(t);
  answer({ status: 500, body: 'é'.repeat(9_000) });
  const { text, failed } = await send({ ...post, url: 'http://api.com/' });
  assert.ok(Buffer.byteLength(text) <= 4_000);
  assert.match(text, /\[… \d+ of 9000 characters follow\]$/);
  assert.equal(failed, true);
});
