import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import { areAllRun } from '../../slow.ts';
import { confinedWorld, secret } from './confined-world.ts';

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => assert.fail('expected a refusal'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Fault, String(error));
  assert.equal(error.failure.kind, 'invalid', error.message);
  return error.message;
}

suite('names of places', () => {
  const within = [
    ['a.txt', '/workspace/a.txt'],
    ['./a//b/./c', '/workspace/a/b/c'],
    ['/workspace/a.txt', '/workspace/a.txt'],
    ['/workspace', '/workspace'],
    ['.', '/workspace'],
    ['a/../b', '/workspace/b'],
    ['../scripts/x.py', '/scripts/x.py'],
    ['/scripts/x.py', '/scripts/x.py'],
    ['/workspace/../scripts', '/scripts'],
    ['/workspace/.git/config', '/workspace/.git/config'],
    ['..a/...', '/workspace/..a/...'],
    ['a b/ü/日本', '/workspace/a b/ü/日本'],
  ] as const;
  for (const [path, name] of within)
    test(`given ${JSON.stringify(path)}, when it is named, then it is ${name}`, t => {
      const { files } = confinedWorld(t);
      assert.equal(files.name(files.place(path)), name);
      assert.equal(files.problemOf(path), undefined);
    });

  const outside = [
    '',
    '/',
    '..',
    '../../..',
    '../outside/secret.txt',
    '/etc/passwd',
    '/workspace/../outside/secret.txt',
    '/workspacex/a',
    '/workspace-old',
    '/proc/self/environ',
    'a\0b',
    '/scripts/.git/config',
    '/scripts/.GIT/hooks/post-commit',
    '/scripts/.g\u200cit/config',
    '/scripts/sub/.git',
    '../scripts/.git',
    `${'a/'.repeat(65)}b`,
    '~/.ssh/id_rsa/../../../../../etc/passwd',
  ];
  for (const path of outside)
    test(`given ${JSON.stringify(path.slice(0, 50))}, when it is named, then it is refused with what would be right`, t => {
      const { files } = confinedWorld(t);
      assert.match(
        files.problemOf(path) ?? '',
        /^".*" (is no path|begins with|lies outside\. A path begins|lies in the \.git|is more than 64)/,
      );
      assert.throws(() => files.place(path), Fault);
    });

  const elsewhere = [
    ...[
      '~',
      '~/notes.txt',
      '~root/x',
      '~me',
      '~/',
      '~.ssh/id',
      '$HOME',
      '$HOME/notes.txt',
      '$' + '{HOME}/x',
      '$PWD/x',
      '$(pwd)/x',
    ],
    ...[
      '%USERPROFILE%',
      '%USERPROFILE%\\notes.txt',
      '%APPDATA%/x',
      'C:\\Users\\me',
      'c:/users/me',
      'C:',
      '\\\\server\\share',
    ],
    ...[
      'file:///etc/passwd',
      'file://localhost/x',
      'file:x',
      'FILE:/x',
      'http://a.example/x',
      'https://a.example',
      's3://b/x',
    ],
  ];
  test('given a path for another reader, when it is named, then nothing is called so: it is refused and what a path is relative to is said', t => {
    const { files } = confinedWorld(t);
    for (const path of elsewhere)
      assert.match(
        files.problemOf(path) ?? '',
        /^".*" begins with (~|a variable|a drive|the scheme).* A path begins with \/workspace\/ or \/scripts\/, or is relative to \/workspace\.$/,
        path,
      );
    for (const path of [
      './~',
      './~/x',
      '~$report.docx',
      'a~',
      './$HOME',
      '10%',
      '100%/x',
      'a:b',
      'notes: today.md',
      '12:30.txt',
    ])
      assert.equal(files.problemOf(path), undefined, path);
  });

  test('given commands that see the folders where they are, when a path is named, then both names mean the same place', t => {
    const { root, workspace, scripts, settings } = confinedWorld(t);
    const { files } = confinedWorld(t, { seen: { workspace, scripts, settings } });
    for (const path of ['a.txt', '/workspace/a.txt', join(workspace, 'a.txt')])
      assert.equal(files.name(files.place(path)), join(workspace, 'a.txt'));
    assert.notEqual(files.problemOf(root), undefined);
  });
});

for (const fromHandles of [process.platform === 'linux', false])
  suite(`links, ${fromHandles ? 'from open folders' : 'by path'}`, () => {
    test('given links within their folder, when they are followed, then the place behind them is found; a file is opened by its own name alone', async t => {
      const world = confinedWorld(t, { fromHandles });
      const { workspace, files } = world;
      world.has('real/deep/a.txt', 'inside');
      const links: readonly (readonly [string, string])[] = [
        ['plain', 'real/deep/a.txt'],
        ['real/up', '../real/deep/a.txt'],
        ['whole', '/workspace/real/deep/a.txt'],
        ['disk', join(workspace, 'real/deep/a.txt')],
        ['folder', 'real/deep/../deep/.'],
        ['chain', 'whole'],
        ['round', 'folder/../../folder/a.txt'],
      ];
      for (const [name, target] of links) symlinkSync(target, join(workspace, name));
      for (const path of ['plain', 'real/up', 'whole', 'disk', 'folder/a.txt', 'chain', 'round']) {
        await using found = await files.find(files.place(path));
        assert.equal(files.name(found.place), '/workspace/real/deep/a.txt', path);
        assert.equal(found.stats?.size, 6, path);
        const refused = (error: Error) =>
          error.message.startsWith(`/workspace/${path} is or passes a link, and nothing`);
        await assert.rejects(files.open(files.place(path)), refused);
        await assert.rejects(files.put(files.place(path), Buffer.from('mine')), refused);
        await assert.rejects(files.put(files.place(`${path}/new/b.txt`), Buffer.from('mine')), Fault);
      }
      await assert.rejects(files.put(files.place('folder/new/b.txt'), Buffer.from('mine')), Fault);
      assert.deepEqual(readdirSync(join(workspace, 'real/deep')), ['a.txt'], 'nothing was made behind a link');
    });

    test('given links that lead out, when they are read, written, listed or passed, then nothing is followed and nothing is made outside', async t => {
      const { root, workspace, scripts, outside, files } = confinedWorld(t, { fromHandles });
      mkdirSync(join(scripts, '.git'));
      writeFileSync(join(scripts, '.git', 'config'), secret);
      const links: readonly (readonly [string, string])[] = [
        ['file', outside],
        ['relative', '../outside/secret.txt'],
        ['folder', join(root, 'outside')],
        ['up', '..'],
        ['root', '/'],
        ['proc', '/proc/self/root'],
        ['cwd', '/proc/self/cwd'],
        ['dangling', '../outside/new.txt'],
        ['other', '/scripts'],
        ['other-disk', scripts],
        ['over', 'up/outside/secret.txt'],
        ['circle', 'circle'],
        ['ping', 'pong'],
        ['pong', 'ping'],
      ];
      for (const [name, target] of links) symlinkSync(target, join(workspace, name));
      symlinkSync('.git', join(scripts, 'history'));
      mkdirSync(join(scripts, 'd/'.repeat(200)), { recursive: true });
      symlinkSync('d/'.repeat(200), join(scripts, 'depths'));
      const paths = [
        ...links.map(([name]) => name),
        'folder/secret.txt',
        'up/outside/secret.txt',
        `root${outside}`,
        `proc${outside}`,
        'other/x',
        '/scripts/history/config',
        '/scripts/history',
        '/scripts/depths',
      ];
      let tried = 0;
      for (const path of paths) {
        await refusal(files.open(files.place(path)));
        await refusal(files.put(files.place(path), Buffer.from('mine')));
        await refusal(files.put(files.place(`${path}/below/new.txt`), Buffer.from('mine')));
        await refusal(files.folder(files.place(path)));
        tried += 4;
      }
      assert.deepEqual(readdirSync(join(root, 'outside')), ['secret.txt']);
      assert.equal(readFileSync(outside, 'utf8'), secret);
      assert.deepEqual(readdirSync(join(scripts, '.git')), ['config']);
      assert.equal(readlinkSync(join(workspace, 'file')), outside);
      assert.equal(readdirSync(workspace).length, links.length, 'and nothing is left lying about');
      t.diagnostic(`${tried} ways out tried, all refused`);
    });

    test('given a folder that another process swaps for a link that leads out, when it is read and written all the while, then nothing of outside is ever seen or made', {
      skip: !fromHandles && 'without paths through open folders it is not promised',
    }, async t => {
      const world = confinedWorld(t, { fromHandles });
      const { root, workspace, files } = world;
      world.has('folder/secret.txt', 'inside');
      symlinkSync(join(root, 'outside'), join(workspace, 'link'));
      const swapper = spawn(
        process.execPath,
        [fileURLToPath(new URL('./path-swapper.ts', import.meta.url)), workspace, 'folder', 'link'],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      t.after(() => swapper.kill());
      const closed = once(swapper, 'close');
      await once(swapper.stdout, 'data');
      let [read, refused, wrote] = [0, 0, 0];
      for (let at = 0; at < (areAllRun ? 2_000 : 600); at++) {
        try {
          await using file = await files.open(files.place('folder/secret.txt'));
          assert.equal((await file.bytes(100)).toString(), 'inside');
          read++;
        } catch (error) {
          assert.ok(error instanceof Fault, String(error));
          refused++;
        }
        if (at % 10 === 0)
          await files.put(files.place(`folder/new-${at}.txt`), Buffer.from('x')).then(
            () => wrote++,
            error => assert.ok(error instanceof Fault, String(error)),
          );
      }
      swapper.stdin.end();
      const [swaps] = await once(swapper.stdout, 'data');
      assert.equal((await closed)[0], 0);
      assert.deepEqual(readdirSync(join(root, 'outside')), ['secret.txt']);
      assert.equal(readFileSync(join(root, 'outside', 'secret.txt'), 'utf8'), secret);
      assert.ok(read > 0 && refused > 0, `${read} read, ${refused} refused`);
      t.diagnostic(`${String(swaps).trim()} swaps; ${read} read, ${refused} refused, ${wrote} written, 0 outside`);
    });

    test('given a hard link, when it is written to, then the file it shared is left as it was', async t => {
      const { workspace, outside, files } = confinedWorld(t);
      linkSync(outside, join(workspace, 'hard'));
      await files.put(files.place('hard'), Buffer.from('mine'));
      assert.equal(readFileSync(join(workspace, 'hard'), 'utf8'), 'mine');
      assert.equal(readFileSync(outside, 'utf8'), secret);
    });
  });

test('given many files opened and refused, when all is over, then no descriptor is left open', {
  skip: process.platform !== 'linux' && 'descriptors are counted in /proc',
}, async t => {
  const world = confinedWorld(t);
  world.has('a/b/c.txt', 'x');
  symlinkSync('..', join(world.workspace, 'a/up'));
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  for (let at = 0; at < 100; at++) {
    const { files } = world;
    await using file = await files.open(files.place('a/b/c.txt'));
    await using __ = await files.find(files.place('a/up/a/b/c.txt'));
    await files.open(files.place('a/none')).catch(() => {});
    await files.open(files.place('a/b')).catch(() => {});
    await files.folder(files.place('a/b/c.txt')).catch(() => {});
    await files.put(files.place('a/b/d.txt'), await file.bytes(10));
    await using _ = await files.folder(files.place('.'));
  }
  assert.equal(open(), before);
});
