/**
 * A real Chromium for the page's tests: one for each test file, a fresh profile for each visit.
 *
 * A visit watches itself: whatever the page logs as an error, throws or is refused by its policy fails the test that
 * looks at it.
 */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { inspect } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core';

/** Whose the page is: `server` and `agent` of this folder's tests, or a `Running` of test/flows. */
export interface Host {
  readonly url: string;
  readonly token: string;
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** The address after the page is in: `#/approvals`. */
  readonly hash?: string;
  readonly reducedMotion?: 'reduce' | 'no-preference';
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Every request of this visit's tabs, in order. */
  readonly requests: readonly Request[];
  /** What went wrong in the page so far. */
  readonly troubles: readonly string[];
  /** Another tab of the same browser profile; without a hash at the plain address, so without a token in it. */
  open(hash?: string): Promise<Page>;
}

const patienceMs = 15_000;
let running: Promise<Browser> | undefined;

/** The Chromium of this test file; it ends with the file. */
export function browser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath: '/usr/bin/chromium',
    // its own sandbox works for every user but root
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu'],
  });
  return running;
}
after(async () => (await running)?.close());

/** Opens the page by the link that `straylight ui` prints, and closes it after the story. */
export async function visiting(
  host: Host,
  options: VisitOptions,
  story: (visit: Visit) => Promise<void>,
): Promise<void> {
  const { width = 1440, height = 900, theme = 'light', hash, reducedMotion = 'no-preference' } = options;
  const context = await (await browser()).newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion,
  });
  context.setDefaultTimeout(patienceMs);
  const requests: Request[] = [];
  const troubles: string[] = [];
  context.on('request', request => void requests.push(request));
  context.on('weberror', thrown => void troubles.push(inspect(thrown.error())));
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text());
  });
  await context.addInitScript(`addEventListener('securitypolicyviolation', event =>
    console.error('policy', event.violatedDirective, event.blockedURI, event.sample))`);
  const open = async (to = '') => {
    const page = await context.newPage();
    await page.goto(`${host.url}/${to}`);
    return page;
  };
  try {
    const page = await open(`#t=${host.token}`);
    await page.waitForSelector('.rail');
    if (hash !== undefined) await page.goto(`${host.url}/${hash}`);
    await story({ context, page, requests, troubles, open });
  } finally {
    await context.close();
  }
}

/**
 * Waits, frame by frame, until the expression (in the page) holds. The page's policy allows no `eval`, so it goes in as
 * it is.
 */
export async function until(page: Page, expression: string): Promise<void> {
  const isSo = await page.evaluate(`new Promise(resolve => {
    const begun = performance.now();
    const look = () => {
      if (${expression}) resolve(true);
      else if (performance.now() - begun > ${patienceMs}) resolve(false);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  assert.ok(isSo, `waited in vain for ${expression} in ${await page.innerText('body')}`);
}

/** What an element says. */
export async function text(found: Locator): Promise<string> {
  await drawn(found);
  return found.innerText();
}

/** What each of several elements says. */
export async function texts(found: Locator): Promise<string[]> {
  await drawn(found.first());
  return found.allInnerTexts();
}

/**
 * What has just come in with `content-visibility: auto` has no `innerText` before the browser knows, two frames on,
 * whether it is on the screen.
 */
async function drawn(found: Locator): Promise<void> {
  await found.waitFor({ state: 'attached' });
  await found.page().evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

/** What an element says, in one line. */
export async function words(found: Locator): Promise<string> {
  return (await text(found)).replaceAll(/\s+/g, ' ').trim();
}

/** Nothing went wrong but what a lost connection logs by itself. */
export function assertCalm({ troubles }: Visit): void {
  assert.deepEqual(
    troubles.filter(line => !/net::ERR_|Failed to load resource/.test(line)),
    [],
  );
}
