/** Features are opened and started in the order of what they need, whatever the order of their list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtIn } from '../../src/compose.ts';
import type { BuiltIn } from '../../src/features/feature.ts';
import { openAll } from '../../src/features/opening.ts';

const given = { home: {}, kinds: {}, network: {}, options: {} } as never;

const named = (name: string, needs: readonly string[] = [], isValue = false): BuiltIn => ({
  name,
  needs,
  isValue,
  open: () => ({ name }),
});

/** The names in the order in which they are started; nothing of them is opened. */
async function started(features: readonly BuiltIn[]): Promise<readonly string[]> {
  const { living } = await openAll(
    features.map(({ name, needs, isValue }) => named(name, needs, isValue)),
    given,
  );
  return living.map(one => (one as { readonly name: string }).name);
}

test('given what comes with Straylight, when it is sorted, then it starts around the boot and closes the other way round', async () => {
  const order = await started(builtIn);
  const isInOrder = (...names: readonly string[]) => {
    const places = names.map(name => order.indexOf(name));
    assert.ok(!places.includes(-1), `${names} are not all in ${order}`);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      `${names} in ${order}`,
    );
  };
  // spans, commands and channels are there before what was left is recovered
  for (const before of ['telemetry', 'sandbox', 'channels']) isInOrder(before, 'boot');
  // the first that is stopped says that the process stops, the second tells the supervisor
  for (const stopped of ['preload', 'memories', 'jobs', 'watches', 'page']) isInOrder('process', 'boot', stopped);
  // what gives actors something to do starts once they run
  for (const after of ['undo', 'memories', 'jobs', 'tools', 'watches', 'tasks', 'modelService', 'page'])
    isInOrder('boot', after);
  // closed the other way round: the tools before the sandbox they run in, what writes to the chain before the chain
  isInOrder('sandbox', 'undo', 'tools');
  for (const writing of ['boot', 'memories', 'jobs', 'tools']) isInOrder('audit', writing);
});

test('given the list in another order, when it is sorted, then the order is the same', async () => {
  const order = await started(builtIn);
  const half = Math.floor(builtIn.length / 2);
  const everyThird = [0, 1, 2].flatMap(rest => builtIn.filter((_, place) => place % 3 === rest));
  for (const other of [builtIn.toReversed(), [...builtIn.slice(half), ...builtIn.slice(0, half)], everyThird])
    assert.deepEqual(await started(other), order);
});

test('given features, when they are opened, then each is given what it needs and no more, and values are not started', async () => {
  const asked: unknown[] = [];
  const taking = (one: BuiltIn): BuiltIn => ({
    ...one,
    async open(needs) {
      asked.push([one.name, needs]);
      return { name: one.name };
    },
  });
  const { opened, living } = await openAll(
    [taking(named('goals', ['jobs', 'home'])), taking(named('jobs', ['files'])), taking(named('files', [], true))],
    { home: 'the home' } as never,
  );
  assert.deepEqual(asked, [
    ['files', {}],
    ['jobs', { files: { name: 'files' } }],
    ['goals', { jobs: { name: 'jobs' }, home: 'the home' }],
  ]);
  assert.deepEqual(living, [{ name: 'jobs' }, { name: 'goals' }]);
  assert.deepEqual(Object.keys(opened), ['home', 'files', 'jobs', 'goals']);
});

test('given a need that nobody brings, two of a name or a circle, when they are sorted, then the error names them', async () => {
  await assert.rejects(
    openAll([named('goals', ['jobs'])], given),
    /^Error: goals needs jobs, which no feature brings$/,
  );
  await assert.rejects(openAll([named('jobs'), named('jobs')], given), /^Error: two features bring jobs$/);
  await assert.rejects(openAll([named('home')], given), /^Error: two features bring home$/);
  await assert.rejects(
    openAll([named('d', ['a']), named('a', ['b']), named('b', ['c']), named('c', ['a']), named('e')], given),
    /^Error: features need each other: a > b > c > a$/,
  );
});

test('given a feature that cannot be opened, when all are opened, then its own error is thrown', async () => {
  const failing = { ...named('jobs'), open: () => Promise.reject(new Error('no disk')) };
  await assert.rejects(
    openAll([failing, named('goals', ['jobs']), named('tasks', ['goals'])], given),
    /^Error: no disk$/,
  );
});
