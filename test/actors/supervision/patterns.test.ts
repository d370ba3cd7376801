/** What goes wrong slowly, reported once, and once more when it is over. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createPatternWatch } from '../../../src/actors/supervision/patterns.ts';
import { agentFacts } from '../../../src/adapters/stores/sqlite/queries/agent-facts.ts';
import type { AgentFacts } from '../../../src/domain/supervision/patterns.ts';
import { listenerMachine } from '../../contracts/host-charts.ts';
import { openToy, type Toy } from '../runtime/toy.ts';

const mb = 1_000_000;
const limits = { diskFreeMb: 1000, databaseMb: 5000, databaseMbPerDay: 500, quietTokensPerHour: 1000 };

function watched(t: { after(call: () => void): void }, more: Partial<Parameters<typeof createPatternWatch>[0]> = {}) {
  const toy = openToy({ machines: [{ machine: listenerMachine, startsWith: () => ({}) }] });
  t.after(toy.close);
  let freeMb = 5000;
  const watch = createPatternWatch({
    system: toy.system,
    clock: toy.clock,
    limits,
    facts: (now): Omit<AgentFacts, 'sizes'> => ({
      now,
      disk: { freeBytes: freeMb * mb, totalBytes: 9000 * mb },
      spenders: [],
    }),
    open: () => [],
    ...more,
  });
  return {
    toy,
    watch,
    async look(free: number) {
      freeMb = free;
      await watch.look();
      await toy.settled();
      return reports(toy);
    },
  };
}

/** What was reported to the supervisor. */
function reports(toy: Toy): readonly unknown[] {
  return toy.store.journalAfter('supervisor', 0).flatMap(({ event }) => {
    const { type, kind } = JSON.parse(event) as { readonly type: string; readonly kind?: string };
    return type.startsWith('pattern.') ? [`${type} ${kind}`] : [];
  });
}

suite('the watch for patterns', () => {
  test('given a disk that fills, then it is reported once, however often it is seen, and once that it is over', async t => {
    const { look, watch } = watched(t);
    assert.deepEqual(await look(5000), []);
    assert.deepEqual(await look(900), ['pattern.found diskLow']);
    assert.equal(watch.isFound('diskLow', 'disk'), true);
    assert.deepEqual(await look(800), ['pattern.found diskLow']);
    assert.deepEqual(await look(5000), ['pattern.found diskLow', 'pattern.passed diskLow']);
    assert.equal(watch.isFound('diskLow', 'disk'), false);
  });

  test('given one that was reported already, when it comes back the same day, then it is not reported again; on another it is', async t => {
    const { look, toy } = watched(t);
    for (const free of [900, 5000, 900]) await look(free);
    assert.deepEqual(reports(toy), ['pattern.found diskLow', 'pattern.passed diskLow']);
    await look(5000);
    toy.clock.advance(86_400_000);
    assert.equal((await look(900)).at(-1), 'pattern.found diskLow');
  });

  test('given an incident of an earlier boot, when what it is about is over, then that is reported; while it stands, nothing', async t => {
    const open = () => [{ kind: 'diskLow', subject: 'disk' }] as const;
    assert.deepEqual(await watched(t, { open }).look(900), []);
    assert.deepEqual(await watched(t, { open }).look(5000), ['pattern.passed diskLow']);
  });

  test('given its interval, then it looks again by itself, until it is ended', async t => {
    const { toy, watch } = watched(t, {
      facts: now => ({
        now,
        disk: { freeBytes: toy.clock.now() > began + 600_000 ? 0 : 9000 * mb, totalBytes: 9000 * mb },
        spenders: [],
      }),
    });
    const began = toy.clock.now();
    watch.begin();
    await toy.settled();
    assert.deepEqual(reports(toy), []);
    toy.clock.advance(600_001);
    await toy.settled();
    assert.deepEqual(reports(toy), ['pattern.found diskLow']);
    watch.end();
    toy.clock.advance(600_001);
    await toy.settled();
    assert.equal(reports(toy).length, 1);
  });
});

test('given the tables, then the numbers are those of the last hour, with the owner’s newest words', t => {
  const toy = openToy({ machines: [{ machine: listenerMachine, startsWith: () => ({}) }] });
  t.after(toy.close);
  const now = Date.UTC(2026, 10, 22, 0, 20);
  const spend = toy.database.prepare(
    `INSERT INTO spend (day, at, id, session, turn, model, state, usage, keys, tokens, micros)
     VALUES (?, ?, ?, ?, 't', 'peer/one', 'settled', '{}', '[]', ?, ?)`,
  );
  // the owner's day may have begun long before or after that of Greenwich
  spend.run('2026-11-21', now - 1_800_000, 'a', 'session:web:main', 700, 7);
  spend.run('2026-11-22', now - 60_000, 'b', 'session:web:main', 400, 4);
  spend.run('2026-11-21', now - 3_700_000, 'c', 'session:web:main', 9999, 99);
  spend.run('2026-11-22', now - 60_000, 'd', 'session:web:other', 1000, 1);
  toy.database
    .prepare(
      `INSERT INTO messages (id, session, turn, role, body, taint, at) VALUES
       ('m1', 'session:web:main', 't', 'owner', '"hello"', 'owner', 5),
       ('m2', 'session:web:main', 't', 'owner', '"again"', 'owner', 9),
       ('m3', 'session:web:main', 't', 'assistant', '"yes"', 'owner', 11)`,
    )
    .run();
  const facts = agentFacts({ database: toy.database, folder: toy.folder })(now, 1000);
  assert.deepEqual(facts.spenders, [{ session: 'session:web:main', tokens: 1100, micros: 11, ownerAt: 9 }]);
  assert.ok((facts.disk?.totalBytes ?? 0) >= (facts.disk?.freeBytes ?? 0));
  assert.ok((facts.database?.bytes ?? 0) > 4096);
  assert.equal(agentFacts({ database: toy.database, folder: `${toy.folder}/none` })(now, 1).disk, undefined);
});
