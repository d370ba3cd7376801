/** The Brave Search API: `GET /res/v1/web/search`, with a key of the owner's. */
import { address, environmentName, section } from '../../../config/fields.ts';
import {
  defineSearchKind,
  type Freshness,
  type SearchProvider,
  type SearchRequest,
} from '../../ports/web/search-kind.ts';
import { hitOf, jsonOf, rowsIn, withSite } from './asking.ts';

const settings = section({
  url: address().default('https://api.search.brave.com'),
  api_key_env: environmentName().default('BRAVE_API_KEY'),
});

const freshnessWords: Readonly<Record<Freshness, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' };

export const braveKind = defineSearchKind<{ readonly url: string; readonly apiKeyEnv: string }>({
  name: 'brave',
  searches: 'the web, by Brave',
  settings,
  secrets: ({ apiKeyEnv }) => [apiKeyEnv],
  create({ url, apiKeyEnv }, services): SearchProvider {
    const at = ({ query, site }: Pick<SearchRequest, 'query' | 'site'>) => {
      const target = new URL(`${url}/res/v1/web/search`);
      target.searchParams.set('q', withSite(query, site));
      return target;
    };
    return {
      address: request => at(request).href,
      heedsNot: [],
      async search(request) {
        const target = at(request);
        target.searchParams.set('count', String(request.count));
        if (request.freshness !== undefined) target.searchParams.set('freshness', freshnessWords[request.freshness]);
        const answer = await jsonOf(
          services,
          {
            url: target.href,
            headers: { accept: 'application/json' },
            secretHeaders: { 'x-subscription-token': services.secret(apiKeyEnv) },
            signal: request.signal,
          },
          apiKeyEnv,
        );
        const hits = rowsIn(answer, 'web', 'results').map(({ title, url: found, description, page_age }) =>
          hitOf({ title, url: found, snippet: description, date: page_age }),
        );
        return hits.filter(hit => hit !== undefined).slice(0, request.count);
      },
    };
  },
});
