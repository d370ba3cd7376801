/** When an agent gives memory back. The clock is the test's own: no wait is real. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestWatch } from '../../../src/actors/supervision/rest.ts';

const mb = 2 ** 20;

function watched() {
  let now = 100_000;
  let lastStep: number | undefined;
  let resident = 100 * mb;
  let wake: (() => void) | undefined;
  let times = 0;
  const watch = createRestWatch({
    store: { lastStepAt: () => lastStep },
    clock: {
      now: () => now,
      after(_ms, call) {
        wake = call;
        return () => {
          wake = undefined;
        };
      },
    },
    residentBytes: () => resident,
    giveBack() {
      times += 1;
      resident = 100 * mb;
    },
  });
  watch.begin();
  return {
    watch,
    times: () => times,
    isWatching: () => wake !== undefined,
    step() {
      lastStep = now;
    },
    holds(megabytes: number) {
      resident = megabytes * mb;
    },
    pass(ms: number) {
      now += ms;
      wake?.();
    },
  };
}

test('given an agent that works, when it holds more and more, then nothing is given back until it has rested for five seconds', () => {
  const { step, holds, pass, times } = watched();
  step();
  holds(300);
  pass(4_900);
  assert.equal(times(), 0);
  step();
  pass(4_900);
  assert.equal(times(), 0);
  pass(5_000);
  assert.equal(times(), 1);
});

test('given an agent that rests, when it has not grown since, then it is left as it is', () => {
  const { step, holds, pass, times } = watched();
  pass(5_000);
  assert.equal(times(), 1, 'what the start has left');
  for (let time = 0; time < 10; time += 1) pass(5_000);
  step();
  holds(115);
  pass(6_000);
  assert.equal(times(), 1);
  holds(117);
  pass(5_000);
  assert.equal(times(), 2);
});

test('given a watch that has ended, then it looks no more', () => {
  const { watch, isWatching } = watched();
  watch.end();
  assert.equal(isWatching(), false);
});
