import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { test as slow } from '../slow.ts';
import { authoredMachines, pictureName, pictureOf, readmeFile, readmeOf, workingStates } from './readme.ts';

test('given the charts as they are, when their page is drawn anew, then it is the one in the repository', async () => {
  const now = readmeOf(await authoredMachines());
  const isFresh = readFileSync(readmeFile, 'utf8') === now;
  assert.ok(isFresh, 'src/machines/README.md is older than the charts: run "npm run charts"');
});

// a chart that has changed is found by the page above too, which the same command draws
slow(
  'given the charts as they are, when their pictures are drawn anew, then they are the ones in the repository',
  async () => {
    for (const { machine } of await authoredMachines()) {
      const isFresh = readFileSync(new URL(pictureName(machine), readmeFile), 'utf8') === (await pictureOf(machine));
      assert.ok(isFresh, `the picture of ${machine.id} is older than its chart: run "npm run charts"`);
    }
  },
);

test('given the charts as they are, when the pictures in the repository are counted, then each chart has one, and there are no others', async () => {
  const drawn = readdirSync(new URL('charts/', readmeFile)).map(name => `charts/${name}`);
  assert.deepEqual(drawn.sort(), (await authoredMachines()).map(({ machine }) => pictureName(machine)).sort());
});

test('given every chart, when its name is compared with its file or folder, then they are the same', async () => {
  const machines = await authoredMachines();
  assert.notEqual(machines.length, 0);
  for (const { file, machine } of machines)
    assert.ok([`${machine.id}.ts`, `${machine.id}/chart.ts`].includes(file), `${machine.id} stands in ${file}`);
});

test('given the charts that work for the owner and may have to ask, when their states are read, then each has all four working states', async () => {
  const full = (await authoredMachines()).filter(({ machine }) => workingStates(machine).length === 4);
  const names = full.map(({ machine }) => machine.id);
  assert.deepEqual(names.toSorted(), [
    'approval',
    'delegation',
    'incident',
    'job',
    'observer',
    'plan',
    'session',
    'tool-call',
    'worker',
  ]);
});
