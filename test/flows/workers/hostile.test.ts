/** A coding worker that is up to no good, and one that is killed with Straylight at every step. */
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from '../../slow.ts';
import { act, becomes, code, said, stateOf, threadOf, withWorker, works } from './rig.ts';

test('given a program that writes wherever it can, speaks for another session and asks its client for files of others, when it has ended, then nothing was reached but its copy', t =>
  withWorker(async ({ agent, repo }) => {
    const running = await agent.start();
    await code(
      running,
      'escape',
      'forge',
      'fs-read /etc/passwd',
      'link out /etc',
      'fs-read out/passwd',
      'fs-write out/x y',
      'fs-write in.txt hello',
      'fs-read in.txt',
      'bait bait.txt unread',
    );
    await becomes(t, () => assert.match(stateOf(agent) as string, /failed|review/));
    // a symbolic link is not taken, and the work says why
    assert.equal(stateOf(agent), 'failed');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /makes the symbolic link out/));
    assert.deepEqual(readdirSync(repo).toSorted(), ['.git', 'a.txt']);
    for (const path of ['/etc/escaped', '/escaped', join(agent.workspace, 'escaped'), join(agent.path, 'escaped')])
      assert.equal(existsSync(path), false, path);
    await becomes(t, () => assert.deepEqual(readdirSync(join(agent.path, 'workers')), []));
    await running.stop();
  }));

test('given what such a program heard, when it is looked at, then each request beyond its copy was refused, and what it was allowed to read it could write only in its copy', t =>
  withWorker(async ({ agent, repo }) => {
    const running = await agent.start();
    await code(
      running,
      'escape',
      'forge',
      'fs-read /etc/passwd',
      'fs-read ../home/x',
      'fs-write in.txt hello',
      'fs-read in.txt',
      'bait bait.txt unread',
      'hang',
    );
    await becomes(t, () => assert.equal(threadOf(agent).done, 7));
    const heard = threadOf(agent).heard;
    assert.equal(heard[0], 'none');
    assert.equal(heard[1], 'false');
    assert.match(heard[2] ?? '', /"error".*expected a file below/);
    assert.match(heard[3] ?? '', /"error".*expected a file below/);
    assert.match(heard[4] ?? '', /"result":null/);
    assert.match(heard[5] ?? '', /"content":"hello\\n"/);
    assert.equal(heard[6], 'once');
    const [key = ''] = readdirSync(join(agent.path, 'workers'));
    const root = join(agent.path, 'workers', key);
    const tried = readFileSync(join(root, 'tree', 'escapes.txt'), 'utf8');
    assert.doesNotMatch(tried, /workspace\/escaped: done|etc\/escaped: done|base\.git\/escaped: done/);
    assert.equal(existsSync(join(root, 'escaped')), false);
    assert.equal(existsSync(join(root, 'base.git', 'escaped')), false);
    assert.ok(lstatSync(join(root, 'tree', 'bait.txt')).isFile());
    assert.deepEqual(readdirSync(repo).toSorted(), ['.git', 'a.txt']);
    // a turn that never ends is ended by its owner, with its program
    await act(running, 1, 'stop');
    await becomes(t, () => assert.equal(stateOf(agent), 'stopped'));
    await becomes(t, () => assert.deepEqual(readdirSync(join(agent.path, 'workers')), []));
    await running.stop();
  }));

test('given a program that sends a line of 50 MB, when it is read, then it is ended each time, and its owner is asked in the end', t =>
  withWorker(async ({ agent }) => {
    const running = await agent.start();
    await code(running, 'flood');
    await becomes(t, () => assert.equal(stateOf(agent), 'lost'));
    await act(running, 1, 'stop');
    await becomes(t, () => assert.equal(stateOf(agent), 'stopped'));
    await running.stop();
  }));

/** The agent is killed at this point of its work, started again, and its result accepted. */
async function killedAt(t: TestContext, point: string): Promise<void> {
  await withWorker(async ({ agent, repo }) => {
    const running = await agent.start({ STRAYLIGHT_CRASH_AT: point });
    void code(running, 'write b.txt hello', 'run echo x >> c.txt', 'write d.txt end').catch(() => {});
    const accepting = becomes(t, () => assert.equal(stateOf(agent), 'review')).then(() => act(running, 1, 'accept'));
    await Promise.race([running.ended, accepting.catch(() => {})]);
    assert.equal((await running.ended).signal, 'SIGKILL', point);
    const again = await agent.start();
    if (works(agent).length === 0) {
      // it was not committed that the work was given: the model is told that nobody knows
      await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /It came to: /, point));
      assert.equal(agent.tables.value("SELECT outcome FROM tool_calls WHERE tool = 'code'"), 'unknown', point);
      await again.stop();
      return;
    }
    await becomes(t, () => assert.match(stateOf(agent) as string, /review|merging|accepted/, point));
    if (stateOf(agent) === 'review') await act(again, 1, 'accept');
    await becomes(t, () => assert.equal(stateOf(agent), 'accepted', point));
    assert.equal(readFileSync(join(repo, 'b.txt'), 'utf8'), 'hello\n', point);
    assert.equal(readFileSync(join(repo, 'c.txt'), 'utf8'), 'x\n', point);
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /The owner has accepted/, point));
    assert.equal(works(agent).length, 1, point);
    assert.equal(said(agent).filter(text => text.includes('The owner has accepted')).length, 1, point);
    await becomes(t, () =>
      assert.equal(agent.tables.value("SELECT count(*) FROM actors WHERE status = 'active' AND machine = 'worker'"), 0),
    );
    await again.stop();
  });
}

test('given a worker, when Straylight is killed at each step from the call to the merge, then the same work ends once, with its result', async t => {
  let points: readonly string[] = [];
  await withWorker(async ({ agent }) => {
    const log = join(agent.path, 'crash.log');
    const running = await agent.start({ STRAYLIGHT_CRASH_LOG: log });
    await code(running, 'write b.txt hello', 'run echo x >> c.txt', 'write d.txt end');
    await becomes(t, () => assert.equal(stateOf(agent), 'review'));
    await act(running, 1, 'accept');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /The owner has accepted/));
    await running.stop();
    points = readFileSync(log, 'utf8')
      .split('\n')
      .filter(line => /worker/.test(line));
  });
  assert.ok(points.length >= 6, points.join(', '));
  for (const point of points) {
    await killedAt(t, point);
    t.diagnostic(point);
  }
});
