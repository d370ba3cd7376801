/** Several commands at once, and no process that runs for good. */
import assert from 'node:assert/strict';
import { test } from '../../sampled.ts';
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
