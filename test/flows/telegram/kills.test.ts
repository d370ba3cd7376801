/**
 * A process that dies between two calls to Telegram: what was sent is not sent again, what was not is, and the one call
 * that nobody knows the end of is made once more and says so.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ActorRow } from '../../../src/domain/supervision/view.ts';
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { Running, TestAgent } from '../rig/agent.ts';
import { cardOut, owner, polls, sees, stands, withTelegram } from '../rig/telegram-agent.ts';

const lines = Array.from({ length: 700 }, (_, index) => `line ${index + 1} of the list`);
const mark = /^This may be a duplicate\.\n/;

function longReply(agent: TestAgent): void {
  writeFileSync(join(agent.workspace, 'long.txt'), lines.join('\n'));
}

/** What came of the long reply; so many kills are told the owner, too. */
function saidOf(telegram: TelegramPeer): readonly string[] {
  return telegram.sent.all.map(({ text }) => text).filter(text => /line \d+ of the list/.test(text));
}

/** The parts in the order in which they came first, without the marks of repeats. */
function partsOf(telegram: TelegramPeer): readonly string[] {
  return [...new Set(saidOf(telegram).map(text => text.replace(mark, '')))];
}

describe('a process that dies while it speaks on Telegram', { concurrency: 3 }, () => {
  test('given a message that is worked on, when the process is killed and started again, then it is acknowledged as done once it is answered', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      const { message_id } = telegram.say(owner, 'run sleep 300');
      await stands(first, 'tool-call:', 'acting');
      await first.kill();
      await agent.start();
      await sees(telegram, /sleep 300/);
      await telegram.calls.until(
        ({ method, params }) =>
          method === 'setMessageReaction' &&
          Number(params['message_id']) === message_id &&
          JSON.stringify(params['reaction']).includes('👌'),
      );
    }));

  for (const [when, isDone] of [
    ['after Telegram has it', true],
    ['before Telegram has it', false],
  ] as const)
    test(`given a long reply, when the process is killed at each of its parts, ${when}, then every part comes, in order, and only the one in hand is repeated, marked`, t =>
      withTelegram(async (agent, telegram) => {
        let running = await agent.start();
        longReply(agent);
        let held = telegram.hold('sendMessage');
        telegram.say(owner, 'run cat long.txt');
        let kills = 0;
        for (let isLast = false; !isLast; ) {
          const { params } = await held.arrived;
          isLast = String(params['text']).includes('line 700 of the list');
          await running.kill();
          kills += 1;
          if (!isDone) telegram.fail('sendMessage', 'cut');
          held.release();
          if (isDone) await telegram.sent.until(({ raw }) => raw === params['text']);
          else await setImmediate();
          const again = telegram.hold('sendMessage');
          held = telegram.hold('sendMessage');
          running = await agent.start();
          const repeated = String((await again.arrived).params['text']);
          assert.equal(repeated, `<i>This may be a duplicate.</i>\n${params['text']}`, 'the part in hand, marked');
          again.release();
        }
        held.release();
        await sees(telegram, /^This may be a duplicate\.\n[\s\S]*line 700 of the list/);
        await polls(telegram);
        const parts = partsOf(telegram);
        assert.deepEqual(parts.join('\n').match(/line \d+ of the list/g), lines, 'all of it, in order');
        assert.equal(parts.length, kills);
        assert.equal(saidOf(telegram).length, isDone ? 2 * kills : kills, 'no part came a third time');
        t.diagnostic(`${kills} kills`);
        assert.equal((await running.stop()).code, 0);
        assert.deepEqual(agent.tables.rows('SELECT status, sent FROM deliveries WHERE sent > 1'), [
          { status: 'sent', sent: kills },
        ]);
      }));

  test('given a long reply whose second part Telegram refuses for now, when the process is killed then, then it goes on with that part, and marks none', () =>
    withTelegram(async (agent, telegram) => {
      const first = await agent.start();
      longReply(agent);
      const [one, two] = [telegram.hold('sendMessage'), telegram.hold('sendMessage')];
      telegram.say(owner, 'run cat long.txt');
      await one.arrived;
      one.release();
      await two.arrived;
      telegram.fail('sendMessage', { status: 500 });
      const stream = await first.stream();
      const isWaiting = ({ id, timers }: ActorRow) =>
        id === 'channel:telegram' && timers.some(({ event }) => event === 'delivery.due');
      const waiting = stream.until('batch', ({ rows }) => rows.some(isWaiting));
      two.release();
      await waiting;
      stream.close();
      await first.kill();
      await agent.start();
      await sees(telegram, /line 700 of the list/);
      await polls(telegram);
      const said = saidOf(telegram);
      assert.deepEqual(said.join('\n').match(/line \d+ of the list/g), lines, 'each line once, in order');
      assert.ok(!said.some(text => mark.test(text)));
    }));
});

describe('a process that dies while it answers a tap', { concurrency: 2 }, () => {
  const command = 'rm -rf old; echo ran >> ran.txt';
  const runs = (agent: TestAgent) => {
    const file = join(agent.workspace, 'ran.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').split('ran\n').length - 1 : 0;
  };
  /** The card, once it is known here that it is out. */
  async function asked(agent: TestAgent, running: Running, telegram: TelegramPeer): Promise<SentMessage> {
    mkdirSync(join(agent.workspace, 'old'), { recursive: true });
    const out = await cardOut(agent, running);
    telegram.say(owner, `run ${command}`);
    const card = await sees(telegram, /^May I\?/);
    await out.known;
    await polls(telegram);
    return card;
  }
  const answered = (telegram: TelegramPeer, id: string) =>
    telegram.answers.until(answer => answer.id === id, { timeoutMs: 20_000 });

  for (const method of ['editMessageReplyMarkup', 'answerCallbackQuery'] as const)
    test(`given a first tap, when the process is killed at ${method}, then the tap comes again, the next buttons stand, and nothing is decided`, () =>
      withTelegram(async (agent, telegram) => {
        const first = await agent.start();
        const card = await asked(agent, first, telegram);
        const held = telegram.hold(method);
        const id = telegram.press(owner, card, 'Approve');
        await held.arrived;
        await first.kill();
        held.release();
        assert.equal(telegram.unconfirmed().length, 1, 'it is not confirmed');
        await agent.start();
        await polls(telegram);
        assert.equal((await answered(telegram, id)).text, 'Tap again to confirm.');
        assert.ok(card.buttons.some(({ text }) => text.startsWith('Yes: ')));
        assert.deepEqual([runs(agent), agent.tables.value('SELECT state FROM approvals')], [0, 'pending']);
      }));

  for (const method of ['editMessageText', 'answerCallbackQuery'] as const)
    test(`given the last tap, when the process is killed at ${method}, then the act runs once, the card says how it ended, and its buttons are gone`, () =>
      withTelegram(
        async (agent, telegram) => {
          const first = await agent.start();
          const card = await asked(agent, first, telegram);
          assert.equal(
            (await answered(telegram, telegram.press(owner, card, 'Approve'))).text,
            'Tap again to confirm.',
          );
          const yes = card.buttons.find(({ text }) => text.startsWith('Yes: '))?.text ?? '';
          const held = telegram.hold(method);
          telegram.press(owner, card, yes);
          await held.arrived;
          await first.kill();
          held.release();
          await agent.start();
          await sees(telegram, /Done: Run |Interrupted: Run |I did not repeat /);
          await telegram.sent.until(({ text }) => /^✅ Approved on Telegram \(42\)/.test(text));
          await polls(telegram);
          assert.deepEqual(card.buttons, []);
          assert.ok(runs(agent) <= 1);
          assert.equal(agent.tables.value('SELECT count(*) FROM approvals'), 1);
        },
        { config: '[approvals]\nundo_window_s = 0\n' },
      ));
});
