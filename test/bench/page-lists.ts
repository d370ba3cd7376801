/**
 * Long lists on the page, in a real Chromium over a real database: how soon one can write among many conversations, how
 * fast many actors are filtered, and how a long conversation scrolls.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startServer } from '../../inspector/server.ts';
import { conversationListService } from '../../src/actors/conversation/chats/conversation-list-service.ts';
import { sessionService } from '../../src/actors/conversation/chats/session-service.ts';
import { chatMessages } from '../../src/actors/observation/chat-messages.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { sqliteConversationStore } from '../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { sqliteConversationList } from '../../src/adapters/stores/sqlite/conversation/conversation-list.ts';
import { sqliteSessionLedger } from '../../src/adapters/stores/sqlite/conversation/sessions.ts';
import { openDatabase, type SqliteDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { conversationSearch } from '../../src/adapters/stores/sqlite/memories/conversation-search.ts';
import { operationService } from '../../src/api/service.ts';
import { coreOf } from '../actors/core.ts';
import { type BusyAgent, busyAgent } from '../inspector/page/busy-agent.ts';
import { type Bench, type Figure, median, middleHalf, spreadOf } from './figure.ts';

const token = 'owner-token-owner-token-owner-token-owner-t';
const conversations = 400;
const actors = 10_000;
const messages = 5_000;
const long = 'session:web:main~400';
const viewport = { width: 1440, height: 900 };

export const pageLists: Bench = {
  name: 'page-lists',
  title: `Long lists on the page: ${conversations} conversations, ${actors} actors, ${messages} messages, headless Chromium`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
    const database = openDatabase({ file: join(folder, 'bench.db'), synchronous: 'normal', now: Date.now });
    fill(database);
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-gpu'],
    });
    try {
      return [
        ...(await serving(database, busyAgent(0), url => composers(browser, url))),
        ...(await serving(database, busyAgent(actors - 15), url => filters(browser, url))),
        ...(await serving(database, busyAgent(0), url => scrolls(browser, url))),
      ];
    } finally {
      await browser.close();
      database.close();
      rmSync(folder, { recursive: true });
    }
  },
};

/** Each conversation has a question and its answer; one has all the messages. */
function fill(database: SqliteDatabase): void {
  const store = sqliteConversationStore(database);
  const now = Date.now();
  const add = (session: string, at: number, index: number) => {
    const isOwner = index % 2 === 0;
    store.appendMessage({
      id: `${session}/${index}`,
      session,
      turn: `${session}/${index - (index % 2)}`,
      taint: 'owner',
      at,
      role: isOwner ? 'owner' : 'assistant',
      body: isOwner ? `Question ${index}: how is the weather in ${session}?` : answer(index),
    });
  };
  database.transaction(() => {
    for (let index = 0; index < messages; index += 1) add(long, now - (messages - index) * 1_000, index);
    for (let number = 2; number < conversations; number += 1)
      for (const index of [0, 1]) add(`session:web:main~${number}`, now - number * 100_000_000, index);
    sqliteSessionLedger(database).setChat('session:web:main', conversations, conversations);
  })();
}

/** As models write: prose, now and then a list, code or a table. */
function answer(index: number): string {
  const prose = `Answer ${index}. It is **mild**, with some clouds, and the wind comes from the west; \`wttr.in\` says so too.`;
  const more = [
    '',
    '\n\n- in the morning: 12 degrees\n- at noon: 18 degrees\n- in the evening: 14 degrees',
    '\n\n```python\nfor hour in range(24):\n    print(hour, forecast[hour])\n```',
    '\n\n| hour | degrees |\n| --- | ---: |\n| 8 | 12 |\n| 12 | 18 |',
  ];
  return prose + (more[Math.floor(index / 2) % more.length] ?? '');
}

/** The page of an agent of these actors, over this database. */
async function serving<Result>(
  database: SqliteDatabase,
  { agent }: BusyAgent,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { reader, levers, health } = agent;
  const conversation = sqliteConversationStore(database);
  const ledger = sqliteSessionLedger(database);
  const perform = () => Promise.reject(new Error('the bench changes nothing'));
  const store = { accept: () => true, actor: () => undefined };
  const core = coreOf({ system: { perform }, store, conversation });
  const services = {
    ...reader,
    ...levers,
    messages: chatMessages(conversation, { actor: () => undefined }, 'en').page,
    sessions: sessionService(core, ledger),
    conversations: conversationListService(
      core,
      sqliteConversationList(database),
      ledger,
      conversationSearch(database),
      perform,
    ),
  };
  const log = () => undefined;
  const operations = operationService(services);
  const server = await startServer({ reader: services, operations, health, port: 0, token, clock: systemClock, log });
  try {
    return await work(server.url);
  } finally {
    await server.close(0);
  }
}

/** From the first byte asked for until the field can be written in and the list is there, in a tab that has the token. */
async function composers(browser: Browser, url: string): Promise<readonly Figure[]> {
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const page = await openedAt(browser, url, '#/chat');
    await page.locator('.composer textarea').waitFor();
    await page.reload({ waitUntil: 'commit' });
    took.push(
      await page.evaluate(`new Promise(resolve => {
        const look = () => {
          const field = document.querySelector('.composer textarea');
          const isThere = field && !field.disabled && document.querySelectorAll('a.conversation').length >= 60;
          if (isThere) requestAnimationFrame(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      })`),
    );
    await page.context().close();
  }
  const figure = {
    name: 'composer ready after the page is opened',
    value: median(took),
    unit: 'ms',
    atMost: 500,
  } as const;
  return [{ ...figure, yardstick: `${conversations} conversations in its list`, spread: spreadOf(took) }];
}

/** From a key in the filter of the Overview until the frame that shows what fits. */
async function filters(browser: Browser, url: string): Promise<readonly Figure[]> {
  const page = await openedAt(browser, url, '#/');
  await page.locator('a.row').first().waitFor();
  await page.locator('[aria-label="Filter actors"]').focus();
  const took: number[] = [];
  for (const key of [...'session:77', ...Array<string>(10).fill('Backspace')]) {
    // from the event itself: what the driver takes is no part of it
    const painted = page.evaluate<number>(`new Promise(resolve => addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    }, { once: true, capture: true }))`);
    await page.evaluate('new Promise(resolve => requestAnimationFrame(() => resolve()))');
    await page.keyboard.press(key);
    took.push(await painted);
  }
  await page.context().close();
  return [
    {
      name: 'a key in the filter until its frame',
      value: Math.max(...took),
      unit: 'ms',
      atMost: 100,
      yardstick: `the slowest of ${took.length}; ${actors} actors`,
      spread: middleHalf(took),
    },
  ];
}

/** The whole conversation is read back to its first message, then scrolled a screen at a time. */
async function scrolls(browser: Browser, url: string): Promise<readonly Figure[]> {
  const page = await openedAt(browser, url, `#/chat/${encodeURIComponent(long)}/${encodeURIComponent(`${long}/0`)}`);
  await page.evaluate(`new Promise(resolve => {
    const look = () => document.querySelector('.line-found') ? setTimeout(resolve, 500) : setTimeout(look, 50);
    look();
  })`);
  const frames = await page.evaluate<readonly number[]>(`new Promise(resolve => {
    const shown = document.querySelector('.talk-scroll');
    const frames = [];
    let last;
    let down = true;
    shown.scrollTop = 0;
    const step = now => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      if (frames.length >= 600) return resolve(frames);
      if (frames.length === 300) down = false;
      shown.scrollTop += down ? 400 : -400;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  await page.context().close();
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const mean = frames.reduce((sum, one) => sum + one, 0) / frames.length;
  return [
    {
      name: 'a frame, on average, while it scrolls',
      value: mean,
      unit: 'ms',
      atMost: 20,
      yardstick: `${messages} messages; 95 in 100 within ${at(0.95).toFixed(1)} ms`,
      spread: middleHalf(frames),
    },
  ];
}

async function openedAt(browser: Browser, url: string, hash: string): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(`${url}/#t=${token}`);
  await page.locator('.link-live').waitFor();
  await page.goto(`${url}/${hash}`);
  return page;
}
