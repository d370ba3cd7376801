import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { coldBubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/cold.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import type { ExecutorOptions } from '../../../src/adapters/executors/direct/direct.ts';
import { dockerExecutor } from '../../../src/adapters/executors/docker/docker.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { privateNames } from '../../../src/domain/privacy/private-names.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import { type LetInWorld, letInWorld, outsideText } from '../files/let-in/let-in-world.ts';
import { dockerAgent } from './docker/docker-agent.ts';

const docker = await dockerAgent();
const { image, socketPath = '' } = docker.options;

/** Whether bubblewrap works here, with folders that were let in. */
async function bubblewrapMissing(): Promise<string | false> {
  const after: (() => void)[] = [];
  const { workspace, scripts, letIn } = letInWorld({ after: work => after.push(work as () => void) });
  const options = { workspace, scripts, letIn, limits: defaultLimits, clock: systemClock };
  const { executor, reason } = await chooseExecutor(options);
  await executor.close();
  for (const work of after) work();
  return executor.kind === 'bubblewrap' ? false : reason;
}

type Names = { readonly privateNames: ReturnType<typeof privateNames> };
const bubblewrap = await bubblewrapMissing();
const kinds: readonly {
  readonly name: string;
  readonly skip: string | false;
  readonly open: (options: ExecutorOptions & Names) => Executor;
}[] = [
  { name: 'bubblewrap', skip: bubblewrap, open: bubblewrapExecutor },
  { name: 'bubblewrap without a warm runner', skip: bubblewrap, open: coldBubblewrapExecutor },
  { name: 'Docker', skip: docker.skip, open: more => dockerExecutor({ ...more, image, socketPath }) },
];

for (const { name, skip, open } of kinds) {
  const opened = (t: TestContext, world: LetInWorld) => {
    const { workspace, scripts, letIn } = world;
    // Docker's user is no user of this machine where Straylight is root
    for (const folder of [world.root, join(world.root, 'projects'), letIn[1].path]) chmodSync(folder, 0o755);
    const executor = open({
      workspace,
      scripts,
      letIn,
      limits: defaultLimits,
      clock: systemClock,
      privateNames: privateNames(['docs/mine', 'app/mine']),
    });
    t.after(() => executor.close());
    return async (command: string, given: readonly string[] = []) => {
      const signal = new AbortController().signal;
      const { exitCode, stdout, stderr } = await executor.execute({ command, given, timeoutMs: 30_000, signal });
      return { exitCode, said: stdout + stderr };
    };
  };

  test(`given a folder to write and one to read, when a command in ${name} writes in both, then only the first changes, by whatever it tries`, {
    skip,
  }, async t => {
    const world = letInWorld(t);
    const { root, letIn, has } = world;
    has('papers/paper.txt', 'a paper');
    has('papers/sub/other.txt', 'another');
    for (const file of ['paper.txt', 'sub/other.txt']) chmodSync(join(letIn[1].path, file), 0o666);
    chmodSync(join(letIn[1].path, 'sub'), 0o777);
    const run = opened(t, world);
    assert.equal((await run('cat docs/paper.txt && echo new > app/new.txt && mkdir app/sub')).said, 'a paper');
    assert.equal(readFileSync(join(root, 'projects/app/new.txt'), 'utf8'), 'new\n');
    const commands = [
      ...['echo x > docs/new', 'echo x >> docs/paper.txt', 'rm docs/paper.txt', 'rm -rf docs', 'mkdir docs/folder'],
      ...[
        'mv docs elsewhere',
        'mv docs/paper.txt app/',
        'chmod 777 docs/paper.txt',
        'touch docs/paper.txt',
        'ln docs/paper.txt docs/b',
      ],
      ...[
        'ln -s docs way && echo x > way/new',
        'cp app/new.txt docs/sub/other.txt',
        'rmdir docs',
        'mount -o remount,rw docs',
      ],
      ...['unshare -Urm sh -c "mount -o remount,rw,bind /workspace/docs; echo x > /workspace/docs/new"'],
      ...['rm -rf app/../docs/sub', 'mv app away', 'rmdir app'],
    ];
    // all in one, each in a shell of its own
    const { said } = await run(commands.map(command => `bash -c '${command}' >/dev/null 2>&1; echo $?`).join('\n'));
    const codes = said.trim().split('\n');
    assert.equal(codes.length, commands.length);
    assert.deepEqual(
      commands.filter((_, index) => codes[index] === '0'),
      [],
    );
    assert.deepEqual(readdirSync(letIn[1].path, { recursive: true }).map(String).toSorted(), [
      'paper.txt',
      'sub',
      'sub/other.txt',
    ]);
    assert.equal(readFileSync(join(letIn[1].path, 'paper.txt'), 'utf8'), 'a paper');
    assert.equal(lstatSync(join(letIn[1].path, 'paper.txt')).mode & 0o777, 0o666);
    assert.ok(lstatSync(letIn[0].path).isDirectory());
  });

  test(`given private files in folders that were let in, when commands in ${name} look for them, then each is covered, and one that is approved is shown and stays for reading`, {
    skip,
  }, async t => {
    const world = letInWorld(t);
    const { letIn, has, workspace } = world;
    const secret = 'TOKEN=fake-for-this-test';
    for (const folder of ['projects/app', 'papers']) {
      for (const file of ['.env', 'deep/er/id_rsa', 'mine/a.txt']) chmodSync(has(`${folder}/${file}`, secret), 0o644);
      has(`${folder}/plain.txt`, 'plain words');
    }
    linkSync(join(letIn[0].path, '.env'), join(letIn[0].path, 'same.txt'));
    symlinkSync('app/.env', join(workspace, 'by-link'));
    const run = opened(t, world);
    const all = await run(
      'grep -r . /workspace/ 2>&1; cat app/.env docs/.env by-link app/same.txt docs/deep/er/id_rsa docs/mine/a.txt app/mine/a.txt; find . -type f -exec cat {} +',
    );
    assert.match(all.said, /plain words/);
    assert.doesNotMatch(all.said, /fake-for-this-test/);
    const moved = await run(
      'mv docs/deep docs/d; mv app/mine app/m; mv app/deep app/shallow; cat app/*/*/id_rsa app/m/* docs/d/*/*',
    );
    assert.doesNotMatch(moved.said, /fake-for-this-test/);
    const given = await run('cat docs/mine/a.txt; echo x > docs/mine/a.txt', ['/workspace/docs/mine/a.txt']);
    assert.match(given.said, /fake-for-this-test/);
    assert.equal(readFileSync(join(letIn[1].path, 'mine/a.txt'), 'utf8'), secret);
  });

  test(`given links out of folders that were let in, when a command in ${name} follows them, then it reads nothing outside; given such a folder made again under its path, then the next command sees the new one`, {
    skip,
  }, async t => {
    const world = letInWorld(t);
    const { letIn, has, outside, root } = world;
    for (const { path } of letIn) {
      symlinkSync(outside, join(path, 'absolute'));
      symlinkSync('../outside/secret.txt', join(path, 'near'));
      symlinkSync('../../outside/secret.txt', join(path, 'far'));
    }
    has('projects/app/a.txt', 'old');
    const run = opened(t, world);
    const { said } = await run(
      'cat app/absolute app/near app/far docs/absolute docs/near docs/far; ls / /home; cat app/a.txt',
    );
    assert.doesNotMatch(said, new RegExp(outsideText));
    assert.match(said, /No such file/);
    assert.match(said, /old/);
    renameSync(letIn[0].path, join(root, 'projects/before'));
    mkdirSync(letIn[0].path);
    writeFileSync(join(letIn[0].path, 'a.txt'), 'new');
    assert.equal((await run('cat app/a.txt')).said, 'new');
  });
}
