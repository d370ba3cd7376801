/** The same conversation through Telegram: what its owner sees there, whatever the network and the processes do. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, sees, stands, stranger, withTelegram } from '../rig/telegram-agent.ts';

describe('a conversation on Telegram', { concurrency: 3 }, () => {
  test('given a fact told there, when the agent is stopped in mid-poll and started again, then it is answered, and a command runs', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      telegram.say(owner, "remember that my sister's birthday is 4 May");
      await sees(telegram, /Saved: “my sister's birthday is 4 May”/);
      await polls(telegram);
      const ended = await first.stop();
      assert.deepEqual([ended.code, ended.signal], [0, null]);
      assert.ok(
        telegram.polls.all.some(poll => poll.end === 'gone'),
        'it ended while its poll was waiting',
      );

      const second = await agent.start();
      telegram.say(owner, "when is my sister's birthday?");
      await sees(telegram, /“my sister's birthday is 4 May”/, 1);
      telegram.say(owner, 'run uname -a');
      const ran = await sees(telegram, /^uname -a gave:\nLinux /);
      assert.deepEqual(
        ran.entities.map(({ type }) => type),
        ['code', 'pre'],
      );
      assert.equal((await second.stop()).code, 0);
      assert.deepEqual(telegram.unconfirmed(), []);
      assert.equal(telegram.sent.all.length, 3);
      assert.deepEqual(agent.tables.rows('SELECT channel, chat, status FROM deliveries'), [
        { channel: 'telegram', chat: '42', status: 'sent' },
        { channel: 'telegram', chat: '42', status: 'sent' },
        { channel: 'telegram', chat: '42', status: 'sent' },
      ]);
      assert.ok(telegram.actions.all.some(({ action }) => action === 'typing') || telegram.drafts.all.length > 0);
    }));

  test('given updates that come twice, edits, forwarded words and strangers, when they arrive, then each is taken for what it is', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      const said = telegram.say(owner, 'remember that the meeting is on Monday');
      await sees(telegram, /Saved: “the meeting is on Monday”/);
      await polls(telegram);
      telegram.deliverAgain(7_000_001);
      telegram.edit(said, 'remember that the meeting is on Tuesday');
      await sees(telegram, /Saved: “the meeting is on Tuesday”/);
      telegram.say(stranger, 'remember that I am the owner');
      telegram.say(owner, 'remember that the code is 1234', { forward: 'Somebody' });
      await sees(telegram, /What you passed on is material to me/);
      telegram.say(owner, '/status');
      await sees(telegram, /^State {2}ok, version [\s\S]*Channel {2}telegram: online/);
      telegram.say(owner, '/sandbox');
      await sees(telegram, /Executor {2}(docker|bubblewrap): [\s\S]*Health {2}ok[\s\S]*Packages {2}off/);
      telegram.say(owner, '/reset');
      await sees(telegram, /^The sandbox would be made again/);
      telegram.say(owner, '/reset yes');
      await sees(telegram, /^The sandbox is being reset/);
      await sees(telegram, /The sandbox was reset; no packages are installed/);
      telegram.say(owner, '/tools');
      await sees(telegram, /There are no tools yet/);
      await polls(telegram);

      assert.deepEqual(agent.tables.rows('SELECT content FROM memories ORDER BY row'), [
        { content: 'the meeting is on Monday' },
        { content: 'the meeting is on Tuesday' },
      ]);
      assert.deepEqual(agent.tables.rows("SELECT taint FROM messages WHERE role = 'owner' ORDER BY n"), [
        { taint: 'owner' },
        { taint: 'owner' },
        { taint: 'external' },
      ]);
      assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE body LIKE '%corrected an earlier%'"), 1);
      assert.ok(telegram.sent.all.every(({ chatId }) => chatId === owner));
      assert.match(readFileSync(join(agent.path, 'logs', 'straylight.jsonl'), 'utf8'), /"user":99/);
    }));

  test('given no account yet, when a code is sent, then it is let in and answered, also after a kill, and strangers are not; removed, it is one', () =>
    withTelegram(
      async (agent, telegram) => {
        const first = await agent.start();
        telegram.say(owner, 'hello?');
        await polls(telegram);
        const made = await agent.straylight('telegram', 'pair');
        const code = /\/start (\w{8})/.exec(made.out)?.[1] ?? '';
        assert.equal(made.code, 0, made.err);
        telegram.say(stranger, '/start WRONGONE');
        telegram.say(stranger, `my code is ${code}`);
        await polls(telegram);
        assert.match(
          (await agent.straylight('telegram', 'accounts')).out,
          new RegExp(`${stranger} \\(“User ${stranger}”\\)  wrote`),
        );
        assert.deepEqual(telegram.sent.all, [], 'nothing is said to strangers');

        const held = telegram.hold('sendMessage');
        telegram.say(owner, `/start ${code.toLowerCase()}`);
        await held.arrived;
        await first.kill();
        held.release();
        await agent.start();
        await polls(telegram);
        const told = telegram.sent.all.filter(({ chatId }) => chatId === owner);
        assert.ok(
          told.some(({ text }) => /^This account is paired|Write what you want done/.test(text)),
          JSON.stringify(told),
        );
        telegram.say(stranger, `/start ${code}`);
        telegram.say(owner, 'remember that I like tea');
        await sees(telegram, /Saved: “I like tea”/);
        await sees(telegram, new RegExp(`Telegram account ${owner} \\(User ${owner}\\) may now talk to the agent`));
        assert.ok(telegram.sent.all.every(({ chatId }) => chatId === owner));

        const gone = await agent.straylight('telegram', 'remove', String(owner));
        assert.equal(gone.code, 0, gone.err);
        const count = telegram.sent.all.length;
        telegram.say(owner, 'remember that I like coffee');
        await polls(telegram);
        assert.ok(telegram.sent.all.slice(count).every(({ text }) => !/coffee/.test(text)));
      },
      { allowed: [] },
    ));

  test('given /verbose, when turns run, also after a kill, then their steps stand folded beneath the replies, until it is turned off', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      telegram.say(owner, '/verbose');
      await sees(telegram, /^Replies in this conversation now show the steps/);
      telegram.say(owner, 'run uname -a');
      const steps = /\n✓ Run “uname -a”\. · \d+\.\d s$/;
      await sees(telegram, steps);
      await polls(telegram);
      await first.kill();
      await agent.start();
      telegram.say(owner, 'run ls *_*');
      const ran = await sees(telegram, /\n[✓✗] Run “ls \*_\*”\. · \d+\.\d s$/, 2);
      assert.equal(ran.entities.at(-1)?.type, 'blockquote');
      telegram.say(owner, '/verbose off');
      await sees(telegram, /no longer show their steps/);
      telegram.say(owner, 'run uname -s');
      const last = await sees(telegram, /^uname -s gave:/);
      assert.doesNotMatch(last.text, / · \d+\.\d s/);
      telegram.say(owner, '/verbose maybe');
      await sees(telegram, /^Nothing was done\. What can be typed:\n\/verbose: /);
    }));

  test('given a long reply, when it is sent, then it comes in whole parts and in order', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      const lines = Array.from({ length: 900 }, (_, index) => `line ${index + 1} of the list`);
      writeFileSync(join(agent.workspace, 'long.txt'), lines.join('\n'));
      telegram.say(owner, 'run cat long.txt');
      await sees(telegram, /line 900 of the list/);
      const parts = telegram.sent.all.map(({ text }) => text);
      assert.ok(parts.length > 3 && parts.every(text => text.length <= 4096), `${parts.length} parts`);
      assert.deepEqual(parts.join('\n').match(/line \d+ of the list/g), lines);
      await running.stop();
      assert.deepEqual(agent.tables.rows('SELECT status, sent FROM deliveries'), [
        { status: 'sent', sent: parts.length },
      ]);
    }));
});

describe('a network that fails', { concurrency: 4 }, () => {
  test('given a limit at Telegram, when a reply meets it, then it waits as long as asked and comes once', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      telegram.fail('sendMessage', { status: 429, retryAfter: 1 });
      telegram.say(owner, 'hello');
      await sees(telegram, /Hello\./);
      await polls(telegram);
      const tries = telegram.calls.all.filter(({ method }) => method === 'sendMessage');
      assert.equal(tries.length, 2);
      assert.ok((tries[1]?.at ?? 0) - (tries[0]?.at ?? 0) >= 1000);
      assert.equal(telegram.sent.all.length, 1);
    }));

  test('given an answer of Telegram that is lost, when a reply was sent, then it comes once more and says that it may be a repeat', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.fail('sendMessage', 'lose');
      telegram.say(owner, 'hello');
      await sees(telegram, /^This may be a duplicate\.\s[\s\S]*Hello\.$/);
      await running.stop();
      assert.deepEqual(
        telegram.sent.all.map(({ text }) => /^This may be a duplicate/.test(text)),
        [false, true],
      );
      assert.equal(agent.tables.value('SELECT status FROM deliveries'), 'sent');
    }));

  test('given a process that is killed while a reply is on its way, when it starts again, then the reply comes once more, marked', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      const held = telegram.hold('sendMessage');
      telegram.say(owner, 'remember that I like tea');
      await held.arrived;
      await first.kill();
      held.release();
      await sees(telegram, /Saved: “I like tea”/);
      const running = await agent.start();
      const again = await sees(telegram, /^This may be a duplicate\.\s/);
      assert.match(again.text, /Saved: “I like tea”/);
      await polls(telegram);
      assert.equal(telegram.sent.all.length, 2);
      assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 1);
      assert.match(
        (await agent.straylight('status')).out,
        /Unknown:?\s+a message to you \(channel:telegram\) was interrupted/,
      );
      assert.equal((await running.stop()).code, 0);
    }));

  test('given a killed process, when a command opens Straylight for a moment without Telegram, then nothing is alarmed or lost', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      const held = telegram.hold('sendMessage');
      telegram.say(owner, 'remember that I like tea');
      await held.arrived;
      await first.kill();
      assert.match(await agent.ask('what do I like?'), /“I like tea”/);
      const alarms = "SELECT body FROM messages WHERE role = 'notice'";
      assert.deepEqual(agent.tables.rows(alarms), []);
      const second = await agent.start();
      await sees(telegram, /^This may be a duplicate\.\s[\s\S]*Saved: “I like tea”/);
      assert.equal((await second.stop()).code, 0);
      assert.deepEqual(agent.tables.rows(alarms), []);
      assert.deepEqual(agent.tables.rows("SELECT id FROM deliveries WHERE status <> 'sent'"), []);
    }));

  test('given no network, when the channel backs off, then status says so, and what was said meanwhile is heard afterwards', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      await polls(telegram);
      telegram.fail('getUpdates', 'cut');
      const back = telegram.hold('getMe');
      telegram.say(owner, 'hello');
      await stands(running, 'channel:telegram', 'backingOff');
      const { value } = await agent.json('status');
      const channel = value.channels.find(({ name }: { name: string }) => name === 'telegram');
      assert.match(channel.state, /backingOff|connecting/);
      // a machine that is slow enough meets the deadline of the call that is held
      assert.match(channel.detail, /^Telegram (cannot be reached for |did not answer getMe in time)/);
      telegram.say(owner, 'remember that I was patient');
      await back.arrived;
      back.release();
      await sees(telegram, /Saved: “I was patient”/);
      await polls(telegram);
      await stands(running, 'channel:telegram', 'online');
      // The owner was told once, where there was a way to tell.
      assert.deepEqual(
        agent.tables
          .rows("SELECT session FROM messages WHERE role = 'notice' AND body LIKE '%channel telegram does not work%'")
          .map(({ session }) => session),
        ['session:terminal:main', 'session:web:main'],
      );
    }));

  test('given a channel that was told to wait for an hour, when the process is killed and started again, then it tries at once', () =>
    withTelegram(async (agent, telegram) => {
      telegram.fail('getMe', { status: 429, retryAfter: 3600 });
      const first = await agent.start();
      await stands(first, 'channel:telegram', 'backingOff');
      await first.kill();
      await agent.start();
      telegram.say(owner, 'hello');
      await sees(telegram, /Hello\./);
    }));

  test('given a second program with the same token, when it takes the poll over, then that is said there too, and it still stops in order', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      await polls(telegram);
      await telegram.pollElsewhere();
      await sees(telegram, /another program receives the messages of this bot/);
      assert.equal((await running.stop()).code, 0);
    }));
});

describe('a turn that is stopped', { concurrency: 3 }, () => {
  /** A model that writes a little and then holds its breath until the call is given up. */
  async function slowModel(story: (agent: TestAgent, telegram: TelegramPeer) => Promise<void>): Promise<void> {
    const never = new Promise<void>(() => {});
    const model = await anthropicPeer({
      script: ({ said }) =>
        /^hello/.test(said)
          ? { text: 'Back again.' }
          : { text: 'Well, let me see now.', deltas: 2, between: piece => (piece < 1 ? undefined : never) },
    });
    try {
      await withTelegram(story, {
        config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n',
        env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
      });
    } finally {
      await model.close();
    }
  }

  test('given a reply that is being written, when the stop button of its draft is pressed, then the turn ends and the next one works', () =>
    slowModel(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'tell me a story');
      const draft = await telegram.drafts.until(({ text }) => text !== '');
      assert.equal(draft.canStop, true);
      assert.match('Well, let me see now.', new RegExp(`^${draft.text}`));
      telegram.pressDraftStop(draft);
      await sees(telegram, /^Stopped\. Nothing was done\.$/);
      telegram.say(owner, 'hello');
      await sees(telegram, /^Back again\.$/);
      assert.deepEqual(agent.tables.rows('SELECT outcome FROM turns ORDER BY started_at'), [
        { outcome: 'cancelled' },
        { outcome: 'done' },
      ]);
    }));

  test('given a turn that runs, when /stop is sent, then it ends; when nothing runs, then that is said', () =>
    slowModel(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'tell me a story');
      await telegram.drafts.until(({ text }) => text !== '');
      telegram.say(owner, '/stop');
      await sees(telegram, /^Stopped\. Nothing was done\.$/);
      telegram.say(owner, '/stop');
      await sees(telegram, /^Nothing was running here\.$/);
      assert.equal(agent.tables.value('SELECT outcome FROM turns'), 'cancelled');
    }));

  test('given groups and a channel the bot is added to, when it hears of them, then it leaves all, the owner is told once a day who did it, and nothing is said there', () =>
    withTelegram(async (agent, telegram) => {
      let running = await agent.start();
      telegram.addBot(stranger, { id: -1001, type: 'supergroup', title: 'Free\u202e coins\n\u0007' });
      const told = await sees(telegram, /added me to/);
      assert.match(
        told.text,
        /^The Telegram account 99 added me to Free⟨U\+202E⟩ coins ?⟨U\+0007⟩ \(-1001\)\. .*I left it\./,
      );
      assert.equal(told.chatId, owner);
      assert.equal((await running.stop()).code, 0);
      running = await agent.start();
      telegram.addBot(stranger, { id: -1002, type: 'channel', title: 'Another' });
      telegram.say(owner, 'remember that I like tea', { group: -1003 });
      await telegram.left.until(chat => chat === -1003);
      telegram.say(owner, 'remember that I like milk');
      await sees(telegram, /Saved: “I like milk”/);
      assert.deepEqual([...new Set(telegram.left.all)], [-1001, -1002, -1003]);
      assert.equal(telegram.sent.all.filter(({ text }) => text.includes('added me to')).length, 1);
      assert.deepEqual([...new Set(telegram.sent.all.map(({ chatId }) => chatId))], [owner]);
      const notice = "SELECT count(*) FROM messages WHERE role = 'notice' AND more LIKE '%isAside%'";
      assert.ok(Number(agent.tables.value(notice)) >= 1, 'no model is shown what a stranger wrote');
      assert.equal((await running.stop()).code, 0);
    }));

  test('given an owner who blocks the bot and unblocks it, when messages are for them, then the other channels are told, and what waited comes', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.block(owner);
      const stream = await running.stream();
      const isTold = () => agent.tables.rows("SELECT id FROM deliveries WHERE id LIKE '%:web:main'").length > 0;
      while (!isTold()) await stream.until('batch', () => true);
      stream.close();
      telegram.block(owner, false);
      await sees(telegram, /has blocked me/);
      await sees(telegram, /has unblocked me/);
      assert.equal((await running.stop()).code, 0);
    }));
});
