/**
 * The page in a real Chromium: how soon it is there, how soon a change is seen, what it costs while nothing and while
 * much happens.
 */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { startServer } from '../../inspector/server.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { operationService } from '../../src/api/service.ts';
import { type BusyAgent, busyAgent } from '../inspector/page/busy-agent.ts';
import { type Bench, type Figure, median, middleHalf, spreadOf } from './figure.ts';

const token = 'owner-token-owner-token-owner-token-owner-t';
const actors = 300;
const quietMs = 5_000;
const busySeconds = 5;
const updatesPerSecond = 1_000;

export const page: Bench = {
  name: 'page',
  title: `The page of Straylight, ${actors} actors, headless Chromium over loopback`,
  async run({ minutes }) {
    const busy = busyAgent(actors - 15);
    const { reader, levers, health } = busy.agent;
    const log = () => undefined;
    const operations = operationService({ ...reader, ...levers });
    const server = await startServer({ reader, operations, health, port: 0, token, clock: systemClock, log });
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-gpu'],
    });
    try {
      const link = `${server.url}/#t=${token}`;
      const opened = await openings(browser, link, 5);
      const shown = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await shown.goto(link);
      await shown.locator('.link-live').waitFor();
      await shown.evaluate('new Promise(resolve => setTimeout(resolve, 1_000))');
      return [
        {
          ...figure('rows on the screen after the link is opened', median(opened), 'ms', 1_000),
          spread: spreadOf(opened),
        },
        ...(await changes(shown, busy)),
        ...(await resting(browser, shown)),
        ...(await underLoad(shown, busy, (minutes === undefined ? busySeconds : minutes * 60) * 1_000)),
      ];
    } finally {
      await browser.close();
      await server.close(0);
    }
  },
};

/** From the first byte asked for until the first rows have been painted, each in a fresh profile. */
async function openings(browser: Browser, link: string, rounds: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(link, { waitUntil: 'commit' });
    took.push(
      await page.evaluate(`new Promise(resolve => {
        const look = () => document.querySelectorAll('a.row').length > 50
          ? requestAnimationFrame(() => resolve(performance.now()))
          : requestAnimationFrame(look);
        look();
      })`),
    );
    await context.close();
  }
  return took;
}

/** From a step of Straylight to the frame that shows it; both clocks are this computer's. */
async function changes(page: Page, { step, ids }: BusyAgent): Promise<readonly Figure[]> {
  const id = ids[1] ?? '';
  const took: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const wanted = `${step(id, {}).rev + 1} events`;
    const seen = page.evaluate(`new Promise(resolve => {
      const count = document.querySelector('a.row[href$="${encodeURIComponent(id)}"] .row-count');
      const look = () => count.textContent === '${wanted}' ? requestAnimationFrame(() => resolve(Date.now())) : requestAnimationFrame(look);
      look();
    })`);
    await page.evaluate('new Promise(resolve => setTimeout(resolve, 150))');
    const began = Date.now();
    step(id);
    took.push(Number(await seen) - began);
  }
  return [{ ...figure('a state change until its pixel', median(took), 'ms', 150), spread: middleHalf(took) }];
}

/** All processes of the browser while the page is open and nothing happens. */
async function resting(browser: Browser, page: Page): Promise<readonly Figure[]> {
  const session = await browser.newBrowserCDPSession();
  const before = await cpuSeconds(session);
  await page.evaluate(`new Promise(resolve => setTimeout(resolve, ${quietMs}))`);
  const spent = (await cpuSeconds(session)) - before;
  return [figure('of a core, the open page while nothing happens', spent / (quietMs / 1000), '×', 0.1)];
}

async function cpuSeconds(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** A thousand updates a second, spread over all actors. */
async function underLoad(page: Page, { step, ids }: BusyAgent, busyMs: number): Promise<readonly Figure[]> {
  let turn = 0;
  const began = performance.now();
  const ticking = setInterval(() => {
    const due = ((performance.now() - began) / 1_000) * updatesPerSecond;
    for (; turn < due; turn += 1) step(ids[turn % ids.length] ?? '');
  }, 10);
  try {
    const frames = await page.evaluate<number>(`new Promise(resolve => {
      let frames = 0;
      const began = performance.now();
      const count = now => { frames += 1; now - began < ${busyMs} ? requestAnimationFrame(count) : resolve(frames); };
      requestAnimationFrame(count);
    })`);
    const rate = (turn / (performance.now() - began)) * 1_000;
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return [
      {
        ...figure('a frame, on average, under the updates', busyMs / frames, 'ms', 25),
        yardstick: `${Math.round(rate)} updates/s for ${busyMs / 1_000} s; 25 ms are 40 frames/s`,
      },
      figure('heap of the page after that', usedSize / 2 ** 20, 'MB', 40),
    ];
  } finally {
    clearInterval(ticking);
  }
}

function figure(name: string, value: number, unit: Figure['unit'], atMost: number): Figure {
  return { name, value, unit, atMost, yardstick: `${actors} actors` };
}
