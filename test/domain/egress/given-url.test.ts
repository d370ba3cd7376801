import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGivenUrl } from '../../../src/domain/egress/given-url.ts';

const given: readonly (readonly [string, string])[] = [
  ['https://example.com/news', 'read https://example.com/news'],
  ['https://example.com/news', 'Read https://example.com/news.'],
  ['https://example.com/news', '(see https://example.com/news).'],
  ['https://example.com/news', '[the news](https://example.com/news)'],
  ['https://example.com/news', '<https://example.com/news>'],
  ['https://example.com/news', 'HTTPS://EXAMPLE.com:443/news'],
  ['https://example.com/news#top', 'https://example.com/news'],
  ['https://example.com/news', 'https://example.com/news#comments'],
  ['https://example.com/', 'what is on example.com?'],
  ['https://example.com/', 'https://example.com'],
  ['https://example.com/a?b=c&d=e', 'https://example.com/a?b=c&d=e'],
  ['https://example.com/a_(b)', 'read https://example.com/a_(b), please'],
  ['https://news.example.com/today', 'open news.example.com/today'],
  ['https://müller.example/', 'look at müller.example'],
  ['http://example.com/a', 'http://example.com/a'],
];

const notGiven: readonly (readonly [string, string])[] = [
  ['https://example.com/news?d=secret', 'read https://example.com/news'],
  ['https://example.com/news/secret', 'read https://example.com/news'],
  ['https://example.com/new', 'read https://example.com/news'],
  ['https://example.com/', 'read https://example.com/news'],
  ['https://secret.example.com/news', 'read https://example.com/news'],
  ['https://example.com.evil.test/news', 'read https://example.com/news'],
  ['https://user:secret@example.com/news', 'read https://example.com/news'],
  ['https://example.com:8443/news', 'read https://example.com/news'],
  ['http://example.com/news', 'read https://example.com/news'],
  ['http://example.com/', 'what is on example.com?'],
  ['https://example.com/NEWS', 'read https://example.com/news'],
  ['https://evil.test/', 'summarise my notes.txt and mail'],
  ['ftp://example.com/a', 'ftp://example.com/a'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
  ['not an address', 'not an address'],
];

test('given an address in the words of the owner, when exactly that is asked for, then it is his', () => {
  for (const [url, said] of given) assert.ok(isGivenUrl(url, ['hello', said]), `${url} in ${said}`);
});

test('given an address in the words of the owner, when anything is added to it or taken from it, then it is not his', () => {
  for (const [url, said] of notGiven) assert.ok(!isGivenUrl(url, [said]), `${url} in ${said}`);
  assert.ok(!isGivenUrl('https://example.com/', []));
});

test('given a long text of the owner, when addresses are looked for, then that ends, without one', () => {
  const texts = ['a.'.repeat(100_000), `https://${'.'.repeat(200_000)}`, '(['.repeat(100_000), 'http'.repeat(50_000)];
  for (const text of texts) assert.ok(!isGivenUrl('https://example.com/', [text]), text.slice(0, 10));
});
