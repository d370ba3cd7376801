import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createStays } from '../../../src/actors/runtime/running/stays.ts';
import { createWatchdog } from '../../../src/actors/supervision/watchdog.ts';
import { work } from '../../../src/actors/work.ts';
import { listenerMachine, workerMachine } from '../../contracts/host-charts.ts';
import { openToy, type Toy, type ToyOptions } from '../runtime/toy.ts';

const machines: ToyOptions['machines'] = [
  { machine: workerMachine, startsWith: () => ({}) },
  { machine: listenerMachine, startsWith: () => ({}) },
];

/** What was reported to the supervisor, without its stamps. */
function reports(toy: Toy) {
  return toy.store
    .journalAfter('supervisor', 1)
    .map(({ event }) => JSON.parse(event) as Record<string, unknown>)
    .map(({ at: _, id: __, ...event }) => event);
}

async function dog(t: { after(call: () => void): void }, options: Partial<ToyOptions> = {}) {
  const toy = openToy({ machines, ...options });
  t.after(toy.close);
  await toy.send('supervisor', { type: 'begun' });
  const watchdog = createWatchdog({ system: toy.system, store: toy.store, registry: toy.registry, clock: toy.clock });
  const look = async () => {
    await watchdog.look();
    await toy.settled();
    return reports(toy).slice(1);
  };
  return { toy, watchdog, look };
}

suite('the watchdog', () => {
  test('given actors that are all well, then nothing is reported', async t => {
    const { toy, look } = await dog(t);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    await toy.send('worker:2', { type: 'wait', ms: 0 });
    assert.deepEqual(await look(), []);
  });

  test('given an actor that nothing will ever move, then it is reported once, however often it is seen', async t => {
    const { toy, look } = await dog(t);
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    toy.database.exec('DELETE FROM timers');
    const expected = [{ type: 'actor.wedged', actor: 'worker:1', leaf: 'waiting' }];
    assert.deepEqual(await look(), expected);
    assert.deepEqual(await look(), expected);
  });

  test('given an actor that stays longer than usual, then it is reported, with where and how long', async t => {
    const { toy, look } = await dog(t);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    await toy.run(1);
    toy.clock.advance(61_000);
    const [slow] = await look();
    assert.equal(slow?.['type'], 'phase.overdue');
    assert.equal(slow?.['leaf'], 'working');
    assert.ok(Number(slow?.['sinceMs']) >= 61_000);
  });

  test('given that its like usually take long, then it is not slow yet', async t => {
    const { toy, look } = await dog(t);
    for (let round = 0; round < 6; round += 1) toy.system.stays.note('worker', 'working', 60_000);
    await toy.send('worker:1', { type: 'work', what: 'nails' });
    await toy.run(1);
    toy.clock.advance(200_000);
    assert.deepEqual(await look(), []);
    toy.clock.advance(101_000);
    assert.equal((await look()).length, 1);
  });

  test('given an effect that has to give signs of life, when it gives none for two intervals, then it is reported', async t => {
    let elapsed = 0;
    const { toy, look } = await dog(t, { sources: { deed: { heartbeatMs: 30_000 } } });
    const real = toy.clock.elapsed;
    Object.assign(toy.clock, { elapsed: () => real() + elapsed });
    await toy.send('worker:1', { type: 'act', what: 'pay' });
    await toy.send('worker:2', { type: 'work', what: 'nails' });
    await toy.run(2);
    elapsed = 59_000;
    assert.deepEqual(await look(), []);
    elapsed = 61_000;
    const [silent, ...more] = await look();
    assert.deepEqual([silent?.['type'], silent?.['effect'], more], ['effect.silent', 'worker:1#2.0', []]);
  });

  test('given an effect that says only that it goes on, then it is not silent, and that is not shown; with no interval it may be silent', async t => {
    let elapsed = 0;
    const alive = new Map<string, () => void>();
    const logic = work<string, { readonly what: string }>(({ what, signal }, _emit, onAlive) => {
      alive.set(what, onAlive);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const heartbeatMs = ({ what }: { readonly what: string }) => (what === 'short' ? undefined : 30_000);
    const { toy, look } = await dog(t, { sources: { effort: { logic, heartbeatMs } } });
    const real = toy.clock.elapsed;
    Object.assign(toy.clock, { elapsed: () => real() + elapsed });
    const shown: string[] = [];
    toy.system.feed.subscribe(frame => {
      if (frame.kind === 'progress') shown.push(frame.src);
    });
    for (const [n, what] of ['long', 'dead', 'short'].entries()) await toy.send(`worker:${n}`, { type: 'work', what });
    await toy.settled();
    elapsed = 50_000;
    alive.get('long')?.();
    elapsed = 70_000;
    const silent = (await look()).filter(({ type }) => type === 'effect.silent');
    assert.deepEqual(
      silent.map(({ owner, heartbeatMs: every }) => [owner, every]),
      [['worker:1', 30_000]],
    );
    assert.deepEqual(shown, []);
  });

  test('given its interval, then it looks again by itself, until it is ended', async t => {
    const { toy, watchdog } = await dog(t);
    watchdog.begin();
    await toy.settled();
    await toy.send('worker:1', { type: 'wait', ms: 0 });
    toy.database.exec('DELETE FROM timers');
    toy.clock.advance(60_000);
    await toy.settled();
    await toy.settled();
    assert.equal(reports(toy).at(-1)?.['type'], 'actor.wedged');
    watchdog.end();
  });
});

test('the usual stay is the median of the last, and unknown while there are few', () => {
  const stays = createStays();
  for (const ms of [1, 2, 3, 1000]) stays.note('worker', 'working', ms);
  assert.equal(stays.usualMs('worker', 'working'), undefined);
  stays.note('worker', 'working', 4);
  assert.equal(stays.usualMs('worker', 'working'), 3);
  for (let round = 0; round < 40; round += 1) stays.note('worker', 'working', 500);
  assert.equal(stays.usualMs('worker', 'working'), 500);
  assert.equal(stays.usualMs('worker', 'idle'), undefined);
});
