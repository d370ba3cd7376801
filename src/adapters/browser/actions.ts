/** What can be done with a page, one function an action; each answers in words, or throws what Playwright throws. */

import type { Locator, Page } from 'playwright-core';
import type { BrowserAction, Direction } from '../../ports/web/browser.ts';

/** What an action found or did. */
export interface Done {
  /** In one sentence. */
  readonly said?: string;
  /** The HTTP status of a navigation. */
  readonly status?: number;
  /** Where the content of the page, or of a part of it, should be told. */
  readonly part?: Locator;
  /** What a script answered, as JSON text. */
  readonly value?: string;
  readonly picture?: Uint8Array;
}

export interface ActionContext {
  readonly page: Page;
  readonly timeout: number;
  /** Comes back after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}

export async function perform(action: BrowserAction, { page, timeout, pause }: ActionContext): Promise<Done> {
  const body = page.locator('body');
  const part = (selector: string | undefined) => (selector === undefined ? body : found(page, selector));
  switch (action.action) {
    case 'navigate': {
      const response = await page.goto(action.url, { timeout, waitUntil: 'domcontentloaded' });
      await calm(page, pause);
      return { part: body, status: response?.status() };
    }
    case 'click':
      await found(page, action.selector).click({ timeout });
      await calm(page, pause);
      return { said: 'Clicked.', part: body };
    case 'type': {
      const field = found(page, action.selector);
      await field.fill(action.text, { timeout });
      if (action.submit !== true) return { said: 'Typed.' };
      await field.press('Enter', { timeout });
      await calm(page, pause);
      return { said: 'Typed, and pressed Enter.', part: body };
    }
    case 'screenshot': {
      const options = { timeout, type: 'png', animations: 'disabled' } as const;
      const picture = await (action.selector === undefined
        ? page.screenshot(options)
        : part(action.selector).screenshot(options));
      return { picture };
    }
    case 'extract':
      return { part: part(action.selector) };
    case 'wait':
      if (action.selector === undefined) await page.waitForLoadState('networkidle', { timeout });
      else await found(page, action.selector).waitFor({ timeout });
      return { said: action.selector === undefined ? 'The network is quiet.' : 'It is there.', part: body };
    case 'scroll': {
      if (action.selector !== undefined) await found(page, action.selector).scrollIntoViewIfNeeded({ timeout });
      else await page.evaluate(scrolling(action.direction ?? 'down'));
      return { said: await page.evaluate<string>(position) };
    }
    case 'evaluate':
      return { value: written(await page.evaluate(action.script)) };
  }
}

/** An element by its reference in the latest snapshot (`e12`, `f1e3`), else by a selector of Playwright's. */
function found(page: Page, selector: string): Locator {
  return /^(?:f\d+)?e\d+$/.test(selector) ? page.getByRef(selector) : page.locator(selector);
}

/** A page that does something gets a moment to begin, and a few seconds to end it. */
async function calm(page: Page, pause: (ms: number) => Promise<void>): Promise<void> {
  await pause(100);
  await page.waitForLoadState('load', { timeout: 5_000 }).catch(() => {});
}

function written(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value, undefined, 2);
}

// These two run in the page, whose names this program does not have.

const scrolling = (direction: Direction) => `{
  const height = window.innerHeight * 0.9;
  const most = document.documentElement.scrollHeight;
  const to = { down: window.scrollY + height, up: window.scrollY - height, top: 0, bottom: most };
  window.scrollTo({ top: to[${JSON.stringify(direction)}], behavior: 'instant' });
}`;

const position = `(() => {
  const [top, all] = [Math.round(window.scrollY), document.documentElement.scrollHeight];
  return 'Scrolled to ' + top + ' of ' + Math.max(0, all - window.innerHeight) + ' pixels.';
})()`;
