import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { directives } from '../../../src/actors/runtime/directives.ts';
import { exportActor } from '../../../src/actors/runtime/export.ts';
import type { MachineEntry } from '../../../src/actors/runtime/registry.ts';
import { replay } from '../../../src/actors/runtime/replay.ts';
import { whyNever } from '../../../src/domain/supervision/admin.ts';
import { readRequests, requestLine } from '../../../src/domain/supervision/journal-request.ts';
import { listenerMachine, workerMachine } from '../../contracts/host-charts.ts';
import { openToy, type Toy, type ToyOptions } from './toy.ts';

interface Test {
  after(call: () => void): void;
}

function open(t: Test, options: Partial<ToyOptions> = {}): Toy {
  const toy = openToy(options);
  t.after(toy.close);
  return toy;
}

/** The actor's journal still leads to its state, on this program. */
function assertReplays(toy: Toy, address = 'worker:1'): void {
  const file = exportActor(toy.store, address);
  assert.ok(file);
  const { verified, firstDivergence, state } = replay(file, toy.registry.machines);
  assert.equal(verified, true, JSON.stringify(firstDivergence));
  assert.deepEqual(state, file.state);
}

const leaf = (toy: Toy) => toy.store.actor('worker:1')?.leaf;
const lose = (toy: Toy, table: 'effects' | 'timers') => toy.database.exec(`DELETE FROM ${table}`);

suite('from a checkpoint', () => {
  test('given an effect whose row is gone, then it is started again from the input its state gives it', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    await toy.run(1);
    lose(toy, 'effects');
    const again = toy.reboot();
    t.after(again.close);
    assert.deepEqual(again.store.wedged(), ['worker:1']);
    await directives(again.system).restart('worker:1', 'checkpoint');
    const run = await again.run(1);
    assert.equal(run.input.what, 'nails');
    assert.equal(run.input.effect.address, 'worker:1#3.0');
    run.done('made nails');
    await again.system.quiet();
    assert.deepEqual(again.context('worker:1').done, ['made nails']);
    assert.deepEqual(again.store.wedged(), []);
    assertReplays(again);
  });

  test('given a repeatable effect under way, then it is aborted and started again, and what the old one becomes is not delivered', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    const old = await toy.run(1);
    await directives(toy.system).restart('worker:1', 'checkpoint');
    const run = await toy.run(2);
    assert.equal(old.signal.aborted, true);
    run.done('made nails');
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1'), { ...toy.context('worker:1'), done: ['made nails'], failures: [] });
    assert.equal(toy.store.openEffects().length, 0);
    assertReplays(toy);
  });

  test('given an act under way, then it is unknown and never started again', async t => {
    const toy = open(t, { sources: { deed: { key: (input: { readonly what: string }) => `act:${input.what}` } } });
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    const run = await toy.run(1);
    await directives(toy.system).restart('worker:1', 'checkpoint');
    await toy.system.quiet();
    assert.equal(run.signal.aborted, true);
    assert.deepEqual(toy.context('worker:1').failures, ['unknown']);
    assert.equal(toy.store.act('act:pay')?.status, 'unknown');
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    await toy.system.quiet();
    assert.equal(toy.runs.length, 1);
    assert.deepEqual(toy.context('worker:1').failures, ['unknown', 'unknown']);
    assertReplays(toy);
  });

  test('given an act whose row is gone, then it is unknown what became of it, and it is not started', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    await toy.run(1);
    lose(toy, 'effects');
    const again = toy.reboot();
    t.after(again.close);
    await directives(again.system).restart('worker:1', 'checkpoint');
    await again.system.quiet();
    assert.equal(again.runs.length, 0);
    assert.deepEqual(again.context('worker:1').failures, ['unknown']);
  });

  test('given a timer, then it stays; given its row is gone, then it is set again', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    const [before] = toy.store.timersOf('worker:1');
    toy.clock.advance(30_000);
    await directives(toy.system).restart('worker:1', 'checkpoint');
    assert.deepEqual(toy.store.timersOf('worker:1'), [before]);
    lose(toy, 'timers');
    await directives(toy.system).restart('worker:1', 'checkpoint');
    const [after] = toy.store.timersOf('worker:1');
    assert.ok((after?.due ?? 0) > (before?.due ?? 0));
    toy.clock.advance(61_000);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['waited']);
    assertReplays(toy);
  });

  test('given a state that was put there by another hand, then what that state waits for is started', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    (await toy.run(1)).done('made nails');
    await toy.system.quiet();
    const row = toy.store.actor('worker:1');
    const state = JSON.stringify({ ...JSON.parse(row?.state ?? '{}'), value: 'waiting' });
    const again = toy.reboot({
      prepare: next => next.database.prepare("UPDATE actors SET state = ?, leaf = 'waiting', tags = '[]'").run(state),
    });
    t.after(again.close);
    assert.deepEqual(again.store.wedged(), ['worker:1']);
    await directives(again.system).restart('worker:1', 'checkpoint');
    assert.equal(again.store.timersOf('worker:1').length, 1);
    again.clock.advance(61_000);
    await again.system.quiet();
    assert.deepEqual(again.context('worker:1').done, ['made nails', 'waited']);
  });

  test('given a suspended actor, then it is active again; its siblings are not touched', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    await toy.send('worker:2', { type: 'work', what: 'b' });
    await toy.run(2);
    await directives(toy.system).suspend('worker:1', 'a test');
    const sibling = toy.store.actor('worker:2');
    await directives(toy.system).restart('worker:1', 'checkpoint');
    assert.equal(toy.store.actor('worker:1')?.status, 'active');
    assert.deepEqual(toy.store.actor('worker:2'), sibling);
    (await toy.run(3)).done('made a');
    await toy.settled();
    await toy.settled();
    assert.deepEqual(toy.context('worker:1').done, ['made a']);
  });
});

suite('an act that is named by its actor', () => {
  const sources = { deed: { key: ({ what }: { readonly what: string }) => what } };

  test('given that it has begun, when its actor is restarted, then the actor’s input says so; before that it does not', async t => {
    const toy = openToy({ sources });
    t.after(toy.close);
    await directives(toy.system).restart(await born(toy), 'fresh');
    assert.equal(inputOf(toy), undefined);
    await toy.send('worker:1', { type: 'act', what: 'worker:1' });
    await toy.run(1);
    await directives(toy.system).restart('worker:1', 'fresh');
    assert.equal(inputOf(toy), true);
    assertReplays(toy);
  });

  test('given that it has begun, then its actor cannot be taken back to before that, and to after it can', async t => {
    const toy = openToy({ sources });
    t.after(toy.close);
    await born(toy);
    await toy.send('worker:1', { type: 'act', what: 'worker:1' });
    (await toy.run(1)).done('paid');
    await toy.system.quiet();
    await toy.send('worker:1', { type: 'message', text: 'thanks' });
    await assert.rejects(directives(toy.system).rewind('worker:1', 1), /cannot be rewound to before that/);
    for (const step of [4, 3]) await directives(toy.system).rewind('worker:1', step);
    assertReplays(toy);
  });

  async function born(toy: Toy): Promise<string> {
    await toy.send('worker:1', { type: 'message', text: 'hello' });
    return 'worker:1';
  }

  /** What the worker’s input said when it was restarted. */
  function inputOf(toy: Toy): unknown {
    const events = toy.store.journalAfter('worker:1', 0).map(({ event }) => JSON.parse(event));
    return events.findLast(({ type }) => type === 'host.restarted')?.input?.hasActed;
  }
});

suite('an actor that was stopped', () => {
  test('given one that a message would have started, then it is restarted from the beginning and in no other way, and takes the messages since', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    await directives(toy.system).stop('worker:1');
    await toy.send('worker:1', { type: 'message', text: 'from beyond' });
    for (const way of ['resume', 'release', 'retry'] as const)
      await assert.rejects(
        directives(toy.system)[way]('worker:1'),
        /was stopped; it can only be restarted from its beginning: straylight/,
      );
    await assert.rejects(
      directives(toy.system).restart('worker:1', 'checkpoint'),
      /it can only be restarted from its beginning/,
    );
    await directives(toy.system).restart('worker:1', 'fresh');
    const row = toy.store.actor('worker:1');
    assert.deepEqual([row?.status, row?.leaf, row?.incarnation], ['active', 'idle', 1]);
    assert.deepEqual([toy.context('worker:1').done, toy.store.timersOf('worker:1')], [[], []]);
    await directives(toy.system).retry('worker:1');
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    (await toy.run(1)).done('made nails');
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['got from beyond', 'made nails']);
    assertReplays(toy);
  });

  test('given a kind that is told something when it begins again, then that is one commit with its restart', async t => {
    const committed: string[][] = [];
    const onRewound: MachineEntry['onRewound'] = ({ address, send, onCommitted }) => {
      send({ type: 'message', text: 'you were restarted' });
      onCommitted(() =>
        committed.push(toy.store.journal(address, { limit: 2 }).map(({ event }) => JSON.parse(event).type)),
      );
    };
    const toy = open(t, { machines: [{ machine: workerMachine, startsWith: () => ({}), onRewound }] });
    await toy.send('worker:1', { type: 'message', text: 'hello' });
    await directives(toy.system).restart('worker:1', 'fresh');
    assert.deepEqual(
      committed.map(events => events.toSorted()),
      [['host.restarted', 'message']],
    );
    assertReplays(toy);
  });

  test('given one that was started by another, then it stays stopped: its parent was notified that it ended', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'hire' });
    const child = toy.childrenOf('worker:1')[0]?.address ?? '';
    await directives(toy.system).stop(child);
    await assert.rejects(directives(toy.system).restart(child, 'fresh'), /is stopped; for this it has to be active/);
  });

  test('given an act under way, when it is stopped and restarted, then the act is never started again', async t => {
    const sources = { deed: { key: ({ what }: { readonly what: string }) => `act:${what}` } };
    const toy = open(t, { sources });
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    const run = await toy.run(1);
    await directives(toy.system).stop('worker:1');
    assert.equal(run.signal.aborted, true);
    await directives(toy.system).restart('worker:1', 'fresh');
    run.done('paid');
    await toy.system.quiet();
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    await toy.system.quiet();
    assert.equal(toy.runs.length, 1);
    assertReplays(toy);
  });

  test('given one that must never be stopped, then it is not stopped, and why is said', async t => {
    const toy = open(t, {
      machines: [{ machine: listenerMachine, startsWith: () => ({}) }],
      system: { whyNeverStopped: address => whyNever('stop', address) },
    });
    await toy.send('supervisor', { type: 'message' });
    await assert.rejects(directives(toy.system).stop('supervisor'), /nothing would be left to undo it/);
    assert.equal(toy.store.actor('supervisor')?.status, 'active');
  });
});

suite('rewind', () => {
  const messages = async (toy: Toy, ...all: string[]) => {
    for (const text of all) await toy.send('worker:1', { type: 'message', text });
  };

  test('given words, then it stands where it stood, goes on from there, and its journal says so', async t => {
    const toy = open(t);
    await messages(toy, 'a', 'b', 'c');
    await directives(toy.system).rewind('worker:1', 2);
    assert.deepEqual(toy.context('worker:1').done, ['got a']);
    assert.equal(toy.store.actor('worker:1')?.seq, 5);
    await messages(toy, 'd');
    assert.deepEqual(toy.context('worker:1').done, ['got a', 'got d']);
    assertReplays(toy);
    await messages(toy, 'e');
    await directives(toy.system).rewind('worker:1', 6);
    assert.deepEqual(toy.context('worker:1').done, ['got a', 'got d']);
    assertReplays(toy);
    await assert.rejects(directives(toy.system).rewind('worker:1', 99), /a step from 1 to/);
  });

  test('given a repeatable effect that has ended since, then it runs again', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    (await toy.run(1)).done('bad nails');
    await toy.system.quiet();
    await directives(toy.system).rewind('worker:1', 2);
    assert.equal(leaf(toy), 'working');
    (await toy.run(2)).done('good nails');
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['good nails']);
    assertReplays(toy);
  });

  test('given an act that has ended since, then it gives its outcome again and does not run', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    (await toy.run(1)).done('paid');
    await toy.system.quiet();
    await messages(toy, 'x');
    await directives(toy.system).rewind('worker:1', 2);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['paid']);
    assert.equal(toy.runs.length, 1);
    assertReplays(toy);
  });

  test('given an act that has failed since, then it fails again', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    (await toy.run(1)).fail({ kind: 'denied', message: 'no money' });
    await toy.system.quiet();
    await directives(toy.system).rewind('worker:1', 2);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').failures, ['denied']);
  });

  test('given a timer of then, then it is set for the instant it was set for; one of later is gone', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    const [then] = toy.store.timersOf('worker:1');
    await toy.send('worker:1', { type: 'leave' });
    assert.deepEqual(toy.store.timersOf('worker:1'), []);
    await directives(toy.system).rewind('worker:1', 2);
    assert.deepEqual(toy.store.timersOf('worker:1'), [then]);
    await directives(toy.system).rewind('worker:1', 1);
    assert.deepEqual(toy.store.timersOf('worker:1'), []);
    assertReplays(toy);
  });

  test('given children, then one of later is stopped, and one that has ended since gives its end again', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'hire' });
    const [first] = toy.childrenOf('worker:1');
    await toy.send(first?.address ?? '', { type: 'end' });
    await toy.system.quiet();
    await toy.send('worker:1', { type: 'hire' });
    assert.deepEqual(toy.context('worker:1').done, ['child w1']);
    await directives(toy.system).rewind('worker:1', 2);
    await toy.system.quiet();
    assert.deepEqual(toy.context('worker:1').done, ['child w1']);
    const [, second] = toy.childrenOf('worker:1');
    assert.equal(toy.store.actor(second?.address ?? '')?.status, 'stopped');
    assertReplays(toy);
  });

  test('given a child that a rewind has stopped, when its owner goes to where it had that child, then it does not wait for it', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'hire' });
    const [first] = toy.childrenOf('worker:1');
    await directives(toy.system).rewind('worker:1', 1);
    assert.equal(toy.store.actor(first?.address ?? '')?.status, 'stopped');
    await directives(toy.system).rewind('worker:1', 2);
    await toy.system.quiet();
    assert.equal(toy.context('worker:1').done.length, 1);
    assertReplays(toy);
  });

  test('given the journal of an older version, whose requests are sentences, then the children of then are known', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'hire' });
    const [first] = toy.childrenOf('worker:1');
    await toy.send('worker:1', { type: 'hire' });
    const write = toy.database.prepare('UPDATE journal SET effects = ? WHERE effects = ?');
    for (const { effects } of toy.store.journalAfter('worker:1', 0))
      write.run(JSON.stringify(readRequests(effects).map(requestLine)), effects);
    await directives(toy.system).rewind('worker:1', 2);
    const { children } = toy.store.actor('worker:1') ?? {};
    assert.deepEqual(JSON.parse(children ?? ''), { w1: { address: first?.address, src: 'worker' } });
    assertReplays(toy);
  });

  test('given a journal that this chart does not follow, then nothing is changed', async t => {
    const toy = open(t);
    await messages(toy, 'a', 'b');
    toy.database.exec(`UPDATE journal SET event = replace(event, '"a"', '"forged"')`);
    const before = toy.store.actor('worker:1');
    await assert.rejects(directives(toy.system).rewind('worker:1', 2), /cannot be replayed to step 2/);
    assert.deepEqual(toy.store.actor('worker:1'), before);
  });
});

suite('retry and fail', () => {
  test('given messages that were buried, then they are handed over again; without any it says so', async t => {
    let isBroken = true;
    const toy = open(t, {
      writers: {
        note: () => {
          if (isBroken) throw new Error('the table is gone');
        },
      },
    });
    await toy.send('worker:1', { type: 'message', text: 'a' });
    await toy.send('worker:1', { type: 'write', text: 'x' });
    await toy.system.quiet();
    assert.equal(toy.store.countDeadLetters(), 1);
    isBroken = false;
    await directives(toy.system).retry('worker:1');
    await toy.system.quiet();
    assert.equal(toy.store.countDeadLetters(), 0);
    assert.equal(toy.store.actor('worker:1')?.lastEvent, 'write');
    await assert.rejects(directives(toy.system).retry('worker:1'), /no failed messages to retry/);
  });

  test('given an effect under way, when it is failed, then its owner gets the reason; an act is unknown', async t => {
    const toy = open(t);
    await toy.send('worker:1', { type: 'work', what: 'a' });
    await toy.send('worker:2', { type: 'act', what: 'b' });
    await toy.run(2);
    const failure = { kind: 'timeout', message: 'it was silent for too long' } as const;
    for (const { address } of toy.store.openEffects()) await directives(toy.system).fail(address, failure);
    await toy.system.quiet();
    assert.ok(toy.runs.every(({ signal }) => signal.aborted));
    assert.deepEqual(toy.context('worker:1').failures, ['timeout']);
    assert.deepEqual(toy.context('worker:2').failures, ['unknown']);
    await assert.rejects(directives(toy.system).fail('worker:1#2.0', failure), /no effect/);
  });
});
