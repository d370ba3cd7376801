import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { authoredMachines, readmeFile, readmeOf } from './readme.ts';

test('given the charts as they are, when their page is drawn anew, then it is the one in the repository', async () => {
  const now = readmeOf(await authoredMachines());
  const isFresh = readFileSync(readmeFile, 'utf8') === now;
  assert.ok(isFresh, 'src/machines/README.md is older than the charts: run "npm run charts"');
});

test('given every chart, when its name is compared with its file, then they are the same', async () => {
  const machines = await authoredMachines();
  assert.notEqual(machines.length, 0);
  for (const { file, machine } of machines) assert.equal(`${machine.id}.ts`, file);
});
