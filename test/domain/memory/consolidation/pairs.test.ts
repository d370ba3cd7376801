import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled } from '../../../../src/domain/memory/consolidation/moves.ts';
import { pairSearch } from '../../../../src/domain/memory/consolidation/pairs.ts';
import { isOutlived } from '../../../../src/domain/memory/consolidation/retention.ts';
import type { Memory } from '../../../../src/domain/memory/memory.ts';

const memory = (id: string, content: string, more: Partial<Memory> = {}): Memory => ({
  id,
  content,
  kind: 'fact',
  tags: [],
  subject: null,
  status: 'active',
  source: 'owner',
  taint: 'owner',
  sensitivity: 'normal',
  partition: 'global',
  importance: 0.5,
  confidence: 1,
  sightings: 1,
  session: 's',
  message: null,
  batch: null,
  replaces: null,
  contradicts: null,
  createdAt: 1,
  updatedAt: 1,
  uses: 0,
  lastUsedAt: null,
  expiresAt: null,
  ...more,
});

function found(memories: readonly Memory[], known: (one: string, other: string) => boolean = () => false) {
  const search = pairSearch();
  for (const one of memories) search.add(one);
  const finding = search.find(known);
  for (;;) {
    const { done, value } = finding.next();
    if (done) return value;
  }
}

const namesOf = (pairs: ReturnType<typeof found>['pairs']) => pairs.map(({ one, other }) => `${one.id} ${other.id}`);

test('given memories of several owners’ worth of trust and places, when pairs are looked for, then only what belongs into one place is compared', () => {
  const memories = [
    memory('a', 'the spare key is with Mrs. Novak'),
    memory('b', 'spare key is with Mrs. Novak'),
    memory('c', 'the spare key is with Mrs. Novak, really', { sensitivity: 'private' }),
    memory('d', 'the spare key is with Mrs. Novak, truly', { partition: 'task:x' }),
    memory('e', 'the spare key is with Mrs. Novak, it is said', { taint: 'external' }),
    memory('f', 'the spare key is with Mrs. Novak, perhaps', { status: 'pending' }),
    memory('g', 'the spare key was with Mrs. Novak once', { status: 'archived' }),
    memory('h', 'what was said of the spare key of Mrs. Novak', { kind: 'summary' }),
  ];
  assert.deepEqual(namesOf(found(memories).pairs), ['a b']);
  assert.deepEqual(found(memories, (one, other) => one === 'a' && other === 'b').pairs, []);
});

test('given one subject in other words, or a name in common, when pairs are looked for, then the first are compared and the others tied', () => {
  const { pairs, links } = found([
    memory('a', 'my office is on the third floor', { subject: 'my office' }),
    memory('b', 'I sit in room 12 now', { subject: 'my office' }),
    memory('c', 'on Sundays my cousin Ada plays chess'),
    memory('d', 'the birthday of Ada is on 4 May'),
  ]);
  assert.deepEqual(namesOf(pairs), ['a b']);
  assert.deepEqual(links, [['c', 'd']]);
});

test('given thousands of memories with the same words, when pairs are looked for, then others get their turn, and what rules are sure of comes first', () => {
  const memories = Array.from({ length: 3_000 }, (_, at) =>
    memory(`m${at}`, `invoice ${at} was paid by card ${at % 700}`),
  );
  const search = pairSearch();
  for (const one of [...memories, memory('y', 'my cat is called Mo'), memory('z', 'my cat is called Kim')])
    search.add(one);
  const finding = search.find(() => false);
  let turns = 0;
  for (;;) {
    const { done, value } = finding.next();
    if (done) {
      assert.equal(value.pairs.length, 120);
      assert.deepEqual(value.pairs[0], {
        one: { id: 'y', updatedAt: 1 },
        other: { id: 'z', updatedAt: 1 },
        rule: 'contradicts',
      });
      break;
    }
    turns += 1;
  }
  assert.equal(turns, 600);
});

test('given what was found, when memories have changed since, then nothing is done with them; and none is changed twice', () => {
  const now = new Map(
    [
      memory('a', 'x y', { source: 'observer' }),
      memory('b', 'x y z'),
      memory('c', 'changed', { updatedAt: 2 }),
      memory('d', 'd', { status: 'archived' }),
    ].map(one => [one.id, one]),
  );
  const looked = (id: string) => ({ id, updatedAt: 1 });
  const pair = (one: string, other: string, verdict: 'same' | 'contradicts' | 'different') => ({
    one: looked(one),
    other: looked(other),
    verdict,
  });
  const known = { get: (id: string) => now.get(id), withWords: () => undefined, now: 3, archiveAfterDays: 1 };
  const judged = [pair('a', 'b', 'same'), pair('a', 'c', 'same'), pair('b', 'd', 'contradicts')];
  assert.deepEqual(settled({ judged, links: [['a', 'd']], outlived: [looked('c')] }, known), [
    { kind: 'merge', keep: 'b', sources: ['a'] },
  ]);
  assert.deepEqual(settled({ judged: [pair('a', 'b', 'different')], links: [], outlived: [] }, known), [
    { kind: 'link', one: 'a', other: 'b', as: 'different' },
  ]);
});

test('given memories that nobody uses, when time passes, then the owner’s own stay, what was used stays longer, and what is pending goes sooner', () => {
  const day = 86_400_000;
  const isGone = (days: number, more: Partial<Memory>) =>
    isOutlived(memory('a', 'x', { source: 'observer', updatedAt: 0, ...more }), days * day, 100);
  assert.equal(isGone(10_000, { source: 'owner' }), false);
  assert.equal(isGone(100, {}), false);
  assert.equal(isGone(101, {}), true);
  assert.equal(isGone(51, { status: 'pending' }), true);
  assert.equal(isGone(101, { uses: 1 }), false);
  assert.equal(isGone(201, { uses: 1 }), true);
  assert.equal(isGone(201, { uses: 1, lastUsedAt: 50 * day }), false);
  assert.equal(isGone(101, { importance: 0.4 }), true);
  assert.equal(isGone(10_000, { contradicts: 'memory:b' }), false);
  assert.equal(isGone(10_000, { status: 'archived' }), false);
  assert.equal(isOutlived(memory('a', 'x', { source: 'observer' }), 10_000 * day, 0), false);
});
