import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from '../../src/commands/start.ts';
import { fakeIo } from './fake-agent.ts';

test('given a started agent, when the signal comes, then it is stopped once and the exit code is 0', async () => {
  const stop = new AbortController();
  const acts: string[] = [];
  const io = fakeIo();
  const greeting = () => {
    queueMicrotask(() => stop.abort());
    return ['home /h', 'model \x1brehearsal'];
  };
  const act = (name: string) => async () => void acts.push(name);
  assert.equal(await start({ io, start: act('start'), stop: act('stop'), greeting, signal: stop.signal }), 0);
  assert.deepEqual(acts, ['start', 'stop']);
  assert.equal(io.output(), 'home /h\nmodel ⟨U+001B⟩rehearsal');
});

test('given a chat that ends, when the owner has stopped it there, then Straylight is stopped without a signal', async () => {
  const acts: string[] = [];
  const act = (name: string) => async () => void acts.push(name);
  const chat = async (lines: readonly string[]) => {
    acts.push(`chat ${lines.length}`);
    return 'stopped' as const;
  };
  const signal = new AbortController().signal;
  await start({ io: fakeIo(), start: act('start'), stop: act('stop'), greeting: () => ['a', 'b'], chat, signal });
  assert.deepEqual(acts, ['start', 'chat 2', 'stop']);
});

test('given a chat that the owner leaves, when it ends, then the agent goes on until the signal', async () => {
  const acts: string[] = [];
  const stop = new AbortController();
  const io = fakeIo();
  const act = (name: string) => async () => void acts.push(name);
  const chat = async () => {
    setImmediate(() => stop.abort());
    return 'left' as const;
  };
  await start({ io, start: act('start'), stop: act('stop'), greeting: () => [], chat, signal: stop.signal });
  assert.deepEqual(acts, ['start', 'stop']);
  assert.match(io.output(), /The chat is closed and the agent goes on/);
});

test('given a start that fails, when it ends, then it is stopped, and nothing is said but what failed', async () => {
  const acts: string[] = [];
  const io = fakeIo();
  const stop = async () => {
    acts.push('stop');
    throw new Error('nothing to stop');
  };
  const failing = () => Promise.reject(new Error('the port is in use'));
  const signal = new AbortController().signal;
  await assert.rejects(start({ io, start: failing, stop, greeting: () => [], signal }), /the port is in use/);
  assert.deepEqual([acts, io.errors(), io.output()], [['stop'], '', '']);
});
