import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { missingPackages } from './installed.ts';

test('given packages absent, of another version and as named, when they are looked for, then the first two are missing', t => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-peers-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const dependencies = { absent: '1.0.0', '@some/older': '2.0.0', there: '3.0.0' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  for (const [name, version] of [
    ['@some/older', '1.9.0'],
    ['there', '3.0.0'],
  ] as const) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }));
  }
  assert.deepEqual(missingPackages(folder), ['absent@1.0.0', '@some/older@2.0.0']);
  assert.deepEqual(readdirSync(join(folder, 'node_modules')).toSorted(), ['@some', 'there']);
});
