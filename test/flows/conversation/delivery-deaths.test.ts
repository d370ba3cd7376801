/**
 * What is on its way to the owner when the process dies, twice and three times in a row: judged by what Telegram has
 * received.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { telegramTexts } from '../../../src/adapters/channels/telegram/texts.ts';
import type { SentMessage, TelegramPeer } from '../../peers/telegram/telegram.ts';
import { test } from '../../slow.ts';
import type { TestAgent } from '../rig/agent.ts';
import { owner, polls, sees, withTelegram } from '../rig/telegram-agent.ts';

const mark = telegramTexts.en.possibleRepeat;

/**
 * Where it dies: while Telegram holds the request, before that is committed as begun, and after Telegram has answered.
 */
const points = ['in flight', 'effect.start', 'effect.end'] as const;

/** Lets a process begin to send something, and die at that. */
async function dies(
  agent: TestAgent,
  telegram: TelegramPeer,
  point: (typeof points)[number],
  src: string,
  method = 'sendMessage',
  occurrence = 1,
): Promise<void> {
  if (point !== 'in flight') {
    // it may die before it has said where it is, since what is open is sent again at once
    await agent.launch(['start'], { STRAYLIGHT_CRASH_AT: `${point} ${src}:${occurrence}` }).ended;
    return;
  }
  const held = telegram.hold(method);
  const running = await agent.start();
  await held.arrived;
  await running.kill();
  held.release();
}

/** What is on its way: by which effect and call, and how it is known. */
const things: readonly {
  readonly what: string;
  readonly src: string;
  readonly method: string;
  begin(agent: TestAgent, telegram: TelegramPeer): void;
  readonly known: RegExp;
  /** What is sent before it with the same effect, once. */
  readonly before?: number;
  /** Each is an original of its own: a card that is shown again is another card. */
  readonly isCard?: true;
}[] = [
  {
    what: 'a card',
    src: 'consent',
    method: 'sendMessage',
    isCard: true,
    begin(agent, telegram) {
      mkdirSync(join(agent.workspace, 'old'), { recursive: true });
      telegram.say(owner, 'run rm -rf old; echo ran >> ran.txt');
    },
    known: /May I\?[\s\S]*rm -rf? old; echo ran >> ran\.txt/,
  },
  {
    what: 'a notice',
    src: 'delivery',
    method: 'sendMessage',
    begin: (_, telegram) => telegram.addBot(99, { id: -1001, type: 'group', title: 'Coins' }),
    known: /added me to Coins/,
  },
  {
    // the begin of the text comes first
    what: 'a file',
    src: 'delivery',
    method: 'sendDocument',
    before: 1,
    begin: (_, telegram) => void telegram.say(owner, 'run seq 1 9000'),
    known: /\b4321\b/,
  },
];

describe('deaths in a row', { concurrency: 2 }, () => {
  for (const { what, src, method, begin, known, isCard, before = 0 } of things)
    for (const point of points)
      test(`given 2 deaths ${point}, when ${what} is sent, then it arrives, and what may be a repeat says so`, () =>
        withTelegram(async (agent, telegram) => {
          begin(agent, telegram);
          await dies(agent, telegram, point, src, method, point === 'effect.end' ? 1 + before : 1);
          await dies(agent, telegram, point, src, method);
          const running = await agent.start();
          const isIt = ({ text, file }: SentMessage) => known.test(`${text}\n${file?.bytes.toString() ?? ''}`);
          const isLast = (sent: SentMessage) =>
            isIt(sent) && (point === 'effect.start' || sent.text.includes(isCard ? 'replaces' : mark));
          await telegram.sent.until(isLast, { timeoutMs: 20_000 });
          await polls(telegram);
          const copies = telegram.sent.all.filter(isIt);
          assert.ok(copies.length <= 3, `${copies.length} copies`);
          if (isCard) {
            const last = copies.at(-1)!;
            const id = telegram.press(owner, last, 'Deny');
            await telegram.answers.until(answer => answer.id === id, { timeoutMs: 20_000 });
            assert.equal(agent.tables.value('SELECT count(*) FROM approvals'), 1);
          } else for (const { text } of copies.slice(1)) assert.equal(text.split(mark).length - 1, 1, text);
          assert.equal((await running.stop()).code, 0);
        }));

  for (const deaths of [2, 3])
    for (const point of deaths === 2 ? points : points.slice(0, 1)) {
      test(`given ${deaths} deaths ${point}, when a reply is sent, then it arrives, marked where it may be a repeat`, () =>
        withTelegram(async (agent, telegram) => {
          telegram.say(owner, 'remember that I like tea');
          for (let death = 0; death < deaths; death += 1) await dies(agent, telegram, point, 'delivery');
          const running = await agent.start();
          const last = await sees(telegram, /Saved: “I like tea”/);
          await sees(telegram, point === 'effect.start' ? /Saved/ : new RegExp(`${mark}[\\s\\S]*Saved`));
          assert.equal((await running.stop()).code, 0);
          const copies = telegram.sent.all.filter(({ text }) => text.includes('Saved: “I like tea”'));
          assert.ok(copies.includes(last) && copies.length <= deaths + 1, `${copies.length} copies`);
          for (const { text } of copies.slice(1)) assert.equal(text.split(mark).length - 1, 1, text);
          assert.equal(agent.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 1);
        }));
    }
});
