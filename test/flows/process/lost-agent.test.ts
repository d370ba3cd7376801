/**
 * What a command does when Straylight is lost, was never there, or stops being listened to: it ends, and says what is
 * so.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';

/** An approval that a command line can answer, and what its yes has to name. */
async function asked(agent: TestAgent): Promise<{ readonly id: string; readonly word: string }> {
  const { out } = await agent.straylight('ask', 'run rm -rf old');
  const [, id = '', word = ''] = /approvals approve (\w+) --confirm (\w+)/.exec(out) ?? [];
  assert.notEqual(id, '', out);
  return { id, word };
}

suite('an agent that is lost', () => {
  test('given a turn under way, when Straylight is killed and comes back at another port, then ask goes on and prints its reply', () =>
    withAgent({}, async agent => {
      const first = await agent.start();
      const command = agent.launch(['ask', 'run sleep 30']);
      await stands(first, 'tool-call:', 'acting.');
      await first.kill();
      const second = await agent.start();
      assert.notEqual(portIn(second.greeting), portIn(first.greeting));
      const { code, out, err } = await command.ended;
      assert.equal(code, 0, err);
      assert.match(out, /I did not repeat the command `sleep 30`\. Look whether it happened/);
      // the notice has said it, so the greeting does not
      assert.doesNotMatch(second.greeting, /was interrupted/);
      assert.match((await agent.straylight('status')).out, /Unknown: Run “sleep 30” was interrupted/);
      await second.stop();
    }));

  test('given an ask that waits for its turn, when the conversation is rewound to before it, then it ends and says so', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const first = agent.launch(['ask', 'run sleep 15']);
      await stands(running, 'tool-call:', 'acting.');
      const id = 'session:terminal:main';
      const seq = () => Number(agent.tables.value(`SELECT seq FROM actors WHERE address = '${id}'`));
      const before = seq();
      const second = agent.launch(['ask', 'are you there?']);
      // it waits once the conversation has taken a step for it
      while (seq() === before) await running.http('/api/state');
      const { code, err } = await agent.straylight('actors', 'rewind', id, '--to', String(before), '--yes');
      assert.equal(code, 0, err);
      const over = await second.ended;
      assert.equal(over.code, 1);
      assert.match(over.out + over.err, /Turn cancelled\./);
      await running.stop();
      await first.ended;
    }));

  test('given a stopped conversation, when something is asked in it, then ask ends with an error', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await agent.ask('hello');
      await agent.straylight('actors', 'stop', 'session:terminal:main', '--yes');
      const { code, err } = await agent.straylight('ask', 'are you there?');
      assert.equal(code, 1);
      assert.match(err, /was stopped/);
      await running.stop();
    }));
});

suite('a yes that is taken back', () => {
  test('given a running agent, when a yes is undone from another shell, then undo ends, and whoever approved hears the rest', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const { id, word } = await asked(agent);
      const yes = agent.launch(['approvals', 'approve', id, '--confirm', word]);
      await yes.line(/straylight approvals undo/);
      const undone = await agent.straylight('approvals', 'undo', id);
      assert.deepEqual([undone.code, undone.out], [0, `${id}: Undone. Not run.\n`]);
      assert.match((await yes.ended).out, /You undid the approval, so not done/);
      await running.stop();
    }));

  test('given no running agent, when Ctrl-C comes while a yes is held, then it is taken back and nothing is run', () =>
    withAgent({}, async agent => {
      const { id, word } = await asked(agent);
      const yes = agent.launch(['approvals', 'approve', id, '--confirm', word]);
      await yes.line(/press Ctrl-C/);
      process.kill(yes.pid, 'SIGINT');
      const { code, out } = await yes.ended;
      assert.equal(code, 1);
      assert.match(out, /: Undone\. Not run\.\n$/);
      assert.match(
        (await agent.straylight('approvals', 'show', id)).out,
        /Undone before it started on the command line/,
      );
    }));
});

test('given a port that is in use, when Straylight is started on it, then only that is said', () =>
  withAgent({}, async agent => {
    const running = await agent.start();
    const port = readFileSync(homePaths(agent.path).portFile, 'utf8').trim();
    await withAgent({}, async other => {
      const { code, out, err } = await other.straylight('start', '--port', port);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /^straylight: expected port \d+ of 127\.0\.0\.1 to be free[^\n]*\n$/);
    });
    await running.stop();
  }));

test('given lines of which one fails, when they are piped into a chat, then the others are said, and the exit code is 1', () =>
  withAgent({}, async agent => {
    const { code, out, err } = await agent.straylightWith(
      '/session 99\nremember that the key is in the vase\n',
      'chat',
    );
    assert.equal(code, 1);
    assert.match(err, /there is no conversation 99/);
    assert.match(out, /Saved: .*the key is in the vase/);
  }));

function portIn(greeting: string): string {
  return /^Page .*:(\d+)$/m.exec(greeting)?.[1] ?? '';
}
