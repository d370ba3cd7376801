import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { entriesBelow } from '../../../../src/adapters/files/confined-walk.ts';
import { fileTaint, noFileTaint } from '../../../../src/adapters/files/file-taint.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { editFileTool } from '../../../../src/adapters/tools/edit-file.ts';
import { listFilesTool } from '../../../../src/adapters/tools/list-files.ts';
import { readFileTool } from '../../../../src/adapters/tools/read-file.ts';
import { searchFilesTool } from '../../../../src/adapters/tools/search-files.ts';
import { writeFileTool } from '../../../../src/adapters/tools/write-file.ts';
import { Fault } from '../../../../src/domain/supervision/failure.ts';
import type { FileLedger } from '../../../../src/ports/ledgers/file.ts';
import { use } from '../confined-world.ts';
import { letInWorld, outsideText } from './let-in-world.ts';

const refused = (pattern: RegExp) => (error: unknown) =>
  error instanceof Fault && error.failure.kind === 'invalid' && pattern.test(error.message);

for (const fromHandles of [true, false]) {
  const how = fromHandles ? 'from open folders' : 'by path';

  test(`given a folder that was let in, when its files are read and written ${how}, then they are those of the owner`, async t => {
    const { root, has, files } = letInWorld(t, { fromHandles });
    has('projects/app/src/a.txt', 'of the owner');
    for (const path of ['app/src/a.txt', '/workspace/app/src/a.txt', 'notes/../app/src/a.txt']) {
      await using file = await files.open(files.place(path));
      assert.equal((await file.bytes(100)).toString(), 'of the owner');
    }
    assert.equal(files.onDisk(files.place('app/src/a.txt')), join(root, 'projects/app/src/a.txt'));
    await files.put(files.place('app/new/b.txt'), Buffer.from('hello'));
    assert.equal(readFileSync(join(root, 'projects/app/new/b.txt'), 'utf8'), 'hello');
    assert.deepEqual(readdirSync(join(root, 'home/workspace/app')), []);
  });

  test(`given links in a folder that was let in, when they lead out of it, then ${how} none is followed`, async t => {
    const { root, letIn, has, outside, files } = letInWorld(t, { fromHandles });
    has('home/workspace/note.txt', 'in the workspace');
    has('papers/paper.txt', 'in the other');
    has('projects/app/sub/own.txt', 'own');
    const link = (target: string, name: string) => symlinkSync(target, join(letIn[0].path, 'sub', name));
    link(outside, 'absolute');
    link('../../../outside/secret.txt', 'relative');
    link('../..', 'up');
    link('/workspace/note.txt', 'note');
    link('../../note.txt', 'note-by-path');
    link('/workspace/docs/paper.txt', 'paper');
    link('/workspace/app/../note.txt', 'around');
    for (const name of ['absolute', 'relative', 'up', 'note', 'note-by-path', 'paper', 'around'])
      await assert.rejects(files.find(files.place(`app/sub/${name}`)), refused(/leads out of its folder/), name);
    link('own.txt', 'near');
    link(join(root, 'projects/app/sub/own.txt'), 'whole');
    link('/workspace/app/sub/own.txt', 'seen');
    for (const name of ['near', 'whole', 'seen']) {
      await using found = await files.find(files.place(`app/sub/${name}`));
      assert.deepEqual(found.place.parts, ['app', 'sub', 'own.txt']);
    }
  });

  test(`given a folder that is only for reading, when each file tool is used ${how}, then what writes is refused before it is judged, and what reads works`, async t => {
    const { letIn, has, files } = letInWorld(t, { fromHandles });
    has('papers/paper.txt', 'a word');
    const before = readdirSync(letIn[1].path);
    const write = writeFileTool(files);
    const edit = editFileTool(files);
    for (const path of ['docs/new.txt', '/workspace/docs/paper.txt', 'x/../docs/sub/new.txt'])
      await assert.rejects(use(write, { path, content: 'mine' }), /writable = true under \[workspace\] folders/);
    const edited = { path: 'docs/paper.txt', old_text: 'a word', new_text: 'another' };
    await assert.rejects(use(edit, edited), /only for reading/);
    for (const path of ['docs/new.txt', 'docs/paper.txt', 'docs'])
      await assert.rejects(files.put(files.place(path), Buffer.from('x')), refused(/only for reading/));
    symlinkSync('docs', join(letIn[0].path, '../../home/workspace/way'));
    await assert.rejects(files.put(files.place('way/new.txt'), Buffer.from('x')), refused(/is or passes a link/));
    assert.deepEqual(readdirSync(letIn[1].path), before);
    assert.equal(readFileSync(join(letIn[1].path, 'paper.txt'), 'utf8'), 'a word');
    const { text } = await use(readFileTool(files, { maxOutputBytes: 10_000, trust: noFileTaint }), {
      path: 'docs/paper.txt',
    });
    assert.match(text, /a word/);
  });
}

for (const isDirect of [false, true])
  test(`given folders that were let in, when the workspace is listed and searched ${isDirect ? 'without' : 'with'} a sandbox, then what is in them is there`, async t => {
    const { has, files, stand } = letInWorld(t);
    stand(isDirect);
    has('projects/app/src/a.txt', 'a needle');
    has('home/workspace/b.txt', 'a needle');
    await using start = await files.folder(files.place('/workspace'));
    const paths: string[] = [];
    const signal = new AbortController().signal;
    for await (const { path, kind } of entriesBelow(start, { enters: () => true, signal }))
      paths.push(`${kind} ${path}`);
    assert.deepEqual(paths, ['folder app', 'folder app/src', 'file app/src/a.txt', 'file b.txt', 'folder docs']);
    const listed = await use(listFilesTool(files, { maxOutputBytes: 10_000 }), { path: '/workspace' });
    assert.match(listed.text, /app/);
    const found = await use(searchFilesTool(files, { maxOutputBytes: 10_000, clock: systemClock }), { text: 'needle' });
    assert.match(found.text, /app\/src\/a\.txt/);
  });

test('given a folder that is gone, when a file is put into it, then that is said, and nothing is made', async t => {
  const { letIn, files } = letInWorld(t);
  rmSync(letIn[0].path, { recursive: true });
  await assert.rejects(files.put(files.place('app/a.txt'), Buffer.from('x')), refused(/is not there any more/));
  await assert.rejects(files.put(files.place('app'), Buffer.from('x')), refused(/is not there any more/));
  assert.equal(existsSync(letIn[0].path), false);
});

test('given what stands in for folders, when the setting or the executor changes, then it changes too, and nothing else does', t => {
  const { workspace, letIn, has, stand } = letInWorld(t);
  has('home/workspace/kept.txt');
  const kinds = () =>
    readdirSync(workspace).map(name => {
      const stats = lstatSync(join(workspace, name));
      return `${name} ${stats.isSymbolicLink() ? `-> ${readlinkSync(join(workspace, name))}` : stats.isDirectory() ? 'folder' : 'file'}`;
    });
  assert.deepEqual(kinds(), ['app folder', 'docs folder', 'kept.txt file']);
  stand(true);
  assert.deepEqual(kinds(), [`app -> ${letIn[0].path}`, `docs -> ${letIn[1].path}`, 'kept.txt file']);
  stand(false, [letIn[0]]);
  assert.deepEqual(kinds(), ['app folder', 'kept.txt file']);
  stand(true, [{ ...letIn[0], path: letIn[1].path }]);
  assert.deepEqual(kinds(), [`app -> ${letIn[1].path}`, 'kept.txt file']);
  stand(false, []);
  assert.deepEqual(kinds(), ['kept.txt file']);
  has('home/workspace/app/mine.txt', outsideText);
  assert.throws(() => stand(false), refused(/is there already: move that away, or give the folder another name/));
  assert.equal(readFileSync(join(workspace, 'app/mine.txt'), 'utf8'), outsideText);
});

test('given files in a folder that was let in, when they are read, then they count as in the workspace: by who changed them and when, and not in a repository', t => {
  const { root, has, files } = letInWorld(t);
  const ledger: FileLedger = { of: () => undefined, note: () => {} };
  const of = (name: string, wereUnderWay: (ms: number) => boolean) => {
    const place = files.place(name);
    return fileTaint(ledger, { files, now: () => 1, acts: { wereUnderWay } }).of(
      place,
      Buffer.from('x'),
      statSync(files.onDisk(place)),
    );
  };
  has('projects/app/src/a.txt');
  assert.equal(
    of('app/src/a.txt', () => false),
    'owner',
  );
  const { ctimeMs } = statSync(join(root, 'projects/app/src/a.txt'));
  assert.equal(
    of('app/src/a.txt', ms => ms === ctimeMs),
    'external',
  );
  has('projects/app/node_modules/b.txt');
  assert.equal(
    of('app/node_modules/b.txt', () => false),
    'external',
  );
  has('projects/app/.git/HEAD');
  assert.equal(
    of('app/src/a.txt', () => false),
    'external',
  );
});
