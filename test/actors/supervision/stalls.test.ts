/** What holds the event loop up is measured and named. The clock is the test's own: no wait is real. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createStallMeter } from '../../../src/actors/supervision/stalls.ts';

function meter(more: Partial<Parameters<typeof createStallMeter>[0]> = {}) {
  let elapsed = 0;
  let worked = 0;
  let wake = () => {};
  const reported: { during: string; ms: number }[] = [];
  const system: Parameters<typeof createStallMeter>[0] = {
    async accept({ event }) {
      reported.push({ during: String(event['during']), ms: Number(event['ms']) });
      return { duplicate: false, id: '1' };
    },
    lastCommit: undefined,
    underWay: () => [],
    ...more,
  };
  const stalls = createStallMeter(
    system,
    {
      elapsed: () => elapsed,
      after(_ms, call) {
        wake = call;
        return () => {
          wake = () => {};
        };
      },
    },
    () => worked,
    500,
  );
  stalls.begin();
  return {
    reported,
    stalls,
    /** The wait of a quarter of a second comes back after so long, in which this process worked for so long. */
    pass(ms: number, workedMs = ms) {
      elapsed += ms;
      worked += workedMs;
      wake();
    },
    now: () => elapsed,
  };
}

suite('a stall', () => {
  test('given a loop that is in time, or a little late, then nothing is reported', () => {
    const { pass, reported } = meter();
    for (const ms of [250, 251, 700, 250]) pass(ms);
    assert.deepEqual(reported, []);
  });

  test('given an effect that works without a pause, then it is named, with how long, once', () => {
    const { pass, reported } = meter({ underWay: () => ['reading of tool-call:x'] });
    pass(1250);
    pass(250);
    assert.deepEqual(reported, [{ during: 'reading of tool-call:x', ms: 1000 }]);
  });

  test('given an effect that has begun and ended meanwhile, then it is named too; of many the first three', () => {
    const asked = [['a of x'], ['b of x', 'c of x', 'a of x', 'd of x'], []];
    const { pass, reported } = meter({ underWay: () => asked.shift() ?? [] });
    pass(1250);
    assert.equal(reported[0]?.during, 'a of x, b of x, c of x, …');
  });

  test('given a commit that took most of it, then its last step is named', () => {
    const lastCommit = { during: 'session<message.received', ms: 900, endedAt: 1150 };
    const { pass, reported } = meter({ lastCommit, underWay: () => ['reading of tool-call:x'] });
    pass(1250);
    pass(1250);
    assert.deepEqual(
      reported.map(({ during }) => during),
      ['session<message.received', 'reading of tool-call:x'],
      'the second time that commit was long over',
    );
  });

  test('given a commit of the supervisor itself, then nothing is reported: that would be one more', () => {
    const { pass, reported } = meter({ lastCommit: { during: 'supervisor<loop.stalled', ms: 900, endedAt: 1150 } });
    pass(1250);
    assert.deepEqual(reported, []);
  });

  test('given that this process had no processor, then the machine is named', () => {
    const { pass, reported } = meter({ underWay: () => ['reading of tool-call:x'] });
    pass(10_250, 20);
    assert.match(reported[0]?.during ?? '', /^the machine/);
  });

  test('given its end, then nothing is measured any more', () => {
    const { pass, reported, stalls } = meter();
    stalls.end();
    pass(9000);
    assert.deepEqual(reported, []);
  });
});
