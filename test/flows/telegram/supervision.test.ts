/**
 * What needs the owner, answered on Telegram: an actor that is stuck, an agent in safe mode, and an actor looked at and
 * acted on.
 */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, sees, stands, stranger, withTelegram } from '../rig/telegram-agent.ts';

/** Taps a button and gives what the owner is told. */
async function tap(telegram: TelegramPeer, user: number, message: SentMessage, button: string, data?: string) {
  const id = telegram.press(user, message, button, data === undefined ? {} : { data });
  return (await telegram.answers.until(answer => answer.id === id, { timeoutMs: 20_000 })).text;
}

const labels = (message: SentMessage) => message.buttons.map(({ text }) => text);

/** Another hand in the database of an agent that does not run. */
function edit(agent: TestAgent, ...statements: readonly string[]): void {
  const database = openDatabase({ file: homePaths(agent.path).database, synchronous: 'normal', now: Date.now });
  for (const sql of statements) database.exec(sql);
  database.close();
}

describe('supervision through Telegram', { concurrency: 2 }, () => {
  test('given an actor wedged by another hand whose restart does not help, when its button is tapped, then it starts afresh, its sibling untouched', t =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      await first.say('session:web:sibling', 'hello');
      telegram.say(owner, 'run sleep 300');
      await stands(first, 'session:telegram:42', 'acting.running');
      await stands(first, 'tool-call:', 'acting');
      await first.kill();
      const sibling = "SELECT hash || seq FROM actors WHERE address = 'session:web:sibling'";
      const before = agent.tables.value(sibling);
      // its tool call is gone without a word, and it does not know that it ever had one
      edit(
        agent,
        "DELETE FROM effects WHERE owner LIKE 'tool-call:%'",
        "DELETE FROM timers WHERE owner LIKE 'tool-call:%'",
        "DELETE FROM journal WHERE actor IN (SELECT n FROM actors WHERE machine = 'tool-call')",
        "DELETE FROM actors WHERE machine = 'tool-call'",
        "UPDATE actors SET children = '{}' WHERE address = 'session:telegram:42'",
      );

      const second = await agent.start();
      const question = await sees(telegram, /^The conversation on Telegram needs you\. It is stuck/);
      assert.deepEqual(labels(question), ['Restart', 'Start afresh', 'Stop it']);
      const status = "SELECT status FROM actors WHERE address = 'session:telegram:42'";
      assert.equal(agent.tables.value(status), 'suspended');
      telegram.say(owner, '/status');
      const glance = await sees(telegram, /^State {2}needs you, version[\s\S]*Waiting for you:\nincident:/);
      assert.deepEqual(labels(glance), ['Restart', 'Start afresh', 'Stop it', 'Look again']);
      assert.equal(await tap(telegram, owner, question, 'Restart'), 'Chosen: Restart.');
      await telegram.sent.until(() => /It is stuck[\s\S]*Chosen: Restart\.$/.test(question.text));
      assert.deepEqual(labels(question), []);
      // that does not help either: it is set aside again, and the question says so
      const asked = await sees(telegram, /^Restarting did not help\. The conversation on Telegram needs you\./);
      assert.equal(agent.tables.value(status), 'suspended');
      const { json } = await second.http('/api/state');
      const need = json.needs.find(({ kind }: { kind: string }) => kind === 'incident');
      assert.match(need.text, /^Restarting did not help\. The conversation on Telegram is stuck/);
      telegram.say(owner, 'are you there?');
      await polls(telegram);

      const seen = { ...asked, buttons: [...asked.buttons] };
      assert.match(await tap(telegram, stranger, asked, 'Start afresh'), /^This is not your agent/);
      assert.equal(await tap(telegram, owner, asked, 'Start afresh'), 'Chosen: Start afresh.');
      await sees(telegram, /^The conversation on Telegram was stuck and continues now/);
      assert.deepEqual(labels(asked), []);
      await sees(
        telegram,
        /^This conversation was started afresh\. Your last message was dropped; [\s\S]*may have happened: .*sleep 300/,
      );
      // what waited for it is kept: a turn begins with it, and the old order is not run again
      await telegram.sent.until(
        () => agent.tables.value("SELECT count(*) FROM turns WHERE outcome = 'done' AND session LIKE '%:42'") === 1,
      );
      assert.equal(
        agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner' AND body LIKE '%are you there%'"),
        1,
      );
      assert.equal(agent.tables.value("SELECT count(*) FROM actors WHERE machine = 'tool-call'"), 0);
      assert.match(await tap(telegram, owner, seen, 'Start afresh'), /^Already answered/);
      assert.equal(agent.tables.value(sibling), before);
      assert.equal(agent.tables.value('SELECT count(*) FROM commands'), 0, 'an incident performs its own remedy');
      await second.stop();
      t.diagnostic('found at boot, restarted in vain, parked, started afresh by its button; sibling untouched');
    }));

  test('given an agent that died three times in a row, when "Go on" is tapped, then half-done work goes on', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      telegram.say(owner, 'hello');
      await sees(telegram, /Hello/);
      await polls(telegram);
      await first.kill();
      const now = systemClock.now();
      edit(
        agent,
        `INSERT INTO boots (id, program, started_at) VALUES ('died-1', '0.1.0', ${now}), ('died-2', '0.1.0', ${now})`,
      );
      await agent.start();
      const asked = await sees(telegram, /new messages are on hold until you tell me to continue/);
      assert.deepEqual(labels(asked), ['Continue']);
      const from = telegram.sent.all.length;
      telegram.say(owner, 'hello again');
      await polls(telegram);
      const held = await sees(
        telegram,
        /safe mode[\s\S]*Your message is saved[\s\S]*straylight actors answer \S+ go/,
        from,
      );
      assert.ok(held);
      assert.equal(telegram.sent.all.length, from + 1, 'nothing else is answered in safe mode');
      assert.equal(await tap(telegram, owner, asked, 'Continue'), 'Chosen: Continue.');
      await sees(telegram, /Hello/, from);
      await telegram.sent.until(() => asked.buttons.length === 0);
    }));

  test('given an actor that works, when /actors and its page are used, then it is held, goes on, and is restarted after a second tap', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.say(owner, 'run sleep 300');
      await stands(running, 'tool-call:', 'acting');
      telegram.say(owner, '/actors');
      const list = await sees(telegram, /^Actor/);
      assert.match(list.text, /session:telegram:42 {2}acting\.running · [\d.]+ m?s · 0 · active/);
      assert.equal(await tap(telegram, owner, list, 'session:telegram:42'), '');
      const page = await sees(telegram, /^session:telegram:42\nState {2}acting\.running for[\s\S]*Last steps\n#/);
      assert.match(await tap(telegram, owner, page, 'Suspend'), /^Done: suspend session:telegram:42/);
      await telegram.sent.until(() => /suspended/.test(page.text));
      assert.deepEqual(labels(page), [
        'Resume',
        'Retry failed messages',
        'Restart',
        'Start afresh',
        'Quarantine',
        'Stop',
        'Look again',
      ]);
      assert.match(
        await tap(telegram, owner, page, 'Retry failed messages'),
        /^Not done: \S+ has no failed messages to retry/,
      );
      assert.match(await tap(telegram, owner, page, 'Restart'), /^Tap again/);
      await telegram.sent.until(() => /^Restart it from its last state\?/.test(page.text));
      assert.deepEqual(labels(page), ['Restart', 'Back']);
      const seen = { ...page, buttons: [...page.buttons] };
      assert.match(await tap(telegram, owner, page, 'Restart'), /^Done: restart session:telegram:42/);
      await telegram.sent.until(() => /, active\n/.test(page.text));
      // an app that has slept still shows the old button
      assert.match(await tap(telegram, owner, seen, 'Restart'), /^(This button|Not done: .* has changed since)/);
      assert.deepEqual(
        agent.tables.rows(
          "SELECT verb, by, state FROM commands WHERE error NOT LIKE '%has changed since%' OR error IS NULL ORDER BY at",
        ),
        [
          { verb: 'suspend', by: 'telegram:42', state: 'done' },
          { verb: 'retry', by: 'telegram:42', state: 'failed' },
          { verb: 'restart', by: 'telegram:42', state: 'done' },
        ],
      );
      telegram.say(owner, '/actors nobody:here');
      await sees(telegram, /there is no actor "nobody:here"/);
      telegram.say(owner, '/stop');
      await sees(telegram, /^Stopped\./);
    }));
});
