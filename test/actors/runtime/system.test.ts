import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createRegistry } from '../../../src/actors/runtime/registry.ts';
import { createSystem } from '../../../src/actors/runtime/system.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { Fault } from '../../../src/domain/supervision/failure.ts';
import { workerMachine } from '../../contracts/host-charts.ts';
import { openToy } from './toy.ts';

suite('accepting', () => {
  test('given no such actor, when a message comes for its kind, then it is born and steps in one commit', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'message', text: 'hello' });
    assert.deepEqual(toy.context('worker:1').done, ['got hello']);
    assert.deepEqual(
      toy.store.journal('worker:1', { limit: 9 }).map(entry => JSON.parse(entry.event).type),
      ['xstate.init', 'message'],
    );
    assert.equal(toy.store.inbox().length, 0);
  });

  test('given a key that was taken, when the message comes again, also after a crash, then nothing happens', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'message', text: 'once' }, 'update:77');
    assert.equal((await toy.send('worker:1', { type: 'message', text: 'once' }, 'update:77')).duplicate, true);
    const again = toy.reboot();
    t.after(again.close);
    assert.equal((await again.send('worker:1', { type: 'message', text: 'once' }, 'update:77')).duplicate, true);
    assert.deepEqual(again.context('worker:1').done, ['got once']);
  });

  test('events in the names of XState or the host are refused from outside', async t => {
    const toy = openToy();
    t.after(toy.close);
    for (const type of ['xstate.done.actor.effort', 'xstate.stop', 'host.restarted'])
      await assert.rejects(toy.send('worker:1', { type }), (error: Fault) => error.failure.kind === 'denied');
  });

  test('secrets are replaced before anything is stored, long texts become blobs', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'message', text: 'the key is hunter2hunter2' });
    await toy.send('worker:1', { type: 'message', text: 'long '.repeat(1000) });
    const rows = JSON.stringify([toy.store.journal('worker:1', { limit: 9 }), toy.store.actor('worker:1')]);
    assert.ok(!rows.includes('hunter2hunter2'));
    assert.ok(rows.includes('[secret:test]'));
    const event = JSON.parse(toy.store.journal('worker:1', { limit: 1 })[0]?.event ?? '') as {
      text: { blob: string; bytes: number };
    };
    assert.equal(event.text.bytes, 5000);
    assert.equal(toy.store.blob(event.text.blob)?.length, 5000);
  });

  test('a message for an actor that cannot be is a dead letter', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('nobody:1', { type: 'hello' });
    const [letter] = toy.store.deadLetters();
    assert.equal(letter?.target, 'nobody:1');
    assert.match(letter?.failure ?? '', /there is no actor/);
  });
});

suite('steps', () => {
  test('given a step that throws, then it is undone alone, tried three times and buried; what came with it stands', async t => {
    const toy = openToy();
    t.after(toy.close);
    const good = toy.send('worker:1', { type: 'message', text: 'before' });
    const bad = toy.send('worker:1', { type: 'break' });
    const after = toy.send('worker:1', { type: 'message', text: 'after' });
    await Promise.all([good, bad, after]);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['got before', 'got after']);
    const [letter] = toy.store.deadLetters();
    assert.equal(letter?.attempts, 3);
    assert.match(letter?.failure ?? '', /it broke/);
  });

  test('a write that throws undoes its whole step', async t => {
    const toy = openToy({
      writers: {
        note: () => {
          throw new Error('the table is gone');
        },
      },
    });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'message', text: 'first' });
    await toy.send('worker:1', { type: 'write', text: 'x' });
    await toy.system.quiet();
    assert.equal(toy.store.actor('worker:1')?.seq, 2);
    assert.equal(toy.store.deadLetters().length, 1);
  });

  test('messages between actors are stepped in the commit that sends them', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'forward', to: 'worker:2', text: 'psst' });
    assert.deepEqual(toy.context('worker:2').done, ['got psst']);
  });

  test('a child machine is a row of its own, and its end reaches the parent in the commit of its last step', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'hire' });
    const [child] = toy.childrenOf('worker:1');
    assert.match(child?.address ?? '', /^worker:[0-9A-Za-z]{8}$/);
    await toy.send(child?.address ?? '', { type: 'end' });
    assert.deepEqual(toy.context('worker:1').done, ['child w1']);
    assert.equal(toy.store.actor(child?.address ?? '')?.status, 'done');
  });

  test('given more actors than are kept in memory, then the oldest are evicted and come back as they were', async t => {
    const toy = openToy({ system: { liveActors: 3 } });
    t.after(toy.close);
    for (let n = 0; n < 20; n += 1) await toy.send(`worker:${n}`, { type: 'message', text: `${n}` });
    assert.equal(toy.system.liveCount, 3);
    await toy.send('worker:0', { type: 'message', text: 'again' });
    assert.deepEqual(toy.context('worker:0').done, ['got 0', 'got again']);
  });

  test('a snapshot is kept every so many steps', async t => {
    const toy = openToy({ system: { snapshotEvery: 5 } });
    t.after(toy.close);
    for (let n = 0; n < 12; n += 1) await toy.send('worker:1', { type: 'message', text: `${n}` });
    assert.equal(toy.store.snapshotAt('worker:1', 9)?.seq, 5);
    assert.equal(toy.store.snapshotAt('worker:1', 99)?.seq, 10);
  });

  test('what is committed is published after the commit, and a listener that throws harms no other', async t => {
    const toy = openToy();
    t.after(toy.close);
    const seen: string[] = [];
    toy.system.feed.subscribe(() => {
      throw new Error('a bad listener');
    });
    toy.system.feed.subscribe(frame => {
      if (frame.kind !== 'step') return;
      assert.equal(toy.database.inTransaction, false);
      seen.push(`${frame.row.address} ${frame.entry.seq}`);
    });
    await toy.send('worker:1', { type: 'message', text: 'x' });
    assert.deepEqual(seen, ['worker:1 1', 'worker:1 2']);
  });
});

suite('effects', () => {
  test('an outcome is committed with the message it makes, and the row of a repeatable effect goes', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    const run = await toy.run(1);
    assert.equal(run.input.effect.address, 'worker:1#2.0');
    assert.equal(toy.store.effect('worker:1#2.0')?.status, 'pending');
    run.done('made a');
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['made a']);
    assert.equal(toy.store.effect('worker:1#2.0'), undefined);
  });

  test('a failure comes back as data', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    (await toy.run(1)).fail(new Error('no'));
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').failures, ['defect']);
  });

  const key = (input: { readonly what: string }) => `act:${input.what}`;

  test('a once is running in the commit that asks for it, and keeps its outcome under its key', async t => {
    const toy = openToy({ sources: { deed: { key } } });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    assert.equal(toy.store.effect('worker:1#2.0')?.status, 'running');
    (await toy.run(1)).done('paid');
    await toy.system.quiet();
    assert.equal(toy.store.effect('worker:1#2.0')?.status, 'done');
    assert.deepEqual(JSON.parse(toy.store.effect('worker:1#2.0')?.outcome ?? ''), { kind: 'done', output: 'paid' });
  });

  test('given an act under a key, when a second one starts under it, then it gets the recorded outcome and runs nothing', async t => {
    const toy = openToy({ sources: { deed: { key } } });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    (await toy.run(1)).done('paid');
    await toy.system.quiet();
    await toy.send('worker:2', { type: 'act', what: 'pay' });
    await toy.system.quiet();
    assert.equal(toy.runs.length, 1);
    assert.deepEqual(toy.context('worker:2').done, ['paid']);
  });

  test('leaving the state aborts the effect; what a started act became is recorded, and its owner is not notified twice', async t => {
    const toy = openToy({ sources: { deed: { key } } });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    const run = await toy.run(1);
    await toy.send('worker:1', { type: 'leave' });
    assert.equal(run.signal.aborted, true);
    await toy.system.quiet();
    assert.equal(toy.store.effect('worker:1#2.0')?.status, 'failed');
    assert.deepEqual(toy.context('worker:1').failures, []);
    assert.equal(toy.store.actor('worker:1')?.leaf, 'idle');
  });

  test('given a once without a key of its own, when it is settled, then no row is left: nothing could ask for it again', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    assert.equal(toy.store.effect('worker:1#2.0')?.status, 'running');
    (await toy.run(1)).done('paid');
    await toy.system.quiet();
    assert.equal(toy.store.effect('worker:1#2.0'), undefined);
    assert.deepEqual(toy.context('worker:1').done, ['paid']);
  });

  test('given a late answer of an effect that was left, then it is refused', async t => {
    const toy = openToy({ sources: { effort: { policy: 'keyed' } } });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    const run = await toy.run(1);
    await toy.send('worker:1', { type: 'leave' });
    await toy.send('worker:1', { type: 'work', what: 'b' });
    run.done('late');
    (await toy.run(2)).done('b');
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['b']);
  });

  test('a deadline ends a repeatable effect as timeout and an act as unknown', async t => {
    const toy = openToy({ sources: { effort: { timeoutMs: 1000 }, deed: { timeoutMs: 1000, key } } });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    await toy.send('worker:2', { type: 'act', what: 'b' });
    await toy.run(2);
    toy.clock.advance(1001);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').failures, ['timeout']);
    assert.deepEqual(toy.context('worker:2').failures, ['unknown']);
    assert.equal(toy.store.effect('worker:2#2.0')?.status, 'unknown');
  });

  test('given a full lane, when a place is free, then the most urgent begins, of equals the oldest', async t => {
    const urgency = ({ what }: { what: string }) => ({ high: 1, low: -1 })[what.split(' ')[0] ?? ''] ?? 0;
    const options = { sources: { effort: { priority: urgency } }, system: { lanes: { model: 1 } } };
    const toy = openToy(options);
    t.after(toy.close);
    const whats = ['first', 'low a', 'normal b', 'high c', 'normal d', 'high e'];
    for (const [at, what] of whats.entries()) await toy.send(`worker:${at}`, { type: 'work', what });
    for (let count = 1; count <= 3; count += 1) (await toy.run(count)).done('done');
    await toy.run(4);
    const begun = () => toy.runs.map(({ input }) => (input as { what: string }).what);
    assert.deepEqual(begun(), ['first', 'high c', 'high e', 'normal b']);
    (await toy.run(4)).done('done');
    (await toy.run(5)).done('done');
    await toy.run(6);
    assert.deepEqual(begun().slice(4), ['normal d', 'low a']);
  });

  test('given a full lane, when an actor was given a place a moment ago, then those that were not come first', async t => {
    const toy = openToy({ system: { lanes: { model: 1 } } });
    t.after(toy.close);
    const ask = (worker: string) => toy.send(`worker:${worker}`, { type: 'work', what: worker });
    await ask('busy');
    await ask('second');
    (await toy.run(1)).done('a');
    await toy.run(2);
    await ask('busy');
    toy.clock.advance(1000);
    await ask('newcomer');
    (await toy.run(2)).done('b');
    (await toy.run(3)).done('c');
    await toy.run(4);
    const owners = toy.runs.map(({ input }) => (input as { what: string }).what);
    assert.deepEqual(owners, ['busy', 'second', 'newcomer', 'busy']);
  });

  test('given many calls that were open at a crash, when a new one comes after the start, then it has the next place', async t => {
    const before = openToy({ system: { lanes: { model: 4 } } });
    for (const n of [1, 2, 3, 4]) await before.send(`worker:${n}`, { type: 'work', what: `open ${n}` });
    const toy = before.reboot({ system: { lanes: { model: 1 } } });
    t.after(toy.close);
    const { length: already } = toy.runs;
    const first = await toy.run(already + 1);
    await toy.send('worker:new', { type: 'work', what: 'new' });
    first.done('a');
    (await toy.run(already + 2)).done('b');
    await toy.run(already + 3);
    const begun = toy.runs.slice(already).map(({ input }) => (input as { what: string }).what);
    assert.deepEqual(begun, ['open 1', 'new', 'open 2']);
  });

  test('given thousands that wait, when places become free, then none is looked at but the next', async t => {
    let looks = 0;
    const priority = () => {
      looks += 1;
      return 0;
    };
    const toy = openToy({ sources: { effort: { priority } }, system: { lanes: { model: 1 } } });
    t.after(toy.close);
    const all = Array.from({ length: 2000 }, (_, n) => toy.send(`worker:${n}`, { type: 'work', what: `${n}` }));
    await Promise.all(all);
    const atFirst = looks;
    for (let n = 1; n <= 50; n += 1) (await toy.run(n)).done('done');
    await toy.run(51);
    assert.equal(looks, atFirst);
  });

  test('given a full lane, then effects wait for a place, a once among them in no state that looks begun', async t => {
    const toy = openToy({ system: { lanes: { tool: 1 } } });
    t.after(toy.close);
    for (const n of [1, 2, 3]) await toy.send(`worker:${n}`, { type: 'act', what: `${n}` });
    assert.equal(toy.runs.length, 1);
    assert.equal(toy.store.effect('worker:2#2.0')?.status, 'pending');
    (await toy.run(1)).done('1');
    (await toy.run(2)).done('2');
    (await toy.run(3)).done('3');
    await toy.system.quiet();
    assert.deepEqual(
      [1, 2, 3].map(n => toy.context(`worker:${n}`).done[0]),
      ['1', '2', '3'],
    );
  });
});

suite('timers', () => {
  test('a timer is a row; fired, it is gone, and cancelled, it never fires', async t => {
    const toy = openToy();
    t.after(toy.close);
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    await toy.send('worker:2', { type: 'wait', ms: 0 });
    assert.equal(toy.store.timersOf('worker:1').length, 1);
    await toy.send('worker:2', { type: 'leave' });
    toy.clock.advance(60_001);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['waited']);
    assert.deepEqual(toy.context('worker:2').done, []);
    assert.equal(toy.store.nextDue(), undefined);
  });
});

suite('a store that fails', () => {
  test('given a commit that fails, then the event is refused, outcomes are kept, and all goes on when the store does', async t => {
    let broken = false;
    const toy = openToy({
      store: store => ({
        ...store,
        transaction(work) {
          return store.transaction(() => {
            const result = work();
            if (broken) throw new Error('disk full');
            return result;
          });
        },
      }),
    });
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    const run = await toy.run(1);
    broken = true;
    await assert.rejects(toy.send('worker:1', { type: 'leave' }), /nothing was accepted/);
    assert.match(inEnglish(toy.system.trouble ?? ''), /disk full/);
    run.done('made a');
    await new Promise(resolve => setImmediate(resolve));
    broken = false;
    toy.clock.advance(1001);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['made a']);
    assert.equal(toy.system.trouble, undefined);
  });
});

suite('stopping', () => {
  test('given a running act, when the host stops, then it ends within its grace and its outcome is kept', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    const run = await toy.run(1);
    const stopped = toy.system.stop(5_000);
    await assert.rejects(
      toy.send('worker:1', { type: 'leave' }),
      (error: Fault) => error.failure.kind === 'unavailable',
    );
    run.done('paid');
    assert.equal(await stopped, 0);
    const again = toy.reboot();
    t.after(again.close);
    assert.deepEqual(again.context('worker:1').done, ['paid']);
  });

  test('given a host that never began to work, when it stops, then it stops at once, and what it was given is refused', async t => {
    const { store, registry, clock, close } = openToy();
    t.after(close);
    const idle = createSystem({ store, registry, clock, boot: 'idle', redact: text => text });
    const refused = assert.rejects(
      idle.accept({ target: 'worker:1', event: { type: 'act', what: 'pay' } }),
      (error: Fault) => error.failure.kind === 'unavailable',
    );
    assert.equal(await idle.stop(60_000), 0);
    await refused;
  });

  test('given an effect asked for while stopping, then it waits for the next boot', async t => {
    const toy = openToy();
    await toy.send('worker:1', { type: 'act', what: 'first' });
    const run = await toy.run(1);
    const queued = toy.send('worker:2', { type: 'act', what: 'second' });
    const stopped = toy.system.stop(5_000);
    await queued;
    run.done('first');
    await stopped;
    assert.equal(toy.store.effect('worker:2#2.0')?.status, 'pending');
    const again = toy.reboot();
    t.after(again.close);
    (await again.run(1)).done('second');
    await again.system.quiet();
    assert.deepEqual(again.context('worker:2').done, ['second']);
  });
});

test('given a chart that mentions a name that is not provided, then the host does not open and says every such name', () => {
  assert.throws(
    () => createRegistry([{ machine: workerMachine }], {}, {}),
    /not provided: worker needs the actor effort; worker needs the actor deed; worker needs the writer note/,
  );
});
