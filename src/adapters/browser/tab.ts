/** One tab: a context of its own without a past, one page in it, and the sites the owner has let it visit. */
import type { BrowserContext, Browser as Chromium, Page } from 'playwright-core';
import { siteOf } from '../../domain/egress/browser.ts';
import { oneByOne } from '../process/one-by-one.ts';
import type { Wall } from './wall.ts';

export interface Tab {
  readonly page: Page;
  /** The host of the owner's own network whose pages it is for; undefined: it is for the public web. */
  readonly own: string | undefined;
  /** The owner lets it visit the site of this URL. */
  letIn(url: string): void;
  /** What was refused or happened by itself since it was last asked. */
  news(): readonly string[];
  readonly onNews: (text: string) => void;
  /** One piece of work after another. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
  /** It crashed, or closed itself. */
  isGone(): boolean;
  close(): Promise<void>;
}

const mostNews = 6;

export async function openTab(chromium: Chromium, wall: Wall, own?: string): Promise<Tab> {
  const context = await chromium.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(withoutPeers);
  const page = await context.newPage();
  const sites = new Set<string>();
  const news = new Set<string>();
  const onNews = (text: string) => void (news.size < mostNews && news.add(text));
  const leaveWall = wall.add(await frameOf(context, page), { sites, own, onRefused: onNews });
  let crashed = false;
  page.on('crash', () => {
    crashed = true;
  });
  page.on('download', download =>
    onNews(`${siteOf(download.url()) ?? 'a page'} offered a download, which was not taken`),
  );
  context.on('page', other => {
    if (other === page) return;
    onNews(`the page opened a window at ${other.url()}, which was closed; navigate there to see it`);
    other.close().catch(() => {});
  });
  return {
    page,
    own,
    letIn(url) {
      const site = siteOf(url);
      if (site !== undefined) sites.add(site);
    },
    news() {
      const all = [...news];
      news.clear();
      return all;
    },
    onNews,
    inTurn: oneByOne(),
    isGone: () => crashed || page.isClosed(),
    async close() {
      leaveWall();
      await context.close();
    },
  };
}

async function frameOf(context: BrowserContext, page: Page): Promise<string> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.targetId;
}

/** A second wall: what WebRTC and WebTransport send would not pass the first. */
const withoutPeers = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
  delete globalThis[name];`;
