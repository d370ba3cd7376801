/** What a killed process has left in the folders of the workspace. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeDraftsBelow } from '../../../src/adapters/home/left-drafts.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'straylight-drafts-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('given drafts beside files in folders of the workspace, when they are looked for after a kill, then they are removed, but nothing behind a link or of a repository', t => {
  const [home, elsewhere] = [folder(t), folder(t)];
  const draft = '.straylight-aB3aB3aB3aB3aB3a.part';
  const kept = ['notes/a.part', `.git/${draft}`, `node_modules/a/${draft}`, `notes/${draft}.old`];
  for (const name of [...kept, `notes/${draft}`, `notes/deep/${draft}`]) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), 'x');
  }
  writeFileSync(join(elsewhere, draft), 'x');
  symlinkSync(elsewhere, join(home, 'link'));
  assert.deepEqual(removeDraftsBelow(home).toSorted(), [`notes/${draft}`, `notes/deep/${draft}`].toSorted());
  for (const name of [...kept, `link/${draft}`]) assert.ok(statSync(join(home, name)).isFile(), name);
});
