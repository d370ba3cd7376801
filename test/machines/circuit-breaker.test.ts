import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Failure } from '../../src/domain/supervision/failure.ts';
import { circuitBreakerMachine } from '../../src/machines/circuit-breaker.ts';
import { begin } from './play.ts';

const down: Failure = { kind: 'unavailable', message: 'no answer' };
const limits = { failures: 3, windowMs: 600_000, restMs: 60_000 };
const breaker = () =>
  begin({ machine: circuitBreakerMachine, address: 'circuit-breaker:model:ollama/qwen3', input: limits });
const failed = (at: number) => ({ type: 'call.failed', failure: down, at });
const start = 10_000_000;
const opened = () =>
  breaker()
    .send(failed(start))
    .send(failed(start + 1))
    .send(failed(start + 2));
const tried = () => opened().fires();

suite('closed', () => {
  test('given failures, when they are fewer than it takes, then calls go on and nobody is told', () => {
    const stand = breaker()
      .send(failed(start))
      .send(failed(start + 1));
    assert.equal(stand.leaf, 'closed');
    assert.deepEqual(stand.asked, []);
  });

  test('given failures that lie far apart, then the old ones no longer count, and are not kept', () => {
    let stand = breaker();
    for (let round = 0; round < 20; round += 1) stand = stand.send(failed(start + round * 400_000));
    assert.equal(stand.leaf, 'closed');
    assert.deepEqual(stand.context.failedAt.length, 2);
  });

  test('given so many failures in the window, then it opens and the supervisor hears why and until when', () => {
    const stand = opened();
    assert.equal(stand.leaf, 'open');
    assert.deepEqual(stand.sent('supervisor'), [
      {
        type: 'breaker.opened',
        subject: 'model:ollama/qwen3',
        until: start + 2 + limits.restMs,
        failure: down,
      },
    ]);
    assert.deepEqual(
      Object.values(stand.timers).map(({ delayMs }) => delayMs),
      [limits.restMs],
    );
  });
});

suite('open', () => {
  test('given calls that began before, when they fail too, then nothing changes', () => {
    assert.deepEqual(opened().send(failed(start + 3)).context, opened().context);
  });

  test('given its rest, when it is over, then one call may try', () => assert.equal(tried().leaf, 'halfOpen'));

  test('given the owner’s word, then it is closed at once', () => {
    const stand = opened().send({ type: 'breaker.reset' });
    assert.equal(stand.leaf, 'closed');
    assert.deepEqual(stand.sent('supervisor'), [{ type: 'breaker.closed', subject: 'model:ollama/qwen3' }]);
  });
});

suite('half open', () => {
  test('given a try, when it works, then it is closed, the supervisor hears it, and the count begins anew', () => {
    const stand = tried().send({ type: 'call.succeeded' });
    assert.equal(stand.leaf, 'closed');
    assert.deepEqual(stand.sent('supervisor'), [{ type: 'breaker.closed', subject: 'model:ollama/qwen3' }]);
    assert.deepEqual([stand.context.rests, stand.context.failedAt], [0, []]);
  });

  test('given tries that fail, then each rest is twice as long, half an hour at most, and nobody is told again', () => {
    let stand = opened();
    const rests: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      rests.push(Object.values(stand.timers)[0]?.delayMs ?? 0);
      stand = stand.fires();
      stand = stand.send({ type: 'call.failed', failure: down });
      assert.deepEqual(stand.sent('supervisor'), []);
    }
    assert.deepEqual(
      rests.map(ms => ms / 60_000),
      [1, 2, 4, 8, 16, 30, 30, 30],
    );
  });
});

suite('flapping', () => {
  /** It has opened and closed again so often, the last time open. */
  const flaps = (times: number, apartMs = 600_000) => {
    let stand = breaker();
    for (let round = 0; round < times; round += 1) {
      if (round > 0) stand = stand.send({ type: 'breaker.reset', at: start + round * apartMs });
      for (let n = 0; n < limits.failures; n += 1) stand = stand.send(failed(start + round * apartMs + n));
    }
    return stand;
  };
  const told = (stand: ReturnType<typeof flaps>) => stand.sent('supervisor')[0]?.['flaps'];

  test('given a breaker that opens for the third time within an hour, then that is said with it, and not before', () => {
    assert.deepEqual([told(flaps(2)), told(flaps(3)), told(flaps(4))], [undefined, 3, 4]);
  });

  test('given openings that lie further apart, then it does not flap', () => {
    assert.equal(told(flaps(5, 2_000_000)), undefined);
  });

  test('given that it is held, then it rests for so long whatever its own rest is, and is tried after that', () => {
    const held = flaps(3).send({ type: 'breaker.held', forMs: 3_600_000, at: start + 1_200_010 });
    assert.deepEqual([held.leaf, held.context.isHeld], ['open', true]);
    assert.deepEqual(
      Object.values(held.timers).map(({ delayMs }) => delayMs),
      [3_600_000],
    );
    assert.deepEqual(held.sent('supervisor'), []);
    const closed = held.fires().send({ type: 'call.succeeded' });
    assert.deepEqual([closed.leaf, closed.context.isHeld], ['closed', false]);
  });

  test('given one that works again by now, when it is held, then it rests all the same', () => {
    assert.equal(breaker().send({ type: 'breaker.held', forMs: 3_600_000 }).leaf, 'open');
    assert.equal(tried().send({ type: 'breaker.held', forMs: 3_600_000 }).leaf, 'open');
  });
});
