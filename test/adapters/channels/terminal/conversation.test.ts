/** What runs in a conversation, as a chat sees it that comes to it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConversation } from '../../../../src/adapters/channels/terminal/conversation.ts';
import { paintOf } from '../../../../src/adapters/channels/terminal/style.ts';
import { type FakeAgent, fakeAgent, row } from '../../../commands/fake-agent.ts';

const now = 1_000_000;
const main = 'session:terminal:main';

const clock = { id: () => 'c1', now: () => now, elapsed: () => 0, after: () => () => {} };

function opened(agent: FakeAgent, session: string, steps = { areShown: true }) {
  const printed: string[] = [];
  const screen = { print: (text: string) => void printed.push(text), changed() {} };
  const conversation = openConversation({
    language: 'en',
    agent,
    session,
    paint: paintOf(false),
    clock,
    settleMs: 0,
    steps,
    attempt: act => void act(),
    screen: screen as Parameters<typeof openConversation>[0]['screen'],
  });
  return { conversation, printed };
}

test('given a call that runs in another conversation, when a chat goes there, then it is told with how long it has run', async () => {
  const agent = fakeAgent();
  agent.rows.set('tool-call:k', {
    ...row('acting.running', { since: now - 20_000 }),
    id: 'tool-call:k',
    machine: 'tool-call',
    parent: main,
    doing: 'Run “sleep 30”',
  });
  agent.rows.set(main, row('acting.running', { since: now - 20_000 }));
  const { conversation } = opened(agent, 'session:terminal:garden');
  assert.equal(conversation.isBusy(), false);
  await conversation.goTo(main);
  assert.equal(conversation.running(), 'Run “sleep 30” · 20 s');
});

test('given an agent that holds everything back, when a message is sent, then nothing is said to run', async () => {
  const known = fakeAgent();
  const say = async () => ({ commandId: 'c1', turn: '', duplicate: false, note: 'It waits for your go.' });
  const { conversation, printed } = opened({ ...known, sessions: { ...known.sessions, say } }, main);
  await conversation.say('hello');
  assert.deepEqual([conversation.isBusy(), printed], [false, ['It waits for your go.']]);
});

test('given a turn that runs, when the agent is lost, then nothing is said to run until it is back', async () => {
  const agent = fakeAgent();
  agent.rows.set(main, row('acting.running', { since: now - 20_000 }));
  const { conversation } = opened(agent, main);
  await conversation.look();
  assert.notEqual(conversation.running(), undefined);
  conversation.link('lost');
  assert.equal(conversation.running(), undefined);
  conversation.link('live');
  assert.notEqual(conversation.running(), undefined);
});

test('given a conversation whose owner wants no steps, when a chat comes to it, then it shows none, and those of one where nothing was said', async () => {
  const agent = fakeAgent();
  const garden = 'session:terminal:garden';
  const list = async () => ({
    current: main,
    sessions: [{ number: 1, session: main, isCurrent: true, title: '', showsSteps: false }],
  });
  const steps = { areShown: true };
  const { conversation } = opened({ ...agent, sessions: { ...agent.sessions, list } }, main, steps);
  await conversation.look();
  assert.equal(steps.areShown, false);
  await conversation.goTo(garden);
  assert.equal(steps.areShown, true);
});
