import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { seenReports } from '../../../src/adapters/home/seen-reports.ts';

test('given reports that were shown, when another process asks, then it knows up to when, for each conversation, and a broken file says nothing', t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-seen-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'seen.json');
  const shown = seenReports(file);
  assert.equal(shown.until('a'), 0);
  shown.note('a', 20);
  shown.note('b', 5);
  shown.note('a', 10);
  assert.deepEqual(['a', 'b', 'c'].map(seenReports(file).until), [20, 5, 0]);
  for (let at = 0; at < 500; at += 1) shown.note(`many-${at}`, at + 1);
  assert.ok(JSON.parse(readFileSync(file, 'utf8')).length <= 200);
  writeFileSync(file, '[["a",');
  assert.equal(shown.until('a'), 0);
  seenReports(join(folder, 'missing', 'seen.json')).note('a', 1);
});
