/** The thread that moves pages of SQLite's log to the file, where it cannot do so. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkpointer } from '../../../../../src/adapters/stores/sqlite/redo/checkpointer.ts';

test('given a file that is not there, when its pages are to be moved, then it is told that this has ended, each time', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-checkpointer-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const mover = checkpointer(join(folder, 'none.db'));
  for (let time = 0; time < 2; time += 1) await new Promise<void>(resolve => mover.start(resolve));
  mover.close();
});

test('given a thread that has only just been started, when it is closed, then that is waited for, and nobody is told', t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-checkpointer-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const mover = checkpointer(join(folder, 'none.db'));
  mover.start(() => assert.fail('told after it was closed'));
  mover.close();
});
