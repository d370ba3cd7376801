/** Straylight as an MCP server: asked by the protocol's own client over both lines, over kill -9 of either side. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import { defined } from '../../../src/domain/text/json.ts';
import { test } from '../../slow.ts';
import type { Running } from '../rig/agent.ts';
import { callerToken, lines, turnsOf, withServing } from './serving-rig.ts';

const reading = ['follow', 'search_memory', 'waiting'];
const all = ['ask', 'follow', 'stop', 'search_memory', 'remember', 'waiting'];

for (const line of lines)
  test(`given a running agent, when it is called over stdio and ${line}, then it answers, remembers what its owner accepts, and answers nothing in the owner's place`, () =>
    withServing(async ({ agent, overStdio }) => {
      await agent.start();
      const caller = await overStdio(line);
      assert.equal(caller.client.getNegotiatedProtocolVersion(), line);
      assert.deepEqual(await caller.tools(), all);
      assert.equal((await caller.call('ask', { message: 'hello' })).text, 'You said: hello');
      assert.match((await caller.call('remember', { content: 'The boiler is from 2019.' })).text, /once its owner/);
      assert.equal((await caller.call('search_memory', { query: 'boiler' })).text, 'Nothing is remembered about that.');
      const { value } = await agent.json('memory', 'pending');
      const [{ memory }] = value.pending ?? value;
      assert.deepEqual([memory.content, memory.taint], ['The boiler is from 2019.', 'external']);
      assert.equal((await agent.straylight('memory', 'accept', memory.id)).code, 0);
      assert.match((await caller.call('search_memory', { query: 'boiler' })).text, /The boiler is from 2019\./);

      const held = await caller.call('ask', {
        message: 'use execute_command {"command":"rm -r old"}',
        conversation: 'other',
      });
      assert.match(held.text, /waits for its owner|has not run|approval/i);
      const waiting = await caller.call('waiting');
      assert.match(waiting.text, /approval approval:\w+: .*rm -r old/);
      await assert.rejects(caller.call('answer', { id: 'approval:x', answer: 'approve' }), /no tool "answer"/);
      assert.deepEqual(
        [
          ...new Set(
            agent.tables
              .rows("SELECT taint FROM messages WHERE role = 'owner'")
              .map(row => Object.values(row as object)[0]),
          ),
        ],
        ['external'],
      );
    }));

for (const line of lines)
  test(`given a turn that runs, when kill -9 ends agent and caller in turn and ${line} is spoken, then both come back to the same turn`, () =>
    withServing(async ({ agent, gate, overStdio }) => {
      const running = await agent.start();
      const first = await overStdio(line);
      const begun = await first.call('ask', { message: 'hold this', key: 'one', wait_seconds: 0 });
      assert.match(begun.text, /goes on/);
      await gate.reached;
      await running.kill();
      first.kill();
      await agent.start();
      const second = await overStdio(line);
      const again = await second.call('ask', { message: 'hold this', key: 'one', wait_seconds: 0 });
      assert.equal(again.turn, begun.turn);
      const followed = second.call('follow', { turn: begun.turn, wait_seconds: 60 });
      gate.open();
      assert.equal((await followed).text, 'You said: hold this');
      assert.deepEqual(turnsOf(agent), ['done']);
      const other = await second.call('ask', { message: 'something else', key: 'one' });
      assert.deepEqual([other.isError, /another message/.test(other.text)], [true, true]);
    }));

test('given a task of 2025-11-25, when kill -9 ends the agent, then the same caller has its result after the next start', () =>
  withServing(async ({ agent, gate, overStdio }) => {
    const running = await agent.start();
    const caller = await overStdio('2025-11-25');
    const params = { name: 'ask', arguments: { message: 'hold it' }, task: {} };
    const created = await caller.client.request(
      { method: 'tools/call', params },
      z.looseObject({ task: z.looseObject({ taskId: z.string(), status: z.string() }) }),
    );
    const { taskId, status } = created.task;
    assert.equal(status, 'working');
    await gate.reached;
    await running.kill();
    await agent.start();
    const task = z.looseObject({ taskId: z.string(), status: z.string() });
    assert.equal((await caller.client.request({ method: 'tasks/get', params: { taskId } }, task)).status, 'working');
    const result = caller.client.request(
      { method: 'tasks/result', params: { taskId } },
      z.looseObject({ content: z.array(z.looseObject({ text: z.string() })) }),
    );
    gate.open();
    assert.equal((await result).content[0]?.text, 'You said: hold it');
    assert.equal((await caller.client.request({ method: 'tasks/get', params: { taskId } }, task)).status, 'completed');
    assert.deepEqual(turnsOf(agent), ['done']);
    await assert.rejects(caller.client.request({ method: 'tasks/get', params: { taskId: 'none' } }, task), /no task/);
  }));

/** One request of the newer line, with the extension for tasks or without it. */
async function modern(running: Running, token: string, method: string, params: Record<string, unknown>, knows = true) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'a caller', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': knows ? { extensions: { 'io.modelcontextprotocol/tasks': {} } } : {},
  };
  const name = params['name'] ?? params['taskId'];
  const answer = await fetch(`${running.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...defined({ 'mcp-name': name === undefined ? undefined : String(name) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  return (await answer.json()) as any;
}

test('given a task of 2026-07-28, when kill -9 ends the agent, then the task is there after the next start, and is cancelled where that is wanted', () =>
  withServing(async ({ agent, gate }) => {
    let running = await agent.start();
    const token = callerToken(agent);
    const discovered = await modern(running, token, 'server/discover', {});
    assert.deepEqual(discovered.result.capabilities.extensions, { 'io.modelcontextprotocol/tasks': {} });
    const ask = (message: string, knows?: boolean) =>
      modern(running, token, 'tools/call', { name: 'ask', arguments: { message, wait_seconds: 1 } }, knows);
    const { result: created } = await ask('hold it');
    assert.deepEqual(
      [created.resultType, created.status, created.ttlMs, 'content' in created],
      ['task', 'working', null, false],
    );
    const { taskId } = created;
    await gate.reached;
    await running.kill();
    running = await agent.start();
    assert.equal((await modern(running, token, 'tasks/get', { taskId })).result.status, 'working');
    const { result: queued } = await ask('and this');
    assert.equal(
      (await modern(running, token, 'tasks/cancel', { taskId: queued.taskId })).result.resultType,
      'complete',
    );
    const stream = await running.stream();
    gate.open();
    const ended = async () => (await modern(running, token, 'tasks/get', { taskId })).result;
    if ((await ended()).status === 'working') await stream.until('turn', turn => turn.report.turn === taskId);
    const task = await ended();
    assert.deepEqual([task.status, task.result.content[0].text], ['completed', 'You said: hold it']);
    assert.equal((await modern(running, token, 'tasks/update', { taskId, inputResponses: {} })).error, undefined);
    assert.equal((await modern(running, token, 'tasks/get', { taskId }, false)).error.code, -32021);
    assert.equal((await modern(running, token, 'tasks/get', { taskId: 'none' })).error.code, -32602);
    const plain = (await ask('hello', false)).result;
    assert.deepEqual([plain.resultType, plain.content[0].text], ['complete', 'You said: hello']);
  }));

for (const line of lines)
  test(`given the address /mcp, when it is called over ${line}, then the token of callers opens it and nothing else`, () =>
    withServing(async ({ agent, overHttp }) => {
      const running = await agent.start();
      const caller = await overHttp(line, running);
      assert.deepEqual(await caller.tools(), all);
      assert.equal((await caller.call('ask', { message: 'hello' })).text, 'You said: hello');
      assert.deepEqual(await (await overHttp(line, running, running.token)).tools(), all);
      const { readFileSync } = await import('node:fs');
      const reader = readFileSync(`${agent.path}/run/token.reader`, 'utf8').trim();
      const looker = await overHttp(line, running, reader);
      assert.deepEqual(await looker.tools(), reading);
      await assert.rejects(looker.call('ask', { message: 'hello' }), /no tool "ask"/);

      const { port } = new URL(running.url);
      const status = async (path: string, headers: Record<string, string>, method = 'POST') => {
        const outgoing = request({
          host: '127.0.0.1',
          port,
          path,
          method,
          headers: { host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers },
        });
        const answer = new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
          outgoing.once('response', resolve).once('error', reject),
        );
        outgoing.end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : undefined);
        const response = await answer;
        await textOf(response);
        return response.statusCode;
      };
      const authorization = `Bearer ${callerToken(agent)}`;
      const accept = 'application/json, text/event-stream';
      assert.equal(await status('/mcp', { authorization, accept }), 200);
      assert.equal(await status('/mcp', { accept }), 401);
      assert.equal(await status('/mcp', { authorization: 'Bearer wrong', accept }), 401);
      assert.equal(await status('/mcp', { authorization, accept, host: `evil.example:${port}` }), 421);
      assert.equal(await status('/mcp', { authorization, accept, origin: 'https://evil.example' }), 403);
      assert.equal(await status('/mcp', { authorization, accept: 'text/event-stream' }, 'GET'), 405);
      assert.equal(await status('/api/state', { authorization }, 'GET'), 403);
      const { value } = await agent.json('mcp', 'serve', '--http');
      assert.deepEqual(value, { url: `${running.url}/mcp`, token: callerToken(agent) });
    }));

test('given no running agent, when a program starts the server, then it starts one, which other commands reach', () =>
  withServing(async ({ agent, overStdio }) => {
    const caller = await overStdio('2025-11-25');
    assert.equal((await caller.call('ask', { message: 'hello' })).text, 'You said: hello');
    assert.equal((await agent.json('status')).code, 0);
    const second = await overStdio('2026-07-28');
    assert.equal((await second.call('ask', { message: 'and again' })).text, 'You said: and again');
    caller.kill();
    assert.equal((await second.call('ask', { message: 'still there?' })).text, 'You said: still there?');
    assert.deepEqual(turnsOf(agent), ['done', 'done', 'done']);
  }));

test('given the setting that lets programs answer, when one approves what it was shown, then that runs once, and nothing else is approved', () =>
  withServing(async ({ agent, overStdio }) => {
    const running = await agent.start();
    const caller = await overStdio('2025-11-25');
    assert.deepEqual(await caller.tools(), [...all, 'answer']);
    const { turn: turnOf } = await caller.call('ask', { message: 'use execute_command {"command":"rm -r old"}' });
    const [, id = '', digest = ''] =
      /approval (approval:\S+): .*digest: (\w+)/.exec((await caller.call('waiting')).text) ?? [];
    const wrong = await caller.call('answer', { id, answer: 'approve', digest: 'other' });
    assert.deepEqual([wrong.isError, /list what waits again/.test(wrong.text)], [true, true]);
    const unconfirmed = await caller.call('answer', { id, answer: 'approve', digest });
    assert.equal(unconfirmed.isError, true, unconfirmed.text);
    const stream = await running.stream();
    const approved = await caller.call('answer', { id, answer: 'approve', digest, confirmation: 'yes' });
    assert.deepEqual([approved.isError, approved.text], [false, 'Approved.']);
    // its late result begins a turn
    await stream.until('turn', turn => turn.report.turn !== turnOf);
    assert.deepEqual(agent.tables.rows("SELECT outcome FROM tool_calls WHERE tool = 'execute_command'"), [
      { outcome: 'done' },
    ]);
    const again = await caller.call('answer', { id, answer: 'approve', digest, confirmation: 'yes' });
    assert.equal(again.isError, true);
    const audit = await agent.straylight('audit', 'list');
    assert.match(audit.out, /mcp/);
  }, '[mcp_server]\nmay_answer = true\n'));
