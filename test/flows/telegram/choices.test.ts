/** `/sessions` and `/model` on Telegram: what is chosen by buttons, and what an old button comes to. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import { owner, polls, recorded, sees, stands, stranger, withTelegram } from '../rig/telegram-agent.ts';

const labels = (message: SentMessage) => message.buttons.map(({ text }) => text);

/** Taps a button, waits until it was taken, and answers what was said to that. */
async function tap(telegram: TelegramPeer, message: SentMessage, button: string): Promise<string> {
  const id = telegram.press(owner, message, button);
  const { text } = await telegram.answers.until(answer => answer.id === id, { timeoutMs: 20_000 });
  await polls(telegram);
  return text;
}

describe('choosing on Telegram', { concurrency: 2 }, () => {
  test('given a question with answers to choose from, when one is tapped, also by a tap that comes again after a kill, then it is answered once and keeps no buttons', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      telegram.say(owner, 'ask me tea or coffee with options: tea, coffee');
      const question = await sees(telegram, /^tea or coffee\?\n1\. tea\n2\. coffee$/i);
      assert.deepEqual(labels(question), ['tea', 'coffee']);
      await recorded(first);
      const held = telegram.hold('answerCallbackQuery');
      telegram.press(owner, question, 'coffee');
      await held.arrived;
      await first.kill();
      held.release();
      const running = await agent.start();
      await polls(telegram);
      assert.match(question.text, /2\. coffee\n\nChosen: coffee\.$/);
      assert.deepEqual(labels(question), []);
      await stands(running, 'session:telegram:42', 'idle');
      const answers = "SELECT body FROM messages WHERE role = 'owner' ORDER BY n";
      const [, ...given] = agent.tables.rows(answers);
      assert.deepEqual(given, [{ body: '"coffee"' }]);
    }));

  test('given a question whose sending has not ended, when it is tapped, then its owner is asked to tap again, and its copy is answered', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.fail('sendMessage', 'lose');
      telegram.say(owner, 'ask me tea or coffee with options: tea, coffee');
      const question = await sees(telegram, /^tea or coffee\?/i);
      const again = telegram.hold('sendMessage');
      await again.arrived;
      assert.match(await tap(telegram, question, 'tea'), /^Not taken: this message is still being sent\./);
      assert.deepEqual(labels(question), ['tea', 'coffee']);
      again.release();
      const copy = await sees(telegram, /^This may be a duplicate\.\ntea or coffee\?/i);
      await recorded(running);
      assert.equal(await tap(telegram, copy, 'tea'), 'Chosen: tea.');
      assert.match(copy.text, /Chosen: tea\.$/);
    }));

  test('given a question with answers to choose from, when words answer it, then a late tap changes nothing and takes the buttons away', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'ask me tea or coffee with options: tea, coffee');
      const question = await sees(telegram, /^tea or coffee\?/i);
      telegram.say(owner, 'neither, water');
      await sees(telegram, /neither, water/);
      assert.equal(await tap(telegram, question, 'tea'), 'Already answered or no longer needed.');
      assert.deepEqual(labels(question), []);
      assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 2);
    }));

  test('given a question with answers to choose from, when a stranger taps, and its owner taps twice at once or another one, then it is answered once, by its owner', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.say(owner, 'ask me tea or coffee with options: tea, coffee');
      const question = await sees(telegram, /^tea or coffee\?/i);
      await recorded(running);
      const foreign = telegram.press(stranger, question, 'tea');
      const { text } = await telegram.answers.until(({ id }) => id === foreign, { timeoutMs: 20_000 });
      assert.equal(text, 'This is not your agent.');
      assert.deepEqual(labels(question), ['tea', 'coffee']);
      const taps = ['coffee', 'coffee', 'tea'].map(button => telegram.press(owner, question, button));
      for (const tapped of taps) await telegram.answers.until(({ id }) => id === tapped, { timeoutMs: 20_000 });
      await polls(telegram);
      await stands(running, 'session:telegram:42', 'idle');
      const [, ...given] = agent.tables.rows("SELECT body FROM messages WHERE role = 'owner' ORDER BY n");
      assert.deepEqual(given, [{ body: '"coffee"' }]);
      assert.match(question.text, /Chosen: coffee\.$/);
      assert.deepEqual(labels(question), []);
    }));

  test('given goals, when one is completed by a tap that comes again after a kill, then it is done once, as the account, and the list is shown again', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      for (const text of ['learn to sail', 'write home']) {
        telegram.say(owner, `/goals add ${text}`);
        await sees(telegram, new RegExp(`^\\d {2}${text}$`));
      }
      telegram.say(owner, '/goals');
      const list = await sees(telegram, /^2 {2}write home\n1 {2}learn to sail\n/);
      await polls(telegram);
      const held = telegram.hold('answerCallbackQuery');
      telegram.press(owner, list, 'Complete 1');
      await held.arrived;
      await first.kill();
      held.release();
      await agent.start();
      await polls(telegram);
      assert.match(list.text, /^1 {2}learn to sail \(done\)\n\n2 {2}write home\n/);
      assert.deepEqual(agent.tables.rows('SELECT state FROM goals ORDER BY id'), [
        { state: 'done' },
        { state: 'open' },
      ]);
      assert.equal(await tap(telegram, list, 'Reopen'), '1 learn to sail');
      assert.match(list.text, /^1 {2}learn to sail\n\n2 {2}write home\n1 {2}learn to sail\n/);
    }));

  test('given the list of conversations, when a stranger taps it, then nothing changes', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'remember that I like tea');
      await sees(telegram, /“I like tea”/);
      telegram.say(owner, '/sessions');
      const list = await sees(telegram, /^Conversations of this chat/);
      await polls(telegram);
      const before = list.text;
      const id = telegram.press(stranger, list, 'New conversation');
      const answer = await telegram.answers.until(one => one.id === id, { timeoutMs: 20_000 });
      assert.equal(answer.text, 'This is not your agent.');
      await polls(telegram);
      assert.equal(list.text, before);
      assert.equal(
        agent.tables.value("SELECT count(*) FROM actors WHERE machine = 'session' AND address LIKE '%~%'"),
        0,
      );
    }));

  test('given conversations, when they are gone to and begun by taps, also by one that comes again after a kill, then the list says where its owner is', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      telegram.say(owner, 'remember that I like tea');
      await sees(telegram, /“I like tea”/);
      telegram.say(owner, '/sessions');
      const list = await sees(
        telegram,
        /^Conversations of this chat\n1 {2}remember that I like tea · .*, you are here$/,
      );
      assert.deepEqual(labels(list), ['New conversation', 'Look again']);
      await polls(telegram);
      const held = telegram.hold('answerCallbackQuery');
      telegram.press(owner, list, 'New conversation');
      await held.arrived;
      await first.kill();
      held.release();
      await agent.start();
      await polls(telegram);
      assert.match(list.text, /^New conversation, number 2\. What was said before is kept: /);
      assert.match(list.text, /\n2 {2}\(no messages yet\) · you are here\n1 {2}remember that I like tea/);
      assert.deepEqual(agent.tables.rows('SELECT current, newest FROM chats'), [{ current: 2, newest: 2 }]);
      assert.equal(await tap(telegram, list, 'Open 1'), 'Switched to conversation 1: remember that I like tea');
      assert.match(list.text, /\n1 {2}remember that I like tea · .*, you are here$/);
      assert.equal(agent.tables.value('SELECT current FROM chats'), 1);
    }));

  test('given two models, when one is chosen by a tap, then it answers here; an old tap changes no other conversation', async () => {
    const key = 'sk-ant-test-5c1f22bb';
    const peer = await anthropicPeer({ script: () => ({ text: 'I am the other one.' }), key });
    try {
      await withTelegram(
        async (agent, telegram) => {
          await agent.start();
          telegram.say(owner, '/model');
          const page = await sees(telegram, /^This conversation: rehearsal\/rehearsal\nUsed for\n/);
          assert.match(page.text, /\nanthropic\/claude-sonnet-5 {2}responds, cloud, /);
          assert.deepEqual(labels(page), ['Use anthropic/claude-sonnet-5', 'As in the settings', 'Look again']);
          const said = await tap(telegram, page, 'Use anthropic/claude-sonnet-5');
          assert.match(said, /^This conversation uses anthropic\/claude-sonnet-5 from its next step on\./);
          assert.match(page.text, /\nThis conversation: anthropic\/claude-sonnet-5\n/);
          telegram.say(owner, 'who are you?');
          await sees(telegram, /I am the other one\./);
          telegram.say(owner, '/new');
          await sees(telegram, /^New conversation/);
          for (const old of ['Use rehearsal/rehearsal', 'As in the settings'])
            assert.equal(
              await tap(telegram, page, old),
              'Not done: you are in another conversation by now; /model shows its models',
            );
          telegram.say(owner, '/model');
          const here = await sees(telegram, /^This conversation: rehearsal\/rehearsal\nUsed for\n/);
          assert.match(await tap(telegram, here, 'As in the settings'), /^This conversation uses/);
        },
        {
          config:
            '[models]\ndefault = "rehearsal/rehearsal"\nfallbacks = ["anthropic/claude-sonnet-5"]\n[models.anthropic]\n',
          env: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url },
          secrets: [key],
        },
      );
    } finally {
      await peer.close();
    }
  });
});
