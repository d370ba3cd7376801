import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { pipedInput } from '../../../src/adapters/process/piped-input.ts';

const never = { after: () => () => {} };
const outputOf = (command: string) => spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] }).stdout;

test('given a pipe or a file, when it is read, then all of it comes, to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-piped-'));
  try {
    const file = join(folder, 'long.txt');
    writeFileSync(file, 'a line\n'.repeat(20_000));
    assert.equal((await pipedInput(createReadStream(file), never))?.length, 140_000);
    assert.equal((await pipedInput(outputOf(`cat '${file}'`), never))?.length, 140_000);
    assert.equal(await pipedInput(outputOf("printf 'eins\\n'; printf 'zwei ü'"), never), 'eins\nzwei ü');
    assert.equal(await pipedInput(outputOf('true'), never), '', 'an empty one');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('given a pipe that stays open and silent, when three seconds are over, then it is left out; after a first byte it is read to its end', async () => {
  let over = () => {};
  const clock = {
    after(_: number, call: () => void) {
      over = call;
      return () => {
        over = () => {};
      };
    },
  };
  const silent = new PassThrough();
  const left = pipedInput(silent, clock);
  over();
  assert.deepEqual([await left, silent.destroyed], [undefined, true]);

  const slow = new PassThrough();
  const read = pipedInput(slow, clock);
  slow.write('one ');
  await new Promise(done => slow.once('readable', done));
  over();
  slow.end('two');
  assert.equal(await read, 'one two');
});
