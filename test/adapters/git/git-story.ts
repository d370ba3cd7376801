/** The main way of git as a tool, which holds in each sandbox: clone, look, commit, look at a push, push. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import type { GitWorld } from './git-world.ts';

/** What the look at a push says the second call takes. */
export function shownIn(text: string): { readonly commit: string; readonly expected: string } {
  return JSON.parse(/call again with (\{.*?\})\./.exec(text)?.[1] ?? '{}');
}

export async function exchanged(world: GitWorld): Promise<void> {
  const url = world.serve('plan.git', { 'notes.txt': 'roses\n', 'src/a.txt': 'a\n' });
  const asked = world.verdict('git_clone', { url, path: 'plan' });
  assert.deepEqual([asked.verdict, asked.reasons], ['ask', ['You have not allowed this domain.']]);
  const cloned = await world.use('git_clone', { url, path: 'plan' });
  assert.match(cloned.text, /new: remotes\/origin\/main\non the branch main/);
  assert.equal(readFileSync(join(world.workspace, 'plan/notes.txt'), 'utf8'), 'roses\n');
  assert.equal(world.verdict('git_fetch', { url, path: 'plan' }).verdict, 'allow', 'the yes counts for the host');
  const status = await world.use('git_status', { path: 'plan' });
  assert.match(status.text, /## main\.\.\.origin\/main/);
  assert.ok(status.text.includes(`remote.origin.url ${url}`));
  world.has('plan/notes.txt', 'roses\ntulips\n');
  world.has('plan/new.txt', 'new\n');
  world.has('plan/.env', 'KEY=1\n');
  assert.match((await world.use('git_diff', { path: 'plan' })).text, /^\+tulips$/m);
  assert.equal(world.verdict('git_commit', { path: 'plan', message: 'x' }).level, 1);
  const committed = await world.use('git_commit', {
    path: 'plan',
    message: 'Add "tulips" $(touch /workspace/evil)\n\nAnd more.',
  });
  assert.match(committed.text, /committed [0-9a-f]+: Add "tulips" \$\(touch/);
  assert.equal(world.git(join(world.workspace, 'plan'), 'ls-files').includes('.env'), false, 'private files stay out');
  assert.ok(!existsSync(join(world.workspace, 'evil')));
  const look = { path: 'plan', url, branch: 'main' };
  assert.equal(world.verdict('git_push', look).level, 0);
  const before = world.asked.length;
  const looked = await world.use('git_push', look);
  assert.equal(world.asked.length, before, 'a look asks no server');
  assert.match(looked.text, /^1 commits would be pushed/);
  assert.match(looked.text, /notes\.txt \| 1 \+/);
  const push = { ...look, ...shownIn(looked.text) };
  const verdict = world.verdict('git_push', push);
  assert.deepEqual([verdict.verdict, verdict.risk], ['ask', 'irreversible']);
  assert.deepEqual(verdict.reasons, ['It publishes commits to another repository.']);
  const call = world.resolve('git_push', push);
  assert.ok(!isMalformed(call));
  assert.match(
    String(call.exact),
    /^push main of \/workspace\/plan to https:\/\/git\.example\.com\/plan\.git\nfrom [0-9a-f]{40} to [0-9a-f]{40}\n\n[0-9a-f]+ Ada: Add "tulips"/,
  );
  const pushed = await world.use('git_push', push);
  assert.match(pushed.text, /^Pushed [0-9a-f]{10} to main/);
  assert.match(
    world.git(join(world.root, 'served/plan.git'), 'log', '--format=%an %s', '-1', 'main'),
    /^Ada Add "tulips"/,
  );
  assert.match((await world.use('git_push', look)).text, /There is nothing to push/);
  assert.deepEqual(
    readdirSync(world.workspace).filter(name => name.includes('bundle')),
    [],
  );
}
