/** Files that are moved, copied, patched, packed and looked at, and documents that are read by their parts. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zipSync } from 'fflate';
import { createTar, createTarGzip } from 'nanotar';
import { chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../../../../src/adapters/executors/limits.ts';
import { noFileTaint } from '../../../../src/adapters/files/file-taint.ts';
import { privateFiles } from '../../../../src/adapters/files/private-files.ts';
import { documentText } from '../../../../src/adapters/pages/document-text.ts';
import { pictureText } from '../../../../src/adapters/pages/picture-text.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { createToolbox } from '../../../../src/adapters/toolbox/toolbox.ts';
import { fileWorkTools } from '../../../../src/adapters/tools/files/change.ts';
import { fileLookTools } from '../../../../src/adapters/tools/files/look.ts';
import { readFileTool } from '../../../../src/adapters/tools/read-file.ts';
import { judge } from '../../../../src/domain/policy/policy.ts';
import { privateNames } from '../../../../src/domain/privacy/private-names.ts';
import { type FrozenCall, isMalformed } from '../../../../src/domain/tools/tool.ts';
import type { Tool } from '../../../../src/ports/tool.ts';
import { test as slow } from '../../../slow.ts';
import { confinedWorld, use } from '../../files/confined-world.ts';
import { docxOf, paragraph, xlsxOf } from './documents.ts';

function worldOf(t: TestContext) {
  const world = confinedWorld(t);
  const { files, workspace, scripts } = world;
  const privacy = privateFiles(privateNames(), { workspace, scripts }, systemClock);
  const document = documentText({ clock: systemClock });
  const [move, patch, archive] = fileWorkTools({ files, trust: noFileTaint, privacy }) as [Tool, Tool, Tool];
  const [inspect, query] = fileLookTools({ files, trust: noFileTaint, privacy, document, maxOutputBytes: 4_000 }) as [
    Tool,
    Tool,
  ];
  const toolbox = createToolbox([move, patch, archive, inspect, query]);
  const resolve = (name: string, args: object) =>
    toolbox.resolve({ callId: 'c', name, arguments: JSON.stringify(args) });
  const read = (path: string) => readFileSync(join(workspace, path), 'utf8');
  const isThere = (path: string) => existsSync(join(workspace, path));
  return { ...world, privacy, document, move, patch, archive, inspect, query, resolve, read, isThere };
}

test('given files and folders, when they are moved or copied, then they are there, nothing is overwritten, and links and private files stay behind', async t => {
  const { has, move, read, isThere, workspace, resolve, outside } = worldOf(t);
  has('a/one.txt', 'one');
  has('a/sub/two.sh', 'two');
  has('a/.env', 'KEY=1');
  symlinkSync(outside, join(workspace, 'a/link'));
  assert.match((await use(move, { from: 'a/one.txt', to: 'b/first.txt' })).text, /^Moved \/workspace\/a\/one\.txt to/);
  assert.deepEqual([isThere('a/one.txt'), read('b/first.txt')], [false, 'one']);
  const copied = await use(move, { from: 'a', to: 'c', copy: true });
  assert.equal(copied.text, 'Copied 1 files (3 bytes) to /workspace/c. 2 links and private files were left out.');
  assert.deepEqual([read('c/sub/two.sh'), isThere('c/.env'), isThere('c/link')], ['two', false, false]);
  for (const [args, why] of [
    [{ from: 'a', to: 'c' }, /is there already, so nothing was moved/],
    [{ from: 'a', to: 'c', copy: true }, /is there already, so nothing was copied/],
    [{ from: 'a', to: 'a/inner' }, /cannot be moved into itself/],
    [{ from: 'missing', to: 'x' }, /does not exist/],
    [{ from: 'a/link', to: 'x' }, /is or passes a link|leads out/],
    [{ from: 'a/link', to: 'x', copy: true }, /is or passes a link|leads out/],
    [{ from: '/workspace', to: 'x' }, /stays where it is|into itself/],
  ] as const) {
    const { text, failed } = await use(move, args);
    assert.ok(failed, JSON.stringify(args));
    assert.match(text, why);
  }
  for (const args of [
    { from: '/scripts/x.py', to: 'x' },
    { from: 'a', to: '/scripts/x' },
    { from: '../../etc/passwd', to: 'x' },
  ])
    assert.ok(isMalformed(resolve('move_file', args)), JSON.stringify(args));
  const call = resolve('move_file', { from: 'a/.env', to: '.git/hooks/pre-commit' }) as FrozenCall;
  const { verdict, reasons } = judge(call, { taint: 'owner', executor: 'bubblewrap' });
  assert.equal(verdict, 'ask', 'both names are judged');
  assert.match(JSON.stringify(reasons), /\.env/);
});

const diff = `--- a/notes.txt
+++ b/notes.txt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
@@ -8,2 +8,3 @@
 eight
 nine
+ten
--- /dev/null
+++ b/new/made.txt
@@ -0,0 +1 @@
+made
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
`;
const notes = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n';

test('given a diff of several files, when it fits, then all of it is applied; when one hunk does not, then nothing is, and the line is told', async t => {
  const { has, patch, read, isThere, resolve, workspace } = worldOf(t);
  has('notes.txt', notes);
  has('old.txt', 'gone\n');
  const before = resolve('apply_patch', { patch: diff }) as FrozenCall;
  assert.deepEqual(
    [before.facts.path, before.facts.paths, before.facts.empties],
    ['/workspace/notes.txt', ['/workspace/new/made.txt', '/workspace/old.txt'], true],
  );
  has('notes.txt', notes.replace('eight', 'ate'));
  const refused = await use(patch, { patch: diff });
  assert.ok(refused.failed);
  assert.match(
    refused.text,
    /Nothing was changed.*\/workspace\/notes\.txt, hunk 2: line 8 should be "eight" and is "ate"\./,
  );
  assert.deepEqual([isThere('new'), read('old.txt')], [false, 'gone\n']);
  has('notes.txt', notes);
  const done = await use(patch, { patch: diff });
  assert.equal(
    done.text,
    'Changed /workspace/notes.txt.\nCreated /workspace/new/made.txt.\nDeleted /workspace/old.txt.',
  );
  assert.equal(read('notes.txt'), notes.replace('two', 'TWO').replace('nine\n', 'nine\nten\n'));
  assert.deepEqual([read('new/made.txt'), isThere('old.txt')], ['made\n', false]);
  assert.match(
    (await use(patch, { patch: diff })).text,
    /is there already, and the patch would make it.*old\.txt does not exist/,
  );
  // a folder where a file is to be: the ones before it are put back
  has('notes.txt', notes);
  has('old.txt', 'gone\n');
  mkdirSync(join(workspace, 'blocked'));
  const blocked = `--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-one\n+ONE\n--- a/blocked\n+++ b/blocked\n@@ -1 +1 @@\n-x\n+y\n`;
  assert.ok((await use(patch, { patch: blocked })).failed);
  assert.equal(read('notes.txt'), notes);
  for (const bad of [
    'no diff at all',
    '--- a/../../../etc/passwd\n+++ b/../../../etc/passwd\n@@ -1 +1 @@\n-x\n+y\n',
    '--- a/x\n+++ b//scripts/x\n@@ -1 +1 @@\n-x\n+y\n',
  ])
    assert.ok(isMalformed(resolve('apply_patch', { patch: bad })), bad);
});

test('given archives good and bad, when they are made, listed and extracted, then files come through, and nothing leaves, is overwritten or unfolds without end', async t => {
  const { has, archive, read, isThere, workspace, root } = worldOf(t);
  has('a/one.txt', 'one');
  has('a/sub/two.txt', 'two');
  has('a/.env', 'KEY=1');
  for (const name of ['x.zip', 'x.tar', 'x.tar.gz']) {
    const made = await use(archive, { action: 'create', archive: name, from: ['a'] });
    assert.match(made.text, /^Packed 2 files into \/workspace\/x\..*1 links and private files were left out\./);
    assert.match((await use(archive, { action: 'list', archive: name })).text, /^a\/one\.txt {2}3 bytes$/m);
    const into = `out-${name}`;
    assert.match((await use(archive, { action: 'extract', archive: name, to: into })).text, /^Extracted 2 files/);
    assert.equal(read(`${into}/a/sub/two.txt`), 'two');
    assert.match(
      (await use(archive, { action: 'extract', archive: name, to: into })).text,
      /is there already, so nothing was unpacked/,
    );
  }
  const text = (value: string) => new Uint8Array(Buffer.from(value));
  const tar = (entries: Parameters<typeof createTar>[0]) => Buffer.from(createTar(entries));
  const bad: readonly (readonly [string, Buffer, RegExp])[] = [
    ['slip.zip', Buffer.from(zipSync({ '../../evil.txt': text('x') })), /outside of itself/],
    ['whole.zip', Buffer.from(zipSync({ '/evil.txt': text('x') })), /outside of itself/],
    ['back.zip', Buffer.from(zipSync({ 'a\\..\\..\\evil.txt': text('x') })), /outside of itself/],
    ['link.tar', linkTar(), /is a link or a device/],
    [
      'bomb.zip',
      Buffer.from(zipSync({ 'zeros.bin': new Uint8Array(65 * 2 ** 20) }, { level: 1 })),
      /larger than 64 MB/,
    ],
    [
      'bomb.tar.gz',
      Buffer.from(await createTarGzip([{ name: 'zeros.bin', data: new Uint8Array(65 * 2 ** 20) }])),
      /cannot be read|larger than 64 MB/,
    ],
    [
      'many.zip',
      Buffer.from(zipSync(Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`${at}.txt`, text('x')])))),
      /more than 2000 files/,
    ],
    ['broken.zip', Buffer.from('PK\x03\x04 and nothing of the kind'), /cannot be read/],
  ];
  for (const [name, bytes, why] of bad) {
    has(name, bytes);
    const { failed, text: said } = await use(archive, { action: 'extract', archive: name, to: 'bad' });
    assert.ok(failed, name);
    assert.match(said, why, name);
  }
  assert.ok(!isThere('bad') || readdirSync(join(workspace, 'bad')).length === 0);
  // its reader takes such a name for one within
  has('slip.tar', tar([{ name: '../../evil.txt', data: 'x' }]));
  await use(archive, { action: 'extract', archive: 'slip.tar', to: 'slip' });
  assert.deepEqual([existsSync(join(root, 'evil.txt')), existsSync(join(workspace, 'evil.txt'))], [false, false]);
  assert.match(
    (await use(archive, { action: 'create', archive: 'x.rar', from: ['a'] })).text,
    /says no kind of archive/,
  );
});

/** A tar archive whose one entry is a symbolic link to `/etc/passwd`. */
function linkTar(): Buffer {
  const bytes = Buffer.from(createTar([{ name: 'link.txt', data: '' }]));
  bytes.write('2', 156, 'latin1');
  bytes.write('/etc/passwd', 157, 'latin1');
  bytes.fill(' ', 148, 156);
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}

test('given a folder, when it is looked at, then tree, hash, counts and room are right, and none of it asks', async t => {
  const { has, inspect, resolve } = worldOf(t);
  has('a/one.txt', 'one two\nthree\n');
  has('a/sub/deep/four.txt', 'x'.repeat(5_000));
  has('b.txt', 'no end');
  const tree = await use(inspect, { what: 'tree', depth: 2 });
  assert.equal(tree.text, '/workspace/\n├─ a/\n│  ├─ one.txt\n│  └─ sub/\n└─ b.txt');
  const hash = await use(inspect, { what: 'hash', path: 'b.txt' });
  assert.equal(hash.text, `${createHash('sha256').update('no end').digest('hex')}  /workspace/b.txt`);
  assert.match(
    (await use(inspect, { what: 'stats', path: 'a/one.txt' })).text,
    /2 lines, 3 words, 14 characters, 14 bytes/,
  );
  assert.match((await use(inspect, { what: 'stats', path: 'b.txt' })).text, /1 lines, 2 words, 6 characters, 6 bytes/);
  assert.match(
    (await use(inspect, { what: 'disk' })).text,
    /^\/workspace: 4\.9 KB in 3 files; .* are free[\s\S]*4\.9 KB {2}a$/m,
  );
  assert.equal(judge(resolve('inspect_path', { what: 'tree' }) as FrozenCall, { taint: 'external' }).level, 0);
  assert.ok((await use(inspect, { what: 'hash', path: 'a' })).failed);
});

test('given tables and JSON, when they are queried, then the answer is right; a wrong query, a hostile one and a broken file are told', async t => {
  const { has, query } = worldOf(t);
  has('people.csv', 'name;age;zip\n"Ada; the first";36;007\nBob;12;8000\n');
  has('prices.tsv', 'item\tprice\nrose\t2.5\ntulip\t1.5\n');
  has('data.json', '{"rooms":[{"name":"a","size":3},{"name":"b","size":5}]}');
  has('log.jsonl', '{"level":"warn"}\n{"level":"info"}\n');
  has(
    'book.xlsx',
    xlsxOf('Stock', [
      ['item', 'count'],
      ['rose', 3],
      ['tulip', 4],
    ]),
  );
  const asked = async (path: string, text: string) =>
    JSON.parse((await use(query, { path, query: text })).text) as unknown;
  assert.deepEqual(await asked('people.csv', '[?age > `20`].[name, zip]'), [['Ada; the first', '007']]);
  assert.equal(await asked('prices.tsv', 'sum([].price)'), 4);
  assert.deepEqual(await asked('data.json', "rooms[?name == 'b'].size | [0]"), 5);
  assert.equal(await asked('log.jsonl', "length([?level == 'warn'])"), 1);
  assert.deepEqual(await asked('book.xlsx', 'Stock[?count > `3`].item'), ['tulip']);
  assert.equal(
    (await use(query, { path: 'prices.tsv', query: 'sum([].price)' })).taint,
    'owner',
    'a figure tells nobody what to do',
  );
  assert.equal((await use(query, { path: 'people.csv', query: '[].name' })).taint, 'external');
  has('broken.json', '{"a":');
  has('a.txt', 'x');
  for (const [path, text] of [
    ['data.json', 'rooms[?'],
    ['data.json', 'nothing(@)'],
    ['broken.json', '@'],
    ['a.txt', '@'],
  ] as const)
    assert.ok((await use(query, { path, query: text })).failed, `${path} ${text}`);
});

test('given Word and Excel files, when they are read, then their text comes; one that is broken, or names what is outside of it, gives nothing else', async t => {
  const { has, files, document } = worldOf(t);
  const read = readFileTool(files, { maxOutputBytes: 8_000, document });
  has(
    'letter.docx',
    docxOf(
      `${paragraph('The garden', 'Heading1')}${paragraph('Roses &amp; tulips')}<w:tbl><w:tr><w:tc>${paragraph('rose')}</w:tc><w:tc>${paragraph('3')}</w:tc></w:tr></w:tbl>`,
    ),
  );
  const letter = await use(read, { path: 'letter.docx' });
  assert.match(letter.text, /The garden[\s\S]*Roses & tulips[\s\S]*rose/);
  assert.equal(letter.taint, 'external');
  has(
    'book.xlsx',
    xlsxOf('Stock', [
      ['item', 'count'],
      ['rose', 3],
    ]),
  );
  assert.match((await use(read, { path: 'book.xlsx' })).text, /## Stock\n\d+\titem\tcount\n\d+\trose\t3/);
  has('entity.docx', docxOf(`<!DOCTYPE x [<!ENTITY a "${'x'.repeat(100)}">]>${paragraph('&a;')}`));
  has('outside.docx', docxOf('<w:p><w:r><w:drawing/></w:r></w:p>'));
  has('broken.xlsx', Buffer.from('PK\x03\x04\0\0 and nothing'));
  assert.ok((await use(read, { path: 'broken.xlsx' })).failed);
  for (const name of ['entity.docx', 'outside.docx'])
    assert.doesNotMatch((await use(read, { path: name })).text, /x{50}|root:/);
  assert.match((await use(read, { path: 'letter.docx' })).text, /The garden/, 'the next one is read');
});

slow('given a Word file that unfolds without end, when it is read, then its reader alone ends', async t => {
  const { has, files } = worldOf(t);
  has(
    'bomb.docx',
    Buffer.from(
      zipSync({ 'word/document.xml': new Uint8Array(200 * 2 ** 20), '[Content_Types].xml': new Uint8Array() }),
    ),
  );
  const bounded = documentText({ clock: systemClock, memoryMb: 128, timeoutMs: 6_000 });
  const readBounded = readFileTool(files, { maxOutputBytes: 8_000, document: bounded });
  assert.ok((await use(readBounded, { path: 'bomb.docx' })).failed);
  assert.ok(statSync(join(files.onDisk(files.place('bomb.docx')))).size < 5 * 2 ** 20);
});

test('given a picture, when it is read, then tesseract reads it where commands run, or what to install is said', async t => {
  const { has, files, workspace, scripts } = worldOf(t);
  const { executor } = await chooseExecutor({
    workspace,
    scripts,
    limits: { ...defaultLimits, maxOutputBytes: 20_000 },
    clock: systemClock,
  });
  t.after(() => executor.close());
  const read = readFileTool(files, { maxOutputBytes: 8_000, ocr: pictureText(executor) });
  has(
    'x.png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  const has_ = await executor.execute({
    command: 'command -v tesseract',
    timeoutMs: 20_000,
    signal: new AbortController().signal,
  });
  const { text, failed } = await use(read, { path: 'x.png' });
  if (has_.exitCode === 0) return assert.match(text, /no text was found|tesseract cannot read/);
  assert.ok(failed);
  assert.match(text, /is a picture\. Its text can be read once tesseract is installed where commands run/);
});
