/** Several commands at once, and no process that runs for good. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

test('given no running process, when four are asked something at once, then each waits for the others and all get their answer', () =>
  withAgent({}, async agent => {
    const asked = await Promise.all(
      ['a', 'b', 'c', 'd'].map(session => agent.straylight('ask', '--session', session, `run echo this is ${session}`)),
    );
    for (const [at, { code, out, err }] of asked.entries()) {
      assert.equal(code, 0, err);
      assert.match(out, new RegExp(`this is ${'abcd'[at]}`));
    }
    const waited = asked.filter(({ err }) => /is using this home; waiting up to 120 s/.test(err));
    assert.ok(waited.length > 0, 'whoever waits says so');
    assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE outcome = 'done'"), 4);
  }));

test('given a running agent, when several are asked something at once in one conversation, then each prints its own reply alone, and the agent has a turn for each', () =>
  withAgent({}, async agent => {
    await agent.start();
    const numbers = [1, 2, 3];
    const asked = await Promise.all(numbers.map(number => agent.straylight('ask', `run echo this is ${number}`)));
    for (const [at, { code, out, err }] of asked.entries()) {
      assert.equal(code, 0, err);
      const said = [...out.matchAll(/^this is (\d)$/gm)].map(([, number]) => Number(number));
      assert.deepEqual(said, [numbers[at]], out);
    }
    const waited = asked.filter(({ err }) => /this one comes after it/.test(err));
    assert.equal(waited.length, 2, 'each that waits says so, once');
    assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE outcome = 'done'"), 3);
    const shared = await Promise.all(numbers.map(() => agent.straylight('ask', '--key', 'one', 'run echo together')));
    for (const { out } of shared) assert.match(out, /^together$/m);
    assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE outcome = 'done'"), 4, 'a key shares the turn');
  }));
