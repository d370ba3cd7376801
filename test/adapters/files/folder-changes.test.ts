/** What changes in a real folder is told, however it is saved. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folderChanges } from '../../../src/adapters/files/folder-changes.ts';

/** A watched folder; `next` resolves with what is told next of that file. */
async function watched(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'straylight-changes-'));
  const folder = join(root, 'watched');
  mkdirSync(folder);
  writeFileSync(join(folder, 'old.toml'), 'a = 1');
  const all: string[] = [];
  const noticed = new Set<string>();
  const waiting = new Map<string, (what: string) => void>();
  const changes = await folderChanges(
    folder,
    (what, file = 'the folder') => {
      if (what === 'noticed') return void noticed.add(file);
      all.push(`${what} ${file}`);
      waiting.get(file)?.(what);
      waiting.delete(file);
    },
    error => assert.fail(error),
  );
  t.after(async () => {
    await changes.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    all,
    noticed,
    root,
    folder,
    changes,
    next: (file: string) => new Promise<string>(resolve => waiting.set(file, resolve)),
    put: (file: string, text: string) => writeFileSync(join(folder, file), text),
  };
}

test('given a watched folder, when files are saved, replaced and removed, then each is told, and hidden ones and folders are not', async t => {
  const { all, folder, next, put } = await watched(t);
  let told = next('old.toml');
  put('old.toml', 'a = 2');
  assert.equal(await told, 'change');
  told = next('old.toml');
  put('.old.toml.swap', 'a = 33');
  renameSync(join(folder, '.old.toml.swap'), join(folder, 'old.toml'));
  assert.equal(await told, 'change');
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'deep.toml'), '');
  told = next('new.toml');
  put('new.toml', 'b = 1');
  assert.equal(await told, 'add');
  told = next('old.toml');
  rmSync(join(folder, 'old.toml'));
  assert.equal(await told, 'unlink');
  assert.deepEqual(
    all.filter(line => !/(?:old|new)\.toml$/.test(line)),
    [],
  );
});

test('given a watched folder, when it is removed and made again, or another takes its place, then what is saved there is told', async t => {
  const { root, folder, next, put } = await watched(t);
  let told = next('the folder');
  const gone = next('old.toml');
  rmSync(folder, { recursive: true });
  assert.equal(await gone, 'unlink');
  mkdirSync(folder);
  assert.equal(await told, 'add');
  told = next('again.toml');
  put('again.toml', 'a = 1');
  assert.equal(await told, 'add');
  const other = join(root, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'other.toml'), '');
  told = next('other.toml');
  renameSync(folder, join(root, 'aside'));
  renameSync(other, folder);
  assert.equal(await told, 'add');
});

test('given a file that is gone as soon as it is made, and a folder, when they were there, then their names are noticed', async t => {
  const { folder, noticed, next, put } = await watched(t);
  const told = next('last.toml');
  put('short.toml', '');
  rmSync(join(folder, 'short.toml'));
  mkdirSync(join(folder, 'inner'));
  put('last.toml', '');
  await told;
  assert.deepEqual([noticed.has('short.toml'), noticed.has('inner')], [true, true]);
});

test('given a watch that is closed, when a file is saved, then nothing is told', async t => {
  const { all, changes, put } = await watched(t);
  await changes.close();
  put('late.toml', '');
  // another watch that hears of a later file has heard of this one, too
  const other = await watched(t);
  const told = other.next('later.toml');
  other.put('later.toml', '');
  await told;
  assert.deepEqual(all, []);
});
