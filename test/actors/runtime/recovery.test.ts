import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setup } from 'xstate';
import { stateHash } from '../../../src/actors/runtime/commit/state-hash.ts';
import { directives } from '../../../src/actors/runtime/directives.ts';
import { recover } from '../../../src/actors/runtime/recovery.ts';
import type { MachineEntry } from '../../../src/actors/runtime/registry.ts';
import { needs } from '../../../src/machines/needs.ts';
import { workerMachine } from '../../contracts/host-charts.ts';
import { openToy, type Toy } from './toy.ts';

suite('after a crash', () => {
  test('a repeatable effect runs again from its input, with the same address and one attempt more', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'work', what: 'a' });
    await toy.run(1);
    const again = toy.reboot();
    t.after(again.close);
    const run = await again.run(1);
    assert.deepEqual(run.input.effect, { address: 'worker:1#2.0', owner: 'worker:1', key: 'worker:1#2.0', attempt: 2 });
    assert.equal(run.input.what, 'a');
    run.done('made a');
    await again.system.quiet();
    assert.deepEqual(again.context('worker:1').done, ['made a']);
  });

  test('an act that was under way is unknown: its chart is notified, nothing runs', async t => {
    const key = (input: { readonly what: string }) => `act:${input.what}`;
    const toy = openToy({ sources: { deed: { key } } });
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    await toy.run(1);
    const again = toy.reboot();
    t.after(again.close);
    await again.system.quiet();
    assert.deepEqual(again.context('worker:1').failures, ['unknown']);
    assert.equal(again.runs.length, 0);
    assert.equal(again.store.act('act:pay')?.status, 'unknown');
  });

  test('an act that was committed but not begun starts now', async t => {
    const toy = openToy({ system: { lanes: { tool: 1 } } });
    await toy.send('worker:1', { type: 'act', what: 'first' });
    await toy.send('worker:2', { type: 'act', what: 'second' });
    const again = toy.reboot();
    t.after(again.close);
    (await again.run(1)).done('second');
    await again.system.quiet();
    assert.deepEqual(again.context('worker:1').failures, ['unknown']);
    assert.deepEqual(again.context('worker:2').done, ['second']);
  });

  test('overdue timers fire at once, each once; others wait on', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    toy.clock.advance(30_000);
    await toy.send('worker:2', { type: 'wait', ms: 0 });
    toy.clock.advance(31_000);
    await toy.system.quiet();
    const again = toy.reboot();
    t.after(again.close);
    await again.system.quiet();
    assert.deepEqual(again.context('worker:1').done, ['waited']);
    assert.deepEqual(again.context('worker:2').done, []);
    again.clock.advance(30_000);
    await again.system.quiet();
    assert.deepEqual(again.context('worker:2').done, ['waited']);
  });

  test('messages that waited are handled before anything new, in their order', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'message', text: 'zero' });
    await directives(toy.system).suspend('worker:1', 'a test');
    await toy.send('worker:1', { type: 'message', text: 'one' });
    await toy.send('worker:1', { type: 'message', text: 'two' });
    const again = toy.reboot();
    t.after(again.close);
    assert.equal(again.store.inbox().length, 2);
    await directives(again.system).resume('worker:1');
    await again.send('worker:1', { type: 'message', text: 'three' });
    await again.system.quiet();
    assert.deepEqual(again.context('worker:1').done, ['got zero', 'got one', 'got two', 'got three']);
  });
});

suite('the report at boot', () => {
  test('it counts what comes back and names what is unknown', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    await toy.send('worker:2', { type: 'work', what: 'a' });
    let report: ReturnType<typeof recover> | undefined;
    const again = toy.reboot({
      prepare: next => {
        report = recover(next.system.host);
      },
    });
    t.after(again.close);
    assert.equal(report?.actors, 2);
    assert.equal(report?.again, 1);
    assert.deepEqual(report?.unknown, [{ effect: 'worker:1#2.0', owner: 'worker:1', src: 'deed' }]);
    assert.deepEqual(report?.quarantined, []);
  });

  test('an actor that nothing will ever move is named as wedged', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    toy.store.removeTimers('worker:1');
    let wedged: readonly string[] = [];
    const again = toy.reboot({
      prepare: next => {
        wedged = recover(next.system.host).wedged;
      },
    });
    t.after(again.close);
    assert.deepEqual(wedged, ['worker:1']);
  });
});

/** The worker of a later version: `idle` is called `resting` now. */
const renamed = setup({
  types: {
    context: {} as { readonly done: readonly string[] },
    events: {} as { readonly type: 'message'; readonly text: string },
    tags: {} as 'resting',
  },
  actors: {
    effort: needs<string, void>('effort'),
    deed: needs<string, void>('deed'),
    worker: needs<unknown, void>('worker'),
  },
  actions: { note: () => {} },
});
const workerTwo = renamed.createMachine({
  id: 'worker',
  version: '2',
  context: { done: [] },
  initial: 'resting',
  states: {
    resting: {
      tags: ['resting'],
      on: {
        message: {
          actions: renamed.assign({ done: ({ context, event }) => [...context.done, `two got ${event.text}`] }),
        },
      },
    },
  },
});

async function upgraded(
  entry: Partial<MachineEntry>,
): Promise<{ readonly toy: Toy; readonly report: ReturnType<typeof recover> }> {
  const toy = openToy();
  await toy.send('worker:1', { type: 'message', text: 'old' });
  let report: ReturnType<typeof recover> | undefined;
  const again = toy.reboot({
    machines: [{ machine: workerTwo, startsWith: () => ({}), ...entry }],
    prepare: next => {
      report = recover(next.system.host);
    },
  });
  return { toy: again, report: report as ReturnType<typeof recover> };
}

suite('versions', () => {
  test('given an older state without a migration, then the actor is quarantined, named, kept, and can begin afresh', async t => {
    const { toy, report } = await upgraded({});
    t.after(toy.close);
    assert.equal(report.quarantined[0]?.actor, 'worker:1');
    assert.match(report.quarantined[0]?.problem ?? '', /version 1, this is version 2/);
    await toy.send('worker:1', { type: 'message', text: 'kept' });
    assert.equal(toy.store.inbox().length, 1);
    await assert.rejects(directives(toy.system).release('worker:1'), /still cannot be loaded/);
    await directives(toy.system).restart('worker:1', 'fresh');
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['two got kept']);
    assert.equal(toy.store.actor('worker:1')?.incarnation, 1);
  });

  test('given a migration, then the actor goes on in the new version, and the journal says so', async t => {
    const { toy, report } = await upgraded({
      migrate: (state, version) => (version === '1' ? { ...state, value: 'resting' } : undefined),
    });
    t.after(toy.close);
    assert.deepEqual(report.quarantined, []);
    await toy.send('worker:1', { type: 'message', text: 'new' });
    assert.deepEqual(toy.context('worker:1').done, ['got old', 'two got new']);
    assert.deepEqual(
      toy.store.journal('worker:1', { limit: 9 }).map(entry => JSON.parse(entry.event).type),
      ['xstate.init', 'message', 'host.migrated', 'message'],
    );
  });

  test('given a state that no longer exists under the same version, then the actor is quarantined too', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'message', text: 'x' });
    const { state } = toy.database.prepare('SELECT state FROM actors').get() as { readonly state: string };
    const gone = JSON.stringify({ ...(JSON.parse(state) as object), value: 'gone' });
    toy.database.prepare(`UPDATE actors SET state = ?, hash = ?, leaf = 'gone'`).run(gone, stateHash(gone));
    let report: ReturnType<typeof recover> | undefined;
    const again = toy.reboot({
      prepare: next => {
        report = recover(next.system.host);
      },
    });
    t.after(again.close);
    assert.match(report?.quarantined[0]?.problem ?? '', /gone/);
    assert.equal(again.store.actor('worker:1')?.status, 'quarantined');
  });
});

test('given a stored state that is not as it was written, when a message comes for it, then the actor is quarantined, and the message waits', async t => {
  const toy = openToy();
  t.after(toy.close);
  await toy.send('worker:1', { type: 'message', text: 'x' });
  const again = toy.reboot({
    prepare: next => {
      next.database.prepare(`UPDATE actors SET state = replace(state, 'got x', 'got y')`).run();
    },
  });
  t.after(again.close);
  await again.send('worker:1', { type: 'message', text: 'z' });
  const row = again.store.actor('worker:1');
  assert.equal(row?.status, 'quarantined');
  assert.match(row?.problem ?? '', /damaged/);
  assert.equal(again.store.countInbox('worker:1'), 1);
});

suite('directives', () => {
  test('restarted fresh, an actor begins with the input it was born with; its effects and timers are cancelled', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    const run = await toy.run(1);
    await directives(toy.system).restart('worker:1', 'fresh');
    assert.equal(run.signal.aborted, true);
    assert.equal(toy.store.actor('worker:1')?.leaf, 'idle');
    assert.equal(toy.store.actor('worker:1')?.seq, 3);
    assert.equal(toy.store.openEffects().length, 0);
  });

  test('stopped, all beneath an actor ends, and its parent is notified', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'hire' });
    const [child] = toy.childrenOf('worker:1');
    await toy.send(child?.address ?? '', { type: 'work', what: 'a' });
    await directives(toy.system).stop(child?.address ?? '');
    await toy.system.quiet();
    assert.equal(toy.store.actor(child?.address ?? '')?.status, 'stopped');
    assert.deepEqual(toy.context('worker:1').done, ['child w1']);
    assert.equal(toy.store.openEffects().length, 0);
  });

  test('given an act of its own under way, when an actor is stopped, then its parent is notified that it is unknown', async t => {
    const toy = openToy({ sources: { deed: { key: ({ what }: { readonly what: string }) => what } } });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'hire' });
    const child = toy.childrenOf('worker:1')[0]?.address ?? '';
    await toy.send(child, { type: 'act', what: child });
    await toy.run(1);
    await directives(toy.system).stop(child);
    await toy.system.quiet();
    const last = toy.store.journal('worker:1', { limit: 1 })[0];
    assert.equal(JSON.parse(last?.event ?? '{}').output.outcome, 'unknown');
  });

  test('a directive whose actor is not there, or not in that status, says so', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'message', text: 'x' });
    await assert.rejects(directives(toy.system).suspend('worker:9', 'x'), /there is no actor/);
    await assert.rejects(
      directives(toy.system).resume('worker:1'),
      /worker:1 is active; for this it has to be suspended/,
    );
  });

  test('given a suspended actor, then its running effect ends and its outcome waits', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    const run = await toy.run(1);
    await directives(toy.system).suspend('worker:1', 'a test');
    run.done('made a');
    await toy.settled();
    assert.equal(toy.store.inbox().length, 1);
    await directives(toy.system).resume('worker:1');
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['made a']);
  });
});

test('given a program without the worker’s chart, then the worker is quarantined', async t => {
  const other = setup({ types: { events: {} as { readonly type: 'message' } } }).createMachine({
    id: 'other',
    context: {},
  });
  const toy = openToy();
  await toy.send('worker:1', { type: 'message', text: 'x' });
  let report: ReturnType<typeof recover> | undefined;
  const again = toy.reboot({
    machines: [{ machine: other }],
    prepare: next => {
      report = recover(next.system.host);
    },
  });
  t.after(again.close);
  assert.match(report?.quarantined[0]?.problem ?? '', /no machine named worker/);
  void workerMachine;
});

suite('found in review', () => {
  test('given a stopped parent, then its child is stopped in memory too and takes no more steps', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'hire' });
    const child = toy.childrenOf('worker:1')[0]?.address ?? '';
    await toy.send(child, { type: 'message', text: 'alive' });
    await directives(toy.system).stop('worker:1');
    await toy.send(child, { type: 'message', text: 'from beyond' });
    assert.equal(toy.store.actor(child)?.status, 'stopped');
    assert.deepEqual(toy.context(child).done, ['hired 1', 'got alive']);
  });

  test('given a disk that is full in mid-transaction, then nothing of that tick is kept, and every message may come again', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:0', { type: 'message', text: 'small' });
    await toy.settled();
    const pages = (toy.database.pragma('page_count', { simple: true }) as number) + 2;
    toy.database.pragma(`max_page_count = ${pages}`);
    const texts = Array.from({ length: 12 }, (_, n) => `${n}:${'x'.repeat(1900)}`);
    const send = () =>
      Promise.allSettled(texts.map((text, n) => toy.send(`worker:${n + 1}`, { type: 'message', text }, `key:${n}`)));
    const first = await send();
    assert.ok(first.every(result => result.status === 'rejected'));
    assert.deepEqual(toy.database.prepare('SELECT count(*) AS n FROM accepted').get(), { n: 0 });
    assert.deepEqual(toy.store.inbox(), []);
    toy.database.pragma('max_page_count = 1000000');
    const second = await send();
    assert.ok(second.every(result => result.status === 'fulfilled' && !result.value.duplicate));
    assert.equal(toy.context('worker:12').done.length, 1);
  });

  test('given an outcome its owner cannot take, then the owner gets a failure instead and goes on', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    (await toy.run(1)).done('poison');
    await toy.system.quiet();
    assert.equal(toy.store.actor('worker:1')?.leaf, 'idle');
    assert.deepEqual(toy.context('worker:1').failures, ['defect']);
    assert.equal(toy.store.deadLetters().length, 1);
  });

  test('given many acts that wait for a place, when one becomes free, then one begins', async t => {
    const toy = openToy({ system: { lanes: { tool: 2 } } });
    t.after(toy.close);
    for (let n = 1; n <= 6; n += 1) await toy.send(`worker:${n}`, { type: 'act', what: `${n}` });
    assert.equal(toy.runs.length, 2);
    (await toy.run(1)).done('1');
    await toy.run(3);
    await toy.settled();
    assert.equal(toy.runs.length, 3);
  });

  test('given a timer set again in the commit in which the old one fires, then the new one waits its time', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    const left = toy.send('worker:1', { type: 'leave' });
    const again = toy.send('worker:1', { type: 'wait', ms: 0 });
    toy.clock.advance(60_001);
    await Promise.all([left, again]);
    await toy.system.quiet();
    assert.equal(toy.store.timersOf('worker:1').length, 1);
    assert.equal(toy.store.actor('worker:1')?.leaf, 'waiting');
  });

  test('given a journal that was pruned, then a living actor still replays from the snapshot that was kept', async t => {
    const toy = openToy({ system: { snapshotEvery: 10 } });
    t.after(toy.close);
    for (let n = 0; n < 24; n += 1) await toy.send('worker:1', { type: 'message', text: `${n}` });
    toy.database.prepare('UPDATE journal SET at = at - 1000000 WHERE seq <= 13').run();
    toy.store.prune(toy.clock.now() - 500_000);
    assert.equal(toy.store.journalAfter('worker:1', 0)[0]?.seq, 10);
    assert.equal(toy.store.snapshotAt('worker:1', 99)?.seq, 20);
    assert.equal(toy.store.snapshotAt('worker:1', 10)?.seq, 10);
  });
});
