/** Several commands at once, and no process that runs for good. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { stands } from '../rig/telegram-agent.ts';
import { clientId } from '../rig/wire.ts';

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
    const running = await agent.start();
    const { open, isHeld } = await held(agent, running);
    const numbers = [1, 2, 3];
    const asking = numbers.map(number => asks(agent, `run echo this is ${number}`));
    await Promise.all(asking.map(({ waits }) => waits));
    const before = agent.tables.value('SELECT count(*) FROM turns');
    assert.equal(before, 1, 'what waits has no turn yet');
    await open();
    await isHeld;
    const asked = await Promise.all(asking.map(({ ended }) => ended));
    for (const [at, { code, out, err }] of asked.entries()) {
      assert.equal(code, 0, err);
      const said = [...out.matchAll(/^this is (\d)$/gm)].map(([, number]) => Number(number));
      assert.deepEqual(said, [numbers[at]], out);
      assert.equal(err.match(/this one comes after it/g)?.length, 1, 'each that waits says so, once');
    }
    assert.equal(agent.tables.value("SELECT count(*) FROM turns WHERE outcome = 'done'"), 4);
  }));

test('given two messages under one key, when the second comes while the first waits or runs, then they share a turn', () =>
  withAgent({}, async agent => {
    const running = await agent.start();
    const { open, isHeld } = await held(agent, running);
    const say = async () => {
      const said = { clientId: clientId(), text: 'run echo together', key: 'one', ownTurn: true };
      return (await running.http('/api/sessions/session:terminal:main/messages', said)).json.turn;
    };
    const asking = asks(agent, '--key', 'one', 'run echo together');
    await asking.waits;
    const [first, second] = [await say(), await say()];
    assert.ok(first !== '' && first === second);
    await open();
    await isHeld;
    assert.match((await asking.ended).out, /^together$/m);
    assert.equal(agent.tables.value('SELECT outcome FROM turns WHERE id = ?', first), 'done');
    assert.equal(agent.tables.value('SELECT count(*) FROM turns'), 2);
  }));

test('given a message that waits for its turn, when the agent is killed and started again, then it is answered', () =>
  withAgent({}, async agent => {
    const running = await agent.start();
    const { isHeld } = await held(agent, running);
    const asking = asks(agent, 'run echo after all');
    await asking.waits;
    await running.kill();
    await Promise.allSettled([isHeld]);
    await agent.start();
    const { code, out, err } = await asking.ended;
    assert.equal(code, 0, err);
    assert.match(out, /^after all$/m);
  }));

/** `straylight ask`; `waits` resolves once it says that another message is answered before. */
function asks(agent: TestAgent, ...words: readonly string[]) {
  const { ended, note } = agent.launch(['ask', ...words]);
  return { ended, waits: note(/this one comes after it/) };
}

/** The main conversation runs a command that ends when `open` lets it. */
async function held(agent: TestAgent, running: Running) {
  const gate = join(agent.workspace, 'gate');
  execFileSync('mkfifo', [gate]);
  const isHeld = running.say('session:terminal:main', 'run cat gate');
  await stands(running, 'tool-call:', 'acting.');
  return { isHeld, open: () => writeFile(gate, 'open\n') };
}
