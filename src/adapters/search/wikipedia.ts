/**
 * Wikipedia's own search, by the API of MediaWiki: it needs no key, and programs may use it that say who they are. It
 * finds articles and nothing else of the web.
 */
import { address, section } from '../../../config/fields.ts';
import { defineSearchKind, type SearchProvider, type SearchRequest } from '../../ports/web/search-kind.ts';
import { hitOf, jsonOf, rowsIn } from './asking.ts';

const settings = section({ url: address().default('https://en.wikipedia.org') });

export const wikipediaKind = defineSearchKind<{ readonly url: string }>({
  name: 'wikipedia',
  searches: 'articles of Wikipedia alone, not the whole web',
  settings,
  create({ url }, services): SearchProvider {
    const at = ({ query }: Pick<SearchRequest, 'query'>) => {
      const target = new URL(`${url}/w/api.php`);
      const fields = { action: 'query', list: 'search', format: 'json', formatversion: '2', srsearch: query };
      for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
      return target;
    };
    return {
      address: request => at(request).href,
      heedsNot: ['site', 'freshness'],
      async search(request) {
        const target = at(request);
        target.searchParams.set('srlimit', String(request.count));
        const answer = await jsonOf(
          services,
          { url: target.href, headers: { accept: 'application/json' }, signal: request.signal },
          'search.wikipedia.url',
        );
        const hits = rowsIn(answer, 'query', 'search').map(({ title, snippet, timestamp }) => {
          const name = encodeURIComponent(String(title).replaceAll(' ', '_'));
          return hitOf({ title, url: `${url}/wiki/${name}`, snippet, date: timestamp });
        });
        return hits.filter(hit => hit !== undefined).slice(0, request.count);
      },
    };
  },
});
