/** The running browser and its tabs, one a session: started with the first tab, ended with the last. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DomainTrust } from '../../ports/web/domain-trust.ts';
import { atMost } from '../process/at-most.ts';
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch.ts';
import { type BrowserProxy, type BrowserProxyOptions, startBrowserProxy } from './proxy.ts';
import { openTab, type Tab } from './tab.ts';
import { raiseWall, type Wall } from './wall.ts';

export interface RunningBrowser extends LaunchedBrowser {
  readonly proxy: BrowserProxy;
  readonly wall: Wall;
  /** By session; the one used last is last. */
  readonly tabs: Map<string, Tab>;
}

export interface OpenTab {
  readonly browser: RunningBrowser;
  readonly tab: Tab;
}

export interface BrowserTabs {
  /**
   * The tab of a session. `opens`: where there is none for this URL, one is opened, in a browser that is started if need
   * be. A host of the owner's own network has a tab of its own.
   */
  of(session: string, opens?: string): Promise<OpenTab>;
  /** The host of the owner's own network that the tab of a session is for. */
  ownHost(session: string): string | undefined;
  /** Answers whether there was one. */
  close(session: string): Promise<boolean>;
  /** Ends the browser. */
  closeAll(): Promise<void>;
  isRunning(): boolean;
}

type Launching = LaunchOptions & Omit<BrowserProxyOptions, 'onEvent'>;

const mostTabs = 4;

export function browserTabs(options: Launching, trust: DomainTrust): BrowserTabs {
  const { clock } = options;
  let running: Promise<RunningBrowser> | undefined;
  /** The same, once it has started. */
  let current: RunningBrowser | undefined;

  /** The running browser; starts one where there is none. */
  function started(): Promise<RunningBrowser> {
    running ??= start(options, trust).then(
      browser => {
        browser.chromium.once('disconnected', () => void end(browser));
        current = browser;
        return browser;
      },
      (thrown: unknown) => {
        running = undefined;
        throw thrown;
      },
    );
    return running;
  }

  async function end(browser: RunningBrowser): Promise<void> {
    if ((await running?.catch(() => undefined)) === browser) running = undefined;
    browser.tabs.clear();
    await atMost(clock, 5_000, browser.chromium.close());
    if (browser.chromium.isConnected()) browser.kill();
    await browser.proxy.close();
  }

  async function close(session: string): Promise<boolean> {
    const browser = await running?.catch(() => undefined);
    if (browser === undefined || !(await leave(browser, session))) return false;
    if (browser.tabs.size === 0) await end(browser);
    return true;
  }

  /** Closes the tabs that are for other hosts of the own network than this one, or for the public web. */
  async function onlyOf(browser: RunningBrowser, own: string | undefined): Promise<void> {
    const others = [...browser.tabs].filter(([, tab]) => tab.own !== own);
    for (const [session] of others) await leave(browser, session);
    if (own === undefined || others.length > 0) browser.proxy.forgetOwn();
  }

  /** Its tab alone. */
  async function leave({ tabs }: RunningBrowser, session: string): Promise<boolean> {
    const tab = tabs.get(session);
    tabs.delete(session);
    if (tab !== undefined) await atMost(clock, 5_000, tab.close());
    return tab !== undefined;
  }

  return {
    async of(session, opens) {
      const browser = opens === undefined ? await running : await started();
      const own = opens === undefined ? undefined : trust.ownHost(opens);
      if (browser?.tabs.get(session)?.isGone()) await leave(browser, session);
      // what slips past the wall (a WebSocket) tells no tab, so no public page is open beside one of the own network
      if (browser && opens !== undefined) await onlyOf(browser, own);
      const tab =
        browser?.tabs.get(session) ??
        (opens !== undefined && browser ? await openTab(browser.chromium, browser.wall, own) : undefined);
      if (browser === undefined || tab === undefined)
        throw fault('invalid', says`no page is open in this conversation; navigate to one first`);
      browser.tabs.delete(session);
      browser.tabs.set(session, tab);
      const [oldest] = browser.tabs;
      if (browser.tabs.size > mostTabs && oldest) await close(oldest[0]);
      return { browser, tab };
    },
    ownHost: session => current?.tabs.get(session)?.own,
    close,
    async closeAll() {
      const browser = await running?.catch(() => undefined);
      if (browser) await end(browser);
    },
    isRunning: () => running !== undefined,
  };
}

async function start(options: Launching, trust: DomainTrust): Promise<RunningBrowser> {
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
    const { refusal, isTrusted, ownHost } = trust;
    const session = await launched.chromium.newBrowserCDPSession();
    return {
      ...launched,
      proxy,
      wall: await raiseWall(session, { refusal, isTrusted, ownHost, onAllowed: proxy.expect }),
      tabs,
    };
  } catch (thrown) {
    launched?.kill();
    await proxy.close();
    throw thrown;
  }
}

/** Does the browser itself still answer? */
export async function isAlive({ chromium }: RunningBrowser, clock: Clock): Promise<boolean> {
  const answer = chromium.newBrowserCDPSession().then(async session => {
    await session.send('Browser.getVersion');
    await session.detach();
    return true;
  });
  return (await atMost(clock, 3_000, answer)) === true;
}
