/**
 * What a page in the browser may ask the network for.
 *
 * Reading is open, as it is for web_fetch: pictures, scripts and frames come from anywhere public. The page itself may
 * go only to a site the owner has let this tab visit or trusts, and what changes something (every method but GET, HEAD
 * and OPTIONS) goes only there too. So neither a link nor a script nor a redirect takes the agent, or what it typed, to
 * a site nobody was asked about.
 */

import { type Sentence, says } from '../policy/sentence.ts';
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
  readonly refusal: (url: string) => Sentence | undefined;
  readonly isTrusted: (url: string) => boolean;
  /** Sites the owner has let the tab visit, as {@link siteOf} writes them. */
  readonly sites: ReadonlySet<string>;
  /** The host and port of a URL in the owner's own network, where he has let it in. */
  readonly ownHost: (url: string) => string | undefined;
  /** The one such host whose pages the tab is for; undefined: it is for pages of the public web. */
  readonly own?: string | undefined;
}

/** The host of a URL, where `www.` makes no difference; undefined for a URL that leads nowhere in the public web. */
export function siteOf(url: string): string | undefined {
  const destination = judgeUrl(url);
  return isDenied(destination) ? undefined : hostOf(destination).replace(/^www\./, '');
}

/**
 * A page of the public web asks nothing of the owner's own network, nor does a tab that has held one: each such host has
 * a tab of its own, which no public page is opened in. Only its main frame may ask it.
 */
function whyNotOwn(to: string | undefined, { url, isPage }: PageRequest, { own }: PageRights): Sentence | undefined {
  if (to !== undefined && to !== own) return says`${to} is in the owner's own network; navigate to it`;
  if (to === undefined && own !== undefined && isPage)
    return says`this tab is for ${own}; navigate to ${siteOf(url) ?? says`the other page`} to leave it`;
  return undefined;
}

/** Why not, as the end of a sentence; undefined where it may. */
export function whyPageMayNot(request: PageRequest, rights: PageRights): Sentence | undefined {
  const { url, method, isPage } = request;
  const to = rights.ownHost(url);
  const never = rights.refusal(url) ?? whyNotOwn(to, request, rights);
  if (never !== undefined || to !== undefined) return never;
  const isReading = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const site = siteOf(url) ?? '';
  if ((isReading && !isPage) || rights.sites.has(site) || rights.isTrusted(url)) return undefined;
  return isPage
    ? says`${site} is another site, which the owner was not asked about; navigate to it to ask`
    : says`a ${method} to ${site} is for a site the owner was not asked about`;
}
