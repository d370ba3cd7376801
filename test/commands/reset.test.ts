import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reset } from '../../src/commands/reset.ts';
import { fakeAgent, fakeIo } from './fake-agent.ts';

const never = new AbortController().signal;

test('given a sandbox, when it is reset, then the command waits for the end and says how it went', async () => {
  const agent = fakeAgent();
  const io = fakeIo();
  let pauses = 0;
  agent.sandboxes.push({ ...agent.resting, isResetting: true }, { ...agent.resting, isResetting: true });
  agent.resting = { ...agent.resting, lastReset: { at: 1, ok: true, text: 'made anew' } };
  const pause = async () => {
    pauses += 1;
  };
  assert.equal(await reset({ agent, io, json: false, signal: never, pause }), 0);
  assert.deepEqual([io.output(), pauses], ['The sandbox is being reset.\nmade anew', 2]);
});

test('given a reset that fails, when it is over, then the exit code says so, and --json the whole', async () => {
  const agent = fakeAgent();
  const io = fakeIo();
  const lastReset = { at: 1, ok: false, text: 'it failed: no engine' };
  agent.resting = { ...agent.resting, lastReset };
  assert.equal(await reset({ agent, io, json: true, signal: never, pause: async () => {} }), 1);
  assert.deepEqual(JSON.parse(io.output()).lastReset, lastReset);
});
