/**
 * A browser for the agent: Chromium, started with the first page and not before, each session in a tab without a past.
 *
 * Every request passes browser-wall.ts and browser-proxy.ts. A browser that hangs or dies is a
 * `Fault` and is started again by the next navigation; tabs nobody uses are closed, and the browser with the last of
 * them.
 */

import { type Part, says } from '../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Browser, BrowserAction, PageAnswer } from '../../ports/web/browser.ts';
import type { DomainTrust } from '../../ports/web/domain-trust.ts';
import { oneByOne } from '../process/one-by-one.ts';
import { type ActionContext, type Done, perform } from './actions.ts';
import type { LaunchOptions } from './launch.ts';
import type { BrowserProxyOptions } from './proxy.ts';
import type { Tab } from './tab.ts';
import { browserTabs, isAlive, type OpenTab } from './tabs.ts';
import { pause, within } from './waiting.ts';

export interface BrowserOptions extends LaunchOptions, Omit<BrowserProxyOptions, 'onEvent'> {
  readonly trust: DomainTrust;
  /** Puts a picture into the workspace; answers where the agent finds it. */
  readonly save: (name: string, bytes: Uint8Array) => Promise<string>;
  readonly actionsPerMinute?: number;
  readonly screenshotsPerMinute?: number;
  /** How long a tab nobody uses stays open. */
  readonly idleMs?: number;
}

/** A start of the browser and a tab in it. */
const openMs = 45_000;

export function createBrowser(options: BrowserOptions): Browser {
  const { clock, idleMs = 900_000 } = options;
  const countAction = pace(clock, options.actionsPerMinute ?? 60, says`browser actions`);
  const countPicture = pace(clock, options.screenshotsPerMinute ?? 10, says`screenshots`);
  const tabs = browserTabs(options, options.trust);
  // two navigations at once are for one tab
  const inTurn = oneByOne();
  let cancelIdle = () => {};

  async function closeAll(): Promise<void> {
    cancelIdle();
    await tabs.closeAll();
  }

  async function tabFor(session: string, opens: string | undefined, signal: AbortSignal): Promise<OpenTab> {
    try {
      return await inTurn(() => within(clock, openMs, signal, tabs.of(session, opens)));
    } catch (thrown) {
      if (toFailure(thrown).kind === 'timeout') await closeAll();
      throw thrown;
    }
  }

  /** What an action that failed says; what no longer answers is ended. */
  async function failureOf(thrown: unknown, session: string, { browser, tab }: OpenTab): Promise<unknown> {
    const { kind } = toFailure(thrown);
    const isGone = tab.isGone();
    if (isGone || kind === 'timeout') await tabs.close(session);
    if (kind === 'timeout' && browser.chromium.isConnected() && !(await isAlive(browser, clock))) browser.kill();
    if (kind !== 'timeout' && (isGone || !browser.chromium.isConnected()))
      return fault('unavailable', says`the browser or its page died; navigate again to start a new one`);
    return thrown;
  }

  return {
    async act(session, action, timeoutMs, signal, onAlive = () => {}) {
      const never = action.action === 'navigate' ? options.trust.refusal(action.url) : undefined;
      if (never !== undefined) throw fault('denied', says`it may not be opened: ${never}`);
      countAction();
      if (action.action === 'screenshot') countPicture();
      cancelIdle();
      const open = await tabFor(session, action.action === 'navigate' ? action.url : undefined, signal);
      const { tab } = open;
      tab.page.on('response', onAlive);
      try {
        return await tab.inTurn(() => {
          if (action.action === 'navigate') tab.letIn(action.url);
          const context = { page: tab.page, timeout: timeoutMs, pause: (ms: number) => pause(clock, ms) };
          // Playwright's own deadline comes first, but for a script and for a browser that does not answer at all
          return within(clock, timeoutMs + 8_000, signal, answerOf(action, tab, context, options));
        });
      } catch (thrown) {
        throw await failureOf(thrown, session, open);
      } finally {
        tab.page.off('response', onAlive);
        cancelIdle();
        if (tabs.isRunning()) cancelIdle = clock.after(idleMs, () => void closeAll());
      }
    },
    ownHost: tabs.ownHost,
    closeTab: tabs.close,
    close: closeAll,
  };
}

/** The action done, or told why not, and where the page is now. */
async function answerOf(
  action: BrowserAction,
  tab: Tab,
  context: ActionContext,
  options: BrowserOptions,
): Promise<PageAnswer> {
  const { page } = tab;
  const outcome = await perform(action, context).catch((thrown: Error): Done & { readonly problem: string } => {
    if (tab.isGone()) throw thrown;
    return { problem: inWords(thrown) };
  });
  const { part, picture, value, said, status, problem }: Done & { readonly problem?: string } = outcome;
  const content =
    value ??
    (await part?.ariaSnapshot({ mode: 'ai', timeout: Math.min(context.timeout, 8_000) }).catch(() => undefined));
  const savedTo = picture && (await options.save(pictureName(options.clock.now()), picture));
  return {
    url: page.url(),
    title: await page.title().catch(() => ''),
    status,
    said,
    content,
    savedTo,
    problem,
    news: tab.news(),
  };
}

function pictureName(now: number): string {
  return `screenshots/${new Date(now).toISOString().replace(/[:.]/g, '-')}.png`;
}

/** The first line of what Playwright says, without colours; the rest is its log. */
function inWords({ message }: Error): string {
  return (message.replace(/\x1b\[[\d;]*m/g, '').split('\n', 1)[0] ?? '').replace(/^[\w.]+: /, '').slice(0, 400);
}

function pace(clock: Clock, most: number, what: Part): () => void {
  const times: number[] = [];
  return () => {
    const now = clock.now();
    while (times[0] !== undefined && times[0] <= now - 60_000) times.shift();
    if (times.length >= most)
      throw fault('unavailable', says`the limit of ${most} ${what} a minute is reached`, { retryAfterMs: 60_000 });
    times.push(now);
  };
}
