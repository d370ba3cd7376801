import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GraphNode, graphBlock } from '../../src/api/view.ts';

const node = (id: string, after: readonly string[], state: GraphNode['state']): GraphNode => ({
  id,
  label: id,
  note: 'researcher, done',
  state,
  after,
});

test('given what depends on what, when it is written as lines, then each stands below and further in than what it waits for', () => {
  const nodes = [
    node('a', [], 'done'),
    node('b', [], 'working'),
    node('c', ['a', 'b'], 'waiting'),
    node('d', ['a'], 'left'),
  ];
  assert.deepEqual(graphBlock(nodes).lines, [
    '✓ a: researcher, done',
    '● b: researcher, done',
    '  ○ c: researcher, done  ← a, b',
    '  – d: researcher, done  ← a',
  ]);
});
