/** Tavily: `POST /search`, with a key of the owner's. */
import { address, environmentName, section } from '../../../config/fields.ts';
import { defined } from '../../domain/text/json.ts';
import { defineSearchKind, type SearchProvider } from '../../ports/web/search-kind.ts';
import { hitOf, jsonOf, rowsIn } from './asking.ts';

const settings = section({
  url: address().default('https://api.tavily.com'),
  api_key_env: environmentName().default('TAVILY_API_KEY'),
});

export const tavilyKind = defineSearchKind<{ readonly url: string; readonly apiKeyEnv: string }>({
  name: 'tavily',
  searches: 'the web, by Tavily',
  settings,
  secrets: ({ apiKeyEnv }) => [apiKeyEnv],
  create({ url, apiKeyEnv }, services): SearchProvider {
    return {
      // the words stand in the body; what they carry is told by this address all the same
      address: ({ query }) => `${url}/search?${new URLSearchParams({ query })}`,
      heedsNot: [],
      async search({ query, site, freshness, count, signal }) {
        const body = {
          query,
          max_results: count,
          search_depth: 'basic',
          ...defined({ time_range: freshness, include_domains: site === undefined ? undefined : [site] }),
        };
        const answer = await jsonOf(
          services,
          {
            url: `${url}/search`,
            method: 'POST',
            headers: { accept: 'application/json', 'content-type': 'application/json' },
            secretHeaders: { authorization: `Bearer ${services.secret(apiKeyEnv)}` },
            body: JSON.stringify(body),
            signal,
          },
          apiKeyEnv,
        );
        const hits = rowsIn(answer, 'results').map(({ title, url: found, content, published_date }) =>
          hitOf({ title, url: found, snippet: content, date: published_date }),
        );
        return hits.filter(hit => hit !== undefined).slice(0, count);
      },
    };
  },
});
