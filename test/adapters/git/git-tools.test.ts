/** Git as a tool: a repository is worked on in the sandbox, and exchanged with a server by way of a repository of ours. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import { exchanged, shownIn } from './git-story.ts';
import { type GitWorld, gitWorld, host, token } from './git-world.ts';

async function sandboxed(
  t: Parameters<typeof gitWorld>[0] & { skip(why: string): void },
): Promise<GitWorld | undefined> {
  const world = await gitWorld(t);
  if (world.executor.kind !== 'direct') return world;
  t.skip('there is no sandbox here');
  return undefined;
}

test('given a repository of a server, when it is cloned, changed, committed and pushed, then the server has it, and the owner was asked with what it is', async t => {
  const world = await sandboxed(t);
  if (world === undefined) return;
  await exchanged(world);
});

test('given a branch that somebody else has moved, when it is pushed, then nothing is changed until it was looked at anew, and force is said as such', async t => {
  const world = await sandboxed(t);
  if (world === undefined) return;
  const url = world.serve('plan.git', { 'notes.txt': 'roses\n' });
  await world.use('git_clone', { url, path: 'plan' });
  world.has('plan/mine.txt', 'mine\n');
  await world.use('git_commit', { path: 'plan', message: 'Mine' });
  const look = { path: 'plan', url, branch: 'main' };
  const first = shownIn((await world.use('git_push', look)).text);
  world.commitThere('plan.git', 'theirs.txt', 'theirs\n');
  const stale = await world.use('git_push', { ...look, ...first });
  assert.ok(stale.failed);
  assert.match(stale.text, /the branch is not what it was when this push was shown.*Nothing was changed/);
  assert.match((await world.use('git_fetch', { url, path: 'plan' })).text, /changed: remotes\/origin\/main/);
  const again = await world.use('git_push', look);
  assert.match(again.text, /The branch at the server has 1 commits that this one lacks; only force would push it/);
  const second = { ...look, ...shownIn(again.text) };
  const refused = await world.use('git_push', second);
  assert.match(refused.text, /fetch and merge them first, or set force/);
  assert.match(world.git(join(world.root, 'served/plan.git'), 'log', '-1', '--format=%s', 'main'), /changes theirs/);
  const forced = { ...second, force: true };
  const { verdict, reasons } = world.verdict('git_push', forced);
  assert.deepEqual([verdict, reasons[0]], ['ask', 'It overwrites what others may have (a forced push).']);
  const call = world.resolve('git_push', forced);
  assert.match(
    isMalformed(call) ? '' : `${call.intent}\n${call.exact}`,
    /Push by force[\s\S]*FORCED PUSH of main[\s\S]*1 commits of the server are dropped/,
  );
  assert.match((await world.use('git_push', forced)).text, /^Pushed/);
  assert.match(world.git(join(world.root, 'served/plan.git'), 'log', '-1', '--format=%s', 'main'), /Mine/);
});

test('given a server that wants a credential, when a secret is named, then it alone is sent there, and no process, file or answer holds it', async t => {
  const world = await sandboxed(t);
  if (world === undefined) return;
  const url = world.serve('plan.git', { 'notes.txt': 'roses\n' });
  world.before = ({ headers }, response) => {
    if (headers.authorization !== undefined) return false;
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    return true;
  };
  const without = await world.use('git_clone', { url, path: 'plan' });
  assert.match(without.text, /wants a credential \(401\): name a secret/);
  const cloned = await world.use('git_clone', { url, path: 'plan', secret: 'github' });
  assert.match(cloned.text, /on the branch main/);
  const sent = world.asked.flatMap(({ headers }) => headers.authorization ?? []);
  assert.ok(sent.length > 0 && sent.every(one => Buffer.from(one.slice(6), 'base64').toString() === `git:${token}`));
  const held = (folder: string): boolean =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).some(
      one => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(token),
    );
  assert.deepEqual([held(join(world.root, 'git')), held(world.workspace)], [false, false]);
  const elsewhere = world.resolve('git_clone', { url: 'https://evil.example.org/x.git', path: 'x', secret: 'github' });
  assert.equal(isMalformed(elsewhere) ? '' : elsewhere.facts.refused, 'it is not for that');
  assert.ok(world.connected.every(address => address === '93.184.216.34'));
});

test('given servers that send on, deny or know nothing, when they are asked, then that is said, and nothing comes into the workspace', async t => {
  const world = await sandboxed(t);
  if (world === undefined) return;
  const url = world.serve('plan.git', { 'notes.txt': 'roses\n' });
  const answers = [
    [302, /sends on to https:\/\/evil\.example\/x, which is not followed/],
    [404, /has no such repository/],
    [500, /answered 500/],
  ] as const;
  for (const [status, said] of answers) {
    world.before = (_, response) => {
      response.writeHead(status, { location: 'https://evil.example/x' }).end();
      return true;
    };
    const outcome = await world
      .use('git_clone', { url, path: 'plan' })
      .catch((error: Error) => ({ text: error.message }));
    assert.match(outcome.text, said);
  }
  assert.ok(!existsSync(join(world.workspace, 'plan')));
  world.before = () => false;
  mkdirSync(join(world.workspace, 'plan'));
  world.has('plan/mine.txt', 'mine');
  assert.match((await world.use('git_clone', { url, path: 'plan' })).text, /the folder is not empty/);
});

test('given words that git could take for an option, a program or another protocol, when a call names them, then it is refused before anything runs', async t => {
  const world = await sandboxed(t);
  if (world === undefined) return;
  const url = `https://${host}/plan.git`;
  const calls: readonly (readonly [string, object])[] = [
    ...[
      'ext::sh -c touch% /tmp/x',
      '--upload-pack=touch /tmp/x',
      'http://git.example.com/a.git',
      'file:///etc',
      'git@github.com:a/b',
      'https://user:pw@git.example.com/a',
      'https://127.0.0.1/a',
      'https://localhost/a',
      'ssh://-oProxyCommand=x/a',
      `${url}?x=1`,
    ].map(one => ['git_clone', { url: one, path: 'x' }] as const),
    ...['-b', '--exec=x', 'a..b', 'a b', 'HEAD', '.hidden', 'x.lock', '$(x)', 'a\nb'].map(
      name => ['git_branch', { path: 'x', action: 'create', name }] as const,
    ),
    ...['--output=/workspace/x', '-O', '$(x)', 'a b'].map(revision => ['git_log', { path: 'x', revision }] as const),
    ['git_diff', { path: 'x', from: '--ext-diff' }],
    ['git_diff', { path: 'x', to: '--output=x' }],
    ['git_fetch', { path: 'x', url, remote: '--upload-pack=x' }],
    ['git_push', { path: 'x', url, branch: '+main' }],
    ['git_push', { path: 'x', url, branch: 'main', commit: '--all' }],
    ['git_push', { path: 'x', url, branch: 'main', commit: 'a'.repeat(40) }],
    ['git_status', { path: '../../etc' }],
  ];
  for (const [name, args] of calls) assert.ok(isMalformed(world.resolve(name, args)), JSON.stringify([name, args]));
});
