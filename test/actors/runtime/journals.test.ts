/**
 * Recorded histories on this version: every journal of test/fixtures/journals leads to the state it was recorded with. A chart that is
 * changed on purpose gets a new version and a migration; then `node --conditions=development test/proof/record-journals.ts`.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ActorExport, replay } from '../../../src/actors/runtime/replay.ts';
import { load, recorder } from '../../../src/actors/runtime/step.ts';
import { migrateApproval } from '../../../src/machines/approval.ts';
import { migrateSupervisor } from '../../../src/machines/supervisor.ts';
import { machines } from '../../proof/journals.ts';

const folder = join(import.meta.dirname, '../../fixtures/journals');
const migrations: Readonly<Record<string, (state: object, version: string) => object | undefined>> = {
  approval: migrateApproval,
  supervisor: migrateSupervisor,
};

const corpus = readdirSync(folder).flatMap(name =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as ActorExport),
);

test('given the recorded journals, then there are some of every chart', () => {
  assert.deepEqual(
    [...machines.keys()].filter(kind => !corpus.some(({ machine }) => machine === kind)),
    [],
  );
});

test('given a journal that this version of its chart recorded, when it is folded again, then it leads to the same state', t => {
  const current = corpus.filter(({ machine, version }) => machines.get(machine)?.version === version);
  let steps = 0;
  for (const file of current) {
    const replayed = replay(file, machines);
    assert.equal(replayed.firstDivergence, undefined, `${file.address}: ${JSON.stringify(replayed.firstDivergence)}`);
    assert.deepEqual(replayed.state, file.state, file.address);
    steps += replayed.steps;
  }
  t.diagnostic(`${current.length} actors, ${steps} steps, 0 divergences`);
});

test('given a journal of an older version, then its migration makes a state of it that this version can load', t => {
  const older = corpus.filter(({ machine, version }) => machines.get(machine)?.version !== version);
  for (const { address, machine, version, parent, state } of older) {
    const entry = machines.get(machine);
    const migrated = migrations[machine]?.(state as object, version);
    assert.ok(entry && migrated, `there is no migration of ${machine} from version ${version} to ${entry?.version}`);
    load(entry.machine, recorder(address, parent), structuredClone(migrated), {});
  }
  t.diagnostic(`${older.length} actors of older versions`);
});
