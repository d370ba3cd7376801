/** Records that are read back as they were appended, and as far as they are whole. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { redoFile, redoLogFile } from '../../../../../src/adapters/stores/sqlite/redo/redo-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'straylight-redo-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

function fresh(): string {
  files += 1;
  return redoFile(join(folder, `${files}.db`));
}

function textsIn(path: string, salt: string): readonly string[] {
  return redoLogFile(path, false)
    .read(salt)
    .map(record => Buffer.from(record).toString());
}

function filled(path: string, salt: string, ...texts: readonly string[]) {
  const log = redoLogFile(path, true);
  log.begin(salt);
  for (const text of texts) log.append(Buffer.from(text));
  return log;
}

test('given records, when the file is read, then they come back in order, to their own log alone', () => {
  const path = fresh();
  filled(path, 'one', 'first', 'second').close(false);
  assert.deepEqual(textsIn(path, 'one'), ['first', 'second']);
  assert.deepEqual(textsIn(path, 'two'), []);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('given a log that begins again, when the file is read, then nothing of the one before is in it', () => {
  const path = fresh();
  const log = filled(path, 'one', 'a long first record', 'a long second record');
  log.begin('two');
  assert.equal(log.bytes, 0);
  assert.deepEqual(textsIn(path, 'one'), ['a long first record', 'a long second record']);
  log.append(Buffer.from('a long third record'));
  log.close(false);
  assert.deepEqual(textsIn(path, 'two'), ['a long third record']);
  assert.deepEqual(textsIn(path, 'one'), []);
});

test('given a file that ends anywhere, when it is read, then the whole records before that come back', () => {
  const path = fresh();
  filled(path, 'one', 'first', 'second').close(false);
  const whole = readFileSync(path);
  const second = 8 + 'first'.length;
  for (let bytes = 0; bytes < whole.length; bytes += 1) {
    writeFileSync(path, whole.subarray(0, bytes));
    assert.deepEqual(textsIn(path, 'one'), bytes < second ? [] : ['first'], `cut at ${bytes}`);
  }
});

test('given a byte that is not as it was written, when the file is read, then the log ends before its record', () => {
  const path = fresh();
  filled(path, 'one', 'first', 'second').close(false);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 1;
    writeFileSync(path, changed);
    assert.deepEqual(textsIn(path, 'one'), at < 8 + 'first'.length ? [] : ['first'], `changed at ${at}`);
  }
});

test('given a log that is needed no more, when it is closed, then its file goes, else it stays', () => {
  const path = fresh();
  filled(path, 'one', 'first').close(false);
  assert.ok(existsSync(path));
  filled(path, 'two', 'first').close(true);
  assert.ok(!existsSync(path));
});
