import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import {
  blobName,
  type ScriptsRepository,
  scriptsRepository,
} from '../../../src/adapters/scripts/scripts-repository.ts';

let home: string;
let folder: string;
let repository: ScriptsRepository;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'straylight git '));
  folder = join(home, 'scripts.git');
  repository = scriptsRepository({ folder, now: () => 1_800_000_000_000 });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const git = (...words: string[]) => execFileSync('git', ['--git-dir', folder, ...words], { encoding: 'utf8' }).trim();
const bytes = (text: string) => Buffer.from(text);

test('given nothing, when files are committed, changed and removed, then each version is there as it was', async () => {
  const odd = Buffer.from([0, 255, 13, 10, 7]);
  const first = await repository.commit('create tool: a', [
    { file: 'a.py', content: odd, executable: true },
    { file: 'a.json', content: bytes('{}\n') },
  ]);
  assert.match(first ?? '', /^[0-9a-f]{40}$/);
  await repository.commit('update tool: a\nwith\n\ndata 5\n', [{ file: 'a.py', content: bytes(''), executable: true }]);
  await repository.commit('delete tool: a', [
    { file: 'a.py', content: null },
    { file: 'a.json', content: null },
  ]);
  const history = await repository.history(['a.py', 'a.json']);
  assert.deepEqual(
    history.map(({ subject }) => subject),
    ['delete tool: a', 'update tool: a with', 'create tool: a'],
  );
  assert.deepEqual(
    history.map(({ blobs }) => blobs),
    [
      {},
      { 'a.py': blobName(bytes('')), 'a.json': blobName(bytes('{}\n')) },
      { 'a.py': blobName(odd), 'a.json': blobName(bytes('{}\n')) },
    ],
  );
  assert.equal(history[0]?.at, 1_800_000_000_000);
  assert.deepEqual(await repository.read(first ?? '', 'a.py'), odd);
  assert.equal(await repository.read(history[0]?.commit ?? '', 'a.py'), undefined);
  assert.match(git('ls-tree', first ?? ''), /^100644 blob \w+\ta\.json\n100755 blob \w+\ta\.py$/);
  assert.equal(git('fsck', '--strict'), '');
});

test('given what is there already, when it is committed, then there is no new commit, and of several files only the others are touched', async () => {
  const a = { file: 'a.py', content: bytes('1') };
  await repository.commit('one', [a]);
  assert.equal(await repository.commit('again', [a]), undefined);
  assert.equal(await repository.commit('gone', [{ file: 'b.py', content: null }]), undefined);
  await repository.commit('two', [a, { file: 'b.py', content: bytes('2') }]);
  assert.deepEqual(
    (await repository.history(['b.py'])).map(({ subject }) => subject),
    ['two'],
  );
  assert.deepEqual(
    (await repository.history(['a.py'])).map(({ subject }) => subject),
    ['one'],
  );
  assert.deepEqual(await repository.history(['c.py']), []);
});

test('given a repository of an earlier start, when it is opened anew, then it goes on', async () => {
  await repository.commit('one', [{ file: 'a.py', content: bytes('1') }]);
  const again = scriptsRepository({ folder, now: Date.now });
  await again.commit('two', [{ file: 'a.py', content: bytes('2') }]);
  assert.equal((await again.history(['a.py'])).length, 2);
});

test('given many at once, then each is a commit, one after the other', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => repository.commit(`n ${n}`, [{ file: 'a.py', content: bytes(String(n)) }])),
  );
  assert.deepEqual(
    (await repository.history(['a.py'])).map(({ subject }) => subject),
    [7, 6, 5, 4, 3, 2, 1, 0].map(n => `n ${n}`),
  );
});

test('given names that are no names of scripts, then git never hears of them', async () => {
  for (const file of ['../a', '.git', '-x', 'a b', 'a\nb', ':(top)a', ''])
    await assert.rejects(repository.commit('x', [{ file, content: bytes('') }]), /is not the name of a script/);
  await assert.rejects(repository.read('HEAD', 'a.py'), /does not name a version/);
});

test('given settings of the owner and variables of this process, when something is committed, then none of them counts', async () => {
  const settings = join(home, '.gitconfig');
  const mark = join(home, 'ran');
  writeFileSync(
    settings,
    `[user]\n\tname = Somebody\n\temail = some@body\n[commit]\n\tgpgSign = true\n[core]\n\thooksPath = ${home}\n\tfsmonitor = touch ${mark}\n[init]\n\tdefaultBranch = other\n`,
  );
  const before = { ...process.env };
  Object.assign(process.env, {
    HOME: home,
    GIT_CONFIG_GLOBAL: settings,
    GIT_DIR: '/nowhere',
    GIT_AUTHOR_NAME: 'Somebody',
    GIT_COMMITTER_EMAIL: 'some@body',
    GIT_OBJECT_DIRECTORY: '/nowhere',
    GIT_EXTERNAL_DIFF: `touch ${mark}`,
  });
  try {
    await repository.commit('one', [{ file: 'a.py', content: bytes('1') }]);
    await repository.history(['a.py']);
  } finally {
    process.env = before;
  }
  assert.equal(
    git('log', '-1', '--format=%an %ae %cn %ce %G? %D', 'main'),
    'Straylight straylight@localhost Straylight straylight@localhost N HEAD -> main',
  );
  assert.throws(() => execFileSync('ls', [mark], { stdio: 'ignore' }));
});
