import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { droppedFiles } from '../../../src/adapters/files/dropped-files.ts';
import { mostFileBytes } from '../../../src/domain/conversation/files.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function folder(t: TestContext, files: Readonly<Record<string, string | Uint8Array>>) {
  const path = mkdtempSync(join(tmpdir(), 'straylight-dropped-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  mkdirSync(join(path, 'sub'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return (name: string) => join(path, name);
}

test('given readings of a drop, when one of them names files alone, then these are read, pictures by what they hold', t => {
  const at = folder(t, { 'a b.png': png, 'notes.txt': 'milk' });
  const readings = [[at('a'), at('b.png')], [at('a b.png')]];
  assert.deepEqual(
    droppedFiles(readings, () => false),
    [{ name: 'a b.png', isPicture: true, content: png }],
  );
  const [notes] = droppedFiles([[at('notes.txt')]], () => false) ?? [];
  assert.deepEqual([notes?.name, notes?.isPicture, String(notes?.content)], ['notes.txt', false, 'milk']);
});

test('given what is no drop of files, when it is read, then its paths stay a text', t => {
  const at = folder(t, { 'a.png': png, '.env': 'TOKEN=1', 'notes.txt': 'milk' });
  for (const paths of [[], [at('sub')], [at('none.png')], [at('a.png'), at('none.png')], [at('.env')]])
    assert.equal(
      droppedFiles([paths], () => false),
      undefined,
    );
  // the agent reads its own files by their paths; a picture it has to be shown
  assert.equal(
    droppedFiles([[at('notes.txt')]], () => true),
    undefined,
  );
  assert.equal(droppedFiles([[at('a.png')]], () => true)?.length, 1);
});

test('given a file that is too large for a message, when it is dropped, then no more of it is read than shows that', t => {
  const at = folder(t, { 'large.bin': new Uint8Array(2 * mostFileBytes) });
  assert.equal(droppedFiles([[at('large.bin')]], () => false)?.[0]?.content.length, mostFileBytes + 1);
});
