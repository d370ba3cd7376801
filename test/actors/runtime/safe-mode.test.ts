import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenerMachine, workerMachine } from '../../contracts/host-charts.ts';
import { openToy, type ToyOptions } from './toy.ts';

const withListener: Partial<ToyOptions> = {
  machines: [
    { machine: workerMachine, startsWith: () => ({}) },
    { machine: listenerMachine, startsWith: () => ({}), isVital: true },
  ],
};

test('given safe mode, then what is vital works, all else is kept, and goes on once the owner has said go', async t => {
  const toy = openToy({
    ...withListener,
    sources: { deed: { key: (input: { readonly what: string }) => `act:${input.what}` } },
  });
  await toy.send('worker:1', { type: 'work', what: 'nails' });
  await toy.send('worker:2', { type: 'act', what: 'pay' });
  await toy.send('worker:3', { type: 'wait', ms: 0 });
  await toy.run(2);

  const safe = toy.reboot({ start: { isSafe: true } });
  t.after(safe.close);
  safe.clock.advance(61_000);
  await safe.send('supervisor', { type: 'hello' });
  await safe.send('worker:4', { type: 'message', text: 'kept' });
  await safe.settled();
  assert.equal(safe.runs.length, 0);
  assert.equal(safe.store.actor('supervisor')?.lastEvent, 'hello');
  assert.equal(safe.store.actor('worker:4'), undefined);
  assert.equal(safe.store.actor('worker:3')?.leaf, 'waiting');
  assert.equal(safe.store.inbox().length, 2);

  safe.store.beginBoot('died', '0.1.0', safe.clock.now());
  safe.system.go();
  assert.equal(safe.store.uncleanBoots(0), 0, 'the owner knows of what died before');
  (await safe.run(1)).done('made nails');
  await safe.system.quiet();
  assert.deepEqual(safe.context('worker:1').done, ['made nails']);
  assert.deepEqual(safe.context('worker:2').failures, ['unknown']);
  assert.deepEqual(safe.context('worker:3').done, ['waited']);
  assert.deepEqual(safe.context('worker:4').done, ['got kept']);
  assert.equal(safe.store.inbox().length, 0);
});

test('given safe mode, when the process dies in it, then nothing of what was held is lost', async t => {
  const toy = openToy(withListener);
  await toy.send('worker:1', { type: 'work', what: 'nails' });
  await toy.run(1);
  const safe = toy.reboot({ start: { isSafe: true } });
  await safe.send('worker:2', { type: 'message', text: 'kept' });
  const again = safe.reboot({ start: {} });
  t.after(again.close);
  (await again.run(1)).done('made nails');
  await again.system.quiet();
  assert.deepEqual(again.context('worker:1').done, ['made nails']);
  assert.deepEqual(again.context('worker:2').done, ['got kept']);
});
