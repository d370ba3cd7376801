import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { directives } from '../../../src/actors/runtime/directives.ts';
import { exportActor } from '../../../src/actors/runtime/export.ts';
import { registered } from '../../../src/actors/runtime/registry.ts';
import { type ActorExport, replay } from '../../../src/actors/runtime/replay.ts';
import { workerMachine } from '../../contracts/host-charts.ts';
import { openToy, type Toy } from './toy.ts';

function fileOf(toy: Toy, from?: number): ActorExport {
  const file = exportActor(toy.store, 'worker:1', from === undefined ? {} : { from });
  assert.ok(file);
  return file;
}

async function busyToy(): Promise<Toy> {
  const toy = openToy({ system: { snapshotEvery: 4 } });
  await toy.send('worker:1', { type: 'message', text: 'a' });
  await toy.send('worker:1', { type: 'hire' });
  await toy.send('worker:1', { type: 'work', what: 'b' });
  (await toy.run(1)).done('made b');
  await toy.system.quiet();
  await toy.send('worker:1', { type: 'act', what: 'c' });
  (await toy.run(2)).fail({ kind: 'unavailable', message: 'down' });
  await toy.system.quiet();
  await toy.send('worker:1', { type: 'wait', ms: 0 });
  await toy.send(toy.childrenOf('worker:1')[0]?.address ?? '', { type: 'end' });
  await toy.send('worker:1', { type: 'leave' });
  return toy;
}

suite('replay', () => {
  test('the whole journal leads to the stored state, step by step, and runs nothing', async t => {
    const toy = await busyToy();
    t.after(toy.close);
    const runs = toy.runs.length;
    const file = fileOf(toy);
    const result = replay(file, toy.registry.machines);
    assert.equal(result.verified, true);
    assert.equal(result.steps, file.journal.length);
    assert.deepEqual(result.state, file.state);
    assert.equal(toy.runs.length, runs);
  });

  test('from a snapshot it leads there too, and it can stop on the way', async t => {
    const toy = await busyToy();
    t.after(toy.close);
    const file = fileOf(toy, 5);
    assert.equal(file.start?.seq, 4);
    assert.equal(replay(file, toy.registry.machines).verified, true);
    const half = replay(fileOf(toy), toy.registry.machines, 3);
    assert.equal(half.steps, 3);
    assert.equal((half.state as { value: string }).value, 'idle');
  });

  test('directives are followed', async t => {
    const toy = await busyToy();
    t.after(toy.close);
    await directives(toy.system).suspend('worker:1', 'x');
    await directives(toy.system).resume('worker:1');
    await directives(toy.system).restart('worker:1', 'fresh');
    await toy.send('worker:1', { type: 'message', text: 'again' });
    const result = replay(fileOf(toy), toy.registry.machines);
    assert.equal(result.verified, true);
    assert.deepEqual((result.state as { context: { done: string[] } }).context.done, ['got again']);
  });

  test('given an event that was tampered with, then the first diverging step is named', async t => {
    const toy = await busyToy();
    t.after(toy.close);
    const file = fileOf(toy);
    const journal = file.journal.map(entry =>
      entry.seq === 2 ? { ...entry, event: { ...entry.event, text: 'forged' } } : entry,
    );
    const result = replay({ ...file, journal }, toy.registry.machines);
    assert.equal(result.verified, false);
    assert.equal(result.firstDivergence?.seq, 2);
    assert.equal(result.firstDivergence?.codeChanged, false);
  });

  test('given a changed machine, then the first diverging step says that the code changed', async t => {
    const toy = await busyToy();
    t.after(toy.close);
    const { working: _, ...states } = workerMachine.config.states as Record<string, object>;
    const changed = workerMachine.provide({});
    Object.assign(changed, { config: { ...workerMachine.config, states } });
    const file = fileOf(toy);
    const machines = registered([{ machine: changed }]);
    assert.notEqual(machines.get('worker')?.code, toy.registry.machines.get('worker')?.code);
    const forged = {
      ...file,
      journal: file.journal.map(entry => (entry.seq === 3 ? { ...entry, hash: '0000000000000000' } : entry)),
    };
    const result = replay(forged, machines);
    assert.equal(result.verified, 'code-changed');
    assert.equal(result.firstDivergence?.seq, 3);
  });

  test('a file of a machine that is not there is refused', async t => {
    const toy = await busyToy();
    t.after(toy.close);
    assert.throws(() => replay({ ...fileOf(toy), machine: 'ghost' }, toy.registry.machines), /machine named ghost/);
  });
});
