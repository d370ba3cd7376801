/**
 * A command that was carried out and whose update comes again, because the process died before Telegram knew that it
 * was taken: it is answered once more, and not done once more.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, sees, withTelegram } from '../rig/telegram-agent.ts';

/** Says it, kills the process at its answer, and starts it again; answers what is said to the repeated update. */
async function saidTwice(agent: TestAgent, telegram: TelegramPeer, words: string): Promise<string> {
  const running = await agent.start();
  await polls(telegram);
  const before = telegram.sent.all.length;
  const held = telegram.hold('sendMessage');
  telegram.say(owner, words);
  const first = String((await held.arrived).params['text']);
  await running.kill();
  // Telegram never had it
  telegram.fail('sendMessage', 'cut');
  held.release();
  assert.equal(telegram.unconfirmed().length, 1, 'it is not confirmed');
  const again = await agent.start();
  // the same answer
  const { raw } = await telegram.sent.until(({ raw }) => raw === first, { from: before, timeoutMs: 20_000 });
  await polls(telegram);
  assert.equal((await again.stop()).code, 0);
  return raw;
}

describe('a command on Telegram whose update comes again after a kill', { concurrency: 3 }, () => {
  test('given a goal and a task that were added, when their updates come again, then there is one of each', () =>
    withTelegram(async (agent, telegram) => {
      assert.match(await saidTwice(agent, telegram, '/goals add learn to sail'), /<b>1<\/b> {2}learn to sail/);
      assert.match(await saidTwice(agent, telegram, '/tasks add remember that I like tea'), /Task 1 is taken/);
      assert.deepEqual(agent.tables.rows('SELECT text FROM goals'), [{ text: 'learn to sail' }]);
      assert.equal(agent.tables.value('SELECT count(*) FROM tasks'), 1);
      // said once more by hand, it is another one
      await agent.start();
      telegram.say(owner, '/goals add learn to sail');
      await sees(telegram, /2 {2}learn to sail/);
      assert.equal(agent.tables.value('SELECT count(*) FROM goals'), 2);
    }));

  test('given a conversation that was begun, and steps that were shown, when the updates come again, then it is the same one, and they stay shown', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.say(owner, 'remember that I like tea');
      await sees(telegram, /“I like tea”/);
      await polls(telegram);
      assert.equal((await running.stop()).code, 0);
      assert.match(await saidTwice(agent, telegram, '/new'), /^New conversation, number 2\./);
      assert.deepEqual(agent.tables.rows('SELECT current, newest FROM chats'), [{ current: 2, newest: 2 }]);
      assert.match(await saidTwice(agent, telegram, '/verbose'), /now show the steps/);
      await agent.start();
      telegram.say(owner, '/verbose');
      await sees(telegram, /no longer show/);
    }));

  test('given a sandbox that was reset, when the update comes again, then it is not reset again, and the answer says that it was', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      await polls(telegram);
      const [answer, report] = [telegram.hold('sendMessage'), telegram.hold('sendMessage')];
      telegram.say(owner, '/reset yes');
      for (const { arrived } of [answer, report]) await arrived;
      const key = "SELECT count(*) FROM accepted WHERE key LIKE 'sandbox-reset:telegram:%'";
      assert.equal(agent.tables.value(key), 1);
      await running.kill();
      telegram.fail('sendMessage', 'cut', 2);
      for (const { release } of [answer, report]) release();
      await agent.start();
      await sees(telegram, /^The sandbox was reset\. Workspace/);
      await polls(telegram);
      assert.equal(agent.tables.value("SELECT count(*) FROM audit WHERE kind = 'admin.sandbox-reset'"), 1);
    }));
});
