/**
 * The wall around the pages: every request of every page, frame and worker, redirects included, is judged before it
 * leaves.
 *
 * The browser's own Fetch domain, switched on for the browser as a whole, stops each of them; Playwright's routes would
 * miss redirects. What slips past it (a WebSocket, a preconnect) meets the proxy.
 */

import type { CDPSession } from 'playwright-core';
import { type PageRights, siteOf, whyPageMayNot } from '../../domain/egress/browser.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';

/** One tab, as the wall knows it. */
export interface WalledTab {
  readonly sites: ReadonlySet<string>;
  /** The host of the owner's own network whose pages it is for. */
  readonly own?: string | undefined;
  /** Told of every request that was refused: to whom, and why. */
  readonly onRefused: (reason: string) => void;
}

export interface Wall {
  /** `frame`: the id of the tab's main frame. The answer takes the tab out again. */
  add(frame: string, tab: WalledTab): () => void;
}

/** `session`: of the browser as a whole. */
export async function raiseWall(
  session: CDPSession,
  {
    onAllowed,
    ...rights
  }: Pick<PageRights, 'refusal' | 'isTrusted' | 'ownHost'> & {
    /** A request to this URL may leave. */
    readonly onAllowed: (url: string) => void;
  },
): Promise<Wall> {
  const tabs = new Map<string, WalledTab>();
  session.on('Fetch.requestPaused', ({ requestId, request: { url, method }, resourceType, frameId }) => {
    const tab = tabs.get(frameId);
    // A frame within a page, or a worker, does not say whose it is: it may what any open tab may.
    const sites = tab?.sites ?? new Set([...tabs.values()].flatMap(one => [...one.sites]));
    const isPage = tab !== undefined && resourceType === 'Document';
    // a frame of the public web within a page of the own network could ask it by a WebSocket
    const isFrame = tab === undefined && resourceType === 'Document' && rights.ownHost(url) === undefined;
    const inOwn = isFrame && [...tabs.values()].some(({ own }) => own !== undefined);
    const why = inOwn
      ? 'no page of the public web is shown within one of the own network'
      : whyPageMayNot({ url, method, isPage }, { ...rights, sites, own: tab?.own });
    // Neither can fail but where the page is gone, and the request with it.
    const send = (command: 'Fetch.continueRequest' | 'Fetch.failRequest', more: object) =>
      void session
        .send(command, { requestId, ...more } as { requestId: string; errorReason: 'BlockedByClient' })
        .catch(() => {});
    if (why === undefined) {
      onAllowed(url);
      return send('Fetch.continueRequest', {});
    }
    for (const one of tab ? [tab] : tabs.values())
      one.onRefused(`${siteOf(url) ?? rights.ownHost(url) ?? 'a request'}: ${inEnglish(why)}`);
    send('Fetch.failRequest', { errorReason: 'BlockedByClient' });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  return {
    add(frame, tab) {
      tabs.set(frame, tab);
      return () => void tabs.delete(frame);
    },
  };
}
