import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isPartition,
  type Partitions,
  partitionsBy,
  plainPartitions,
  taskPartition,
} from '../../../src/domain/memory/partition.ts';

const { mayRead, mayWrite, of: partitionsOf, usual: usualPartition } = plainPartitions;

const [chat, later, kitchen, run, nextRun, otherJob] = [
  'session:web:main',
  'session:web:main~2',
  'session:web:kitchen',
  'session:job:water~3',
  'session:job:water~4',
  'session:job:news~1',
];

/** Each partition, who reads it and who writes it. */
const rules: readonly (readonly [partition: string, readers: readonly string[], writers: readonly string[]])[] = [
  ['global', [chat, later, kitchen, run, nextRun, otherJob], [chat, later, kitchen]],
  [taskPartition(chat), [chat], [chat]],
  [taskPartition(run), [run], [run]],
  ['agent:job:water', [run, nextRun], [run, nextRun]],
  ['agent:job:news', [otherJob], [otherJob]],
  ['workspace:attic', [], []],
  ['agent:planner', [], []],
];

test('given each partition, when conversations and runs of jobs ask, then those read and write it that may', () => {
  const all = [chat, later, kitchen, run, nextRun, otherJob];
  for (const [partition, readers, writers] of rules) {
    assert.deepEqual(
      all.filter(session => mayRead(partition, session)),
      readers,
      partition,
    );
    assert.deepEqual(
      all.filter(session => mayWrite(partition, session)),
      writers,
      partition,
    );
    assert.equal(isPartition(partition), readers.length > 0, `${partition} is offered if somebody reads it`);
  }
});

test('given a conversation, when it keeps something, then it can read it, and change it later', () => {
  for (const session of [chat, run, 'session:task:1', 'session:job:water~2~3'])
    for (const partition of [usualPartition(session), taskPartition(session)]) {
      assert.ok(partitionsOf(session).includes(partition) && mayWrite(partition, session), `${session} ${partition}`);
      assert.ok(isPartition(partition), partition);
    }
  assert.deepEqual([mayRead('global', undefined), mayRead(taskPartition(chat), undefined)], [true, false]);
});

const gardener = 'session:agent:gardener-1';
const helper = 'session:agent:helper-2';
const reader = 'session:agent:reader-3';
const closed = 'session:agent:closed-4';
const plain = 'session:agent:researcher-5';

/** A gardener with two partitions, a helper of the gardener's with one of them and another, and three of their own. */
const held: Partitions = partitionsBy({
  names: ['garden', 'attic', 'global', 'car'],
  listsOf: session =>
    ({
      [gardener]: [['garden', 'attic']],
      [helper]: [
        ['car', 'attic'],
        ['garden', 'attic'],
      ],
      [reader]: [['global', 'garden']],
      [closed]: [[]],
    })[session] ?? [],
});

test('given agents with partitions, when they and others ask, then each reads and writes its own alone, a helper no more than who gave the work, and a conversation all of them', () => {
  const all = ['global', 'agents:garden', 'agents:attic', 'agents:car'];
  const allowed = (session: string, may: Partitions['mayRead']) => all.filter(one => may(one, session));
  const table: readonly (readonly [string, readonly string[], readonly string[], string])[] = [
    [gardener, ['agents:garden', 'agents:attic'], ['agents:garden', 'agents:attic'], 'agents:garden'],
    [helper, ['agents:attic'], ['agents:attic'], 'agents:attic'],
    [reader, ['global', 'agents:garden'], ['global', 'agents:garden'], 'global'],
    [closed, [], [], taskPartition(closed)],
    [plain, ['global'], [], taskPartition(plain)],
    [chat, all, all, 'global'],
    [run, all, [], 'agent:job:water'],
    ['session:mcp:main', ['global'], ['global'], 'global'],
  ];
  for (const [session, read, written, usual] of table) {
    assert.deepEqual(allowed(session, held.mayRead), read, session);
    assert.deepEqual(allowed(session, held.mayWrite), written, session);
    assert.equal(held.usual(session), usual, session);
    assert.ok(held.mayRead(taskPartition(session), session) && held.mayWrite(taskPartition(session), session), session);
  }
  assert.deepEqual([gardener, helper, closed, plain, chat].map(held.isHeld), [true, true, true, false, false]);
  assert.deepEqual([gardener, helper, closed, plain, chat].map(held.recalls), [true, true, false, false, true]);
  assert.ok(isPartition('agents:garden') && !isPartition('agents:../x'));
});
