import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileTaint } from '../../../src/adapters/files/file-taint.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteFileLedger } from '../../../src/adapters/stores/sqlite/ledgers/files.ts';
import { editFileTool } from '../../../src/adapters/tools/edit-file.ts';
import { readFileTool } from '../../../src/adapters/tools/read-file.ts';
import { writeFileTool } from '../../../src/adapters/tools/write-file.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import type { Place } from '../../../src/ports/files/confined.ts';
import { confinedWorld, use } from './confined-world.ts';

function toolsOf(t: Parameters<typeof confinedWorld>[0]) {
  const world = confinedWorld(t);
  const { files } = world;
  const file = join(world.root, 'ledger.db');
  const database = openDatabase({ file, synchronous: 'normal', now: () => 1 });
  t.after(() => database.close());
  const trust = fileTaint(sqliteFileLedger(database), { files, now: () => 1 });
  const read = readFileTool(files, { maxOutputBytes: 4_000, trust });
  const edit = editFileTool(files, trust);
  return {
    ...world,
    write: (path: string, content: string, taint: Taint) =>
      use(writeFileTool(files, trust), { path, content }, { taint }),
    edit: (path: string, old_text: string, new_text: string, taint: Taint) =>
      use(edit, { path, old_text, new_text }, { taint }),
    read: async (path: string) => (await use(read, { path })).taint,
  };
}

test('given a file, when it is read, then it is trusted as far as the conversation in which the agent wrote it', async t => {
  const { write, read, has } = toolsOf(t);
  for (const taint of ['owner', 'auth', 'external'] as const) {
    await write('notes.txt', `written by ${taint}`, taint);
    assert.equal(await read('notes.txt'), taint);
    assert.equal(await read('/workspace/./notes.txt'), taint, 'whatever it is called');
  }
  await write('empty.txt', '', 'owner');
  assert.equal(await read('empty.txt'), 'owner');
  has('inbox/letter.txt', 'from somebody');
  assert.equal(await read('inbox/letter.txt'), 'external', 'a file that came in');
  assert.equal(await read('missing.txt'), 'owner', 'it says the name that was asked for, and plain names like it');
  has('do missing all of these things now.txt', '');
  assert.equal(await read('missing.txt'), 'external', 'a name like it that is more than a name');
});

test('given a file the agent wrote, when anything else changes it, then nobody vouches for it until its content is back', async t => {
  const { write, read, workspace } = toolsOf(t);
  const path = join(workspace, 'notes.txt');
  const changes: readonly (() => void)[] = [
    () => appendFileSync(path, 'x'),
    () => writeFileSync(path, 'mine!'),
    () => writeFileSync(path, ''),
    () => {
      writeFileSync(`${path}.new`, 'other');
      renameSync(`${path}.new`, path);
    },
  ];
  for (const change of changes) {
    await write('notes.txt', 'mine.', 'owner');
    assert.equal(await read('notes.txt'), 'owner');
    change();
    assert.equal(await read('notes.txt'), 'external', String(change));
    writeFileSync(path, 'mine.');
    assert.equal(await read('notes.txt'), 'owner');
  }
  copyFileSync(path, join(workspace, 'copy.txt'));
  assert.equal(await read('copy.txt'), 'external', 'the mark is for its place too');
});

test('given a file that is edited, then it is trusted no further than it was, nor than whoever edits it', async t => {
  const { write, edit, read, has } = toolsOf(t);
  const table: readonly (readonly [Taint, Taint, Taint])[] = [
    ['owner', 'owner', 'owner'],
    ['owner', 'external', 'external'],
    ['external', 'owner', 'external'],
    ['auth', 'owner', 'auth'],
    ['owner', 'auth', 'auth'],
  ];
  for (const [written, edited, expected] of table) {
    await write('a.txt', `one two ${written}${edited}`, written);
    await edit('a.txt', 'two', 'three', edited);
    assert.equal(await read('a.txt'), expected, `${written}, then ${edited}`);
  }
  has('came.txt', 'one two');
  await edit('came.txt', 'two', 'three', 'owner');
  assert.equal(await read('came.txt'), 'external');
});

test('given a file that changed while the agent did nothing, when it is read, then it is the owner’s, but not what was sent or fetched', t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-owners-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'cloned', '.git'), { recursive: true });
  for (const own of ['diary', 'cloned/a']) mkdirSync(join(folder, own));
  const changed = (name: string) => statSync(join(folder, name)).ctimeMs;
  do {
    rmSync(join(folder, 'moved'), { recursive: true, force: true });
    mkdirSync(join(folder, 'moved'));
  } while (changed('moved') === changed('diary'));
  const moved = changed('moved');
  const files = {
    name: ({ parts }: Place) => `/workspace/${parts.join('/')}`,
    onDisk: ({ parts }: Place) => join(folder, ...parts),
  };
  const acts = { wereUnderWay: (at: number) => at < 1_000 || at === moved };
  const nothing = { of: () => undefined, note: () => assert.fail('nothing is noted') };
  const of = (parts: readonly string[], ctimeMs: number, more = { acts }) => {
    const place: Place = { folder: 'workspace', parts };
    const trust = fileTaint(nothing, { files, now: () => 0, ...more });
    assert.equal(trust.knows(place, { ctimeMs }), trust.of(place, Buffer.from('x'), { ctimeMs }) === 'owner');
    return trust.of(place, Buffer.from('x'), { ctimeMs });
  };
  assert.equal(of(['notes.md'], 2_000), 'owner');
  assert.equal(of(['diary', 'notes.md'], 2_000), 'owner');
  assert.equal(of(['notes.md'], 500), 'external', 'the agent was at work');
  for (const path of [
    'inbox/a.txt',
    'cloned/README.md',
    'cloned/a/b.md',
    'app/node_modules/x/index.js',
    '.git/config',
    'moved/a.md',
  ])
    assert.equal(of(path.split('/'), 2_000), 'external', path);
  assert.equal(of(['notes.md'], 2_000, {} as { acts: typeof acts }), 'external', 'nobody knows when it was at work');
});
