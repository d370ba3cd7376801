/** What a killed process has left in the folders of the workspace. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeDraftsBelow, removeLeftDrafts } from '../../../src/adapters/home/left-drafts.ts';

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

test('given copies of the database that a kill cut off, when a home is opened, then they are removed, whatever they are copies for', t => {
  const home = folder(t);
  mkdirSync(join(home, 'backups'));
  const whole = [
    'schema-60-1795352400613.db',
    'agents-4-1795352400613.db',
    'daily-1795352400613.db',
    'own.db.part.txt',
  ];
  const cutOff = [
    'schema-60-1795352400613.db.part',
    'agents-4-1795352400613.db.part',
    'agents-4-1795352400613.db.part-journal',
    'daily-1795352400613.db.part',
  ];
  for (const name of [...whole, ...cutOff]) writeFileSync(join(home, 'backups', name), 'x');
  assert.deepEqual(removeLeftDrafts(home).toSorted(), cutOff.map(name => join('backups', name)).toSorted());
  assert.deepEqual(readdirSync(join(home, 'backups')).toSorted(), whole.toSorted());
});
