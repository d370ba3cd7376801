import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashAnswer } from '../../src/commands/conversation/slash.ts';
import { reset } from '../../src/commands/reset.ts';
import { agentOver } from './agent-over.ts';
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

test('given a chat, when the sandbox is to be reset, then it is asked first, and done with a yes', async () => {
  const done: string[] = [];
  const { resting } = fakeAgent();
  const agent = agentOver({
    sandbox: { look: async () => resting },
    resetSandbox: async by => {
      done.push(by);
      return 'It is being reset.';
    },
  });
  const chat = async (name: string, args = '', language: 'en' | 'de' = 'en') =>
    (await slashAnswer(name, { agent, args, chat: 'session:web:main', now: 0, language }))?.lines.join('\n') ?? '';
  assert.match(
    await chat('sandbox'),
    /^Executor {2}bubblewrap: .*\nHealth {4}ok: one is warm\nPackages {2}off: .*\n\n\/reset$/,
  );
  assert.match(await chat('reset'), /^The sandbox would be made again: .*\nNothing was done\. To do it: \/reset yes$/);
  assert.match(await chat('reset', '', 'de'), /\nNichts wurde getan\. So geschieht es: \/reset ja$/);
  assert.match(await chat('reset', 'the clock'), /^Nothing was done\. What can be typed:\n\/reset: Reset the sandbox/);
  assert.deepEqual(done, []);
  assert.equal(await chat('reset', 'yes'), 'It is being reset.');
  assert.deepEqual(done, ['cli']);
});
