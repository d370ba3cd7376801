import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { confinedPaths } from '../../../src/adapters/files/confined-path.ts';
import { noFileTaint } from '../../../src/adapters/files/file-taint.ts';
import { runFiles } from '../../../src/adapters/run-files/run-files.ts';
import { mustBeUnchanged } from '../../../src/adapters/run-files/unchanged.ts';
import { obeyedIn } from '../../../src/domain/policy/one-command.ts';

/** A workspace with files, and what a command there obeys. */
function world(t: TestContext, files: Readonly<Record<string, string>>, isDirect = false) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-runs-')));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const folders = {
    ...{ workspace: join(home, 'workspace'), scripts: join(home, 'scripts'), settings: join(home, 'settings') },
  };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folders.workspace, path)), { recursive: true });
    writeFileSync(join(folders.workspace, path), text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const seen = isDirect ? folders : { workspace: '/workspace', scripts: '/scripts', settings: '/settings' };
  const paths = confinedPaths({ folders, seen });
  const look = runFiles({ folders, seen, isDirect, paths, trust: noFileTaint });
  return { home, put, workspace: folders.workspace, of: (command: string) => look(obeyedIn(command)) };
}

const sha256 = (text: string) => hash('sha256', text);

test('given a script that starts others, when it is looked at, then each is there with its content, lines and text', t => {
  const files = { 'x.sh': 'sh sub/y.sh\n', 'sub/y.sh': 'true\nfalse\n' };
  const { of } = world(t, files);
  assert.partialDeepStrictEqual(of('sh x.sh'), [
    { path: 'x.sh', how: 'runs', sha256: sha256(files['x.sh']), lines: 1, text: files['x.sh'] },
    { path: 'sub/y.sh', how: 'runs', sha256: sha256(files['sub/y.sh']), lines: 2, text: files['sub/y.sh'] },
  ]);
});

test('given a file that is not there, is no file, or lies elsewhere, when it is looked at, then that is said, and nothing is read', t => {
  const { of, workspace, home } = world(t, { 'x.sh': 'true\n' });
  mkdirSync(join(workspace, 'folder.sh'));
  execFileSync('mkfifo', [join(workspace, 'pipe.sh')]);
  writeFileSync(join(home, 'away.sh'), 'true\n');
  symlinkSync(join(home, 'away.sh'), join(workspace, 'link.sh'));
  symlinkSync('x.sh', join(workspace, 'inner.sh'));
  const table = ['none.sh', 'folder.sh', 'pipe.sh', 'link.sh', '/etc/hostname', 'inner.sh'].map(
    name => of(`sh ${name}`)[0]?.sha256,
  );
  assert.deepEqual(table, ['missing', 'unknown', 'unknown', 'unknown', 'unknown', sha256('true\n')]);
});

test('given no sandbox, when a file outside of the workspace is run, then it is read, since the command sees the same', t => {
  const { of, home } = world(t, {}, true);
  writeFileSync(join(home, 'away.sh'), 'true\n');
  assert.equal(of(`sh ${join(home, 'away.sh')}`)[0]?.sha256, sha256('true\n'));
});

test('given a file that holds secrets by its name, when it is run, then its content counts, and its text is not shown', t => {
  const { of } = world(t, { '.env': 'A=1\n' });
  const [file] = of('. ./.env');
  assert.deepEqual([file?.sha256, file?.text], [sha256('A=1\n'), undefined]);
});

test('given scripts that start each other without end, or too many of them, when they are looked at, then it ends', t => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`${at}.sh`, 'true\n']));
  const all = Object.keys(many)
    .map(name => `sh ${name}`)
    .join('\n');
  const deep = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`d${at}.sh`, `sh d${at + 1}.sh\n`]));
  const { of } = world(t, { 'a.sh': 'sh b.sh\n', 'b.sh': 'sh a.sh\n', 'all.sh': all, ...many, ...deep });
  assert.deepEqual(
    of('sh a.sh').map(({ path }) => path),
    ['a.sh', 'b.sh'],
  );
  assert.ok(of('sh all.sh').some(({ sha256 }) => sha256 === 'unknown'));
  assert.ok(of('sh d0.sh').some(({ sha256 }) => sha256 === 'unknown'));
});

test('given what a call was judged by, when one of the files holds something else, is gone or new, then it does not run, and is named', t => {
  const { of, put, workspace } = world(t, { 'x.sh': 'sh y.sh\n', 'y.sh': 'true\n' });
  const then = of('sh x.sh');
  mustBeUnchanged(then, of('sh x.sh'));
  put('y.sh', 'false\n');
  assert.throws(() => mustBeUnchanged(then, of('sh x.sh')), /y\.sh is not what it was when this call was judged/);
  put('y.sh', 'true\n');
  mustBeUnchanged(then, of('sh x.sh'));
  rmSync(join(workspace, 'y.sh'));
  assert.throws(() => mustBeUnchanged(then, of('sh x.sh')), /y\.sh/);
  put('x.sh', 'true\n');
  assert.throws(() => mustBeUnchanged(then, of('sh x.sh')), /x\.sh/);
});
