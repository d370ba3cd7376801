/** Records that are read back as they were appended, and as far as they are whole. */
import assert from 'node:assert/strict';
import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
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

function isCut(path: string, salt: string): boolean {
  let told = false;
  redoLogFile(path, true).read(salt, () => {
    told = true;
  });
  return told;
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
  const log = filled(path, '1-one', 'a long first record', 'a long second record');
  log.begin('2-two');
  assert.equal(log.bytes, 0);
  assert.deepEqual(textsIn(path, '1-one'), ['a long first record', 'a long second record']);
  log.append(Buffer.from('a long third record'));
  log.close(false);
  assert.deepEqual(textsIn(path, '2-two'), ['a long third record']);
  assert.deepEqual(textsIn(path, '1-one'), []);
});

test('given a disk that does not take a record, when the file is read, then that record is not in it', t => {
  const path = fresh();
  const log = filled(path, '1-one', 'first');
  const broken = t.mock.method(fs, 'fdatasyncSync', () => {
    throw new Error('input/output error');
  });
  syncBuiltinESMExports();
  assert.throws(() => log.append(Buffer.from('second')), /input\/output error/);
  broken.mock.restore();
  syncBuiltinESMExports();
  assert.deepEqual(textsIn(path, '1-one'), ['first']);
  log.append(Buffer.from('third'));
  log.close(false);
  assert.deepEqual(textsIn(path, '1-one'), ['first', 'third']);
});

const firstFrame = 24 + 'first'.length;

test('given a file that ends anywhere, when it is read, then the whole records before that come back', () => {
  const path = fresh();
  filled(path, '1-one', 'first', 'second').close(false);
  const whole = readFileSync(path);
  for (let bytes = 0; bytes < whole.length; bytes += 1) {
    writeFileSync(path, whole.subarray(0, bytes));
    assert.deepEqual(textsIn(path, '1-one'), bytes < firstFrame ? [] : ['first'], `cut at ${bytes}`);
    const isBegun = bytes < firstFrame ? bytes >= 24 : bytes >= firstFrame + 24;
    assert.equal(isCut(path, '1-one'), isBegun, `cut at ${bytes}`);
  }
});

test('given a byte that is not as it was written, when the file is read, then it is refused where a whole record stands behind, told where none does, or harmless', () => {
  const path = fresh();
  filled(path, '1-one', 'first', 'second').close(false);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length; at += 1)
    for (const bit of [1, 64]) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ bit;
      writeFileSync(path, changed);
      const isPlain = (at < firstFrame ? at : at - firstFrame) < 16; // what stands there is known without it
      if (isPlain) assert.deepEqual(textsIn(path, '1-one'), ['first', 'second'], `changed at ${at}`);
      else if (at >= firstFrame) {
        assert.deepEqual(textsIn(path, '1-one'), ['first'], `changed at ${at}`);
        assert.ok(isCut(path, '1-one'), `changed at ${at}`);
      } else
        assert.throws(
          () => textsIn(path, '1-one'),
          /record 1 cannot be read, though 1 whole one stands behind it/,
          `changed at ${at}`,
        );
    }
});

test('given records of a log before behind a damaged one, when it is read, then they count for nothing', () => {
  const path = fresh();
  const log = filled(path, '1-one', 'first', 'second', 'third');
  log.begin('2-two');
  log.append(Buffer.from('again'));
  log.close(false);
  const changed = readFileSync(path);
  changed[26] = 0;
  writeFileSync(path, changed);
  assert.deepEqual(textsIn(path, '2-two'), []);
});

test('given tables that are older than the log, when it is read, then it is refused where every commit was forced to the disk', () => {
  const path = fresh();
  filled(path, '8-eight', 'first', 'second').close(false);
  assert.throws(() => redoLogFile(path, true).read('7-seven'), /belongs to a newer state of the database/);
  assert.deepEqual(redoLogFile(path, false).read('7-seven'), []);
  assert.deepEqual(redoLogFile(path, true).read('9-nine'), []);
});

test('given a log of an earlier version, when it is read, then its records come back', () => {
  const path = fresh();
  const frames = ['first', 'second'].map((text, place) => {
    const frame = Buffer.alloc(8 + text.length);
    frame.writeUInt32LE(text.length, 0);
    frame.writeUInt32LE(crc32(text, crc32(`0A1B ${place} ${text.length}`)), 4);
    frame.write(text, 8);
    return frame;
  });
  writeFileSync(path, Buffer.concat(frames));
  assert.deepEqual(textsIn(path, '0A1B'), ['first', 'second']);
  assert.deepEqual(textsIn(path, '0A1C'), []);
});

test('given a log that is needed no more, when it is closed, then its file goes, else it stays', () => {
  const path = fresh();
  filled(path, 'one', 'first').close(false);
  assert.ok(existsSync(path));
  filled(path, 'two', 'first').close(true);
  assert.ok(!existsSync(path));
});
