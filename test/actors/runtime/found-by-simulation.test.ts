/** Faults of the host that simulated lives have found, each as small as can be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign, fromPromise, setup } from 'xstate';
import { needs } from '../../../src/machines/needs.ts';
import { workerMachine } from '../../contracts/host-charts.ts';
import { openToy } from './toy.ts';

/** Ends safe mode from an effect of its own, as an incident does. */
const caller = setup({ actors: { effort: needs<string, { what: string }>('effort') } }).createMachine({
  id: 'caller',
  version: '1',
  context: {},
  initial: 'idle',
  states: {
    idle: { tags: ['resting'], on: { call: 'calling' } },
    calling: { invoke: { id: 'effort', src: 'effort', input: { what: 'go' }, onDone: 'idle', onError: 'idle' } },
  },
});

test('given a message that waits in safe mode, when an effect ends it as it starts, then the message is handled', async t => {
  const holder: { go?: () => void } = {};
  const toy = openToy({
    machines: [
      { machine: workerMachine, startsWith: () => ({}) },
      { machine: caller, startsWith: () => ({}), isVital: true },
    ],
    sources: { effort: { logic: fromPromise(async () => holder.go?.()) } },
    start: { isSafe: true },
  });
  t.after(toy.close);
  holder.go = toy.system.go;
  await toy.send('worker:1', { type: 'message', text: 'kept' });
  await toy.send('caller:1', { type: 'call' });
  await toy.system.quiet();
  assert.deepEqual(toy.context('worker:1').done, ['got kept']);
});

test('given an act that is given up just as its turn comes, then the one behind it has its turn', async t => {
  const toy = openToy({ system: { lanes: { tool: 1 } } });
  t.after(toy.close);
  for (const [index, what] of ['first', 'second', 'third'].entries())
    await toy.send(`worker:${index + 1}`, { type: 'act', what });
  const first = await toy.run(1);
  const left = toy.send('worker:2', { type: 'leave' });
  first.done('first');
  await left;
  const next = await toy.run(2);
  assert.equal(next.input.what, 'third');
  next.done('third');
  await toy.system.quiet();
  assert.deepEqual(toy.context('worker:3').done, ['third']);
});

test('given an outcome that alone cannot be written, then it is written a moment later, and the log says so', async t => {
  const log: string[] = [];
  let failures = 2; // a transaction with a part that failed is made twice
  const toy = openToy({
    store: plain => ({
      ...plain,
      removeEffect(address) {
        if (failures > 0) {
          failures -= 1;
          throw new Error('disk I/O error');
        }
        plain.removeEffect(address);
      },
    }),
    system: { log: ({ event }) => void log.push(event) },
  });
  t.after(toy.close);
  await toy.send('worker:1', { type: 'work', what: 'nails' });
  (await toy.run(1)).done('made nails');
  await toy.settled();
  await toy.settled();
  assert.deepEqual(log, ['arrival.failed']);
  toy.clock.advance(1000);
  await toy.system.quiet();
  assert.deepEqual(toy.context('worker:1').done, ['made nails']);
  assert.equal(toy.store.openEffects().length, 0);
});

test('given a write that fails once, when its transaction is made again, then it stands, and the log says so', async t => {
  const log: string[] = [];
  let failures = 1;
  const toy = openToy({
    store: plain => ({
      ...plain,
      updateActor(row) {
        failures -= 1;
        if (failures >= 0) throw new Error('disk I/O error');
        plain.updateActor(row);
      },
    }),
    system: { log: ({ event }) => void log.push(event) },
  });
  t.after(toy.close);
  await toy.send('worker:1', { type: 'work', what: 'nails' });
  (await toy.run(1)).done('made nails');
  await toy.system.quiet();
  assert.deepEqual(log, ['step.repeated']);
  assert.deepEqual(toy.context('worker:1').done, ['made nails']);
  assert.deepEqual(
    toy.store.journal('worker:1', { limit: 9 }).map(({ seq }) => seq),
    [1, 2, 3],
  );
});

const asking = setup({ actors: { look: needs<string, object>('look') } }).createMachine({
  id: 'asking',
  version: '1',
  context: { done: [] as string[] },
  initial: 'idle',
  states: {
    idle: { tags: ['resting'], on: { ask: 'looking' } },
    looking: {
      invoke: {
        id: 'look',
        src: 'look',
        input: {},
        onDone: { target: 'idle', actions: assign({ done: ({ event }) => [event.output] }) },
        onError: { target: 'idle', actions: assign({ done: ['failed'] }) },
      },
    },
  },
});

test('given a lookup whose write makes SQLite undo the transaction, then the step is made again, and the log says so', async t => {
  const log: string[] = [];
  let failures = 1;
  const toy = openToy({
    machines: [{ machine: asking, startsWith: () => ({}) }],
    sources: {},
    lookups: ({ database }) => ({
      look() {
        if (failures-- > 0) {
          database.exec('ROLLBACK');
          throw new Error('disk I/O error');
        }
        return 'found';
      },
    }),
    system: { log: ({ event }) => void log.push(event) },
  });
  t.after(toy.close);
  await assert.rejects(toy.send('asking:1', { type: 'ask' }), /nothing was accepted, try again/);
  await toy.send('asking:1', { type: 'ask' });
  await toy.system.quiet();
  assert.deepEqual(toy.context('asking:1').done, ['found']);
  assert.deepEqual(log, ['commit.failed']);
});

test('given a lookup whose write fails once, then it is asked again, and the log says so', async t => {
  const log: string[] = [];
  let failures = 1;
  const toy = openToy({
    machines: [{ machine: asking, startsWith: () => ({}) }],
    sources: {},
    lookups: () => ({
      look() {
        if (failures-- > 0) throw new Error('disk I/O error');
        return 'found';
      },
    }),
    system: { log: ({ event }) => void log.push(event) },
  });
  t.after(toy.close);
  await toy.send('asking:1', { type: 'ask' });
  await toy.system.quiet();
  assert.deepEqual(toy.context('asking:1').done, ['found']);
  assert.deepEqual(log, ['step.repeated']);
});
