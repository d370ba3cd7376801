/** What stands together in a conversation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { linesOf, withNotesTogether } = await import(
  new URL('../../../../../inspector/page/screens/chat/lines/lines.js', import.meta.url).href
);

test('given notices, when several follow each other, then they are one line, and one alone stays as it is', () => {
  const message = (id: string, role: string) => ({ id, turn: '', role, text: id, at: 1 });
  const lines = withNotesTogether(
    linesOf([
      message('report:1', 'notice'),
      message('m1', 'owner'),
      message('report:2', 'notice'),
      message('report:3', 'notice'),
      message('m2', 'assistant'),
      message('report:4', 'notice'),
      message('report:5', 'notice'),
    ]),
  );
  assert.deepEqual(
    lines.map(({ kind, notes }: { kind: string; notes?: readonly unknown[] }) => [kind, notes?.length]),
    [
      ['notice', undefined],
      ['owner', undefined],
      ['notes', 2],
      ['agent', undefined],
      ['notes', 2],
    ],
  );
});
