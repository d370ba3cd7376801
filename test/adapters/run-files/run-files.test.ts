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
import { letInWorld } from '../files/let-in/let-in-world.ts';

/** A workspace with files, and what a command there obeys. */
function world(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  isDirect = false,
  home: 'workspace' | 'empty' | 'kept' = isDirect ? 'workspace' : 'empty',
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-runs-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folders = {
    workspace: join(root, 'workspace'),
    scripts: join(root, 'scripts'),
    settings: join(root, 'settings'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folders.workspace, path)), { recursive: true });
    writeFileSync(join(folders.workspace, path), text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const seen = isDirect ? folders : { workspace: '/workspace', scripts: '/scripts', settings: '/settings' };
  const paths = confinedPaths({ folders, seen });
  const look = runFiles({ folders, seen, isDirect, home, paths, trust: noFileTaint });
  return { home: root, put, workspace: folders.workspace, of: (command: string) => look(obeyedIn(command)) };
}

test('given a folder that was let in, when what stands in it is run, by its name or a link, then its own file is read, and none that only the disk leads to', t => {
  const { letIn, has, files: paths, workspace, scripts } = letInWorld(t);
  const seen = { workspace: '/workspace', scripts: '/scripts' };
  const look = runFiles({
    folders: { workspace, scripts },
    letIn,
    seen,
    isDirect: false,
    paths,
    trust: noFileTaint,
    home: 'empty',
  });
  const of = (name: string) => look(obeyedIn(`sh ${name}`))[0]?.sha256;
  has('projects/app/x.sh', 'true\n');
  has('home/workspace/y.sh', 'false\n');
  has('projects/y.sh', 'echo of the disk alone\n');
  symlinkSync('app/x.sh', join(workspace, 'way.sh'));
  symlinkSync('/workspace/app/x.sh', join(workspace, 'whole.sh'));
  symlinkSync('../y.sh', join(letIn[0].path, 'up.sh'));
  symlinkSync(has('outside/z.sh', 'true\n'), join(letIn[0].path, 'away.sh'));
  const names = [
    'app/x.sh',
    '/workspace/app/x.sh',
    'way.sh',
    'whole.sh',
    'app/up.sh',
    'app/away.sh',
    'app/none.sh',
    'y.sh',
  ];
  assert.deepEqual(names.map(of), [
    ...[sha256('true\n'), sha256('true\n'), sha256('true\n'), sha256('true\n'), sha256('false\n')],
    ...['unknown', 'missing', sha256('false\n')],
  ]);
});

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

/** Is all that it runs known? */
const isKnown = (of: (command: string) => readonly { readonly sha256: string }[], command: string) =>
  of(command).every(({ sha256 }) => sha256 !== 'unknown');

test('given plain scripts of each language, when they are looked at, then all that they run is known', t => {
  const { of } = world(t, {
    'build.sh': 'set -e\nmkdir -p out\ncp a out/\n',
    'main.py': 'import os, json\nimport helper\n',
    'helper.py': '',
    'x.js': 'import { a } from "./a.js";\n',
    'a.js': 'export const a = 1;\n',
    Makefile: 'all:\n\techo a\n',
    'package.json': '{"scripts":{"test":"node x.js"}}',
  });
  for (const command of ['sh build.sh', './build.sh', 'python3 main.py', 'node x.js', 'make', 'npm test'])
    assert.ok(isKnown(of, command), JSON.stringify(of(command).filter(({ sha256 }) => sha256 === 'unknown')));
});

test('given a module of Python, when it is a package, a compiled one, installed, or in the place of Python’s own, then it is unknown', t => {
  const main = { 'main.py': 'import helper\n' };
  const table: readonly (readonly [Readonly<Record<string, string>>, boolean])[] = [
    [{ 'helper.py': '' }, true],
    [{}, false],
    [{ 'helper.py': '', 'helper/__init__.py': '' }, false],
    [{ 'helper.py': '', 'helper.so': '' }, false],
    [{ 'helper.py': '', 're.py': '' }, false],
  ];
  for (const [files, wanted] of table)
    assert.equal(isKnown(world(t, { ...main, ...files }).of, 'python3 main.py'), wanted, JSON.stringify(files));
});

test('given what Python has compiled, when it changes, then that is no longer the same', t => {
  const { of, put } = world(t, { 'main.py': 'import helper\n', 'helper.py': '' });
  const then = of('python3 main.py');
  put('__pycache__/helper.cpython-311.pyc', 'x');
  assert.throws(() => mustBeUnchanged(then, of('python3 main.py')), /compiled modules in __pycache__/);
});

test('given a script that is a link, when its language looks beside it, then what it loads is unknown', t => {
  const { of, workspace } = world(t, { 'sub/main.py': 'import os\n', 'sub/x.sh': 'true\n' });
  symlinkSync('sub/main.py', join(workspace, 'main.py'));
  symlinkSync('sub/x.sh', join(workspace, 'x.sh'));
  assert.ok(!isKnown(of, 'python3 main.py'));
  assert.ok(isKnown(of, 'python3 sub/main.py'));
  assert.ok(isKnown(of, 'sh x.sh'));
});

test('given a source that make would build its makefile of, when it is looked at, then what make does is unknown', t => {
  const { of, put } = world(t, { Makefile: 'all:\n\techo a\n' });
  assert.ok(isKnown(of, 'make'));
  put('Makefile.sh', '');
  assert.ok(!isKnown(of, 'make'));
});

test('given a repository, when it has a hook, settings that name a program, or is one by itself, then what git does is unknown', t => {
  const config = '[core]\n\tbare = false\n';
  const table: readonly (readonly [Readonly<Record<string, string>>, boolean])[] = [
    [{ '.git/config': config, '.git/hooks/pre-commit.sample': '' }, true],
    [{ '.git/config': config, '.git/hooks/post-index-change': '' }, false],
    [{ '.git/config': `${config}\tfsmonitor = ./x\n` }, false],
    [{ '.git/config': config, '.git/commondir': '' }, false],
    [{ HEAD: '' }, false],
    [{ '.git': 'gitdir: other\n' }, false],
    [{ '.git/config': config, '.git/sharedindex.1': '' }, false],
    [{ '.git/config': config, '.git/index': 'DIRC\0\0\0\u0002' }, true],
    [{ '.git/config': config, '.gitconfig': '[core]\n\thooksPath = h\n' }, false],
  ];
  for (const [files, wanted] of table)
    assert.equal(isKnown(world(t, files, true).of, 'git commit -m x'), wanted, JSON.stringify(files));
});

test('given a home, when it is the workspace, emptied or kept elsewhere, then its files count, are none, or are unknown', t => {
  const files = { 'x.sh': 'true\n', '.profile': 'true\n' };
  assert.ok(
    world(t, files, true)
      .of('bash -l x.sh')
      .some(({ path, text }) => path === '~/.profile' && text === 'true\n'),
  );
  assert.deepEqual(
    world(t, files)
      .of('bash -l x.sh')
      .map(({ path }) => path),
    ['x.sh'],
  );
  assert.ok(!isKnown(world(t, files, false, 'kept').of, 'bash -l x.sh'));
});

test('given a program that is no text, when it is run, then what it starts is unknown', t =>
  assert.ok(!isKnown(world(t, { x: 'a\0b' }).of, './x')));

test('given another repository in the index of one, when git looks at it, then what that one starts is unknown', t => {
  const { of, workspace } = world(t, { 'sub/a': '' }, true);
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync('git', ['-C', join(workspace, folder), '-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], {
      stdio: 'ignore',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    });
  for (const folder of ['.', 'sub']) git(folder, 'init', '-q', '--template=');
  git('sub', 'add', 'a');
  git('sub', 'commit', '-q', '-m', 'x');
  assert.ok(isKnown(of, 'git status'));
  git('.', 'add', 'sub');
  assert.ok(!isKnown(of, 'git status'));
});

test('given a link by a name that only a command knows, when it is run or looked through, then what it leads to counts', t => {
  const { of, workspace } = world(t, { 'x.sh': 'true\n', 'm.py': 'import n\n', 'n.py': '' });
  symlinkSync('/workspace/x.sh', join(workspace, 'seen.sh'));
  assert.equal(of('sh seen.sh')[0]?.sha256, sha256('true\n'));
  mkdirSync(join(workspace, '__pycache__'));
  symlinkSync('/workspace/elsewhere', join(workspace, '__pycache__/n.cpython-311.pyc'));
  assert.ok(of('python3 m.py').some(({ sha256 }) => sha256 === 'unknown'));
});
