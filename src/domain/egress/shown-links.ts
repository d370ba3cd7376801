/**
 * May a link of a page be followed without a question, in a conversation that holds outside text?
 *
 * A link that stands on a page carries nothing of what was read since: the page had it before. What can still tell
 * something is which link is followed. So that is counted: a choice among n links, or to stop, is log2(n + 1) bits, and
 * a conversation has a fixed total of them. No message of the owner adds to it, since he cannot know what the choices
 * before it have told.
 */

import { addressBytes } from './address.ts';
import { judgeUrl } from './egress.ts';

/**
 * `followed`: it may be. `unseen`: it is no link of a page that was read. `shape`: it has parts that could hold data.
 * `site`: it leads away from a page that the agent itself could have written to. `budget`: no bits are left.
 */
export type LinkVerdict = 'followed' | 'unseen' | 'shape' | 'site' | 'budget';

/** One call of `web_fetch` that has ended. */
export interface PastFetch {
  readonly startedAt: number;
  readonly endedAt: number;
  /** What it answered; absent where it read nothing. */
  readonly answer?: string;
  /** It ran unasked because of this rule. */
  readonly isFollowed: boolean;
}

/** What a conversation has fetched so far. */
export interface LinkHistory {
  readonly fetches: readonly PastFetch[];
  /** Fetches that were asked for and have not ended. */
  readonly underWay: number;
  /** Something was called that may have sent data to a site, so a page may hold what the agent put there. */
  readonly couldHaveSent: boolean;
}

/** What choices among links may tell in one conversation, in bits. */
export const linkBits = 16;

/**
 * Judges one address after the other; each that may be followed is counted before the next. Undefined: no page was
 * read.
 */
export function linkRule({ fetches, underWay, couldHaveSent }: LinkHistory): (url: string) => LinkVerdict | undefined {
  const pages = fetches.flatMap(({ endedAt, answer }) =>
    answer === undefined ? [] : [{ endedAt, ...pageOf(answer) }],
  );
  const choices = (until = Number.POSITIVE_INFINITY) =>
    new Set(pages.flatMap(({ endedAt, links }) => (endedAt <= until ? links : []))).size;
  const bits = (among: number) => Math.log2(among + 1);
  const all = choices();
  let spent = underWay * bits(all);
  for (const { startedAt, isFollowed } of fetches) if (isFollowed) spent += bits(choices(startedAt));

  return url => {
    if (pages.length === 0) return undefined;
    const wanted = normal(url);
    const on = wanted === undefined ? [] : pages.filter(({ links }) => links.includes(wanted));
    if (wanted === undefined || on.length === 0) return 'unseen';
    if (!isPlainAddress(url)) return 'shape';
    if (couldHaveSent && on.every(({ host }) => host !== URL.parse(wanted)?.host)) return 'site';
    if (spent + bits(all) > linkBits) return 'budget';
    spent += bits(all);
    return 'followed';
  };
}

interface Page {
  readonly host: string | undefined;
  readonly links: readonly string[];
}

/**
 * The links of an answer of `web_fetch`: those of its Markdown. Its first line, which no page can forge, says where it
 * is from.
 */
function pageOf(answer: string): Page {
  const [, from = ''] = /^URL: (\S+)/.exec(answer) ?? [];
  const body = answer.indexOf('\n\n');
  const host = URL.parse(from)?.host;
  if (host === undefined || body < 0) return { host, links: [] };
  const found = answer.slice(body).matchAll(/\]\((https?:\/\/[^\s()<>"]{1,1000})(?=[)\s])/gi);
  return { host, links: [...new Set([...found].flatMap(([, link = '']) => normal(link) ?? []))] };
}

/** What would be requested. */
function normal(text: string): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url.href;
}

const mostCharacters = 200;

/** An address of a public name and a path of words, with no place for data. */
function isPlainAddress(text: string): boolean {
  const url = URL.parse(text.trim());
  if (url === null || text.length > mostCharacters || url.href.length > mostCharacters || /[?#]/.test(text))
    return false;
  if (judgeUrl(url.href).verdict !== 'allow' || url.port !== '') return false;
  if (url.hostname.startsWith('[') || addressBytes(url.hostname) !== undefined) return false;
  return ![...url.hostname.split('.'), ...url.pathname.split('/')].some(looksLikeData);
}

/** Long and not made of words: hexadecimal, base64 and their like. Dashes part words, so a headline passes. */
function looksLikeData(part: string): boolean {
  const text = decoded(part);
  if (text === undefined || text.includes('%')) return true;
  if (/^[\da-f]{16,}$/i.test(text.replace(/[-_.:]/g, ''))) return true;
  return text.split(/[\s\-_.~,:;!'()&]+/).some(piece => {
    if (/^[\da-f]{16,}$/i.test(piece)) return true;
    if (piece.length >= 20 && /\d/.test(piece) && /\p{L}/u.test(piece)) return true;
    if (piece.length >= 20 && (piece.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0) >= 4) return true;
    return piece.length > 48 || /[=+]/.test(piece);
  });
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
