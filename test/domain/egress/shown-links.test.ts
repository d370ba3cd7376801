import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type LinkHistory, type LinkVerdict, linkBits, linkRule } from '../../../src/domain/egress/shown-links.ts';
import { random } from '../random.ts';

const from = 'https://news.example/today';
const page = (links: readonly string[], url = from) =>
  `URL: ${url}\nStatus: 200 OK\nType: text/html\n\n${links.map((link, at) => `- [story ${at}](${link})`).join('\n')}`;
const read = (answer: string, at = 1) => ({ startedAt: at, endedAt: at, isFollowed: false, answer });
const past = (...answers: readonly string[]): LinkHistory => ({
  fetches: answers.map((answer, at) => read(answer, at + 1)),
  underWay: 0,
  couldHaveSent: false,
});

suite('a link of a page', () => {
  const followed: readonly (readonly [string, string])[] = [
    ['https://news.example/second', 'https://news.example/second'],
    ['https://other.example/a/b.html', 'https://other.example/a/b.html'],
    ['http://news.example/', 'http://news.example'],
    ['HTTPS://NEWS.example:443/second', 'https://news.example/second'],
    ['https://news.example/second', 'https://news.example/second#comments'],
    ['https://news.example/2026/11/22/a-long-headline-about-the-weather-in-the-north', ''],
    ['https://de.wikipedia.example/wiki/M%C3%BCnchen', ''],
    ['https://en.wikipedia.example/wiki/Paris_%28disambiguation%29', ''],
    ['https://xn--mller-kva.example/ueber-uns', ''],
  ];
  for (const [url, link] of followed)
    test(`given ${link || url} on a page, when ${url} is asked for, then it may be followed`, () => {
      assert.equal(linkRule(past(page([link || url])))(url), 'followed');
    });

  const asked: readonly (readonly [LinkVerdict, string, string])[] = [
    ['unseen', 'https://news.example/second/more', 'https://news.example/second'],
    ['unseen', 'https://news.example/secon', 'https://news.example/second'],
    ['unseen', 'https://news.example/second?d=1', 'https://news.example/second'],
    ['unseen', 'https://me@news.example/second', 'https://news.example/second'],
    ['unseen', 'https://news.example:8443/second', 'https://news.example/second'],
    ['unseen', 'https://x.news.example/second', 'https://news.example/second'],
    ['unseen', from, 'https://news.example/second'],
    ['unseen', 'not an address', 'https://news.example/second'],
    ['shape', 'https://news.example/second?id=1', ''],
    ['shape', 'https://news.example/second?', ''],
    ['shape', 'https://news.example/second#data', 'https://news.example/second'],
    ['shape', 'https://me:secret@news.example/second', ''],
    ['shape', 'https://news.example:8443/second', ''],
    ['shape', 'https://151.101.1.140/second', ''],
    ['shape', 'http://0x97.0x65.1.140/', ''],
    ['shape', 'http://[2606:2800:220:1::1]/', ''],
    ['shape', 'http://localhost/second', ''],
    ['shape', 'http://printer.local/second', ''],
    ['shape', `https://news.example/${'word-'.repeat(40)}`, ''],
    ['shape', 'https://news.example/5e1f00c0ffee5e1f', ''],
    ['shape', 'https://news.example/123e4567-e89b-12d3-a456-426614174000', ''],
    ['shape', 'https://news.example/a/Y2FuYXJ5LTVlMWYtYWxhcm0x', ''],
    ['shape', 'https://news.example/dGhlQWxhcm1Db2RlSXNOaW5l', ''],
    ['shape', 'https://news.example/a/b2N0=', ''],
    ['shape', 'https://mnqw4ylsocuwc3dbojwsa2lt.evil.example/', ''],
    ['shape', 'https://news.example/%2525', ''],
  ];
  for (const [verdict, url, link] of asked)
    test(`given ${link || url} on a page, when ${url} is asked for, then it asks: ${verdict}`, () => {
      assert.equal(linkRule(past(page([link || url])))(url), verdict);
    });

  test('given no page, a text that is no answer of the tool, or an address that stands there without a link, then none may be followed', () => {
    const url = 'https://news.example/second';
    assert.equal(linkRule(past())(url), undefined);
    assert.equal(linkRule({ ...past(), fetches: [{ startedAt: 1, endedAt: 1, isFollowed: false }] })(url), undefined);
    for (const text of [`[second](${url})`, `see\nURL: ${from}\n\n[second](${url})`, `URL: ${from}\n\n${url}`])
      assert.equal(linkRule(past(text))(url), 'unseen', text);
    const inHead = `URL: ${from}\nTitle: [second](${url})\n\nnothing`;
    assert.equal(linkRule(past(inHead))(url), 'unseen', 'the head is no page');
  });

  test('given a conversation that could have written to a page, when its links are asked for, then only its own site may be followed', () => {
    const [own, away] = ['https://news.example/second', 'https://evil.example/canary'];
    const history = { ...past(page([own, away])), couldHaveSent: true };
    assert.equal(linkRule(history)(own), 'followed');
    assert.equal(linkRule(history)(away), 'site');
    const redirected = past(page([own, away], 'https://evil.example/landing (after 1 redirect)'));
    assert.equal(linkRule({ ...redirected, couldHaveSent: true })(own), 'site', 'where it was read counts');
  });

  test('given a hostile text, when links are looked for, then that ends', () => {
    for (const text of ['](http://'.repeat(50_000), `](http://${'a'.repeat(500_000)}`, '[('.repeat(200_000)])
      assert.equal(linkRule(past(`URL: ${from}\n\n${text}`))('https://news.example/x'), 'unseen');
  });
});

suite('the choice among links', () => {
  const many = (count: number, name = 'a') =>
    Array.from({ length: count }, (_, at) => `https://evil.example/${name}/${at}`);

  test('given a page of so many links, when they are followed one after the other, then the bits say how many may be', () => {
    for (const [links, most] of [
      [1, 16],
      [3, 8],
      [15, 4],
      [40, 2],
      [1_000, 1],
      [65_535, 1],
      [65_536, 0],
    ] as const) {
      const rule = linkRule(past(page(many(links))));
      const verdicts = Array.from({ length: 20 }, (_, at) => rule(`https://evil.example/a/${at % links}`));
      assert.equal(verdicts.filter(one => one === 'followed').length, most, `${links} links`);
      assert.ok(
        verdicts.slice(most).every(one => one === 'budget'),
        'the rest asks',
      );
    }
  });

  test('given links that were followed or are under way, when another is asked for, then all of them count', () => {
    const rows = (followed: number) =>
      Array.from({ length: followed }, (_, at) => ({ startedAt: at + 2, endedAt: at + 3, isFollowed: true }));
    const first = read(page(many(15)));
    for (const [followed, underWay] of [
      [4, 0],
      [0, 4],
      [2, 2],
      [1, 3],
    ] as const) {
      const history = { fetches: [first, ...rows(followed)], couldHaveSent: false };
      assert.equal(linkRule({ ...history, underWay })('https://evil.example/a/3'), 'budget');
      const { fetches } = history;
      const fewer = followed > 0 ? { fetches: fetches.slice(0, -1), underWay } : { fetches, underWay: underWay - 1 };
      assert.equal(linkRule({ ...fewer, couldHaveSent: false })('https://evil.example/a/3'), 'followed');
    }
  });

  test('given a link followed before a long page was read, then it counts as the choice it was', () => {
    const history = (later: number): LinkHistory => ({
      fetches: [
        read(page(many(1))),
        { startedAt: 2, endedAt: 3, isFollowed: true },
        read(page(many(16_382, 'b')), later),
      ],
      underWay: 0,
      couldHaveSent: false,
    });
    assert.equal(linkRule(history(9))('https://evil.example/b/1'), 'followed', '1 bit, then 14');
    assert.equal(linkRule(history(1))('https://evil.example/b/1'), 'budget', 'the first chose among all of them');
  });

  test('given any pages and a model that spells by choosing, whatever it spells, then what it can spell stays within the bits', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const chance = random(seed);
      const pages = Array.from(
        { length: 1 + chance.integer(6) },
        () => 1 + chance.integer(seed % 3 === 0 ? 2_000 : 30),
      );
      const [first = 1] = pages;
      const fetches = [read(page(many(first, 'p0'), 'https://evil.example/'))] as LinkHistory['fetches'][0][];
      let alphabet = first;
      let told = 0;
      for (let step = 1; step < 20; step++) {
        // each reply asks for several at once; between replies another page may be read
        const rule = linkRule({ fetches, underWay: 0, couldHaveSent: true });
        const at = step * 10;
        for (let call = 0; call <= chance.integer(3); call++) {
          if (rule(`https://evil.example/p0/${chance.integer(first)}`) !== 'followed') continue;
          told += Math.log2(alphabet + 1);
          fetches.push({ startedAt: at, endedAt: at + 1, isFollowed: true });
        }
        const size = pages[step];
        if (size === undefined) continue;
        fetches.push({ ...read(page(many(size, `p${step}`), 'https://evil.example/'), at + 5) });
        alphabet += size;
      }
      assert.ok(told > 0 && told <= linkBits + 1e-9, `seed ${seed}: ${told} bits`);
    }
  });
});
