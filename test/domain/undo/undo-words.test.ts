import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UndoChange } from '../../../src/domain/undo/undo.ts';
import { changeWords, restoreWords } from '../../../src/domain/undo/undo-words.ts';

const common = { rights: '0644', owner: '0:0' };
const ready = { standing: 'ready' } as const;
const folder: UndoChange = {
  path: 'notes',
  what: 'deleted',
  before: { ...common, kind: 'folder', files: 1 },
  ...ready,
};
const file: UndoChange = {
  path: 'notes/a.txt',
  what: 'deleted',
  before: { ...common, kind: 'file', bytes: 2_048 },
  ...ready,
};
const added: UndoChange = {
  path: 'b.txt',
  what: 'added',
  after: { ...common, kind: 'file', bytes: 1 },
  ...ready,
};
const changed: UndoChange = {
  path: 'c.txt',
  what: 'changed',
  before: { ...common, kind: 'file', bytes: 3 },
  after: { ...common, kind: 'file', bytes: 4 },
  ...ready,
};
const closed: UndoChange = { ...changed, what: 'mode', after: { ...common, kind: 'file', bytes: 3, rights: '0600' } };

test('given a folder that went with its file, when undoing it is said, then it is one thing with a name, in both languages', () => {
  assert.equal(restoreWords([folder, file], 'en', 'does'), 'brings back the folder notes with 1 file');
  assert.equal(restoreWords([folder, file], 'de', 'does'), 'holt den Ordner notes mit 1 Datei zurück');
  assert.equal(restoreWords([folder, file], 'de', 'did'), 'den Ordner notes mit 1 Datei zurückgeholt');
});

test('given changes of several kinds, when undoing them is said, then each kind has its verb', () => {
  assert.equal(
    restoreWords([changed, file, added], 'en', 'did'),
    'brought back the file notes/a.txt, removed the file b.txt and restored the former content of c.txt',
  );
  const many = ['1', '2', '3', '4'].map(path => ({ ...added, path }));
  assert.equal(restoreWords(many, 'en', 'does'), 'removes 4 files and folders');
  assert.equal(restoreWords([], 'en', 'does'), '');
});

test('given what a turn did to a path, when it is said, then rights are named only where they changed', () => {
  assert.equal(changeWords(folder, 'en'), 'folder with 1 file');
  assert.equal(changeWords(folder, 'de'), 'Ordner mit 1 Datei');
  assert.equal(changeWords(file, 'de'), 'Datei, 2 KB');
  assert.equal(changeWords(changed, 'en'), 'file, 3 B → file, 4 B');
  assert.equal(changeWords(closed, 'en'), 'permissions 0644 → 0600');
  assert.equal(changeWords(closed, 'de'), 'Rechte 0644 → 0600');
});
