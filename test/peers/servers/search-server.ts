/** A search service on 127.0.0.1 that speaks the wires of SearXNG, Brave, Tavily and MediaWiki over a few pages. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface FoundPage {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date?: string;
}

/** What it was sent, whichever wire it came by. */
export interface SearchAsked {
  readonly wire: 'searxng' | 'brave' | 'tavily' | 'mediawiki';
  readonly query: string;
  readonly site?: string;
  readonly freshness?: string;
  readonly count?: number;
  readonly key?: string;
}

export interface SearchServer {
  readonly url: string;
  readonly host: string;
  readonly asked: SearchAsked[];
  /** Answers this instead, from now on; undefined: as before. */
  fail(
    answer:
      | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
      | undefined,
  ): void;
  close(): void;
}

export async function searchServer(pages: readonly FoundPage[]): Promise<SearchServer> {
  const asked: SearchAsked[] = [];
  let failing: Parameters<SearchServer['fail']>[0];
  const server = createServer(async (request, response) => {
    const said = await readAsked(request);
    if (said === undefined) return response.writeHead(404).end();
    asked.push(said);
    if (failing) return response.writeHead(failing.status, failing.headers ?? {}).end(failing.body ?? '');
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerOf(said, pages)));
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    asked,
    fail(answer) {
      failing = answer;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readAsked(request: IncomingMessage): Promise<SearchAsked | undefined> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  const words = (name: string) => {
    const [, site, query = ''] = /^(?:site:(\S+) )?(.*)$/s.exec(searchParams.get(name) ?? '') ?? [];
    return site === undefined ? { query } : { query, site };
  };
  const given = (name: string, value: string | null | undefined) => (value ? { [name]: value } : {});
  if (request.method === 'POST' && pathname === '/search') {
    const body = JSON.parse(await text(request));
    const key = request.headers.authorization?.replace(/^Bearer /, '');
    return {
      wire: 'tavily',
      query: body.query,
      count: body.max_results,
      ...given('site', body.include_domains?.[0]),
      ...given('freshness', body.time_range),
      ...given('key', key),
    };
  }
  if (pathname === '/search' && searchParams.get('format') === 'json')
    return { wire: 'searxng', ...words('q'), ...given('freshness', searchParams.get('time_range')) };
  if (pathname === '/res/v1/web/search')
    return {
      wire: 'brave',
      ...words('q'),
      count: Number(searchParams.get('count')),
      ...given('freshness', searchParams.get('freshness')),
      ...given('key', request.headers['x-subscription-token'] as string | undefined),
    };
  if (pathname === '/w/api.php' && searchParams.get('list') === 'search')
    return { wire: 'mediawiki', query: searchParams.get('srsearch') ?? '', count: Number(searchParams.get('srlimit')) };
  return undefined;
}

function answerOf({ wire, query, count = 10 }: SearchAsked, pages: readonly FoundPage[]): unknown {
  switch (wire) {
    case 'searxng':
      // it knows no count
      return {
        query,
        results: pages.map(({ title, url, snippet, date }) => ({
          title,
          url,
          content: snippet,
          publishedDate: date ?? null,
          engine: 'own',
        })),
        suggestions: [],
      };
    case 'brave':
      return {
        type: 'search',
        web: {
          type: 'search',
          results: pages
            .slice(0, count)
            .map(({ title, url, snippet, date }) => ({ title, url, description: snippet, page_age: date })),
        },
      };
    case 'tavily':
      return {
        query,
        answer: null,
        results: pages
          .slice(0, count)
          .map(({ title, url, snippet, date }) => ({ title, url, content: snippet, score: 0.9, published_date: date })),
      };
    case 'mediawiki':
      return {
        batchcomplete: true,
        query: {
          searchinfo: { totalhits: pages.length },
          search: pages
            .slice(0, count)
            .map(({ title, snippet, date }, at) => ({ ns: 0, title, pageid: at, snippet, timestamp: date })),
        },
      };
  }
}
