import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isPartition,
  mayRead,
  mayWrite,
  partitionsOf,
  taskPartition,
  usualPartition,
} from '../../../src/domain/memory/partition.ts';

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
  ['workspace:house', [], []],
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
