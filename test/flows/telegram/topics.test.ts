/** Topics of a chat on Telegram: each is a conversation, with its replies, its cards and its reminders in it. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import { cardOut, owner, polls, sees, withTelegram } from '../rig/telegram-agent.ts';

const topic = 7;
const topicOf = ({ threadId }: SentMessage) => threadId;

/** Taps a button, named by its text. */
async function tap(telegram: TelegramPeer, card: SentMessage, button: string): Promise<string> {
  const id = telegram.press(owner, card, button);
  return (await telegram.answers.until(answer => answer.id === id, { timeoutMs: 20_000 })).text;
}

describe('a topic on Telegram', { concurrency: 3 }, () => {
  test('given a topic and the chat it is in, when there is spoken in both, then each has its own conversation, commands and stop', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'remember that I like tea');
      telegram.say(owner, 'remember that Ada likes milk', { topic });
      const [tea, milk] = [await sees(telegram, /“I like tea”/), await sees(telegram, /“Ada likes milk”/)];
      assert.deepEqual([topicOf(tea), topicOf(milk)], [undefined, topic]);
      telegram.say(owner, '/new', { topic });
      assert.equal(topicOf(await sees(telegram, /^New conversation, number 2\./)), topic);
      telegram.say(owner, '/sessions', { topic });
      assert.equal(
        topicOf(await sees(telegram, /^Conversations of this chat\n2 {2}\(no messages yet\) · you are here\n1 {2}/)),
        topic,
      );
      telegram.say(owner, '/sessions');
      assert.equal(
        topicOf(await sees(telegram, /\n1 {2}remember that I like tea · just now, you are here$/)),
        undefined,
      );
      telegram.say(owner, '/stop', { topic });
      assert.equal(topicOf(await sees(telegram, /^Nothing was running here\.$/)), topic);
      assert.deepEqual(agent.tables.rows("SELECT DISTINCT session FROM messages WHERE role = 'owner' ORDER BY 1"), [
        { session: 'session:telegram:42' },
        { session: 'session:telegram:42:7' },
      ]);
      assert.ok(telegram.actions.all.every(({ threadId }) => threadId === undefined || threadId === topic));
    }));

  test('given a card of a topic, also after a kill, when it is answered there, then all of it stays in the topic', () =>
    withTelegram(
      async (agent, telegram) => {
        const first = await agent.start();
        mkdirSync(join(agent.workspace, 'old'), { recursive: true });
        const held = telegram.hold('sendMessage');
        telegram.say(owner, 'run rm -rf old', { topic });
        const asking = await held.arrived;
        assert.match(String(asking.params['text']), /May I\?/);
        assert.equal(Number(asking.params['message_thread_id']), topic);
        await first.kill();
        held.release();
        await agent.start();
        const card = await sees(telegram, /^May I\?[\s\S]*\nThis card replaces an earlier one/);
        assert.equal(topicOf(card), topic);
        assert.doesNotMatch(card.text, / · session:telegram/, 'it is asked where it was wanted');
        telegram.say(owner, '/approvals');
        const list = await sees(telegram, /^One pending approval:/);
        assert.equal(topicOf(list), undefined);
        const before = telegram.sent.all.length;
        await tap(telegram, list, list.buttons[0]?.text ?? '');
        const again = await telegram.sent.until(({ text }) => /^May I\?/.test(text), { from: before });
        assert.match(again.text, / · session:telegram:42:7\n/, 'elsewhere the card names its conversation');
        assert.equal(await tap(telegram, card, 'Approve'), 'Tap again to confirm.');
        const yes = card.buttons.find(({ text }) => text.startsWith('Yes: '))?.text ?? '';
        assert.equal(await tap(telegram, card, yes), 'Approved.');
        assert.equal(topicOf(await sees(telegram, /Done: /)), topic);
        await telegram.sent.until(({ text }) => /^✅ Approved on Telegram/.test(text));
        await polls(telegram);
        const strays = telegram.sent.all.filter(one => topicOf(one) !== topic && one !== list && one !== again);
        assert.deepEqual(strays, []);
      },
      { config: '[approvals]\nundo_window_s = 0\n' },
    ));

  test('given tasks of a topic and of its chat, one of them asking first, when they end, also after a kill, then each is told where it was given', () =>
    withTelegram(
      async (agent, telegram) => {
        const first = await agent.start();
        mkdirSync(join(agent.workspace, 'old'), { recursive: true });
        telegram.say(owner, '/tasks add remember that I like tea', { topic });
        assert.equal(topicOf(await sees(telegram, /Task 1 is taken/)), topic);
        assert.equal(topicOf(await sees(telegram, /^Task 1: [\s\S]*“I like tea”/)), topic);
        telegram.say(owner, '/tasks add remember that Ada likes milk');
        assert.equal(topicOf(await sees(telegram, /^Task 2: [\s\S]*“Ada likes milk”/)), undefined);
        const out = await cardOut(agent, first);
        telegram.say(owner, '/tasks add run rm -rf old', { topic });
        await out.known;
        await polls(telegram);
        await first.kill();
        const from = telegram.sent.all.length;
        await agent.start();
        const [card] = telegram.sent.all.filter(({ text }) => /^May I\?/.test(text));
        assert.ok(card);
        assert.equal(topicOf(card), topic, 'the card, too');
        assert.equal(await tap(telegram, card, 'Approve'), 'Tap again to confirm.');
        await tap(telegram, card, card.buttons.find(({ text }) => text.startsWith('Yes: '))?.text ?? '');
        assert.equal(topicOf(await sees(telegram, /^Task 3: [\s\S]*Done: /, from)), topic);
        await polls(telegram);
      },
      { config: '[approvals]\nundo_window_s = 0\n' },
    ));

  test('given reminders that were set in a topic and in its chat, when they come due, then each is said where it was set', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'remind me in 2 seconds to stretch', { topic });
      const said = await sees(telegram, /^Reminder: stretch$/);
      assert.equal(topicOf(said), topic);
      telegram.say(owner, 'remind me in 2 seconds to drink');
      assert.equal(topicOf(await sees(telegram, /^Reminder: drink$/)), undefined);
      await polls(telegram);
      const reminders = telegram.sent.all.filter(({ text }) => /^Reminder: (stretch|drink)$/.test(text));
      assert.equal(reminders.length, 2, 'each is said once');
      // the model of that conversation can be asked about it
      const notices = agent.tables.rows("SELECT session FROM messages WHERE role = 'notice' AND body LIKE '%stretch%'");
      assert.ok(notices.some(({ session }) => session === 'session:telegram:42:7'));
      assert.ok(!notices.some(({ session }) => session === 'session:telegram:42'));
    }));

  test('given a topic that was deleted, when something is said to its owner there, then it comes to the chat, once', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.say(owner, 'remember that I like tea', { topic });
      await sees(telegram, /“I like tea”/);
      telegram.deleteTopic(owner, topic);
      telegram.say(owner, 'hello', { topic });
      assert.equal(topicOf(await sees(telegram, /^Hello\./)), undefined);
      await polls(telegram);
      await running.stop();
      assert.deepEqual(agent.tables.rows("SELECT DISTINCT status FROM deliveries WHERE channel = 'telegram'"), [
        { status: 'sent' },
      ]);
      assert.equal(telegram.sent.all.filter(({ text }) => /^Hello\./.test(text)).length, 1);
    }));
});
