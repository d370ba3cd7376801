/** Agents of others: the protocol's own client gives this agent work, and this agent gives work to its own server. */
import assert from 'node:assert/strict';
import { type Message, SendMessageRequest, StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { type AgentPeer, agentPeer } from '../../peers/a2a.ts';
import { test } from '../../slow.ts';
import { withServers } from '../mcp/rig.ts';
import type { Running, TestAgent } from '../rig/agent.ts';

const peers = `[a2a]
description = "The agent of the tests."
[a2a.peers.ada]
purpose = "The agent of Ada."
tools = ["ask_owner", "list_files"]
[a2a.peers.bob]
purpose = "The agent of Bob."
`;

/** The protocol's own client, with the token of a peer. */
async function clientOf(agent: TestAgent, running: Running, peer: string, token?: string): Promise<Client> {
  const given = token ?? (await agent.json('peers', 'token', peer)).value.token;
  const fetchImpl: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${given}`);
    return fetch(input, { ...init, headers });
  };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl(running.url);
}

const said = (text: string, id: string, more: object = {}, now = false) =>
  SendMessageRequest.fromJSON({
    message: { messageId: id, role: 'ROLE_USER', parts: [{ text }], ...more },
    configuration: { returnImmediately: now },
  });

const stateOf = (answer: Task | Message) => ('status' in answer ? answer.status?.state : undefined);
const textOf = (answer: Task | Message) => JSON.stringify(answer);

test("given the protocol's own client, when a peer gives work, then it is a task with a result, once, and nobody else's", () =>
  withServers(async ({ agent }) => {
    const running = await agent.start();
    const client = await clientOf(agent, running, 'ada');
    const card = await client.getAgentCard();
    assert.deepEqual(
      [card.description, card.supportedInterfaces[0]?.protocolVersion],
      ['The agent of the tests.', '1.0'],
    );
    assert.doesNotMatch(JSON.stringify(card), /ada|bob/i);
    const first = (await client.sendMessage(said('hello', 'one'))) as Task;
    assert.equal(first.status?.state, TaskState.TASK_STATE_COMPLETED, textOf(first));
    assert.match(JSON.stringify(first.artifacts), /I see\./);
    const again = (await client.sendMessage(said('hello', 'one'))) as Task;
    assert.equal(again.id, first.id, 'the same message is the same task');
    await assert.rejects(client.sendMessage(said('other words', 'one')), /another message/);
    const streamed: string[] = [];
    for await (const event of client.sendMessageStream(said('and more', 'two', { contextId: first.contextId })))
      streamed.push(Object.keys(StreamResponse.toJSON(event) as object)[0] ?? '');
    assert.deepEqual([streamed[0], streamed.at(-1)], ['task', 'statusUpdate']);
    // what it may not use is refused, and its words are no order
    const refused = (await client.sendMessage(said('use write_file {"path":"a.txt","content":"x"}', 'three'))) as Task;
    assert.match(textOf(refused), /may not use the tool write_file/);
    const allowed = (await client.sendMessage(said('use list_files {}', 'four'))) as Task;
    assert.doesNotMatch(textOf(allowed), /may not use/);
    const other = await clientOf(agent, running, 'bob');
    await assert.rejects(other.getTask({ id: first.id, tenant: '' }), /no task/);
    const stranger = await clientOf(agent, running, 'ada', 'wrong');
    await assert.rejects(stranger.getTask({ id: first.id, tenant: '' }));
    assert.equal((await agent.straylight('peers')).out.includes('ada'), true);
    await running.stop();
  }, peers));

test('given a task that asks its peer, when both sides were killed, then it asks still, and goes on with the answer', () =>
  withServers(async ({ agent }) => {
    let running = await agent.start();
    let client = await clientOf(agent, running, 'ada');
    const ask = said('use ask_owner {"question":"Which colour?"}', 'ask');
    const asked = (await client.sendMessage(ask)) as Task;
    assert.equal(stateOf(asked), TaskState.TASK_STATE_INPUT_REQUIRED, textOf(asked));
    assert.match(textOf(asked), /Which colour/);
    await running.kill();
    running = await agent.start();
    client = await clientOf(agent, running, 'ada');
    const still = await client.getTask({ id: asked.id, tenant: '' });
    assert.equal(stateOf(still), TaskState.TASK_STATE_INPUT_REQUIRED);
    const answer = said('green', 'answer', { taskId: asked.id, contextId: asked.contextId });
    const done = (await client.sendMessage(answer)) as Task;
    assert.deepEqual([done.id, stateOf(done)], [asked.id, TaskState.TASK_STATE_COMPLETED], textOf(done));
    assert.match(textOf(done), /green/);
    const repeated = (await client.sendMessage(answer)) as Task;
    assert.equal(stateOf(repeated), TaskState.TASK_STATE_COMPLETED, 'a repeat is no second answer');
    const more = (await client.sendMessage(said('use ask_owner {"question":"And now?"}', 'more', {}, true))) as Task;
    const ended = await client.cancelTask({ id: more.id, tenant: '', metadata: undefined });
    assert.equal(stateOf(ended), TaskState.TASK_STATE_CANCELED);
    await running.stop();
  }, peers));

async function withAgentOf(story: (told: { agent: TestAgent; peer: AgentPeer }) => Promise<void>): Promise<void> {
  const peer = await agentPeer();
  try {
    const settings = `[egress]\nallow_private = ["${peer.host}"]\n[a2a.agents.travel]\nurl = "${peer.url}"\npurpose = "Finds trains."\nauthorization = "Bearer token-of-travel"\n`;
    await withServers(({ agent }) => story({ agent, peer }), settings);
  } finally {
    await peer.close();
  }
}

/** What became of calls of the tool, in the order they were made. */
const outcomes = (agent: TestAgent) =>
  agent.tables.rows("SELECT outcome FROM tool_calls WHERE tool = 'ask_agent'").map(row => row['outcome']);

/** Asks for a call of the tool, and approves it. */
async function approved(running: Running, args: object): Promise<void> {
  const { waiting } = await running.say('session:web:main', `use ask_agent ${JSON.stringify(args)}`);
  assert.equal(waiting.length, 1, 'the owner is asked');
  assert.equal((await running.decide(waiting[0], 'approve')).status, 202);
}

/** Until the conversation holds these words, as the process has them. */
async function told(running: Running, words: string): Promise<string> {
  const stream = await running.stream();
  for (;;) {
    const said = JSON.stringify((await running.http('/api/sessions/session:web:main/messages')).json);
    if (said.includes(words)) {
      stream.close();
      return said;
    }
    await stream.until('batch');
  }
}

test("given the protocol's own server, when work is given to it, then the owner is asked, its question is answered later, and a call that was cut off is unknown and not sent again", () =>
  withAgentOf(async ({ agent, peer }) => {
    let running = await agent.start();
    await approved(running, { agent: 'travel', message: 'to Berne' });
    await told(running, 'Travel heard: to Berne');
    assert.deepEqual([peer.told, peer.authorizations], [['to Berne'], ['Bearer token-of-travel']]);
    await approved(running, { agent: 'travel', message: 'ask' });
    const said = await told(running, 'asks before it goes on');
    const [, task] = /with task ([\w-]+)/.exec(said) ?? [];
    await running.kill();
    running = await agent.start();
    await approved(running, { agent: 'travel', message: 'on Monday', task });
    await told(running, 'Travel heard: on Monday');
    const held = peer.held();
    await approved(running, { agent: 'travel', message: 'hold' });
    await held;
    await running.kill();
    running = await agent.start();
    await told(running, 'may or may not have happened');
    assert.deepEqual(outcomes(agent).at(-1), 'unknown');
    assert.deepEqual(peer.told, ['to Berne', 'ask', 'on Monday', 'hold'], 'nothing is sent twice');
    await running.stop();
  }));
