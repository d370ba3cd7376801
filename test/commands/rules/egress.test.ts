import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EgressAnswer, egressCheck } from '../../../src/commands/rules/egress.ts';
import { allowedUrls, publicAddresses, refusedAddresses, refusedUrls } from '../../domain/egress/egress-table.ts';
import { fakeIo } from '../fake-agent.ts';

const [one, two] = ['93.184.216.34', '151.101.1.140'];

async function answersTo(...rows: readonly unknown[]): Promise<EgressAnswer[]> {
  const io = fakeIo();
  assert.equal(await egressCheck({ lines: rows.map(row => JSON.stringify(row)), io }), 0);
  const lines = io.output().split('\n');
  assert.equal(lines.length, rows.length);
  return lines.map(line => JSON.parse(line) as EgressAnswer);
}

async function answerTo(row: unknown): Promise<EgressAnswer> {
  const [answer] = await answersTo(row);
  assert.ok(answer);
  return answer;
}

test('given rows with an address each, when they are checked, then all are answered in order and as the tables say', async () => {
  const refused = refusedAddresses.flatMap(([, ...list]) => list);
  const url = 'https://public.com/';
  const rows = [...refused, ...publicAddresses].map(address => ({ url, dns: { 'public.com': [[address]] } }));
  const expected = [
    ...refused.map(() => ({ verdict: 'deny', connects: [] })),
    ...publicAddresses.map(address => ({ verdict: 'allow', connects: [address] })),
  ];
  const answers = await answersTo(...rows);
  assert.deepEqual(
    answers.map(({ verdict, connects }) => ({ verdict, connects })),
    expected,
  );
  assert.ok(answers.every(({ reason }) => reason.length > 10));
});

test('given the URLs of the tables, when they are checked as rows and alone, then both say the same of what needs no DNS', async () => {
  for (const url of refusedUrls.flatMap(([, ...list]) => list)) {
    assert.deepEqual((await answerTo({ url })).connects, []);
    assert.equal((await answerTo({ url })).verdict, 'deny', url);
    assert.equal(await egressCheck({ url, io: fakeIo(), json: true }), 1, url);
  }
  for (const [url, host] of allowedUrls) {
    const isAddress = /^[\d.]+$|:/.test(host);
    const dns = isAddress ? {} : { [host]: [[one]] };
    const answer = await answerTo({ url, dns });
    assert.deepEqual([answer.verdict, answer.connects], ['allow', [isAddress ? host : one]], url);
    assert.equal(await egressCheck({ url, io: fakeIo(), json: false }), 0, url);
  }
});

test('given a URL alone, when it is checked, then the reason is printed, as text or as JSON on one line', async () => {
  const [text, json, named] = [fakeIo(), fakeIo(), fakeIo()];
  assert.equal(await egressCheck({ url: 'http://0x7f.1/', io: text, json: false }), 1);
  assert.match(text.output(), /^deny: 127\.0\.0\.1 is loopback \(RFC 1122\); if it is yours, .*"127\.0\.0\.1:80"/);
  await egressCheck({ url: 'http://8.8.8.8/', io: json, json: true });
  assert.doesNotMatch(json.output(), /\n/);
  assert.deepEqual(JSON.parse(json.output()), {
    verdict: 'allow',
    reason: '8.8.8.8 is a public address',
    connects: ['8.8.8.8'],
  });
  await egressCheck({ url: 'https://example.com/', io: named, json: true });
  assert.deepEqual(JSON.parse(named.output()).connects, []);
});

test('given answers that follow one another, when a name comes up again, then the next one counts and the last repeats', async () => {
  const redirects = [{ from: 'http://a.com/', status: 302, location: 'http://a.com/2' }];
  const url = 'http://a.com/';
  const check = (...answers: (string[] | string)[]) => answerTo({ url, dns: { 'a.com': answers }, redirects });
  assert.deepEqual((await check([one], ['127.0.0.1'])).connects, [one]);
  assert.equal((await check([one], ['127.0.0.1'])).verdict, 'deny');
  assert.deepEqual((await check([one], [two])).connects, [one, two]);
  assert.deepEqual((await check([one])).connects, [one, one]);
  assert.deepEqual((await check([one], 'SERVFAIL')).connects, [one]);
  assert.match((await check([one], 'SERVFAIL')).reason, /redirect 1: .*SERVFAIL/);
  assert.match((await check('SERVFAIL', [one])).reason, /^DNS gave no answer for a\.com: SERVFAIL/);
  assert.match((await check([])).reason, /no address/);
  assert.match((await answerTo({ url })).reason, /does not exist/);
  assert.match((await answerTo({ url, dns: { 'a.com': [] } })).reason, /does not exist/);
  assert.deepEqual((await check([one, '10.0.0.1'])).connects, []);
});

test('given aliases, when a name is one, then what it leads to counts, refused names and circles included', async () => {
  const url = 'http://www.a.com/';
  const check = (cname: object, dns: object) => answerTo({ url, cname, dns });
  const [to, via] = [{ 'www.a.com': 'b.net' }, { 'WWW.A.COM.': 'b.net.', 'b.net': 'c.net' }];
  assert.deepEqual((await check(to, { 'b.net': [[one]] })).connects, [one]);
  assert.deepEqual((await check(via, { 'C.net': [[one]] })).connects, [one]);
  assert.match((await check(to, { 'b.net': [['10.0.0.1']] })).reason, /private/);
  assert.match((await check(to, { 'www.a.com': [[one]] })).reason, /b\.net does not exist/);
  assert.match((await check({ 'www.a.com': 'db.internal' }, { 'db.internal': [[one]] })).reason, /alias.*private use/);
  assert.match((await check({ 'www.a.com': 'localhost' }, { localhost: [[one]] })).reason, /alias.*this host/);
  assert.match((await check({ 'www.a.com': 'b.net', 'b.net': 'www.a.com' }, {})).reason, /circle/);
  assert.match((await check({ 'www.a.com': 'www.a.com' }, {})).reason, /circle/);
});

test('given redirects, when they are walked, then each hop is judged and the connects are the hops before the refusal', async () => {
  const dns = { 'a.com': [[one]], 'b.com': [[two]], 'in.com': [['192.168.0.1']] };
  const walk = (status: number, ...locations: string[]) => {
    const redirects = locations.map((location, at) => {
      const from = at === 0 ? 'http://a.com/' : (locations[at - 1] ?? '');
      return { from: new URL(from, 'http://a.com/').href, status, location };
    });
    return answerTo({ url: 'http://A.com', dns, redirects });
  };
  for (const status of [301, 302, 303, 307, 308]) {
    assert.deepEqual((await walk(status, 'http://b.com/x#y', '/end')).connects, [one, two, two]);
    for (const location of [
      'http://127.1/',
      '//[::1]/',
      'http://in.com/',
      'file:///x',
      'http://localhost/',
      'http://[',
    ]) {
      const answer = await walk(status, 'http://b.com/', location);
      assert.deepEqual([answer.verdict, answer.connects], ['deny', [one, two]], location);
      assert.match(answer.reason, /^redirect 2: /);
    }
  }
  assert.deepEqual((await walk(200, 'http://127.0.0.1/')).connects, [one]);
  assert.equal((await walk(304, 'http://127.0.0.1/')).verdict, 'allow');
  assert.deepEqual((await walk(302, '/1', '/2', '/3', '/4', '/5')).verdict, 'allow');
  const sixth = await walk(302, '/1', '/2', '/3', '/4', '/5', '/6');
  assert.deepEqual([sixth.verdict, sixth.connects.length], ['deny', 6]);
  const loop = [{ from: 'http://a.com/', status: 302, location: '/' }];
  assert.match((await answerTo({ url: 'http://a.com/', dns, redirects: loop })).reason, /more than 5 redirects/);
});

test('given lines that are no rows, when they are checked, then each is denied in its place and the exit code is 1', async () => {
  const io = fakeIo();
  const lines = [
    ...[
      '',
      '{"url": "http://8.8.8.8/"}',
      'nonsense',
      '[]',
      'null',
      '{}',
      '{"url": 1}',
      '  ',
      '{"url": "http://8.8.8.8/", "dns": []}',
    ],
    ...[
      '{"url": "x", "dns": {"a": "SERVFAIL"}}',
      '{"url": "x", "dns": {"a": [[1]]}}',
      '{"url": "x", "cname": {"a": 1}}',
    ],
    ...[
      '{"url": "x", "redirects": [{}]}',
      '{"url": "x", "redirects": {}}',
      '{"url": "http://__proto__.com/", "dns": {"__proto__": 1}}',
    ],
    '{"url": "http://__proto__.com/", "dns": {"__proto__.com": [["8.8.8.8"]]}}',
  ];
  assert.equal(await egressCheck({ lines, io }), 1);
  const answers = io
    .output()
    .split('\n')
    .map(line => JSON.parse(line) as EgressAnswer);
  const verdicts = answers.map(({ verdict }) => verdict);
  assert.deepEqual(verdicts, ['allow', ...Array(12).fill('deny'), 'allow']);
  assert.ok(answers.slice(1, -1).every(({ reason }) => /^this is no row: expected /.test(reason)));
});
