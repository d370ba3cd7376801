/** What is on its way to the owner when the process dies, twice and three times in a row: judged by what Telegram has received. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { telegramTexts } from '../../src/adapters/channels/telegram-texts.ts';
import type { TelegramPeer } from '../peers/telegram.ts';
import type { House } from './house.ts';
import { owner, sees, withTelegram } from './telegram-house.ts';

const mark = telegramTexts.en.possibleRepeat;

/** Where it dies: while Telegram holds the request, before that is committed as begun, and after Telegram has answered. */
const points = ['in flight', 'effect.start', 'effect.end'] as const;

/** Lets a process begin to send something, and die at that. */
async function dies(house: House, telegram: TelegramPeer, point: (typeof points)[number], src: string): Promise<void> {
  if (point !== 'in flight') {
    const running = await house.start({ STRAYLIGHT_CRASH_AT: `${point} ${src}:1` });
    await running.ended;
    return;
  }
  const held = telegram.hold('sendMessage');
  const running = await house.start();
  await held.arrived;
  await running.kill();
  held.release();
}

describe('deaths in a row', { concurrency: 2 }, () => {
  for (const deaths of [2, 3])
    for (const point of deaths === 2 ? points : points.slice(0, 1)) {
      test(`given ${deaths} deaths ${point}, when a reply is sent, then it arrives, marked where it may be a repeat`, () =>
        withTelegram(async (house, telegram) => {
          telegram.say(owner, 'remember that I like tea');
          for (let death = 0; death < deaths; death += 1) await dies(house, telegram, point, 'delivery');
          const running = await house.start();
          const last = await sees(telegram, /Saved: “I like tea”/);
          await sees(telegram, point === 'effect.start' ? /Saved/ : new RegExp(`${mark}[\\s\\S]*Saved`));
          assert.equal((await running.stop()).code, 0);
          const copies = telegram.sent.all.filter(({ text }) => text.includes('Saved: “I like tea”'));
          assert.ok(copies.includes(last) && copies.length <= deaths + 1, `${copies.length} copies`);
          for (const { text } of copies.slice(1)) assert.equal(text.split(mark).length - 1, 1, text);
          assert.equal(house.tables.value("SELECT count(*) FROM messages WHERE role = 'owner'"), 1);
        }));
    }
});
