import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const module = new URL('../../../src/adapters/process/piped-input.ts', import.meta.url).href;
const program = `import(${JSON.stringify(module)}).then(async ({ pipedInput }) =>
  console.log(JSON.stringify([await pipedInput(process.stdin, Number(process.env.WAIT))])))`;

const cwd = mkdtempSync(join(tmpdir(), 'straylight-piped-'));
after(() => rmSync(cwd, { recursive: true }));

/** What it reads where a shell feeds it. */
function read(line: string, waitMs = 60_000): string | null {
  const env = { ...process.env, WAIT: String(waitMs), NODE: process.execPath, PROGRAM: program };
  const answer = execFileSync('/bin/sh', ['-c', line], { cwd, env, encoding: 'utf8' });
  return (JSON.parse(answer) as [string | null])[0];
}

const run = '"$NODE" --disable-warning=ExperimentalWarning -e "$PROGRAM"';

test('given a pipe or a file, when it is read, then all of it comes, to its end', () => {
  assert.equal(read(`{ printf 'eins\\n'; printf 'zwei ü'; } | ${run}`), 'eins\nzwei ü');
  assert.equal(read(`true | ${run}`), '', 'an empty one');
  writeFileSync(join(cwd, 'long.txt'), 'a line\n'.repeat(20_000));
  assert.equal(read(`${run} < long.txt`)?.length, 140_000);
  assert.equal(read(`cat long.txt | ${run}`)?.length, 140_000);
});

test('given nothing that ends, when it is read, then nobody waits for it', () => {
  assert.equal(read(`${run} < /dev/null`), '');
  assert.equal(read(`${run} <&-`), '', 'a closed one');
  assert.equal(read(`mkfifo pipe && exec 3<>pipe && ${run} < pipe`, 50), null, 'a pipe that stays open');
});
