import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createBreakers } from '../../../src/actors/supervision/breakers.ts';
import { outageReason } from '../../../src/domain/models/outage-texts.ts';
import { circuitBreakerMachine } from '../../../src/machines/circuit-breaker.ts';
import { listenerMachine, workerMachine } from '../../contracts/host-charts.ts';
import { openToy, type Toy, type ToyOptions } from '../runtime/toy.ts';

const limits = { failures: 2, windowMs: 600_000, restMs: 60_000 };
const address = 'circuit-breaker:tool:forge';
const breaks = { callee: () => 'tool:forge' };

const withBreakers: Partial<ToyOptions> = {
  machines: [
    { machine: workerMachine, startsWith: () => ({}) },
    { machine: circuitBreakerMachine, startsWith: () => limits },
    { machine: listenerMachine, startsWith: () => ({}) },
  ],
  sources: { effort: breaks, deed: breaks },
  admission: (store, { now }) => createBreakers({ store, now }),
};
const down = { kind: 'unavailable', message: 'the forge is cold' };

/** As many workers as it takes have failed. */
async function openedHost(t: { after(call: () => void): void }, options: Partial<ToyOptions> = {}): Promise<Toy> {
  const toy = openToy({ ...withBreakers, ...options });
  t.after(toy.close);
  for (const number of [1, 2]) {
    await toy.send(`worker:${number}`, { type: 'work', what: 'nails' });
    (await toy.run(number)).fail(down);
    await toy.system.quiet();
  }
  assert.equal(toy.store.actor(address)?.leaf, 'open');
  return toy;
}

suite('circuit breakers', () => {
  test('given calls that work, then there is no breaker, not even a row', async t => {
    const toy = openToy(withBreakers);
    t.after(toy.close);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    (await toy.run(1)).done('nails');
    await toy.system.quiet();
    assert.equal(toy.store.actor(address), undefined);
  });

  test('given an open breaker, when a call would start, then it fails at once, says until when, and nothing ran', async t => {
    const toy = await openedHost(t);
    for (const [type, policy] of [
      ['work', 'repeatable'],
      ['act', 'once'],
    ] as const) {
      await toy.send('worker:3', { type, what: 'nails' });
      await toy.system.quiet();
      assert.equal(toy.runs.length, 2, policy);
    }
    assert.deepEqual(toy.context('worker:3').failures, ['unavailable', 'unavailable']);
    const end = JSON.parse(toy.store.journal('worker:3', { limit: 1 })[0]?.event ?? '');
    assert.equal(end.error.cause, 'breaker');
    assert.ok(end.error.retryAfterMs > 50_000 && end.error.retryAfterMs <= 60_000);
    assert.equal(toy.store.openEffects().length, 0);
    assert.equal(toy.store.actor(address)?.seq, 3, 'a refused call is no failure');
  });

  test('given a breaker that a model without a server opened, when a call is refused, then it says where that was looked for', async t => {
    const callsModel = { callee: () => 'model:workshop/m' };
    const toy = openToy({ ...withBreakers, sources: { effort: callsModel, deed: callsModel } });
    t.after(toy.close);
    const place = 'http://127.0.0.1:9/v1 (base_url in [models.providers.workshop])';
    for (const number of [1, 2]) {
      await toy.send(`worker:${number}`, { type: 'work', what: 'nails' });
      const message = `workshop/m: nothing answers at ${place}`;
      (await toy.run(number)).fail({ kind: 'unavailable', message, cause: 'ECONNREFUSED' });
      await toy.system.quiet();
    }
    await toy.send('worker:3', { type: 'work', what: 'nails' });
    await toy.system.quiet();
    const { error } = JSON.parse(toy.store.journal('worker:3', { limit: 1 })[0]?.event ?? '');
    assert.equal(
      outageReason(error, 'de'),
      'workshop/m ist mehrmals hintereinander fehlgeschlagen (http://127.0.0.1:9/v1, gesetzt durch base_url in [models.providers.workshop])',
    );
  });

  test('given an open breaker, when a person asks anew, then that call runs once, and one that works closes it', async t => {
    let asked = 'first words';
    const insistent = { ...breaks, insists: () => asked };
    const toy = await openedHost(t, { sources: { effort: insistent, deed: insistent } });
    await toy.send('worker:3', { type: 'work', what: 'nails' });
    (await toy.run(3)).fail(down);
    await toy.system.quiet();
    await toy.send('worker:4', { type: 'work', what: 'nails' });
    await toy.system.quiet();
    assert.equal(toy.runs.length, 3, 'the same words have been tried');
    asked = 'other words';
    await toy.send('worker:5', { type: 'work', what: 'nails' });
    (await toy.run(4)).done('nails');
    await toy.system.quiet();
    assert.equal(toy.store.actor(address)?.leaf, 'closed');
  });

  test('given an open breaker, when the process dies and comes back, then it is still open', async t => {
    const toy = await openedHost(t);
    const again = toy.reboot();
    t.after(again.close);
    await again.send('worker:3', { type: 'work', what: 'nails' });
    await again.system.quiet();
    assert.equal(again.runs.length, 0);
  });

  test('given its rest is over, when several calls come, then one tries; what it becomes decides', async t => {
    const toy = await openedHost(t);
    toy.clock.advance(61_000);
    await toy.system.quiet();
    assert.equal(toy.store.actor(address)?.leaf, 'halfOpen');
    await Promise.all([3, 4].map(number => toy.send(`worker:${number}`, { type: 'work', what: 'nails' })));
    const probe = await toy.run(3);
    await toy.settled();
    assert.equal(toy.runs.length, 3);
    probe.done('nails');
    await toy.system.quiet();
    assert.equal(toy.store.actor(address)?.leaf, 'closed');
    await toy.send('worker:5', { type: 'work', what: 'nails' });
    (await toy.run(4)).done('nails');
    await toy.system.quiet();
  });

  test('given a try that is cancelled, then it decides nothing, and the next call tries', async t => {
    const toy = await openedHost(t);
    toy.clock.advance(61_000);
    await toy.system.quiet();
    await toy.send('worker:3', { type: 'work', what: 'nails' });
    await toy.run(3);
    await toy.send('worker:3', { type: 'leave' });
    await toy.system.quiet();
    assert.equal(toy.store.actor(address)?.leaf, 'halfOpen');
    await toy.send('worker:4', { type: 'work', what: 'nails' });
    (await toy.run(4)).fail(down);
    await toy.system.quiet();
    assert.equal(toy.store.actor(address)?.leaf, 'open');
  });

  test('given failures that speak against the caller, then they do not count', async t => {
    const toy = openToy(withBreakers);
    t.after(toy.close);
    for (const [index, kind] of ['invalid', 'denied', 'cancelled', 'exhausted'].entries()) {
      await toy.send('worker:1', { type: 'work', what: 'nails' });
      (await toy.run(index + 1)).fail({ kind, message: 'no' });
      await toy.system.quiet();
    }
    assert.equal(toy.store.actor(address), undefined);
  });
});
