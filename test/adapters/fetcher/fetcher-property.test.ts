import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAnswer, judgeUrl, maxRedirects } from '../../../src/domain/egress/egress.ts';
import { refusedAddresses, refusedUrls } from '../../domain/egress/egress-table.ts';
import { random } from '../../domain/random.ts';
import { createWorld, fetcherIn } from './fetcher-world.ts';

const rounds = 600;

test('given random internets that rebind and redirect, when they are walked over real sockets, then every socket is to an address judged a moment ago', async t => {
  const { integer, pick } = random(20_261_122);
  const world = createWorld(t);
  const peers = ['93.184.216.34', '151.101.1.140', '1.1.1.1', '2606:4700:4700::1111'];
  const names = ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'];
  const bad = refusedAddresses.flatMap(([, ...list]) => list);
  const traps = refusedUrls.flatMap(([, ...list]) => list);
  const link = () => (integer(4) === 0 ? pick(traps) : `http://${pick(names)}/${integer(100)}`);
  for (const address of peers)
    await world.peer(address, (_request, response) => {
      const status = pick([200, 301, 302, 303, 307, 308]);
      const location = status === 200 ? {} : { location: encodeURI(link()) };
      response.writeHead(status, location).end();
    });
  // What was resolved last, and what became of it, in one line of events.
  let answered: readonly string[] = [];
  const faults: string[] = [];
  const counts = { fetched: 0, refused: 0, resolved: 0, connected: 0, private: 0 };
  const watched = {
    async resolve(name: string, signal: AbortSignal) {
      counts.resolved += 1;
      answered = [];
      const answer = await world.resolve(name, signal);
      answered = answer.addresses;
      if (judgeAnswer(name, answer).verdict === 'deny') counts.private += 1;
      return answer;
    },
    connect(to: { readonly address: string; readonly port: number }, signal: AbortSignal) {
      counts.connected += 1;
      if (!answered.includes(to.address)) faults.push(`${to.address} was not in the last answer`);
      if (answered.some(address => bad.includes(address))) faults.push(`${answered.join()} holds a refused address`);
      if (!peers.includes(to.address)) faults.push(`${to.address} is nobody's public address`);
      return world.connect(to, signal);
    },
  };
  const { fetch } = fetcherIn(watched);
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const answer = () => Array.from({ length: 1 + integer(2) }, () => (integer(5) === 0 ? pick(bad) : pick(peers)));
      world.name(name, ...Array.from({ length: 1 + integer(3) }, answer));
    }
    const before = { ...counts };
    const url = link();
    const outcome = await fetch({ url, method: pick(['GET', 'HEAD', 'POST', 'DELETE']) }).then(
      () => 'fetched' as const,
      () => 'refused' as const,
    );
    counts[outcome] += 1;
    assert.ok(counts.resolved - before.resolved <= maxRedirects + 1, url);
    if (judgeUrl(url).verdict === 'deny')
      assert.deepEqual([outcome, counts.resolved], ['refused', before.resolved], url);
  }
  assert.deepEqual(faults, []);
  assert.ok(counts.fetched > 50 && counts.private > 50, JSON.stringify(counts));
  t.diagnostic(`${rounds} walks: ${JSON.stringify(counts)}; sockets to an address not judged: ${faults.length}`);
});
