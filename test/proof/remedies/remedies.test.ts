/** What is promised for each trouble; and that a table in which any of its rules is taken out or changed is found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TroubleKind } from '../../../src/domain/supervision/remediation.ts';
import { type Row, rows, storyOf } from './story.ts';

/**
 * Told once for each kind, in the order in which it happens where nothing helps; then what each answer of the owner
 * does.
 */
const promised: Readonly<Record<TroubleKind, readonly string[]>> = {
  wedged: [
    'restart checkpoint',
    'wait 2000 ms',
    'suspend',
    'the owner: restart, fresh, stop',
    'restart: restart checkpoint',
    'fresh: restart fresh',
    'stop: abort actor',
  ],
  silent: [
    'the owner: cancel, stop, leave',
    'clarify',
    'wait 30000 ms',
    'abort effect',
    'wait 30000 ms',
    'abort effect hard',
    'wait 30000 ms',
    'the owner: cancel, stop, leave',
    'cancel: abort effect',
    'stop: abort actor',
    'leave: it is over',
  ],
  buried: [
    'retry',
    'wait 2000 ms',
    'the owner: retry, fresh, leave',
    'retry: retry',
    'fresh: restart fresh',
    'leave: it is over',
  ],
  quarantined: [
    'the owner: release, fresh, stop, leave',
    'fresh: restart fresh',
    'stop: abort actor',
    'release: release',
    'leave: it is over',
  ],
  unclean: ['the owner: go', 'go: go'],
  flapping: ['reassign', 'wait 1000 ms', 'the owner: leave', 'leave: it is over'],
  looping: ['clarify', 'wait 60000 ms', 'the owner: cancel, leave', 'cancel: abort turn', 'leave: it is over'],
  failing: ['the owner: retry, leave', 'retry: retry', 'leave: it is over'],
  cut: ['the owner: retry, leave', 'retry: retry', 'leave: it is over'],
  spending: ['the owner: cancel, leave', 'cancel: abort turn', 'leave: it is over'],
  diskLow: ['the owner: leave', 'leave: it is over'],
  growing: ['the owner: leave', 'leave: it is over'],
};
const kinds = Object.keys(promised) as TroubleKind[];

test('given the table of remedies, then there is a promise for each of its rows', () => {
  assert.deepEqual(Object.keys(rows).toSorted(), kinds.toSorted());
});

for (const kind of kinds)
  test(`given the trouble ${kind}, when nothing helps, then what is promised is done, and the owner has the last word`, () => {
    assert.deepEqual(storyOf(kind), promised[kind]);
    assert.ok(storyOf(kind).some(line => line.startsWith('the owner: ')));
  });

/** Each rule of a row by itself: taken out, or turned into another. */
function changesOf(row: Row): readonly (readonly [what: string, change: Partial<Row>])[] {
  const without = <Item>(items: readonly Item[], at: number) => items.filter((_, index) => index !== at);
  return [
    ...row.remedies.map(({ kind }, at): [string, Partial<Row>] => [
      `without ${kind} (${at + 1}.)`,
      { remedies: without(row.remedies, at) },
    ]),
    ...(row.remedies.length > 1
      ? [['in another order', { remedies: row.remedies.toReversed() }] as [string, Partial<Row>]]
      : []),
    ...row.choices.map((choice, at): [string, Partial<Row>] => [
      `without the answer ${choice}`,
      { choices: without(row.choices, at) },
    ]),
    ...(row.remedies.length > 0
      ? [['with another patience', { patienceMs: row.patienceMs + 1 }] as [string, Partial<Row>]]
      : []),
    [row.parks ? 'without setting it aside' : 'set aside', { parks: !row.parks }],
    ...(row.remedies.length > 0
      ? [
          [row.asksFirst ? 'without asking first' : 'asking first', { asksFirst: !row.asksFirst }] as [
            string,
            Partial<Row>,
          ],
        ]
      : []),
  ];
}

test('given a table with any one rule taken out or changed, when the trouble comes, then the difference is seen', t => {
  let changed = 0;
  const unseen: string[] = [];
  for (const kind of kinds) {
    const row = rows[kind];
    for (const [what, change] of changesOf(row)) {
      changed += 1;
      rows[kind] = { ...row, ...change };
      if (JSON.stringify(storyOf(kind)) === JSON.stringify(promised[kind])) unseen.push(`${kind} ${what}`);
    }
    rows[kind] = row;
  }
  t.diagnostic(`${changed} changed tables, ${changed - unseen.length} seen`);
  assert.deepEqual(unseen, []);
});
