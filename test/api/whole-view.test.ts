/** What a view leaves out is filled in where it is drawn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationOf } from '../../src/api/operations.ts';
import { type Action, type Look, lines } from '../../src/api/view.ts';
import { wholeView } from '../../src/api/whole-view.ts';

const look: Look = { language: 'en', now: 0, typed: words => words };
const reset: Action = { label: 'Reset', operation: 'sandbox.reset', input: {} };

test('given an action without a question whose command asks first, when its view is drawn, then the button asks in the words of the command', () => {
  const view = wholeView(
    [{ kind: 'table', rows: [{ cells: ['a'], actions: [reset, { ...reset, confirm: 'Sure?' }] }] }],
    look,
    operationOf,
  );
  const [table] = view;
  assert.ok(table?.kind === 'table');
  const [asked, own] = table.rows[0]?.actions ?? [];
  assert.match(asked?.confirm ?? '', /\w/);
  assert.equal(own?.confirm, 'Sure?');
});

test('given an action whose command asks nothing, when its view is drawn, then it asks nothing', () => {
  const done: Action = { label: 'Done', operation: 'goals.act', input: { id: 1, act: 'complete' } };
  assert.deepEqual(wholeView([lines('Goals'), { kind: 'actions', actions: [done] }], look, operationOf), [
    lines('Goals'),
    { kind: 'actions', actions: [done] },
  ]);
});

test('given a view in which nothing is to be seen, when it is drawn, then it says so', () => {
  for (const view of [[], [{ kind: 'table', rows: [] }] as const])
    assert.deepEqual(wholeView(view, look, operationOf)[0], lines('There is none.', 'quiet'));
});
