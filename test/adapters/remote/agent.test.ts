import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { remoteAgent } from '../../../src/adapters/remote/agent.ts';
import type { DecisionAnswer } from '../../../src/domain/approvals/card.ts';
import { proofText } from '../../../src/domain/security/page-proof.ts';
import { toFailure } from '../../../src/domain/supervision/failure.ts';
import type { Frame } from '../../../src/domain/supervision/view.ts';
import { approval, entry, message, row, sandbox, stubAgent, tool } from '../../inspector/stub-agent.ts';
import { ask, serve, token } from '../../inspector/visitor.ts';

const actor = 'session:web:main';

/** Frames as they come, and a wait for the first one that fits. */
function collector() {
  const frames: Frame[] = [];
  let wake = Promise.withResolvers<void>();
  return {
    frames,
    take: (frame: Frame) => {
      frames.push(frame);
      wake.resolve();
      wake = Promise.withResolvers();
    },
    async until<T extends Frame['type']>(type: T, fits: (frame: Frame & { type: T }) => boolean = () => true) {
      const isIt = (frame: Frame): frame is Frame & { type: T } =>
        frame.type === type && fits(frame as Frame & { type: T });
      for (;;) {
        const found = frames.find(isIt);
        if (found) return found;
        await wake.promise;
      }
    },
  };
}

test('given an agent of another process, when it is read, then it answers as the tables do', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  assert.equal(agent.where, 'there');
  assert.equal((await agent.state.show()).actors[0]?.id, actor);
  assert.deepEqual(
    (await agent.approvals.list({ state: 'pending' })).approvals.map(({ id }) => id),
    ['approval:k3Qm9xTd'],
  );
  assert.deepEqual((await agent.approvals.list({ state: 'expired' })).approvals, []);
  assert.equal((await agent.approvals.list()).approvals.length, 1);
  assert.deepEqual(await agent.actors.journal({ id: actor, limit: 1, before: 8 }), { entries: [entry(1)], next: 8 });
  assert.equal(await agent.actors.journal({ id: 'session:none', limit: 1 }), undefined);
  assert.deepEqual(await agent.actors.snapshot({ id: actor }), { snapshot: { value: 'idle' }, rev: 3 });
  assert.equal(await agent.actors.snapshot({ id: 'session:none' }), undefined);
  assert.deepEqual(await agent.actors.export({ id: actor }), { machine: 'session', journal: [] });
  assert.equal(await agent.actors.export({ id: 'session:none' }), undefined);
  assert.deepEqual(await agent.sessions.messages({ id: actor, limit: 5 }), { messages: [] });
  assert.equal(await agent.sessions.turn({ id: 'none' }), undefined);
  assert.deepEqual((await agent.tools.list()).tools, [tool]);
  assert.deepEqual(await agent.tools.show({ name: 'word_count' }), tool);
  assert.equal(await agent.tools.show({ name: 'none' }), undefined);
  await agent.close();
});

test('given a sandbox, when it is looked at and reset over HTTP, then it is as Straylight says', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  assert.deepEqual(await agent.sandbox.show(), sandbox);
  assert.equal((await agent.sandbox.reset()).message, 'The sandbox is being reset.');
  assert.deepEqual(served.agent.asked, [{ reset: true }]);
  await agent.close();
});

test('given a tool of the agent, when it is switched over HTTP, then what was done is told, or why not', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  assert.equal((await agent.tools.change({ name: 'word_count', act: 'disable' })).message, 'word_count is changed.');
  await assert.rejects(agent.tools.change({ name: 'none', act: 'revert' }), /there is no tool none/);
  assert.deepEqual(served.agent.asked, [
    { tool: 'word_count', act: 'disable' },
    { tool: 'none', act: 'revert' },
  ]);
  await agent.close();
});

test('given a message, when it is said twice, then it is one turn and the second a duplicate', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  assert.deepEqual(await agent.sessions.say({ id: actor, clientId: 'c', text: 'grüß dich' }), {
    commandId: 'c',
    turn: 't1',
    duplicate: false,
  });
  assert.deepEqual(await agent.sessions.say({ id: actor, clientId: 'c', text: 'grüß dich' }), {
    commandId: 'c',
    turn: 't1',
    duplicate: true,
  });
  assert.equal(served.agent.said[0]?.text, 'grüß dich');
  assert.equal((await agent.sessions.turn({ id: 't1' }))?.outcome, 'running');
  assert.equal((await agent.sessions.abort({ id: actor })).aborted, true);
  assert.equal((await agent.sessions.abort({ id: 'session:web:other' })).aborted, false);
  await assert.rejects(agent.sessions.say({ id: actor, clientId: 'd', text: 'too much' }), thrown => {
    const { kind, message, retryAfterMs } = toFailure(thrown);
    assert.deepEqual([kind, message, retryAfterMs], ['unavailable', 'too many messages wait', 2_000]);
    return true;
  });
  await agent.close();
});

test('given an approval, when it is decided by key or by card, then the answer is the one of Straylight', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  const { digest, nonce } = approval('k3Qm9xTd').card;
  const wrong = await agent.approvals.decide({
    id: 'k3Qm9xTd',
    decision: 'approve',
    digest: 'e'.repeat(64),
    nonce,
  });
  assert.partialDeepStrictEqual(wrong, { ok: false, why: 'changed', message: 'what would run is not what was shown' });
  assert.partialDeepStrictEqual(
    await agent.approvals.decide({ id: 'approval:k3Qm9xTd', decision: 'deny', reason: 'no' }),
    {
      ok: true,
      state: 'denied',
    },
  );
  assert.deepEqual(served.agent.asked.at(-1), { approval: 'k3Qm9xTd', decision: 'deny', by: 'cli', reason: 'no' });
  assert.partialDeepStrictEqual(await agent.approvals.decide({ id: 'k3Qm9xTd', decision: 'approve', digest, nonce }), {
    ok: false,
    why: 'decided',
    outcome: 'denied',
    message: 'somebody was first',
  });
  const none = await agent.approvals.decide({ id: 'none1234', decision: 'approve' });
  assert.equal(none.ok ? undefined : none.why, 'unknown');
  await agent.close();
});

test('given a yes with what its risk asks for, one that is taken back, and a batch, then all of it gets there and back', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  const answers: DecisionAnswer[] = [
    { ok: true, state: 'granted', undoUntil: 5_000 },
    { ok: true, state: 'undone' },
    { ok: false, why: 'unconfirmed', message: 'this has to be confirmed' },
  ];
  served.agent.decideNext = async () => answers[served.agent.asked.length - 1] ?? { ok: true, state: 'denied' };
  const yes = { id: 'k3Qm9xTd', decision: 'approve', confirmation: 'harbour' } as const;
  assert.partialDeepStrictEqual(await agent.approvals.decide(yes), answers[0] ?? {});
  assert.partialDeepStrictEqual(await agent.approvals.decide({ id: 'k3Qm9xTd', decision: 'undo' }), answers[1] ?? {});
  assert.partialDeepStrictEqual(await agent.approvals.decide({ ...yes, confirmation: 'no' }), answers[2] ?? {});
  const { id: _, ...given } = yes;
  assert.deepEqual(served.agent.asked[0], { approval: 'k3Qm9xTd', ...given, by: 'cli' });
  const { digest, nonce } = approval('k3Qm9xTd').card;
  const no = { approval: 'k3Qm9xTd', decision: 'deny', digest, nonce } as const;
  assert.deepEqual((await agent.approvals.decideAll({ decisions: [no, no] })).answers, [
    { ok: true, state: 'denied' },
    { ok: true, state: 'denied' },
  ]);
  assert.deepEqual(served.agent.asked.at(-1), { ...no, by: 'cli' });
  await agent.close();
});

test('given an agent that is watched, when anything is committed, then each frame comes as it was', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  const heard = collector();
  const ending = new AbortController();
  await agent.watch(heard.take, ending.signal);
  const report = {
    turn: 't1',
    session: actor,
    outcome: 'done',
    reply: 'hi',
    notes: [],
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    toolCalls: [],
    waiting: [],
  };
  const all: readonly Frame[] = [
    { type: 'row', row: row(actor, 2) },
    { type: 'gone', id: 'job:old' },
    { type: 'journal', actor, entry: entry(4) },
    { type: 'delta', session: actor, messageId: 'm1', delta: 'hi' },
    { type: 'message', session: actor, message: message('m1', 't1', 'hi') },
    { type: 'approval', approval: approval('k1') },
    { type: 'command', commandId: 'c', state: 'done' },
    { type: 'turn', report },
  ];
  for (const frame of all) served.agent.publish(frame);
  await heard.until('turn');
  assert.deepEqual(heard.frames, all);
  ending.abort();
  await agent.close();
});

test('given a watched agent that restarts, when it is back, then the watch goes on with what it missed, and nothing twice', async () => {
  const first = await serve();
  const { port, url } = first.server;
  const links: string[] = [];
  const back = Promise.withResolvers<void>();
  const agent = remoteAgent({
    url,
    token,
    // A clock in a hurry: the wait before a reconnect is not what is tested.
    clock: { ...systemClock, after: (delayMs, call) => systemClock.after(Math.min(delayMs, 5), call) },
    onLink: ({ state }) => {
      if (links.at(-1) !== state) links.push(state);
      if (links.length === 3) back.resolve();
    },
  });
  const heard = collector();
  const ending = new AbortController();
  await agent.watch(heard.take, ending.signal);
  const { turn } = await agent.sessions.say({ id: actor, clientId: 'c', text: 'hello' });
  first.agent.publish({ type: 'row', row: row('job:old') });
  first.agent.publish({ type: 'approval', approval: approval('k3Qm9xTd') });
  first.agent.publish({ type: 'message', session: actor, message: first.agent.said[0] ?? assert.fail() });
  await heard.until('message');
  await first.server.close(0);

  // The same store under the next boot: the turn ended and the approval was decided in between.
  const second = stubAgent('b2');
  second.approvals.set('k3Qm9xTd', { ...approval('k3Qm9xTd'), state: 'granted' });
  second.said.push(...first.agent.said, message('m2', turn, 'hi'));
  const reader = { ...second.reader, turn: first.agent.reader.turn };
  first.agent.said.push(message('m2', turn, 'hi'));
  const before = heard.frames.length;
  await using again = await serve({ port, agent: { ...second, reader } });

  const { report } = await heard.until('turn');
  assert.deepEqual([report.turn, report.outcome, report.reply], [turn, 'done', 'hi']);
  assert.deepEqual(
    heard.frames.slice(before).map(frame => [frame.type, idOf(frame)]),
    [
      ['gone', 'job:old'],
      ['row', actor],
      ['approval', 'granted'],
      ['message', 'm2'],
      ['turn', turn],
    ],
  );
  await back.promise;
  assert.deepEqual(links, ['live', 'lost', 'live']);
  second.publish({ type: 'gone', id: actor });
  await heard.until('gone', ({ id }) => id === actor);
  ending.abort();
  await agent.close();
  assert.ok(again.server.port === port);
});

test('given an agent that comes back at another port, when it is watched and spoken to, then both go on there', async () => {
  const first = await serve();
  let at = first.server.url;
  const lost = Promise.withResolvers<void>();
  const agent = remoteAgent({
    url: at,
    token,
    again: () => ({ url: at, token }),
    clock: { ...systemClock, after: (delayMs, call) => systemClock.after(Math.min(delayMs, 5), call) },
    onLink: ({ state }) => state === 'lost' && lost.resolve(),
  });
  const heard = collector();
  const ending = new AbortController();
  await agent.watch(heard.take, ending.signal);
  await first.server.close(0);
  await lost.promise;
  const second = stubAgent('b2');
  await using there = await serve({ agent: second });
  at = there.server.url;
  assert.notEqual(at, first.server.url);
  assert.deepEqual(await agent.sessions.say({ id: actor, clientId: 'c', text: 'still there?' }), {
    commandId: 'c',
    turn: 't1',
    duplicate: false,
  });
  await heard.until('row', frame => frame.row.id === actor);
  ending.abort();
  await agent.close();
});

test('given nobody at the port, when Straylight is asked or watched, then the fault says what to do', async () => {
  const served = await serve();
  await served.server.close(0);
  const agent = remoteAgent({ url: served.server.url, token });
  const expected = {
    name: 'Fault',
    message: `Straylight does not answer at ${served.server.url}; start it with \`straylight start\``,
  };
  await assert.rejects(agent.state.show(), expected);
  await assert.rejects(
    agent.watch(() => undefined, new AbortController().signal),
    expected,
  );
});

test('given another token, when Straylight is asked or watched, then it has proved nothing, and the token stands nowhere', async () => {
  await using served = await serve();
  const wrong = 'x'.repeat(43);
  const agent = remoteAgent({ url: served.server.url, token: wrong });
  for (const ask of [() => agent.state.show(), () => agent.watch(() => undefined, new AbortController().signal)])
    await assert.rejects(ask(), thrown => {
      assert.equal(toFailure(thrown).kind, 'unavailable');
      assert.match(toFailure(thrown).message, /to prove that it is your Straylight, but it did not/);
      assert.doesNotMatch(JSON.stringify(toFailure(thrown)), /xxxx/);
      return true;
    });
});

/** What another user of this computer may put on the port; `heard` is all that reached it. */
async function impostor(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    heard.push(JSON.stringify([request.method, request.url, request.rawHeaders, body]));
    answer(request, response, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, heard, [Symbol.dispose]: () => void server.close() };
}

test('given another program at the port, whatever it answers, when Straylight is asked, told or watched, then it gets no token and no word', async () => {
  await using served = await serve();
  const answers: readonly ((request: IncomingMessage, response: ServerResponse, body: string) => void)[] = [
    (_, response) => response.writeHead(404).end('<h1>Not found</h1>'),
    (_, response) => response.end('{}'),
    (_, response) => response.end('{"start":"x","proofs":["", null, 1]}'),
    (_, response) => response.end('null'),
    (_, response) => response.destroy(),
    // passes the question on to Straylight at its own port, and the answer back
    (_, response, body) =>
      void ask(served.server.url, '/prove', { body: JSON.parse(body) }).then(({ text }) => response.end(text)),
    (request, response, body) =>
      void ask(served.server.url, '/prove', {
        body: JSON.parse(body),
        headers: { host: request.headers.host ?? '' },
      }).then(({ text }) => response.end(text)),
  ];
  for (const answer of answers) {
    using other = await impostor(answer);
    const agent = remoteAgent({ url: other.url, token });
    const asked = [
      () => agent.state.show(),
      () => agent.sessions.say({ id: actor, clientId: 'c', text: 'my own words' }),
      () => agent.watch(() => undefined, new AbortController().signal),
    ];
    for (const one of asked) await assert.rejects(one(), thrown => toFailure(thrown).kind === 'unavailable');
    assert.equal(other.heard.length, 3);
    assert.doesNotMatch(other.heard.join('\n'), new RegExp(`${token}|my own words|/api/`));
  }
});

test('given an agent that dies between its proof and the request, when another program takes its port, then that gets nothing', async () => {
  const heard: string[] = [];
  const thief = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers));
    response.end('{}');
  });
  const port = await new Promise<number>(resolve => {
    const real = createServer(async (request, response) => {
      const { nonce } = JSON.parse(await text(request));
      const said = proofText('server', { host: request.headers.host ?? '', nonce, start: 's' });
      const proof = createHmac('sha256', token).update(said).digest('base64url');
      response.setHeader('Connection', 'close');
      response.end(JSON.stringify({ start: 's', proofs: [proof] }));
      real.close();
      real.once('close', () => thief.listen(at, '127.0.0.1'));
    }).listen(0, '127.0.0.1', () => resolve((real.address() as AddressInfo).port));
    let at = 0;
    real.once('listening', () => {
      at = (real.address() as AddressInfo).port;
    });
  });
  const agent = remoteAgent({ url: `http://127.0.0.1:${port}`, token });
  await assert.rejects(agent.sessions.say({ id: actor, clientId: 'c', text: 'my own words' }));
  if (!thief.listening) await once(thief, 'listening');
  await assert.rejects(agent.sessions.say({ id: actor, clientId: 'd', text: 'my own words' }));
  assert.doesNotMatch(heard.join(), new RegExp(token));
  thief.close();
});

test('given a closed agent, when something is asked of it, then it is cancelled', async () => {
  await using served = await serve();
  const agent = remoteAgent({ url: served.server.url, token });
  await agent.close();
  await assert.rejects(agent.state.show(), thrown => toFailure(thrown).kind === 'cancelled');
});

function idOf(frame: Frame): string {
  switch (frame.type) {
    case 'row':
      return frame.row.id;
    case 'gone':
      return frame.id;
    case 'message':
      return frame.message.id;
    case 'approval':
      return frame.approval.state;
    case 'turn':
      return frame.report.turn;
    default:
      return '';
  }
}
