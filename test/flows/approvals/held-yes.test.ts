/** A yes on the command line, and Straylight killed in the seconds in which it is held. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';

/** A yes that is held, given by a command that goes on. */
async function heldYes(agent: TestAgent) {
  const { out } = await agent.straylight('ask', 'run rm -rf old');
  const [, id = '', word = ''] = /approvals approve (\w+) --confirm (\w+)/.exec(out) ?? [];
  assert.notEqual(id, '', out);
  const yes = agent.launch(['approvals', 'approve', id, '--confirm', word]);
  await yes.line(/It starts in/);
  return { id, yes };
}

suite('a held yes over a kill', () => {
  test('given a held yes, when Straylight is killed, comes back, runs the call and answers another message while nobody looks, then the command prints what came of the call', () =>
    withAgent({}, async agent => {
      const first = await agent.start();
      const { yes } = await heldYes(agent);
      // it stands still, so it sees nothing of what follows
      process.kill(yes.pid, 'SIGSTOP');
      await first.kill();
      const second = await agent.start();
      await stands(second, 'tool-call:', 'done');
      assert.match(await agent.ask('hello'), /Hello/);
      process.kill(yes.pid, 'SIGCONT');
      const { code, out, err } = await yes.ended;
      assert.equal(code, 0, err);
      assert.match(out, /\nDone: Run “rm -rf old”\.\n$/);
      assert.doesNotMatch(out, /Hello/);
      await second.stop();
    }));

  test('given a held yes, when Straylight is killed and the yes is undone after it came back, then the command says so and not the reply to another message', () =>
    // held longer than a slow machine takes to undo it
    withAgent({ config: '[approvals]\nundo_window_s = 600\n' }, async agent => {
      const first = await agent.start();
      const { id, yes } = await heldYes(agent);
      process.kill(yes.pid, 'SIGSTOP');
      await first.kill();
      const undone = await agent.straylight('approvals', 'undo', id);
      assert.equal(undone.code, 0, undone.err);
      const second = await agent.start();
      assert.match(await agent.ask('hello'), /Hello/);
      process.kill(yes.pid, 'SIGCONT');
      const { code, out, err } = await yes.ended;
      assert.equal(code, 0, err);
      assert.match(out, /You undid the approval, so not done/);
      assert.doesNotMatch(out, /Hello/);
      await second.stop();
    }));

  test('given a held yes, when Straylight is killed and stays away, then the command says so and ends with 1', () =>
    withAgent({}, async agent => {
      const first = await agent.start();
      const { yes } = await heldYes(agent);
      await first.kill();
      const { code, err } = await yes.ended;
      assert.equal(code, 1);
      assert.match(err, /Straylight does not respond\. Your answer was accepted/);
      assert.match(err, /did not come back within 30 s/);
    }));
});
