/** A question at the terminal, and a program that is asked to stop while it waits for the answer. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const program = `
  import { typedAnswer } from '${new URL('../../../src/features/command-line/typed-answer.ts', import.meta.url).href}';
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  console.log(JSON.stringify(await typedAnswer('Allow it? ', stop.signal)));
`;

test('given a question that is not answered, when the program is asked to stop, then the answer is empty and it ends', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  let said = '';
  child.stdout.on('data', data => {
    said += String(data);
  });
  const ended = once(child, 'exit');
  await once(child.stderr, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  assert.equal(said, '""\n');
});
