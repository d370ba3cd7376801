import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageRights, siteOf, whyPageMayNot } from '../../../src/domain/egress/browser.ts';
import { whyNever } from '../../../src/domain/egress/domains.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

const rights: PageRights = {
  refusal: url => whyNever(url, ['evil.com']),
  isTrusted: url => url.startsWith('https://trusted.com/'),
  ownHost: () => undefined,
  sites: new Set(['let-in.com']),
};

test('given requests of a page, when they are judged, then reading is open and the rest is for sites the owner was asked about', () => {
  const cases: readonly (readonly [method: string, url: string, isPage: boolean, why?: RegExp])[] = [
    ['GET', 'https://let-in.com/', true],
    ['GET', 'http://www.let-in.com:8080/', true],
    ['POST', 'https://www.let-in.com/form', true],
    ['POST', 'https://let-in.com/api', false],
    ['GET', 'https://trusted.com/', true],
    ['DELETE', 'https://trusted.com/x', false],
    ['GET', 'https://cdn.com/script.js', false],
    ['HEAD', 'https://cdn.com/', false],
    ['OPTIONS', 'https://api.com/', false],
    ['GET', 'https://other.com/', true, /other\.com is another site, .*navigate to it to ask/],
    ['GET', 'https://sub.let-in.com/', true, /sub\.let-in\.com is another site/],
    ['POST', 'https://other.com/', true, /another site/],
    ['POST', 'https://api.com/', false, /a POST to api\.com is for a site the owner was not asked about/],
    ['PURGE', 'https://cdn.com/', false, /a PURGE to cdn\.com/],
    ['get', 'https://cdn.com/', false, /a get to cdn\.com/],
    ['GET', 'https://a.evil.com/x.png', false, /a\.evil\.com is blocked by the owner/],
    ['GET', 'http://127.0.0.1/', false, /loopback/],
    ['GET', 'http://localhost/', true, /means this host/],
    ['GET', 'file:///etc/passwd', false, /only http and https/],
    ['GET', 'chrome://settings/', true, /only http and https/],
    ['POST', 'http://[::1]/', false, /loopback/],
  ];
  for (const [method, url, isPage, why] of cases) {
    const answer = whyPageMayNot({ method, url, isPage }, rights);
    if (why === undefined) assert.equal(answer, undefined, `${method} ${url}`);
    else assert.match(inEnglish(answer ?? 'it was allowed'), why, `${method} ${url}`);
  }
});

test('given URLs, when their sites are named, then www makes no difference and nothing else is cut', () => {
  assert.deepEqual(
    [
      'https://www.a.com/x',
      'http://A.com.',
      'https://www.www.a.com/',
      'https://wwwa.com/',
      'https://8.8.8.8/',
      'about:blank',
    ].map(siteOf),
    ['a.com', 'a.com', 'www.a.com', 'wwwa.com', '8.8.8.8', undefined],
  );
});
