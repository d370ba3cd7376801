/** How many things a turn changed, as its owner counts them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeRow } from '../../../src/adapters/undo/plan.ts';
import { turnOf } from '../../../src/adapters/undo/turn-view.ts';
import type { KeptTurn } from '../../../src/adapters/undo/undo-index.ts';

const kept: KeptTurn = {
  id: 1,
  turn: 't',
  session: 'session:web:main',
  at: 1,
  facts: { what: [], notes: [], isCut: false },
} as unknown as KeptTurn;

type Kind = 'file' | 'folder' | undefined;
const entry = (kind: Kind) => (kind === undefined ? undefined : ({ kind } as ChangeRow['after']));
const counts = (...rows: readonly (readonly [path: string, before: Kind, after: Kind])[]) => {
  const changes = rows.map(([path, before, after]) => ({
    path,
    before: entry(before),
    after: entry(after),
    isMixed: false,
  }));
  const { added, changed, deleted } = turnOf(kept, changes);
  return { added, changed, deleted };
};

test('given a file in a new folder, when the changes are counted, then the folder on its way is none of its own', () => {
  assert.deepEqual(counts(['old', undefined, 'folder'], ['old/notes.txt', undefined, 'file']), {
    added: 1,
    changed: 0,
    deleted: 0,
  });
  assert.deepEqual(counts(['a', 'folder', undefined], ['a/b', 'folder', undefined], ['a/b/c.txt', 'file', undefined]), {
    added: 0,
    changed: 0,
    deleted: 1,
  });
});

test('given an empty folder, or one that only lost a file, when the changes are counted, then each counts', () => {
  assert.deepEqual(counts(['empty', undefined, 'folder'], ['emptyish.txt', undefined, 'file']), {
    added: 2,
    changed: 0,
    deleted: 0,
  });
  assert.deepEqual(counts(['a', 'folder', 'folder'], ['a/b.txt', 'file', undefined]), {
    added: 0,
    changed: 1,
    deleted: 1,
  });
});
