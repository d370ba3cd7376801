/**
 * Databases that earlier versions left in the midst of everything are opened by this one, and all that lives in them
 * goes on.
 */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { keptDatabases, newestSchema, upgrade } from './upgrade.ts';

test('given the kept databases, then there is one of an earlier schema', () => {
  assert.ok(keptDatabases().length >= 2);
  assert.ok(keptDatabases().includes('schema-06.sql'));
});

/** The schemas that brought the redo log, jobs, runs that put the memories in order, and a database with plans in it. */
const redoSince = 20;
const jobsSince = 22;
const orderSince = 29;
const plansSince = 60;
const everyChart = [
  ...['approval', 'approval-desk', 'channel', 'circuit-breaker', 'incident'],
  ...['job', 'observer', 'session', 'supervisor', 'tool-call'],
];

for (const name of keptDatabases())
  test(`given ${name}, when this program opens it, then a copy is made where it is older, and nothing that lived in it is lost`, async t => {
    const { schema, actors, charts, tail, copies, left, findings } = await upgrade(name);
    t.diagnostic(
      `schema ${schema}, ${actors} live actors of ${charts.length} charts, ${tail} commits in the log alone`,
    );
    assert.deepEqual(findings.problems, [], left.join('\n'));
    assert.ok(actors >= 12);
    if (schema >= redoSince) assert.ok(tail >= 20, `${tail} commits`);
    if (schema >= jobsSince) {
      const younger = [
        ...(schema >= orderSince ? ['consolidation'] : []),
        ...(schema >= plansSince ? ['delegation', 'plan', 'worker'] : []),
      ];
      assert.deepEqual(charts, [...everyChart, ...younger].toSorted());
    }
    // tables of a feature that are older are copied by its name
    const whole = copies.filter(copy => copy.startsWith('schema-'));
    assert.equal(whole.length, schema < newestSchema() ? 1 : 0, copies.join(', '));
    for (const copy of copies) assert.match(copy, new RegExp(`^(?:schema-${schema}|[a-z]+-\\d+)-\\d+\\.db$`));
  });
