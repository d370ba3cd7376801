/** Copies of repositories for agents of plans, with the real git in the sandbox of this machine. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { copiesIn } from '../../../src/adapters/workers/copy.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';

const skip = existsSync('/usr/bin/bwrap') ? false : 'it needs bubblewrap';
const name = 'aB3dE6gH-write';
/** What a process that is killed while it writes a file leaves beside it. */
const draft = '.straylight-aB3aB3aB3aB3aB3a.part';

/** A repository `toy` with a commit, and what copies are made of it with. */
async function world(t: TestContext) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-copies-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [workspace, scripts] = [join(root, 'workspace'), join(root, 'scripts')];
  const toy = join(workspace, 'toy');
  for (const folder of [workspace, scripts, toy]) mkdirSync(folder);
  const { executor } = await chooseExecutor({ workspace, scripts, limits: defaultLimits, clock: systemClock });
  t.after(() => executor.close());
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: toy, stdio: 'pipe' });
  const has = (path: string, content: string, mode = 0o644) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content, { mode });
  };
  const read = (path: string) => readFileSync(join(workspace, path), 'utf8');
  git('init', '-q', '-b', 'main');
  has('toy/a.txt', 'one\ntwo\nthree\n');
  has('toy/sub/deep/b.txt', 'bee\n');
  has('toy/old.txt', 'old\n');
  has('toy/.gitignore', 'ignored\n');
  symlinkSync('../outside', join(toy, 'link'));
  git('add', '-A');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'First');
  const trees = join(workspace, 'plan-copies');
  const copies = copiesIn({ executor, clock: systemClock, folder: join(root, 'copies'), trees });
  return { root, workspace, toy, copies, git, has, read, copy: `plan-copies/${name}` };
}

test('given a repository with changes in no commit, when a copy is made, then it has the files as they are, no repository, and no link that leads out', {
  skip,
}, async t => {
  const { workspace, toy, copies, has, read, copy } = await world(t);
  has('toy/a.txt', 'changed\n');
  has('toy/new file.txt', 'new\n');
  has('toy/ignored', 'never\n');
  has(`toy/sub/${draft}`, 'half');
  rmSync(join(toy, 'old.txt'));
  assert.deepEqual(await copies.make(name, 'toy'), { uncommitted: 0 });
  assert.equal(read(`${copy}/a.txt`), 'changed\n');
  assert.deepEqual(readdirSync(join(workspace, copy)).toSorted(), [
    '.gitignore',
    'a.txt',
    'link',
    'new file.txt',
    'sub',
  ]);
  assert.deepEqual(readdirSync(join(workspace, copy, 'sub')), ['deep']);
  assert.equal(lstatSync(join(workspace, copy, 'link')).isFile(), true);
  has(`${copy}/${draft}`, 'half');
  const diff = await copies.diff(name, 'toy');
  assert.deepEqual('stat' in diff && diff.stat, { files: 0, added: 0, removed: 0 }, 'nothing was changed');
  await copies.make(name, 'toy');
  await copies.remove(name);
  assert.equal(existsSync(join(workspace, copy)), false);
});

test('given a repository whose settings and hooks start programs, when a copy is made and merged, then none of them runs', {
  skip,
}, async t => {
  const { root, toy, copies, git, has, read, copy } = await world(t);
  const mark = join(root, 'workspace', 'mark');
  const act = `touch ${mark}`;
  for (const hook of ['post-checkout', 'pre-commit', 'post-index-change', 'post-merge'])
    has(`toy/.git/hooks/${hook}`, `#!/bin/sh\n${act}\n`, 0o755);
  for (const [key, value] of [
    ['core.fsmonitor', act],
    ['core.sshCommand', act],
    ['filter.evil.clean', act],
    ['filter.evil.smudge', act],
    ['filter.evil.required', 'true'],
    ['diff.external', act],
    ['uploadpack.packObjectsHook', act],
  ] as const)
    git('config', key, value);
  writeFileSync(join(toy, '.gitattributes'), '*.txt filter=evil\n');
  assert.deepEqual(await copies.make(name, 'toy'), { uncommitted: 0 });
  has(`${copy}/a.txt`, 'agent\n');
  const diff = await copies.diff(name, 'toy');
  assert.deepEqual(await copies.fit(name, 'toy'), { conflicts: [], isThere: false });
  assert.deepEqual(await copies.merge(name, 'toy', 'digest' in diff ? diff.digest : ''), { conflicts: [] });
  assert.equal(read('toy/a.txt'), 'agent\n');
  assert.equal(existsSync(mark), false);
});

/** A copy on which files were changed, made, removed and made a program. */
async function changed(t: TestContext) {
  const all = await world(t);
  const { workspace, copies, has, copy } = all;
  await copies.make(name, 'toy');
  has(`${copy}/a.txt`, 'agent\ntwo\nthree\n');
  has(`${copy}/more/new.sh`, '#!/bin/sh\n');
  execFileSync('chmod', ['755', join(workspace, copy, 'more/new.sh')]);
  rmSync(join(workspace, copy, 'sub'), { recursive: true });
  const diff = await copies.diff(name, 'toy');
  assert.ok('digest' in diff);
  return { ...all, digest: diff.digest };
}

test('given changes of every kind, when they are merged, then all of them are there, once, and what others did beside them stays', {
  skip,
}, async t => {
  const { toy, copies, has, read, digest } = await changed(t);
  has('toy/a.txt', 'one\ntwo\nthree\nfour\n');
  assert.deepEqual(await copies.fit(name, 'toy'), { conflicts: [], isThere: false });
  assert.deepEqual(await copies.merge(name, 'toy', digest), { conflicts: [] });
  assert.equal(read('toy/a.txt'), 'agent\ntwo\nthree\nfour\n');
  assert.equal(statSync(join(toy, 'more/new.sh')).mode & 0o777, 0o755);
  assert.equal(existsSync(join(toy, 'sub')), false);
  assert.equal((await copies.fit(name, 'toy')).isThere, true);
});

test('given a merge that was cut off in the middle, when it is made again, then it is carried to its end; and what others have changed since is not written over', {
  skip,
}, async t => {
  const { toy, copies, has, read, digest } = await changed(t);
  await copies.merge(name, 'toy', digest);
  // as if it had come no further than its first file
  rmSync(join(toy, 'more'), { recursive: true });
  has('toy/sub/deep/b.txt', 'bee\n');
  assert.deepEqual(await copies.merge(name, 'toy', digest), { conflicts: [] });
  assert.deepEqual([existsSync(join(toy, 'sub')), read('toy/more/new.sh')], [false, '#!/bin/sh\n']);
  has('toy/a.txt', 'somebody else\n');
  rmSync(join(toy, 'more'), { recursive: true });
  await assert.rejects(
    copies.merge(name, 'toy', digest),
    error => error instanceof Fault && error.failure.kind === 'unknown',
  );
  assert.deepEqual([read('toy/a.txt'), existsSync(join(toy, 'more'))], ['somebody else\n', false]);
});

test('given a folder that has changed in the same place, when it is looked at, then it says which files do not fit, and nothing is merged', {
  skip,
}, async t => {
  const { toy, copies, has, digest } = await changed(t);
  has('toy/a.txt', 'owner\n');
  const { conflicts } = await copies.fit(name, 'toy');
  assert.match(conflicts.join('\n'), /a\.txt: patch does not apply/);
  assert.notDeepEqual((await copies.merge(name, 'toy', digest)).conflicts, []);
  assert.deepEqual([existsSync(join(toy, 'more')), existsSync(join(toy, 'sub'))], [false, true]);
  await assert.rejects(copies.merge(name, 'toy', 'another'), /not the one that was accepted/);
});

test('given an agent that made a link, then its work is not taken', { skip }, async t => {
  const { workspace, copies, copy } = await world(t);
  await copies.make(name, 'toy');
  symlinkSync('/etc/passwd', join(workspace, copy, 'passwd'));
  const diff = await copies.diff(name, 'toy');
  assert.match(JSON.stringify('problem' in diff && diff.problem), /symbolic link/);
});
