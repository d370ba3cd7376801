/** The search of the web: the kind that is set, behind the one way out, as a tool. */
import { reveal } from '../../../config/secrets.ts';
import { lazyFetcher } from '../../adapters/fetcher/lazy-fetcher.ts';
import { sqliteRequestLedger } from '../../adapters/stores/sqlite/ledgers/egress.ts';
import { webSearchTool } from '../../adapters/tools/web-search.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { type Feature, featureWithTools } from '../feature.ts';

declare module '../feature.ts' {
  interface Features {
    readonly search: Feature;
  }
}

const minuteMs = 60_000;

/** Without a kind that is set, or its key, there is no tool. */
export const searchFeature = featureWithTools('search', ['core', 'network', 'kinds'], ({ core, network, kinds }) => {
  const { config, database, clock, version } = core;
  const { use, perMinute, settings } = config.search;
  const kind = kinds.searches?.find(({ name }) => name === use);
  const names = kind?.secrets?.(settings[kind.name]) ?? [];
  const secret = (name: string) => (names.includes(name) ? (reveal(config.secrets, name) ?? '') : '');
  if (kind === undefined || names.some(name => secret(name) === '')) return {};
  const fetcher = lazyFetcher({
    ...network,
    own: network.ownNetwork,
    ledger: sqliteRequestLedger(database),
    userAgent: `Straylight/${version}`,
  });
  const provider = kind.create(settings[kind.name], { fetch: fetcher.fetch, secret });
  let times: readonly number[] = [];
  const count = () => {
    const now = clock.now();
    times = times.filter(at => at > now - minuteMs);
    const [first = now] = times;
    if (times.length >= perMinute)
      throw fault('unavailable', says`the limit of ${perMinute} searches a minute is reached`, {
        retryAfterMs: first + minuteMs - now,
      });
    times = [...times, now];
  };
  return { tools: [webSearchTool({ provider, searches: kind.searches, count })] };
});
