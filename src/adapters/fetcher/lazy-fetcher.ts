/** The fetcher, loaded with the first request. */
import type { Fetcher } from '../../ports/web/fetcher.ts';
import type { FetcherOptions } from './fetcher.ts';

/** As `createFetcher` of fetcher.ts. */
export function lazyFetcher(options: FetcherOptions): Fetcher {
  let opening: Promise<Fetcher> | undefined;
  return {
    async fetch(request) {
      opening ??= import('./fetcher.ts').then(({ createFetcher }) => createFetcher(options));
      return (await opening).fetch(request);
    },
  };
}
