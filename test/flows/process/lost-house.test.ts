/**
 * What a command does when the house is lost, was never there, or stops being listened to: it ends, and says what is
 * so.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { type House, inHouse } from '../rig/house.ts';
import { stands } from '../rig/telegram-house.ts';

/** An approval that a command line can answer, and what its yes has to name. */
async function asked(house: House): Promise<{ readonly id: string; readonly word: string }> {
  const { out } = await house.straylight('ask', 'run rm -rf old');
  const [, id = '', word = ''] = /approvals approve (\w+) --confirm (\w+)/.exec(out) ?? [];
  assert.notEqual(id, '', out);
  return { id, word };
}

suite('a house that is lost', () => {
  test('given a turn under way, when the house is killed and comes back at another port, then ask goes on and prints its reply', () =>
    inHouse({}, async house => {
      const first = await house.start();
      const command = house.launch(['ask', 'run sleep 30']);
      await stands(first, 'tool-call:', 'acting.');
      await first.kill();
      const second = await house.start();
      assert.notEqual(portIn(second.greeting), portIn(first.greeting));
      const { code, out, err } = await command.ended;
      assert.equal(code, 0, err);
      assert.match(out, /Nobody knows whether this happened/);
      await second.stop();
    }));

  test('given a stopped conversation, when something is asked in it, then ask ends with an error', () =>
    inHouse({}, async house => {
      const running = await house.start();
      await house.ask('hello');
      await house.straylight('actors', 'stop', 'session:terminal:main', '--yes');
      const { code, err } = await house.straylight('ask', 'are you there?');
      assert.equal(code, 1);
      assert.match(err, /was stopped/);
      await running.stop();
    }));
});

suite('a yes that is taken back', () => {
  test('given a running house, when a yes is undone from another shell, then undo ends, and whoever approved hears the rest', () =>
    inHouse({}, async house => {
      const running = await house.start();
      const { id, word } = await asked(house);
      const yes = house.launch(['approvals', 'approve', id, '--confirm', word]);
      await yes.line(/straylight approvals undo/);
      const undone = await house.straylight('approvals', 'undo', id);
      assert.deepEqual([undone.code, undone.out], [0, `${id}: undone\n`]);
      assert.match((await yes.ended).out, /denied/);
      await running.stop();
    }));

  test('given no running house, when Ctrl-C comes while a yes is held, then it is taken back and nothing is run', () =>
    inHouse({}, async house => {
      const { id, word } = await asked(house);
      const yes = house.launch(['approvals', 'approve', id, '--confirm', word]);
      await yes.line(/Ctrl-C here takes it back/);
      process.kill(yes.pid, 'SIGINT');
      const { code, out } = await yes.ended;
      assert.equal(code, 1);
      assert.match(out, /: undone, nothing is run\n$/);
      assert.match((await house.straylight('approvals', 'show', id)).out, /denied by cli: taken back/);
    }));
});

test('given a port that is in use, when the house is started on it, then only that is said', () =>
  inHouse({}, async house => {
    const running = await house.start();
    const port = readFileSync(homePaths(house.path).portFile, 'utf8').trim();
    await inHouse({}, async other => {
      const { code, out, err } = await other.straylight('start', '--port', port);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /^straylight: expected port \d+ of 127\.0\.0\.1 to be free[^\n]*\n$/);
    });
    await running.stop();
  }));

test('given lines of which one fails, when they are piped into a chat, then the others are said, and the exit code is 1', () =>
  inHouse({}, async house => {
    const { code, out, err } = await house.straylightWith(
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
