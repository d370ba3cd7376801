import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Decision } from '../../src/domain/approvals/card.ts';
import { stubAgent } from './stub-agent.ts';
import { ask, known, serve, stream } from './visitor.ts';

const messages = '/api/sessions/web%3Amain/messages';
const decision = '/api/approvals/k3Qm9xTd/decision';
const shown = { digest: 'd'.repeat(64), rev: 4 };

test('given Straylight is well, when health is asked without a token, then its status alone; with one, all of it', async () => {
  await using served = await serve();
  assert.deepEqual((await ask(served.server.url, '/health')).json, { status: 'ok' });
  assert.equal((await ask(served.server.url, '/health', { headers: known })).json.version, '0.1.0');
  assert.equal((await ask(served.server.url, '/health', { headers: { authorization: 'Bearer no' } })).status, 401);
  served.agent.state = 'stopping';
  assert.equal((await ask(served.server.url, '/health')).status, 503);
});

test('given no token, when the page’s files are asked for, then they come, and nothing else of the disk does', async () => {
  await using served = await serve();
  const { url } = served.server;
  const reply = await ask(url, '/');
  assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8');
  const again = await ask(url, '/', { headers: { 'if-none-match': String(reply.headers.etag) } });
  assert.deepEqual([again.status, again.text], [304, '']);
  assert.equal((await ask(url, '/page/main.js')).headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal((await ask(url, '/page/main.js', { method: 'POST', body: {} })).status, 404);
  for (const path of [
    '/page/../server.ts',
    '/page/..%2Fserver.ts',
    '/page/%2e%2e/server.ts',
    '/page//etc/passwd',
    '/page/tsconfig.json',
    '/page/index.html',
    '/lib/preact/package.json',
    '/lib/../package.json',
    '/page/main.js/',
    '/page/main.js%00',
  ])
    assert.equal((await ask(url, path)).status, 404, path);
});

test('given both loopback addresses, when either is asked, then the same agent answers', async () => {
  await using served = await serve();
  const { port, url } = served.server;
  assert.equal(url, `http://127.0.0.1:${port}`);
  assert.equal((await ask(`http://[::1]:${port}`, '/health')).status, 200);
});

test('given the tables, when they are read, then each answers in its shape', async () => {
  await using served = await serve();
  const read = async (path: string) => (await ask(served.server.url, path, { headers: known })).json;
  const actor = '/api/actors/session%3Aweb%3Amain';
  const state = await read('/api/state');
  assert.equal(state.actors[0].id, 'session:web:main');
  assert.match(state.cursor, /^b1\.\d+$/);
  assert.equal((await read(`${actor}/journal?limit=2&before=9`)).entries.length, 2);
  assert.equal((await read(`${actor}/journal?limit=2&before=9`)).next, 9);
  assert.equal((await read(`${actor}/snapshot`)).rev, 3);
  assert.equal((await read(`${actor}/at/7`)).seq, 7);
  assert.equal((await read('/api/approvals?state=pending')).approvals[0].card.key, 'k3Qm9xTd');
  assert.deepEqual((await read('/api/approvals?state=expired')).approvals, []);
  assert.deepEqual((await read(messages)).messages, []);
  const file = await ask(served.server.url, `${actor}/export`, { headers: known });
  assert.equal(file.headers['content-disposition'], 'attachment; filename="session-web-main.json"');
});

test('given what is not there or not well asked, when it is read, then the code says which', async () => {
  await using served = await serve();
  const cases: [string, number, string][] = [
    ['/api/nowhere', 404, 'gone'],
    ['/api/actors/session%3Anone/journal', 404, 'gone'],
    ['/api/turns/none', 404, 'gone'],
    ['/api/actors//journal', 404, 'gone'],
    ['/api/actors/%E0%A4%A/journal', 400, 'invalid'],
    ['/api/actors/%ff/journal', 400, 'invalid'],
    ['/api/actors/a%20b/journal', 400, 'invalid'],
    ['/api/actors/session%3Aweb%3Amain/journal?limit=201', 400, 'invalid'],
    ['/api/actors/session%3Aweb%3Amain/journal?limit=-1', 400, 'invalid'],
    ['/api/actors/session%3Aweb%3Amain/journal?failed=1', 400, 'invalid'],
    ['/api/actors/session%3Aweb%3Amain/at/x', 400, 'invalid'],
    ['/api/approvals?state=perhaps', 400, 'invalid'],
  ];
  for (const [path, status, code] of cases) {
    const reply = await ask(served.server.url, path, { headers: known });
    assert.deepEqual([reply.status, reply.json.error.code], [status, code], path);
    assert.equal(typeof reply.json.error.message, 'string');
    assert.equal(reply.json.error.kind, 'invalid');
  }
});

test('given a known path, when the method is another, then 405 names the ones there are', async () => {
  await using served = await serve();
  const reply = await ask(served.server.url, messages, { method: 'DELETE', headers: known });
  assert.equal(reply.status, 405);
  assert.equal(reply.headers['allow'], 'GET, POST');
  assert.equal((await ask(served.server.url, '/health', { method: 'POST' })).headers['allow'], 'GET');
});

test('given a message, when it is sent twice, then it is taken once and both times names its turn', async () => {
  await using served = await serve();
  const send = () => ask(served.server.url, messages, { headers: known, body: { clientId: 'c-1', text: 'hello' } });
  const first = await send();
  assert.equal(first.status, 202);
  assert.deepEqual(first.json, { commandId: 'c-1', turn: 't1', duplicate: false });
  assert.deepEqual((await send()).json, { commandId: 'c-1', turn: 't1', duplicate: true });
  assert.deepEqual(served.agent.asked[0], { session: 'session:web:main', clientId: 'c-1', text: 'hello' });
});

test('given another message under an id that was used, when it is sent, then 409 says that it was not taken', async () => {
  const agent = stubAgent();
  const say = async () => ({ turn: 't1', duplicate: true, isOther: true }) as const;
  await using served = await serve({ agent, levers: { ...agent.levers, say } });
  const reply = await ask(served.server.url, messages, { headers: known, body: { clientId: 'c-1', text: 'more' } });
  assert.equal(reply.status, 409);
  assert.partialDeepStrictEqual(reply.json, { error: { kind: 'invalid', code: 'changed' } });
  assert.match(JSON.stringify(reply.json), /so this one was not; send it under a new clientId/);
});

test('given a body that is not as expected, when it comes, then the answer says what was expected', async () => {
  await using served = await serve();
  const json = { ...known, 'content-type': 'application/json' };
  const cases: [unknown, Record<string, string>, number, RegExp][] = [
    ['{"clientId":"a","text":"hi"}', known, 415, /expected Content-Type application\/json/],
    ['{}', { ...known, 'content-type': 'text/plain' }, 415, /application\/json/],
    ['{}', { ...json, 'content-encoding': 'gzip' }, 415, /plain body/],
    ['{', json, 400, /JSON object in UTF-8/],
    ['[]', json, 400, /expected a JSON object, got an array/],
    ['{}', json, 400, /expected clientId to be an id of your own making .* got nothing/],
    [{ clientId: 'a b', text: 'hi' }, known, 400, /expected clientId/],
    [{ clientId: 'a', text: '  ' }, known, 400, /expected text to be what you want to say/],
    [{ clientId: 'a', text: 7 }, known, 400, /got number 7/],
    [{ clientId: 'a', text: 'hi', user: 'me' }, known, 400, /got another: "user"/],
    ['{"clientId":"a","text":"hi","__proto__":{}}', json, 400, /got another: "__proto__"/],
  ];
  for (const [body, headers, status, message] of cases) {
    const reply = await ask(served.server.url, messages, { method: 'POST', headers, body });
    assert.equal(reply.status, status, reply.text);
    assert.match(reply.json.error.message, message);
  }
  assert.deepEqual(served.agent.asked, []);
});

test('given a body over 256 KB, when it is sent, told or in chunks, then 413', async () => {
  await using served = await serve();
  const body = { clientId: 'a', text: 'x'.repeat(300 * 1024) };
  const reply = await ask(served.server.url, messages, { headers: known, body });
  assert.deepEqual([reply.status, reply.json.error.code], [413, 'size']);
  const chunked = await ask(served.server.url, messages, {
    headers: { ...known, 'transfer-encoding': 'chunked' },
    body,
  });
  assert.equal(chunked.status, 413);
  assert.deepEqual(served.agent.asked, []);
});

test('given a request that never ends (slow loris), when its time is up, then 408 and the connection is closed', async () => {
  await using served = await serve({ limits: { requestMs: 200 } });
  const { port } = served.server;
  const head = `POST ${messages} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${known.authorization}\r\n`;
  const slow = [head, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`];
  for (const start of slow) {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8');
    socket.write(start);
    let reply = '';
    for await (const chunk of socket) reply += chunk;
    assert.match(reply, /^HTTP\/1\.1 408 /);
    assert.match(reply, /Content-Security-Policy: default-src 'none'/);
    assert.match(reply, /"code":"timeout"/);
  }
});

test('given something that is no HTTP, when it comes, then 400 with the protective headers', async () => {
  await using served = await serve();
  const socket = connect(served.server.port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.write('what is this\r\n\r\n');
  let reply = '';
  for await (const chunk of socket) reply += chunk;
  assert.match(reply, /^HTTP\/1\.1 400 [\s\S]*nosniff/);
});

test('given headers over 16 KB, when they come, then 431', async () => {
  await using served = await serve();
  const reply = await ask(served.server.url, '/health', { headers: { 'x-long': 'x'.repeat(20_000) } });
  assert.deepEqual([reply.status, reply.json.error.code], [431, 'size']);
});

test('given a card on screen, when it is approved, then Straylight gets its digest and nonce and who it was', async () => {
  await using served = await serve();
  const reply = await ask(served.server.url, decision, {
    headers: known,
    body: { commandId: 'c1', decision: 'approve', reason: 'fine', ...shown },
  });
  assert.equal(reply.status, 202);
  assert.deepEqual(reply.json, { commandId: 'c1', ok: true, state: 'granted' });
  assert.deepEqual(served.agent.asked, [
    { approval: 'k3Qm9xTd', decision: 'approve', by: 'web', reason: 'fine', digest: shown.digest, nonce: 'n1' },
  ]);
});

test('given a decision, when its command id comes again, even at once, then the first outcome is told and nothing is done', async () => {
  await using served = await serve();
  const send = (decision_: string) =>
    ask(served.server.url, decision, { headers: known, body: { commandId: 'c1', decision: decision_, ...shown } });
  const [first, second] = await Promise.all([send('approve'), send('approve')]);
  assert.deepEqual(second.json, first.json);
  assert.deepEqual((await send('deny')).json, { commandId: 'c1', ok: true, state: 'granted' });
  assert.equal(served.agent.asked.length, 1);
});

test('given a card that changed since it was shown, when it is approved, then 409 changed and Straylight is not asked', async () => {
  await using served = await serve();
  const send = (commandId: string, body: object) =>
    ask(served.server.url, decision, { headers: known, body: { commandId, decision: 'approve', ...body } });
  const older = await send('c1', { ...shown, rev: 3 });
  assert.deepEqual([older.status, older.json.error.code, older.json.error.why], [409, 'changed', 'changed']);
  assert.deepEqual(served.agent.asked, []);
  const other = await send('c2', { ...shown, digest: 'e'.repeat(64) });
  assert.deepEqual([other.status, other.json.error.code], [409, 'changed']);
  assert.equal(served.agent.approvals.get('k3Qm9xTd')?.state, 'pending');
});

test('given a risk above low, when a yes comes without what it asks for, then 409 with the card as it is; with it the yes counts', async () => {
  await using served = await serve();
  const { agent } = served;
  const pending = agent.approvals.get('k3Qm9xTd');
  assert.ok(pending);
  const grave = { ...pending, card: { ...pending.card, risk: 'irreversible', word: 'harbour' } } as const;
  agent.approvals.set('k3Qm9xTd', grave);
  const send = (commandId: string, more: object) =>
    ask(served.server.url, decision, { headers: known, body: { commandId, decision: 'approve', ...shown, ...more } });
  for (const [id, more] of [
    ['c1', {}],
    ['c2', { confirmation: 'yes' }],
  ] as const) {
    const { status, json } = await send(id, more);
    assert.deepEqual([status, json.error.why, json.error.approval.card.word], [409, 'unconfirmed', 'harbour']);
  }
  agent.decideNext = async () => ({ ok: true, state: 'granted', undoUntil: 5_000 });
  const yes = await send('c3', { confirmation: 'harbour' });
  assert.deepEqual([yes.status, yes.json], [202, { commandId: 'c3', ok: true, state: 'granted', undoUntil: 5_000 }]);
  // It is taken back from the card that is on screen, whatever became of its number.
  agent.decideNext = async () => ({ ok: true, state: 'undone' });
  const back = await ask(served.server.url, decision, {
    headers: known,
    body: { commandId: 'c4', decision: 'undo' },
  });
  assert.deepEqual([back.status, back.json.state], [202, 'undone']);
  assert.deepEqual(
    agent.asked.map(one => (one as Decision).confirmation),
    [undefined, 'yes', 'harbour', undefined],
  );
});

test('given a changed card, when it is answered, then the answer holds it as it is now', async () => {
  await using served = await serve();
  const reply = await ask(served.server.url, decision, {
    headers: known,
    body: { commandId: 'c1', decision: 'approve', ...shown, rev: 3 },
  });
  assert.equal(reply.json.error.approval.card.nonce, 'n1');
});

test('given harmless ones that are alike, when they are decided together, then each is, and each is answered', async () => {
  await using served = await serve();
  const { agent } = served;
  const pending = agent.approvals.get('k3Qm9xTd');
  assert.ok(pending);
  const keys = ['aaaaaaa1', 'aaaaaaa2', 'aaaaaaa3'];
  for (const key of keys)
    agent.approvals.set(key, { ...pending, id: `approval:${key}`, card: { ...pending.card, key, risk: 'low' } });
  const { digest } = shown;
  const path = '/api/approvals/decisions';
  const decisions = keys.map(approval => ({ approval, decision: 'approve', digest, nonce: 'n1' }));
  const reply = await ask(served.server.url, path, { headers: known, body: { commandId: 'c1', decisions } });
  assert.deepEqual(reply.json.answers, [
    { ok: true, state: 'granted' },
    { ok: true, state: 'granted' },
    { ok: true, state: 'granted' },
  ]);
  assert.ok(agent.asked.every(one => (one as Decision).by === 'web'));
  for (const wrong of [[], [{ ...decisions[0], by: 'cli' }], [{ ...decisions[0], nonce: undefined }], 'all']) {
    const body = { commandId: 'c2', decisions: wrong };
    assert.equal((await ask(served.server.url, path, { headers: known, body })).status, 400);
  }
});

test('given an approval that is over or not there, when it is decided, then the answer says how', async () => {
  await using served = await serve();
  const { agent } = served;
  const pending = agent.approvals.get('k3Qm9xTd');
  assert.ok(pending);
  const send = async (commandId: string, key = 'k3Qm9xTd') => {
    const path = `/api/approvals/${key}/decision`;
    const reply = await ask(served.server.url, path, {
      headers: known,
      body: { commandId, decision: 'approve', ...shown },
    });
    const { code, why, outcome } = reply.json.error;
    return [reply.status, code, why, outcome];
  };
  agent.approvals.set('k3Qm9xTd', { ...pending, state: 'expired' });
  assert.deepEqual(await send('c1'), [409, 'expired', 'expired', undefined]);
  agent.approvals.set('k3Qm9xTd', { ...pending, state: 'denied' });
  assert.deepEqual(await send('c2'), [409, 'changed', 'decided', 'denied']);
  assert.deepEqual(await send('c3', 'none1234'), [404, 'gone', 'unknown', undefined]);
  agent.decideNext = async () => ({ ok: false, why: 'forbidden', message: 'only on Telegram' });
  assert.deepEqual(await send('c4'), [403, 'forbidden', 'forbidden', undefined]);
});

test('given a decision without digest or rev, when it comes from the page, then 400; from the command line by key, then it counts', async () => {
  await using served = await serve();
  const body = { commandId: 'c1', decision: 'deny' };
  const page = await ask(served.server.url, decision, { headers: known, body });
  assert.equal(page.status, 400);
  assert.match(page.json.error.message, /expected digest and rev/);
  const typed = await ask(served.server.url, decision, { headers: { ...known, 'straylight-origin': 'cli' }, body });
  assert.equal(typed.status, 202);
  assert.deepEqual(served.agent.asked, [{ approval: 'k3Qm9xTd', decision: 'deny', by: 'cli' }]);
});

test('given decisions this version cannot take, when they come, then they are refused, not misread', async () => {
  await using served = await serve();
  for (const body of [
    { decision: 'session' },
    { decision: 'approve', args: { path: '/' } },
    { decision: 'approve', by: 'telegram:42' },
    { decision: 'approve', confirmation: '' },
  ]) {
    const reply = await ask(served.server.url, decision, {
      headers: known,
      body: { commandId: 'c', ...shown, ...body },
    });
    assert.equal(reply.status, 400, JSON.stringify(body));
  }
  assert.deepEqual(served.agent.asked, []);
});

test('given a running turn, when it is aborted, then 202 says whether there was one, and the stream that it is done', async () => {
  await using served = await serve();
  const watching = await stream(served.server.url);
  const abort = async (session: string) =>
    (await ask(served.server.url, `/api/sessions/${session}/abort`, { headers: known, body: { commandId: 'stop-1' } }))
      .json;
  assert.deepEqual(await abort('web%3Amain'), { commandId: 'stop-1', aborted: true });
  assert.deepEqual(await abort('session%3Aweb%3Aother'), { commandId: 'stop-1', aborted: false });
  assert.deepEqual((await watching.until('command')).data, { commandId: 'stop-1', state: 'done' });
  watching.leave();
});

test('given a refusal of Straylight, when it is answered, then its words are passed on; a defect stays in the log', async () => {
  await using served = await serve();
  const send = (text: string) => ask(served.server.url, messages, { headers: known, body: { clientId: 'c', text } });
  const busy = await send('too much');
  assert.deepEqual(
    [busy.status, busy.json.error],
    [503, { kind: 'unavailable', code: 'unavailable', message: 'too many messages wait', retryAfterMs: 2_000 }],
  );
  assert.equal(busy.headers['retry-after'], '2');
  const broken = await send('break');
  assert.deepEqual([broken.status, broken.json.error.kind], [500, 'defect']);
  assert.doesNotMatch(broken.text, /hunter2/);
  assert.match(served.log.join('\n'), /POST of the inspector failed/);
});

test('given an act that takes too long, when its time is up, then 504; the same id then gets the outcome', async () => {
  await using served = await serve({ limits: { actMs: 50 } });
  const { promise, resolve } = Promise.withResolvers<void>();
  served.agent.decideNext = async () => {
    await promise;
    return { ok: true, state: 'granted' };
  };
  const send = () =>
    ask(served.server.url, decision, { headers: known, body: { commandId: 'c1', decision: 'approve', ...shown } });
  assert.equal((await send()).status, 504);
  resolve();
  assert.deepEqual((await send()).json, { commandId: 'c1', ok: true, state: 'granted' });
  assert.equal(served.agent.asked.length, 1);
});

test('given a busy agent, when an act failed for that, then the same command id may try again', async () => {
  await using served = await serve();
  served.agent.decideNext = () => Promise.reject(new Error('locked'));
  const send = () =>
    ask(served.server.url, decision, { headers: known, body: { commandId: 'c1', decision: 'approve', ...shown } });
  assert.equal((await send()).status, 500);
  served.agent.decideNext = undefined;
  assert.equal((await send()).status, 202);
});

test('given a server without acts, when it is asked to act, then 404', async () => {
  const served = await serve();
  await using looking = await serve({ agent: served.agent, levers: null });
  await served.server.close(0);
  for (const [path, body] of [
    [messages, { clientId: 'c', text: 'hi' }],
    [decision, { commandId: 'c', decision: 'approve', ...shown }],
  ] as const)
    assert.equal((await ask(looking.server.url, path, { headers: known, body })).status, 404);
});

test('given a redactor, when anything leaves, then it has passed it', async () => {
  await using served = await serve({ redact: text => text.replaceAll('hunter2', '[secret:password]') });
  await ask(served.server.url, messages, { headers: known, body: { clientId: 'c', text: 'my password is hunter2' } });
  const reply = await ask(served.server.url, messages, { headers: known });
  assert.equal(reply.json.messages[0].text, 'my password is [secret:password]');
});

test('given a running request, when the server closes, then it is answered within the grace and no other is taken', async () => {
  const served = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked = new Promise<void>(arrived => {
    served.agent.decideNext = async () => {
      arrived();
      await promise;
      return { ok: true, state: 'granted' };
    };
  });
  const watching = await stream(served.server.url);
  const running = ask(served.server.url, decision, {
    headers: known,
    body: { commandId: 'c1', decision: 'approve', ...shown },
  });
  await asked;
  const closing = served.server.close(5_000);
  while (await watching.next());
  await assert.rejects(ask(served.server.url, '/health'), { code: 'ECONNREFUSED' });
  resolve();
  assert.equal((await running).status, 202);
  await closing;
});

test('given a request that hangs, when the grace is over, then it is cut and the server is closed', async () => {
  const served = await serve();
  const asked = new Promise<void>(arrived => {
    served.agent.decideNext = () => {
      arrived();
      return new Promise(() => undefined);
    };
  });
  const running = ask(served.server.url, decision, {
    headers: known,
    body: { commandId: 'c1', decision: 'approve', ...shown },
  });
  const cut = assert.rejects(running);
  await asked;
  await served.server.close(20);
  await cut;
});
