import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runningTime } from '../../../src/adapters/process/running-time.ts';

suite('the time in which a process runs', () => {
  const counted = () => {
    let at = 0;
    let tick = () => {};
    const time = runningTime(
      () => at,
      call => {
        tick = call;
      },
    );
    const pass = (ms: number) => {
      at += ms;
    };
    return { ...time, pass, tick: () => tick() };
  };

  test('given a process that runs, when time passes, then all of it counts, late ticks too', () => {
    const time = counted();
    time.elapsed();
    for (const ms of [1_000, 1_000, 3_500, 9_999, 1_000]) {
      time.pass(ms);
      time.tick();
    }
    assert.deepEqual([time.elapsed(), time.stoppedMs()], [16_499, 0]);
  });

  test('given a process that was stopped, when it runs again, then that time is known and does not count, whoever looks first', () => {
    for (const first of ['tick', 'elapsed', 'stoppedMs'] as const) {
      const time = counted();
      time.elapsed();
      time.pass(1_000);
      time.tick();
      time.pass(150_500);
      time[first]();
      assert.deepEqual([time.elapsed(), time.stoppedMs()], [2_000, 149_500], first);
      time.pass(1_000);
      time.tick();
      assert.equal(time.elapsed(), 3_000);
    }
  });
});
