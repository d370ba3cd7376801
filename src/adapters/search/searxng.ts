/** SearXNG, on a machine of the owner's or of somebody who lets him: `GET /search?format=json`. */
import { address, section } from '../../../config/fields.ts';
import { defineSearchKind, type SearchProvider, type SearchRequest } from '../../ports/web/search-kind.ts';
import { hitOf, jsonOf, rowsIn, withSite } from './asking.ts';

const settings = section({ url: address().default('http://127.0.0.1:8888') });

export const searxngKind = defineSearchKind<{ readonly url: string }>({
  name: 'searxng',
  searches: 'the web, by a SearXNG server',
  settings,
  create({ url }, services): SearchProvider {
    const at = ({ query, site }: Pick<SearchRequest, 'query' | 'site'>, freshness?: SearchRequest['freshness']) => {
      const target = new URL(`${url}/search`);
      target.searchParams.set('q', withSite(query, site));
      target.searchParams.set('format', 'json');
      if (freshness !== undefined) target.searchParams.set('time_range', freshness);
      return target.href;
    };
    return {
      address: request => at(request),
      heedsNot: [],
      async search(request) {
        const answer = await jsonOf(
          services,
          { url: at(request, request.freshness), headers: { accept: 'application/json' }, signal: request.signal },
          'search.searxng.url, and that its settings have "formats: [html, json]"',
        );
        const hits = rowsIn(answer, 'results').map(({ title, url: found, content, publishedDate }) =>
          hitOf({ title, url: found, snippet: content, date: publishedDate }),
        );
        return hits.filter(hit => hit !== undefined).slice(0, request.count);
      },
    };
  },
});
