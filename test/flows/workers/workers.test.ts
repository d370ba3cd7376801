/** A coding worker in the whole program: its diff accepted, rejected and checked, its permissions, and its end. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../slow.ts';
import { act, answered, becomes, code, pending, said, stateOf, threadOf, withWorker, works } from './rig.ts';

test('given work for a worker, when it has ended, then its diff waits, nothing of it is in the folder before the owner accepts it, and undo has it', t =>
  withWorker(async ({ agent, repo }) => {
    const running = await agent.start();
    await code(running, 'write b.txt hello', 'write a.txt changed', 'say Both are written.');
    await becomes(t, () => assert.equal(stateOf(agent), 'review'));
    assert.equal(existsSync(join(repo, 'b.txt')), false);
    const [card] = await pending(running);
    assert.match(card?.card.intent ?? '', /Take the work of scripted into “toy”: 2 files, \+2 −3 lines/);
    const { json } = await running.http('/api/workers/1');
    assert.match(json.diff, /^\+hello$/m);
    assert.match(json.lines.join('\n'), /Write b\.txt/);
    assert.equal((await act(running, 1, 'accept')).status, 202);
    await becomes(t, () => assert.equal(stateOf(agent), 'accepted'));
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /The owner has accepted the work of scripted/));
    assert.equal(readFileSync(join(repo, 'b.txt'), 'utf8'), 'hello\n');
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'changed\n');
    await becomes(t, () => assert.deepEqual(readdirSync(join(agent.path, 'workers')), []));
    const { value } = await agent.json('undo', 'list');
    assert.match(JSON.stringify(value), /Take the work of scripted/);
    await running.stop();
  }));

test('given what a program asks permission for, when policy allows it, asks or forbids it, then it is answered at once, by the owner, or refused', t =>
  withWorker(async ({ agent, repo }) => {
    const running = await agent.start();
    await code(
      running,
      'run echo x > c.txt',
      'edit d.txt hello',
      'outside /etc/passwd',
      'run rm -r sub',
      'write sub/e.txt there',
      'run rm -r sub',
    );
    await becomes(t, () => assert.equal(stateOf(agent), 'asking'));
    const [card] = await pending(running);
    assert.equal(card?.card.exact, 'rm -r sub');
    assert.match(card?.card.intent ?? '', /scripted, on its copy of “toy”: rm -r sub/);
    assert.deepEqual(threadOf(agent).heard, ['once', 'once', 'reject']);
    await answered(t, running, 'deny');
    // what was denied is not asked a second time
    await becomes(t, () => assert.equal(stateOf(agent), 'review'));
    assert.deepEqual(threadOf(agent).heard, ['once', 'once', 'reject', 'reject', 'reject']);
    const { json } = await running.http('/api/workers/1');
    assert.deepEqual(json.work.stat, { files: 3, added: 3, removed: 0 });
    await act(running, 1, 'reject');
    await becomes(t, () => assert.equal(stateOf(agent), 'rejected'));
    assert.deepEqual(readdirSync(repo).toSorted(), ['.git', 'a.txt']);
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /The owner has rejected/));
    await running.stop();
  }));

test('given a program that waits for its owner, when Straylight is killed and the answer comes after the restart, then the same thread goes on, and the yes is used once', t =>
  withWorker(async ({ agent }) => {
    const first = await agent.start();
    await code(first, 'write sub/e.txt there', 'run rm -r sub', 'write f.txt end');
    await becomes(t, () => assert.equal(stateOf(agent), 'asking'));
    await first.kill();
    const second = await agent.start();
    assert.equal(stateOf(agent), 'asking');
    assert.equal(threadOf(agent).prompts.length, 1);
    await answered(t, second, 'approve');
    await becomes(t, () => assert.equal(stateOf(agent), 'review'));
    const { prompts, heard } = threadOf(agent);
    assert.deepEqual([prompts.length, heard], [2, ['once']]);
    assert.match(prompts[1] ?? '', /You were interrupted/);
    assert.equal(agent.tables.value('SELECT count(*) FROM approvals'), 2);
    assert.deepEqual(works(agent), [{ state: 'review', thread: 'ses_1' }]);
    await second.stop();
  }));

test('given a program that waits for its owner, when its actor is stopped from outside, then it ends, its copy is removed, and the conversation that gave the work reads so', t =>
  withWorker(async ({ agent, repo }) => {
    const running = await agent.start();
    await code(running, 'write b.txt hello', 'run rm -r sub');
    await becomes(t, () => assert.equal(stateOf(agent), 'asking'));
    const address = String(agent.tables.value("SELECT address FROM actors WHERE machine = 'worker'"));
    const stopped = await agent.straylight('actors', 'stop', address, '--yes');
    assert.equal(stopped.code, 0, stopped.err);
    assert.equal(stateOf(agent), 'stopped');
    await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /The work of scripted on “toy” was stopped/));
    await becomes(t, () => assert.deepEqual(readdirSync(join(agent.path, 'workers')), []));
    // its card asks for nothing any more
    assert.deepEqual(await pending(running), []);
    assert.deepEqual(readdirSync(repo).toSorted(), ['.git', 'a.txt']);
    await running.stop();
  }));

test('given a program that waits for its owner, when its actor is begun again from its first step, then its work begins again on a new copy, and its old card asks for nothing', t =>
  withWorker(async ({ agent }) => {
    const running = await agent.start();
    await code(running, 'write sub/e.txt there', 'run rm -r sub', 'write f.txt end');
    await becomes(t, () => assert.equal(stateOf(agent), 'asking'));
    const [before] = await pending(running);
    const address = String(agent.tables.value("SELECT address FROM actors WHERE machine = 'worker'"));
    const again = await agent.straylight('actors', 'restart', address, '--fresh', '--yes');
    assert.equal(again.code, 0, again.err);
    await becomes(t, async () => {
      const cards = await pending(running);
      assert.equal(cards.length, 1);
      assert.notEqual(cards[0]?.id, before?.id);
    });
    assert.equal(threadOf(agent).prompts.length, 1, 'its task is put to a new thread');
    await answered(t, running, 'approve');
    await becomes(t, () => assert.equal(stateOf(agent), 'review'));
    assert.deepEqual(threadOf(agent).heard, ['once']);
    await running.stop();
  }));

test('given a program that dies in mid-work, when it is started again, then it goes on in the same thread, and is told so', t =>
  withWorker(async ({ agent }) => {
    const running = await agent.start();
    await code(running, 'write b.txt hello', 'die', 'write c.txt end');
    await becomes(t, () => assert.equal(stateOf(agent), 'review'));
    const { prompts } = threadOf(agent);
    assert.equal(prompts.length, 2);
    assert.match(prompts[1] ?? '', /You were interrupted.*write c\.txt end/s);
    await running.stop();
  }));

test('given a program that cannot take a thread up, when it was interrupted, then the owner is asked, and a yes begins from the start on a new copy', t =>
  withWorker(
    async ({ agent, repo }) => {
      const first = await agent.start();
      await code(first, 'write b.txt hello', 'hang');
      await becomes(t, () => assert.equal(threadOf(agent).done, 1));
      await first.kill();
      const second = await agent.start();
      await becomes(t, () => assert.equal(stateOf(agent), 'lost'));
      const [card] = await pending(second);
      assert.match(card?.card.reasons.join(' ') ?? '', /cannot take a session up again/);
      await answered(t, second, 'approve');
      await becomes(t, () => assert.equal(stateOf(agent), 'working'));
      await becomes(t, () => assert.equal(threadOf(agent).done, 1));
      assert.equal((await act(second, 1, 'stop')).status, 202);
      await becomes(t, () => assert.equal(stateOf(agent), 'stopped'));
      await becomes(t, () => assert.deepEqual(readdirSync(join(agent.path, 'workers')), []));
      assert.deepEqual(readdirSync(repo).toSorted(), ['.git', 'a.txt']);
      await second.stop();
    },
    { args: ', "forgetful"' },
  ));

test('given checks, when the result does not hold them or the folder has changed since, then its card says so, and nothing is merged that does not fit', t =>
  withWorker(async ({ agent, repo }) => {
    const running = await agent.start();
    await code(
      running,
      'write a.txt changed',
      'check grep -q changed a.txt',
      'check grep -q missing a.txt',
      'check test -e a.txt',
    );
    await becomes(t, () => assert.equal(stateOf(agent), 'review'));
    const reasons = (await pending(running))[0]?.card.reasons.join('\n') ?? '';
    assert.match(reasons, /The check “grep -q missing a\.txt” fails: exit code 1/);
    assert.match(reasons, /The check “test -e a\.txt” held before the work, too/);
    assert.match(reasons, /2 of 3 checks hold/);
    writeFileSync(join(repo, 'a.txt'), 'mine\n');
    await act(running, 1, 'accept');
    await becomes(t, async () => {
      const { json } = await running.http('/api/workers/1');
      assert.match(json.conflicts.join(' '), /a\.txt/);
      assert.equal(json.work.state, 'review');
    });
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'mine\n');
    await becomes(t, async () =>
      assert.match((await pending(running))[0]?.card.reasons.join('\n') ?? '', /does not fit the folder/),
    );
    writeFileSync(join(repo, 'a.txt'), 'one\ntwo\nthree\n');
    await act(running, 1, 'accept');
    await becomes(t, () => assert.equal(stateOf(agent), 'accepted'));
    assert.equal(readFileSync(join(repo, 'a.txt'), 'utf8'), 'changed\n');
    await running.stop();
  }));
