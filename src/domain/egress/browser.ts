/**
 * What a page in the browser may ask the network for.
 *
 * Reading is open, as it is for web_fetch: pictures, scripts and frames come from anywhere public. The page itself may
 * go only to a site the owner has let this tab visit or trusts, and what changes something (every method but GET, HEAD
 * and OPTIONS) goes only there too. So neither a link nor a script nor a redirect takes the agent, or what it typed, to
 * a site nobody was asked about.
 */

import { hostOf } from './domains.ts';
import { isDenied, judgeUrl } from './egress.ts';

export interface PageRequest {
  readonly url: string;
  readonly method: string;
  /** It is the document of the tab itself: a navigation, or a redirect of one. */
  readonly isPage: boolean;
}

export interface PageRights {
  /** Why a request to this URL can never leave. */
  readonly refusal: (url: string) => string | undefined;
  readonly isTrusted: (url: string) => boolean;
  /** Sites the owner has let the tab visit, as {@link siteOf} writes them. */
  readonly sites: ReadonlySet<string>;
}

/** The host of a URL, where `www.` makes no difference; undefined for a URL that leads nowhere. */
export function siteOf(url: string): string | undefined {
  const destination = judgeUrl(url);
  return isDenied(destination) ? undefined : hostOf(destination).replace(/^www\./, '');
}

/** Why not, as the end of a sentence; undefined where it may. */
export function whyPageMayNot({ url, method, isPage }: PageRequest, rights: PageRights): string | undefined {
  const never = rights.refusal(url);
  if (never !== undefined) return never;
  const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const site = siteOf(url) ?? '';
  if ((isReading && !isPage) || rights.sites.has(site) || rights.isTrusted(url)) return undefined;
  return isPage
    ? `${site} is another site, which the owner was not asked about; navigate to it to ask`
    : `a ${method} to ${site} is for a site the owner was not asked about`;
}
