/** Which turn "undo that" means. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestToUndo, type UndoTurn } from '../../../src/domain/undo/undo.ts';

const turn = (id: number, undoes?: number): UndoTurn => ({
  id,
  turn: `t${id}`,
  session: 'session:web:main',
  at: id,
  what: [],
  added: 1,
  changed: 0,
  deleted: 0,
  undoes,
});

test('given turns and undos of them, when one is to be undone, then it is the newest that still stands', () => {
  for (const [turns, wanted] of [
    [[], undefined],
    [[turn(2), turn(1)], 2],
    [[turn(3, 2), turn(2), turn(1)], 1],
    [[turn(4, 1), turn(3, 2), turn(2), turn(1)], undefined],
    [[turn(4, 3), turn(3, 2), turn(2), turn(1)], 2],
    [[turn(5), turn(4, 3), turn(3, 2), turn(2)], 5],
  ] as const)
    assert.equal(newestToUndo(turns)?.id, wanted);
});
