import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderChanges } from '../../../src/adapters/files/folder-changes.ts';
import { logs } from '../../../src/commands/home/logs.ts';
import { style } from '../../../src/commands/io.ts';

test('given a log that is followed, when lines come and the full file is moved aside, then each line is shown once', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-logs-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'straylight.jsonl');
  const write = (event: string) => appendFileSync(file, `${JSON.stringify({ level: 'info', event })}\n`);
  for (const event of ['one', 'two', 'three']) write(event);
  const shown: string[] = [];
  let seen = Promise.withResolvers<void>();
  const stop = new AbortController();
  const until = async (event: string) => {
    while (!shown.includes(event)) {
      seen = Promise.withResolvers();
      await seen.promise;
    }
  };
  const over = logs({
    io: {
      out(line) {
        shown.push(JSON.parse(line).event);
        seen.resolve();
      },
      err: () => {},
      readAll: async () => '',
      style: style(false),
    },
    json: true,
    folder,
    most: 2,
    level: 'info',
    isFollowing: true,
    signal: stop.signal,
    changes: folderChanges,
  });
  await until('three');
  write('four');
  await until('four');
  appendFileSync(file, '{"level":"info",');
  appendFileSync(file, '"event":"five"}\n');
  renameSync(file, `${file}.1`);
  write('six');
  await until('six');
  stop.abort();
  assert.equal(await over, 0);
  assert.deepEqual(shown, ['two', 'three', 'four', 'five', 'six']);
});
