import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reset } from '../../src/commands/reset.ts';
import { fakeHouse, fakeIo } from './fake-house.ts';

const never = new AbortController().signal;

test('given a sandbox, when it is reset, then the command waits for the end and says how it went', async () => {
  const house = fakeHouse();
  const io = fakeIo();
  let pauses = 0;
  house.sandboxes.push({ ...house.resting, isResetting: true }, { ...house.resting, isResetting: true });
  house.resting = { ...house.resting, lastReset: { at: 1, ok: true, text: 'made anew' } };
  const pause = async () => {
    pauses += 1;
  };
  assert.equal(await reset({ house, io, json: false, signal: never, pause }), 0);
  assert.deepEqual([io.output(), pauses], ['The sandbox is being made anew.\nmade anew', 2]);
});

test('given a reset that fails, when it is over, then the exit code says so, and --json the whole', async () => {
  const house = fakeHouse();
  const io = fakeIo();
  const lastReset = { at: 1, ok: false, text: 'it failed: no engine' };
  house.resting = { ...house.resting, lastReset };
  assert.equal(await reset({ house, io, json: true, signal: never, pause: async () => {} }), 1);
  assert.deepEqual(JSON.parse(io.output()).lastReset, lastReset);
});
