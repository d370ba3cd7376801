import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Entry, isAlike } from '../../../src/adapters/undo/entry.ts';

const file: Entry = {
  kind: 'file',
  mode: 0o644,
  uid: 0,
  gid: 0,
  size: 2,
  mtimeMs: 1,
  ctimeMs: 1,
  dev: 1,
  ino: 1,
  bornMs: 1,
  nlink: 1,
  object: 'hash',
};
const folder: Entry = { ...file, kind: 'folder', mode: 0o755 };

/** After a start, or before a command, of a Straylight that runs as root. */
const opened = { gid: 10_001, ctimeMs: 2 };

for (const [what, before, after, is] of [
  ['a file that was opened to the sandbox', file, { ...file, ...opened, mode: 0o664 }, true],
  ['a file of its group that was opened', { ...file, gid: 10_001 }, { ...file, ...opened, mode: 0o664 }, true],
  ['a folder that was opened to the sandbox', folder, { ...folder, ...opened, mode: 0o2775 }, true],
  ['a file with other rights', file, { ...file, ...opened, mode: 0o666 }, false],
  ['a file of another group', file, { ...file, ...opened, gid: 7, mode: 0o664 }, false],
  ['a file of somebody else', file, { ...file, ...opened, uid: 7, mode: 0o664 }, false],
  ['a file with other content', file, { ...file, ...opened, mode: 0o664, object: 'other' }, false],
] as const)
  test(`given ${what}, when it is compared with what it was, then it is ${is ? 'the same' : 'another'}`, () => {
    assert.equal(isAlike(before, after), is);
    assert.equal(isAlike(after, before), is);
  });
