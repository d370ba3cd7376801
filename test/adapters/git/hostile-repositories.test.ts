/** Repositories whose authors want git to run a program of theirs: nothing of it runs on this machine. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownRepository } from '../../../src/adapters/git/own-repository.ts';
import { openGitRelay } from '../../../src/adapters/git/relay.ts';
import { type GitWorld, gitWorld } from './git-world.ts';

/** Each way in which settings name a program; `{run}` leaves a mark. */
const settings = `[core]
	fsmonitor = "{run} fsmonitor"
	sshCommand = "{run} ssh"
	pager = "{run} pager"
	editor = "{run} editor"
	askPass = "{run} askpass"
	gitProxy = "{run} gitproxy"
	hooksPath = hooks-elsewhere
	alternateRefsCommand = "{run} alternates"
	attributesFile = .gitattributes
[credential]
	helper = "!{run} credential"
[diff]
	external = "{run} external"
[diff "evil"]
	command = "{run} diffcommand"
	textconv = "{run} textconv"
[filter "evil"]
	clean = "{run} clean"
	smudge = "{run} smudge"
	process = "{run} process"
	required = false
[gpg]
	program = "{run} gpg"
[commit]
	gpgSign = true
[log]
	showSignature = true
[merge "evil"]
	driver = "{run} merge"
[sequence]
	editor = "{run} sequence"
[interactive]
	diffFilter = "{run} filter"
[uploadpack]
	packObjectsHook = "{run} pack"
[pager]
	log = "{run} pagerlog"
	diff = "{run} pagerdiff"
	status = "{run} pagerstatus"
[alias]
	log = "!{run} alias"
[trailer "x"]
	command = "{run} trailer"
[protocol "ext"]
	allow = always
[url "ext::{run} url"]
	insteadOf = https://
[http]
	proxy = http://127.0.0.1:9
[remote "origin"]
	uploadpack = "{run} uploadpack"
	receivepack = "{run} receivepack"
	promisor = true
	partialclonefilter = blob:none
[submodule "sub"]
	update = "!{run} submodule"
	active = true
[include]
	path = included
[includeIf "gitdir:/**"]
	path = included
`;

const hooks = [
  'pre-commit',
  'commit-msg',
  'prepare-commit-msg',
  'post-commit',
  'post-checkout',
  'pre-push',
  'reference-transaction',
  'post-index-change',
  'update',
  'pre-auto-gc',
  'fsmonitor-watchman',
];

/** A repository in the workspace with all of it; marks go to a folder of this machine and to one of the workspace. */
function poisoned(world: GitWorld): {
  readonly onHost: () => readonly string[];
  readonly inSandbox: () => readonly string[];
} {
  const marks = join(world.root, 'marks');
  mkdirSync(marks);
  mkdirSync(join(world.workspace, 'ran'));
  chmodSync(join(world.workspace, 'ran'), 0o777);
  const script = `#!/bin/sh\ntouch "${marks}/$1" 2>/dev/null\ntouch "/workspace/ran/$1" 2>/dev/null\ncat\nexit 0\n`;
  const program = world.has('evil.sh', script, 0o755);
  const onHost = join(world.root, 'evil.sh');
  writeFileSync(onHost, script, { mode: 0o755 });
  // the same text is right on either side of the walls
  const run = `sh -c 'if [ -x ${program} ]; then exec ${program} \\"$@\\"; else exec /workspace/evil.sh \\"$@\\"; fi' x`;
  const repository = join(world.workspace, 'poisoned');
  mkdirSync(repository);
  world.git(repository, 'init', '-q', '-b', 'main');
  writeFileSync(join(repository, 'a.txt'), 'one\n');
  writeFileSync(
    join(repository, '.gitmodules'),
    `[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c "touch ${marks}/gitmodules"\n`,
  );
  world.git(repository, 'add', '-A');
  world.git(repository, 'commit', '-q', '-m', 'the beginning');
  writeFileSync(join(repository, '.gitattributes'), '* filter=evil diff=evil merge=evil\n');
  writeFileSync(
    join(repository, '.git/config'),
    readFileSync(join(repository, '.git/config'), 'utf8') + settings.replaceAll('{run}', run),
  );
  writeFileSync(
    join(repository, '.git/included'),
    `[core]\n\tfsmonitor = "${run} included"\n[alias]\n\tstatus = "!${run} alias2"\n`,
  );
  for (const folder of ['.git/hooks', 'hooks-elsewhere']) {
    mkdirSync(join(repository, folder), { recursive: true });
    for (const hook of hooks)
      writeFileSync(
        join(repository, folder, hook),
        `#!/bin/sh\ntouch "${marks}/hook-${hook}" "/workspace/ran/hook-${hook}" 2>/dev/null\nexit 0\n`,
        { mode: 0o755 },
      );
  }
  return { onHost: () => readdirSync(marks), inSandbox: () => readdirSync(join(world.workspace, 'ran')) };
}

test('given a repository with every setting that names a program, when each tool works on it, then nothing runs on this machine, and in the sandbox no more than filters', async t => {
  const world = await gitWorld(t);
  if (world.executor.kind === 'direct') return t.skip('there is no sandbox here');
  const { onHost, inSandbox } = poisoned(world);
  const url = world.serve('plan.git', { 'notes.txt': 'roses\n' });
  world.has('poisoned/a.txt', 'one\ntwo\n');
  const path = 'poisoned';
  const calls: readonly (readonly [string, object])[] = [
    ['git_status', { path }],
    ['git_log', { path }],
    ['git_diff', { path }],
    ['git_diff', { path, summary: true }],
    ['git_branch', { path, action: 'create', name: 'next' }],
    ['git_commit', { path, message: 'Change' }],
    ['git_branch', { path, action: 'switch', name: 'main' }],
    ['git_branch', { path, action: 'delete', name: 'next' }],
    ['git_fetch', { path, url }],
    ['git_push', { path, url, branch: 'next' }],
  ];
  const texts = new Map<string, string>();
  for (const [name, args] of calls) {
    const { text } = await world.use(name, args).catch((error: Error) => ({ text: error.message }));
    texts.set(`${name} ${JSON.stringify(args)}`, text);
  }
  assert.match(texts.get('git_log {"path":"poisoned"}') ?? '', /the beginning/);
  assert.match([...texts.values()].join('\n'), /committed [0-9a-f]+: Change/);
  assert.match(
    [...texts.values()].join('\n'),
    /new: remotes\/origin\/main/,
    'it is fetched from the address that was judged',
  );
  const look = await world.use('git_push', { path, url, branch: 'next' });
  const shown = JSON.parse(/call again with (\{.*?\})\./.exec(look.text)?.[1] ?? '{}') as object;
  assert.match((await world.use('git_push', { path, url, branch: 'next', ...shown })).text, /^Pushed/);
  assert.deepEqual(onHost(), []);
  const contained = inSandbox().filter(name => !['clean', 'smudge', 'process'].includes(name));
  assert.deepEqual(contained, []);
  // the same repository, asked by git as everybody has it: the marks are real
  world.git(join(world.workspace, path), 'status');
  assert.notDeepEqual(onHost(), []);
});

test('given a server whose repository holds filters, submodules, links and odd names, when it is cloned, then nothing of it runs, and its links lead nowhere', async t => {
  const world = await gitWorld(t);
  if (world.executor.kind === 'direct') return t.skip('there is no sandbox here');
  const marks = join(world.root, 'marks');
  mkdirSync(marks);
  const url = world.serve('bad.git', {
    '.gitattributes': '* filter=evil diff=evil\n',
    '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch ${marks}/sub"\n\tupdate = !touch ${marks}/update\n`,
    '.gitconfig': `[core]\n\tfsmonitor = touch ${marks}/config\n`,
    '.lfsconfig': `[lfs]\n\turl = ext::sh\n`,
    'a.txt': 'a\n',
  });
  const place = join(world.root, 'work/bad.git');
  symlinkSync(join(world.root, 'outside'), join(place, 'link'));
  symlinkSync('.git/hooks', join(place, 'hooks'));
  world.git(place, 'add', '-A');
  world.git(place, 'commit', '-q', '-m', 'links');
  world.git(place, 'push', '-q', 'origin', 'main');
  // what no program of git would name so
  for (const ref of ['refs/heads/--upload-pack=x', 'refs/heads/-b', 'refs/tags/--exec'])
    writeFileSync(join(world.root, 'served/bad.git', ref), world.git(place, 'rev-parse', 'HEAD'));
  writeFileSync(join(world.root, 'outside'), 'as it was');
  const cloned = await world.use('git_clone', { url, path: 'bad' });
  assert.match(cloned.text, /on the branch main\nit has submodules, which were not brought in/);
  assert.doesNotMatch(cloned.text, /upload-pack|exec/);
  assert.equal(readFileSync(join(world.workspace, 'bad/a.txt'), 'utf8'), 'a\n');
  assert.ok(!existsSync(join(world.workspace, 'bad/.git/modules')));
  world.has('bad/b.txt', 'b');
  await world.use('git_commit', { path: 'bad', message: 'b' });
  assert.deepEqual(readdirSync(marks), []);
  assert.equal(readFileSync(join(world.root, 'outside'), 'utf8'), 'as it was');
});

test('given our own repository, when somebody has written settings and hooks into it, then they are gone before git runs', async t => {
  const world = await gitWorld(t);
  const url = world.serve('plan.git', { 'notes.txt': 'roses\n' });
  const { signal } = new AbortController();
  const own = await ownRepository(join(world.root, 'git'), url, Date.now(), signal);
  const mark = join(world.root, 'mark');
  writeFileSync(
    join(own.folder, 'config'),
    `[core]\n\tfsmonitor = touch ${mark}\n[alias]\n\tfetch = "!touch ${mark}"\n[url "ext::touch ${mark}"]\n\tinsteadOf = http://\n[protocol]\n\tallow = always\n`,
  );
  mkdirSync(join(own.folder, 'hooks'));
  writeFileSync(join(own.folder, 'hooks/reference-transaction'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  const again = await ownRepository(join(world.root, 'git'), url, Date.now(), signal);
  const relay = await openGitRelay({ url, service: 'git-upload-pack', network: world.network, signal });
  t.after(() => relay.close());
  await again.fetch(relay.address);
  assert.deepEqual(
    (await again.refs()).map(({ name }) => name),
    ['refs/heads/main'],
  );
  assert.ok(!existsSync(mark));
});

test('given a relay that was opened for fetching, when anything else is asked of it, then it is not passed on', async t => {
  const world = await gitWorld(t);
  const url = world.serve('plan.git', { 'notes.txt': 'roses\n' });
  const { signal } = new AbortController();
  const relay = await openGitRelay({ url, service: 'git-upload-pack', network: world.network, signal });
  t.after(() => relay.close());
  const { origin } = new URL(relay.address);
  const status = async (address: string, method = 'GET') => (await fetch(address, { method })).status;
  assert.equal(await status(`${relay.address}/info/refs?service=git-upload-pack`), 200);
  for (const [address, method] of [
    [`${relay.address}/info/refs?service=git-receive-pack`, 'GET'],
    [`${relay.address}/git-receive-pack`, 'POST'],
    [`${relay.address}/../other.git/info/refs?service=git-upload-pack`, 'GET'],
    [`${relay.address}/HEAD`, 'GET'],
    [`${origin}/info/refs?service=git-upload-pack`, 'GET'],
    [`${origin}/${'A'.repeat(32)}/info/refs?service=git-upload-pack`, 'GET'],
  ] as const)
    assert.equal(await status(address, method), 404, address);
  assert.equal(world.asked.length, 1);
});

test('given addresses that no request may reach, when git is sent there, then nothing is connected', async t => {
  const world = await gitWorld(t);
  const { signal } = new AbortController();
  for (const url of [
    'https://127.0.0.1/x.git',
    'https://10.0.0.1/x.git',
    'https://unknown.example.com/x.git',
    'http://git.example.com/x.git',
  ]) {
    const relay = await openGitRelay({ url, service: 'git-upload-pack', network: world.network, signal });
    const response = await fetch(`${relay.address}/info/refs?service=git-upload-pack`);
    assert.equal(response.status, 502, url);
    assert.ok(relay.problem() !== undefined, url);
    await relay.close();
  }
  assert.deepEqual(world.connected, []);
});
