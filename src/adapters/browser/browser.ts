/**
 * A browser for the agent: Chromium, started with the first page and not before, each session in a tab without a past.
 *
 * Every request passes the wall (browser-wall.ts) and the door (browser-proxy.ts). A browser that hangs or dies is a
 * `Fault` and is started anew by the next navigation; tabs nobody uses are closed, and the browser with the last of
 * them.
 */

import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Browser, BrowserAction, PageAnswer } from '../../ports/web/browser.ts';
import type { DomainTrust } from '../../ports/web/domain-trust.ts';
import { oneByOne } from '../process/one-by-one.ts';
import { type ActionContext, type Done, perform } from './actions.ts';
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch.ts';
import { type BrowserProxy, type BrowserProxyOptions, startBrowserProxy } from './proxy.ts';
import { openTab, type Tab } from './tab.ts';
import { atMost, pause, within } from './waiting.ts';
import { raiseWall, type Wall } from './wall.ts';

export interface BrowserOptions extends LaunchOptions, Omit<BrowserProxyOptions, 'onEvent'> {
  readonly trust: DomainTrust;
  /** Puts a picture into the workspace; answers where the agent finds it. */
  readonly save: (name: string, bytes: Uint8Array) => Promise<string>;
  readonly actionsPerMinute?: number;
  readonly screenshotsPerMinute?: number;
  /** How long a tab nobody uses stays open. */
  readonly idleMs?: number;
}

const mostTabs = 4;
/** A start of the browser and a tab in it. */
const openMs = 45_000;

export function createBrowser(options: BrowserOptions): Browser {
  const { clock, idleMs = 900_000 } = options;
  const countAction = pace(clock, options.actionsPerMinute ?? 60, 'browser actions');
  const countPicture = pace(clock, options.screenshotsPerMinute ?? 10, 'screenshots');
  let agent: Promise<Running> | undefined;
  // Two navigations at once are for one tab.
  const inTurn = oneByOne();
  let cancelIdle = () => {};

  /** The running browser; starts one where there is none. */
  function running(): Promise<Running> {
    agent ??= start(options).then(
      started => {
        started.chromium.once('disconnected', () => void end(started));
        return started;
      },
      (thrown: unknown) => {
        agent = undefined;
        throw thrown;
      },
    );
    return agent;
  }

  async function end(one: Running): Promise<void> {
    if ((await agent?.catch(() => undefined)) === one) agent = undefined;
    one.tabs.clear();
    await atMost(clock, 5_000, one.chromium.close());
    if (one.chromium.isConnected()) one.kill();
    await one.proxy.close();
  }

  async function closeAll(): Promise<void> {
    cancelIdle();
    const one = await agent?.catch(() => undefined);
    if (one) await end(one);
  }

  async function tabFor(session: string, opens: boolean): Promise<{ readonly one: Running; readonly tab: Tab }> {
    const one = opens ? await running() : await agent;
    if (one?.tabs.get(session)?.isGone()) await closeTab(session);
    const tab = one?.tabs.get(session) ?? (opens && one ? await openTab(one.chromium, one.wall) : undefined);
    if (one === undefined || tab === undefined)
      throw fault('invalid', 'no page is open in this conversation; navigate to one first');
    // The one used last is last.
    one.tabs.delete(session);
    one.tabs.set(session, tab);
    const [oldest] = one.tabs;
    if (one.tabs.size > mostTabs && oldest) await closeTab(oldest[0]);
    return { one, tab };
  }

  async function closeTab(session: string): Promise<boolean> {
    const one = await agent?.catch(() => undefined);
    const tab = one?.tabs.get(session);
    if (one === undefined || tab === undefined) return false;
    one.tabs.delete(session);
    await atMost(clock, 5_000, tab.close());
    if (one.tabs.size === 0) await end(one);
    return true;
  }

  return {
    async act(session, action, timeoutMs, signal, onAlive = () => {}) {
      const never = action.action === 'navigate' ? options.trust.refusal(action.url) : undefined;
      if (never !== undefined) throw fault('denied', `it may not be opened: ${never}`);
      countAction();
      if (action.action === 'screenshot') countPicture();
      cancelIdle();
      const opens = action.action === 'navigate';
      const { one, tab } = await inTurn(() => within(clock, openMs, signal, tabFor(session, opens))).catch(
        async thrown => {
          if (toFailure(thrown).kind === 'timeout') await closeAll();
          throw thrown;
        },
      );
      tab.page.on('response', onAlive);
      try {
        return await tab.inTurn(() => {
          if (action.action === 'navigate') tab.letIn(action.url);
          const context = { page: tab.page, timeout: timeoutMs, pause: (ms: number) => pause(clock, ms) };
          // Playwright's own deadline comes first, but for a script and for a browser that does not answer at all.
          return within(clock, timeoutMs + 8_000, signal, answerOf(action, tab, context, options));
        });
      } catch (thrown) {
        const { kind } = toFailure(thrown);
        const isGone = tab.isGone();
        if (isGone || kind === 'timeout') await closeTab(session);
        if (kind === 'timeout' && one.chromium.isConnected() && !(await isAlive(one, clock))) one.kill();
        if (kind !== 'timeout' && (isGone || !one.chromium.isConnected()))
          throw fault('unavailable', 'the browser or its page died; navigate again to start anew');
        throw thrown;
      } finally {
        tab.page.off('response', onAlive);
        cancelIdle();
        if (agent !== undefined) cancelIdle = clock.after(idleMs, () => void closeAll());
      }
    },
    closeTab,
    close: closeAll,
  };
}

interface Running extends LaunchedBrowser {
  readonly proxy: BrowserProxy;
  readonly wall: Wall;
  readonly tabs: Map<string, Tab>;
}

async function start(options: BrowserOptions): Promise<Running> {
  const tabs = new Map<string, Tab>();
  const proxy = await startBrowserProxy({
    ...options,
    onEvent: ({ kind, target, reason }) => {
      if (kind === 'refused') for (const tab of tabs.values()) tab.onNews(`${target}: ${reason}`);
    },
  });
  let launched: LaunchedBrowser | undefined;
  try {
    launched = await launchBrowser(proxy, options);
    const { refusal, isTrusted } = options.trust;
    const session = await launched.chromium.newBrowserCDPSession();
    return {
      ...launched,
      proxy,
      wall: await raiseWall(session, { refusal, isTrusted, onAllowed: proxy.expect }),
      tabs,
    };
  } catch (thrown) {
    launched?.kill();
    await proxy.close();
    throw thrown;
  }
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
    ...(status !== undefined && { status }),
    ...(said !== undefined && { said }),
    ...(content !== undefined && { content }),
    ...(savedTo !== undefined && { savedTo }),
    ...(problem !== undefined && { problem }),
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

function pace(clock: Clock, most: number, what: string): () => void {
  const times: number[] = [];
  return () => {
    const now = clock.now();
    while (times[0] !== undefined && times[0] <= now - 60_000) times.shift();
    if (times.length >= most)
      throw fault('unavailable', `the limit of ${most} ${what} a minute is reached`, { retryAfterMs: 60_000 });
    times.push(now);
  };
}

/** Does the browser itself still answer? */
async function isAlive({ chromium }: Running, clock: Clock): Promise<boolean> {
  const asked = chromium.newBrowserCDPSession().then(async session => {
    await session.send('Browser.getVersion');
    await session.detach();
    return true;
  });
  return (await atMost(clock, 3_000, asked)) === true;
}
