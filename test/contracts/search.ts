/** What any kind of web search promises (src/ports/web/search-kind.ts), before a server that speaks its wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFetcher } from '../../src/adapters/fetcher/fetcher.ts';
import { systemConnect, systemResolve } from '../../src/adapters/fetcher/network.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { toFailure } from '../../src/domain/supervision/failure.ts';
import type { SearchKind } from '../../src/ports/web/search-kind.ts';
import { type FoundPage, searchServer } from '../peers/servers/search-server.ts';

const pages: readonly FoundPage[] = [
  {
    title: 'A <b>first</b> page &amp; more',
    url: 'https://one.example/a',
    snippet: 'It says <strong>this</strong>.',
    date: '2026-11-01T00:00:00Z',
  },
  { title: 'A second page', url: 'https://two.example/b_(c)', snippet: 'And that.' },
  { title: 'A third page', url: 'https://three.example/d', snippet: 'More.' },
];

const key = 'search-key-of-a-test';

export function searchContract(
  kind: SearchKind,
  { wire, hasKey, setting }: { readonly wire: string; readonly hasKey: boolean; readonly setting: RegExp },
): void {
  async function withServer(
    found: readonly FoundPage[],
    story: (its: Awaited<ReturnType<typeof opened>>) => Promise<void>,
  ) {
    const its = await opened(found);
    try {
      await story(its);
    } finally {
      its.server.close();
    }
  }

  async function opened(found: readonly FoundPage[]) {
    const server = await searchServer(found);
    const { fetch } = createFetcher({
      resolve: systemResolve,
      connect: systemConnect,
      clock: systemClock,
      ledger: { countSince: () => 0, note: () => {} },
      userAgent: 'Straylight/test',
      own: { hosts: [server.host as never], pins: new Map() },
    });
    const provider = kind.create(kind.settings.parse({ url: server.url }), { fetch, secret: () => key });
    const search = (more: object = {}) =>
      provider.search({ query: 'a page', count: 5, signal: AbortSignal.timeout(10_000), ...more });
    const failure = async () =>
      toFailure(
        await search().then(
          () => assert.fail('it answered'),
          error => error,
        ),
      );
    return { server, provider, search, failure };
  }

  test(`given ${kind.name}, when it is searched, then its hits come in order as plain text with whole addresses, at most as many as wanted`, () =>
    withServer(pages, async ({ server, search }) => {
      const hits = await search();
      assert.deepEqual(hits[0]?.title, 'A first page & more');
      assert.match(hits[0]?.snippet ?? '', /^It says this\.$/);
      assert.equal(hits.length, 3);
      assert.ok(hits.every(({ url }) => /^https?:\/\/\S+$/.test(url)));
      assert.equal((await search({ count: 2 })).length, 2);
      assert.deepEqual(
        [server.asked[0]?.wire, server.asked[0]?.query, server.asked[0]?.key],
        [wire, 'a page', hasKey ? key : undefined],
      );
    }));

  test(`given ${kind.name}, when site and freshness are wanted, then it heeds them or says that it does not`, () =>
    withServer(pages, async ({ server, provider, search }) => {
      await search({ site: 'two.example', freshness: 'week' });
      const [asked] = server.asked;
      assert.equal(asked?.site, provider.heedsNot.includes('site') ? undefined : 'two.example');
      assert.equal(asked?.freshness === undefined, provider.heedsNot.includes('freshness'));
    }));

  test(`given ${kind.name}, when its service refuses, limits, breaks or answers something else, then each is the fault it should be, without the key`, () =>
    withServer(pages, async ({ server, failure }) => {
      server.fail({ status: 401 });
      const denied = await failure();
      assert.equal(denied.kind, 'denied');
      assert.match(denied.message, setting);
      server.fail({ status: 429, headers: { 'retry-after': '7' } });
      const limited = await failure();
      assert.deepEqual([limited.kind, limited.retryAfterMs], ['unavailable', 7_000]);
      server.fail({ status: 503 });
      assert.equal((await failure()).kind, 'unavailable');
      server.fail({ status: 200, body: '<html>a login</html>' });
      const other = await failure();
      assert.equal(other.kind, 'unavailable');
      assert.match(other.message, /expected JSON/);
      for (const { message } of [denied, limited, other]) assert.ok(!message.includes(key), message);
      server.fail({ status: 302, headers: { location: 'https://elsewhere.example/' } });
      assert.equal((await failure()).kind, 'unavailable', 'it follows nobody elsewhere');
    }));

  test(`given ${kind.name}, when its answer has hits that lead nowhere, then they are left out`, () =>
    withServer([{ title: '', url: 'javascript:alert(1)', snippet: '' }, ...pages], async ({ search, provider }) => {
      const hits = await search();
      const isOwn = provider.heedsNot.includes('site'); // it makes addresses of titles itself
      assert.equal(hits.length, isOwn ? 4 : 3);
      assert.ok(hits.every(({ url }) => url.startsWith('http')));
    }));
}
