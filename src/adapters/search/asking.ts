/** What all kinds of web search share: a request that answers JSON, and hits made plain. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { FetchRequest } from '../../ports/web/fetcher.ts';
import type { SearchHit, SearchServices } from '../../ports/web/search-kind.ts';

const longestTitle = 200;
const longestSnippet = 500;

/** `setting`: what is named where the service refuses the key. Throws a `Fault` for any answer but JSON with 200. */
export async function jsonOf(
  { fetch }: Pick<SearchServices, 'fetch'>,
  request: FetchRequest,
  setting: string,
): Promise<unknown> {
  const { origin } = new URL(request.url);
  const { status, headers, body } = await fetch({ ...request, mayReachOwn: true, staysAtOrigin: true });
  if (status === 401 || status === 403)
    throw fault('denied', says`${origin} refused the search (${status}); check ${setting}`);
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    const wait = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 60_000;
    throw fault('unavailable', says`${origin} limits how often it may be searched (429)`, { retryAfterMs: wait });
  }
  if (status !== 200) throw fault('unavailable', says`expected 200 of ${origin}, got ${status}`);
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw fault('unavailable', says`expected JSON of ${origin}, got something else; check ${setting}`);
  }
}

/** What the service calls its results, as an array of objects; none where it is something else. */
export function rowsIn(answer: unknown, ...path: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  let at: unknown = answer;
  for (const name of path)
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  return Array.isArray(at) ? at.filter(one => typeof one === 'object' && one !== null) : [];
}

/** A hit of the one shape; undefined for one without an address that can be target. */
export function hitOf({
  title,
  url,
  snippet,
  date,
}: {
  readonly title: unknown;
  readonly url: unknown;
  readonly snippet: unknown;
  readonly date?: unknown;
}): SearchHit | undefined {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.href.length > 1_000)
    return undefined;
  const words = plain(title, longestTitle);
  const hit = {
    title: words === '' ? parsed.hostname : words,
    url: parsed.href,
    snippet: plain(snippet, longestSnippet),
  };
  const said = plain(date, 40);
  return said === '' ? hit : { ...hit, date: said };
}

/** Text without the marks that services put around what was searched for. */
function plain(given: unknown, most: number): string {
  if (typeof given !== 'string') return '';
  const text = given.replace(/<[^<>]{0,200}>/g, '').replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decoded);
  return oneLine(text, most);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
  const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Words for a service that reads `site:` within them. */
export function withSite(query: string, site: string | undefined): string {
  return site === undefined ? query : `site:${site} ${query}`;
}
